"""ShuttleSet's words: kinds of shot and how a rally ends.

Translations are those of ShuttleSet's README (Wang et al., 2023, CoachAI-Projects); the data
spell `過度切球` where the README has `過渡切球`, and use `未知球種` (unknown), which it lacks.
"""

from __future__ import annotations

from dataclasses import dataclass

UNKNOWN = "unknown"
SHORT_SERVICE, LONG_SERVICE = "short service", "long service"

CHINESE = {
    "放小球": "net shot",
    "擋小球": "return net",
    "殺球": "smash",
    "點扣": "wrist smash",
    "挑球": "lob",
    "防守回挑": "defensive return lob",
    "長球": "clear",
    "平球": "drive",
    "小平球": "driven flight",
    "推球": "push",
    "撲球": "rush",
    "防守回抽": "defensive return drive",
    "勾球": "cross-court net shot",
    "發短球": SHORT_SERVICE,
    "發長球": LONG_SERVICE,
    "未知球種": UNKNOWN,
    "後場抽平球": "back-court drive",
    "切球": "drop",
    "過度切球": "passive drop",
    "過渡切球": "passive drop",
}


@dataclass(frozen=True, slots=True)
class Shot:
    """How a kind of shot is drawn."""

    high: float
    """Height of the contact in metres where it is hit above the net."""
    low: float
    """... and where below."""
    flight_s: float
    """Seconds to the opponent's contact: the median of the sample's ten matches."""
    swing: str
    """`overhead`, `flat`, `under`, `net` or `serve`; low contacts of an overhead shot are flat."""
    jump: float = 0.0
    """Metres that an attacking player leaves the floor."""


SHOTS = {
    "net shot": Shot(1.45, 0.95, 0.88, "net"),
    "return net": Shot(1.5, 0.85, 0.90, "net"),
    "smash": Shot(2.72, 2.0, 0.48, "overhead", jump=0.28),
    "wrist smash": Shot(2.62, 1.9, 0.56, "overhead", jump=0.12),
    "lob": Shot(1.45, 0.45, 1.27, "under"),
    "defensive return lob": Shot(1.4, 0.6, 1.05, "under"),
    "clear": Shot(2.6, 1.5, 1.17, "overhead"),
    "drive": Shot(1.65, 1.2, 0.48, "flat"),
    "driven flight": Shot(1.65, 1.25, 0.48, "flat"),
    "push": Shot(1.6, 1.05, 1.03, "net"),
    "rush": Shot(1.95, 1.6, 0.40, "net"),
    "defensive return drive": Shot(1.4, 0.8, 0.76, "flat"),
    "cross-court net shot": Shot(1.45, 0.95, 0.90, "net"),
    SHORT_SERVICE: Shot(1.08, 1.02, 0.73, "serve"),
    LONG_SERVICE: Shot(1.08, 0.95, 1.97, "serve"),
    UNKNOWN: Shot(1.8, 1.0, 1.03, "under"),
    "back-court drive": Shot(1.85, 1.3, 0.53, "flat"),
    "drop": Shot(2.58, 1.6, 0.80, "overhead"),
    "passive drop": Shot(2.3, 1.3, 0.80, "overhead"),
}

LANDED, OUT, INTO_NET, FAULT = "landed", "out", "net", "fault"
ENDINGS = {
    "對手落地致勝": LANDED,
    "落點判斷失誤": LANDED,
    "對手落地判斷失誤": LANDED,
    "出界": OUT,
    "掛網": INTO_NET,
    "未過網": INTO_NET,
    "犯規": FAULT,
}
"""`lose_reason` by what becomes of the last stroke: it lands in, goes out, or does not cross."""
