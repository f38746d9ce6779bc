"""How arms move: keys of the racket hand, the racket and the other hand around a hit.

Offsets are metres from the shoulder of the arm in the pelvis's frame: forward, outward (to the
arm's own side; for a backhand the racket hand's is mirrored), up. Racket directions run from the
fist to the head. Times are seconds from the contact. The key at 0 is not in the tables: there the
strings are at the shuttle (see `arms`).
"""

from __future__ import annotations

from typing import NamedTuple

Vector = tuple[float, float, float]


class Key(NamedTuple):
    """One moment of a swing."""

    time: float
    hand: Vector
    racket: Vector
    free: Vector | None = None
    """The other hand; None keeps what the keys around it say."""


class Pose(NamedTuple):
    """Arms at rest."""

    hand: Vector
    racket: Vector
    free: Vector


READY = Pose((0.36, 0.02, -0.26), (0.62, -0.22, 0.75), (0.30, 0.05, -0.24))
CARRY = Pose((0.08, 0.10, -0.52), (0.70, 0.10, -0.45), (0.04, 0.10, -0.55))
"""Between rallies: the racket hangs."""
SERVE_SHORT = Pose((0.34, -0.16, -0.30), (0.42, -0.40, -0.82), (0.46, -0.10, -0.20))
SERVE_LONG = Pose((-0.12, 0.34, -0.28), (-0.35, 0.45, 0.55), (0.42, 0.00, 0.02))
STOOP = Pose((0.12, 0.22, -0.35), (0.55, 0.35, -0.20), (0.22, 0.02, -0.56))

OVERHEAD = (
    Key(-0.42, (0.22, 0.18, -0.10), (0.20, 0.00, 0.95), (0.30, 0.06, 0.10)),
    Key(-0.24, (-0.10, 0.40, 0.06), (-0.30, 0.10, 0.92), (0.28, 0.02, 0.46)),
    Key(-0.12, (-0.08, 0.32, 0.26), (-0.62, 0.05, -0.60), (0.32, 0.02, 0.34)),
    Key(-0.05, (0.02, 0.20, 0.44), (-0.70, 0.00, 0.40), (0.30, 0.04, 0.05)),
    Key(0.08, (0.40, 0.02, 0.20), (0.78, -0.25, -0.35), (0.14, 0.04, -0.22)),
    Key(0.20, (0.30, -0.22, -0.22), (0.35, -0.60, -0.70), (0.10, 0.06, -0.30)),
)
BACKHAND_OVERHEAD = (
    Key(-0.40, (0.18, 0.10, -0.05), (0.10, 0.40, 0.80), (0.15, 0.10, -0.25)),
    Key(-0.20, (0.10, 0.30, 0.22), (-0.30, 0.50, -0.70), (0.05, 0.20, -0.25)),
    Key(0.08, (0.20, 0.10, 0.42), (0.45, -0.60, 0.30), (0.00, 0.25, -0.20)),
    Key(0.22, (0.25, -0.25, 0.10), (0.30, -0.80, -0.30), (0.05, 0.20, -0.25)),
)
FLAT = (
    Key(-0.34, (0.26, 0.18, -0.16), (0.40, 0.20, 0.80), (0.26, 0.05, -0.15)),
    Key(-0.15, (0.02, 0.42, -0.06), (-0.55, 0.55, 0.35), (0.30, 0.10, -0.05)),
    Key(0.08, (0.48, 0.00, -0.02), (0.75, -0.55, 0.10), (0.10, 0.15, -0.20)),
    Key(0.20, (0.30, -0.24, 0.04), (0.10, -0.90, 0.30), (0.05, 0.12, -0.30)),
)
UNDER = (
    Key(-0.40, (0.34, 0.16, -0.20), (0.60, 0.20, 0.55), (0.05, 0.22, -0.15)),
    Key(-0.17, (0.20, 0.36, -0.30), (-0.45, 0.60, -0.05), (-0.25, 0.32, 0.02)),
    Key(0.09, (0.48, 0.02, 0.04), (0.55, -0.20, 0.78), (-0.28, 0.34, -0.02)),
    Key(0.24, (0.30, -0.16, 0.24), (-0.25, -0.40, 0.85), (-0.10, 0.28, -0.18)),
)
NET = (
    Key(-0.36, (0.42, 0.10, -0.10), (0.80, 0.10, 0.40), (-0.05, 0.26, -0.05)),
    Key(-0.12, (0.46, 0.10, -0.16), (0.78, 0.20, -0.05), (-0.26, 0.34, 0.05)),
    Key(0.10, (0.48, 0.05, -0.10), (0.85, 0.02, 0.25), (-0.26, 0.34, 0.02)),
    Key(0.26, (0.40, 0.04, -0.14), (0.75, -0.10, 0.45), (-0.05, 0.25, -0.15)),
)
SHORT_SERVE = (
    Key(-0.50, SERVE_SHORT.hand, SERVE_SHORT.racket),
    Key(-0.14, (0.28, -0.14, -0.28), (0.10, -0.42, -0.88)),
    Key(0.12, (0.46, -0.10, -0.14), (0.80, -0.30, -0.20), (0.40, 0.00, -0.28)),
    Key(0.34, (0.44, -0.06, -0.10), (0.80, -0.30, 0.30), READY.free),
)
LONG_SERVE = (
    Key(-0.60, SERVE_LONG.hand, SERVE_LONG.racket, SERVE_LONG.free),
    Key(-0.30, (-0.24, 0.30, -0.34), (-0.70, 0.40, 0.10), (0.44, 0.00, 0.04)),
    Key(-0.12, (-0.10, 0.22, -0.50), (-0.50, 0.20, -0.70), (0.40, 0.05, 0.00)),
    Key(0.10, (0.46, -0.05, 0.10), (0.55, -0.30, 0.75), (0.15, 0.10, -0.25)),
    Key(0.28, (0.28, -0.22, 0.32), (-0.35, -0.50, 0.75), (0.10, 0.10, -0.30)),
)
THROW = (
    Key(-0.55, CARRY.hand, CARRY.racket, (-0.05, 0.10, -0.52)),
    Key(-0.25, CARRY.hand, CARRY.racket, (-0.18, 0.08, -0.50)),
    Key(0.15, CARRY.hand, CARRY.racket, (0.42, 0.02, 0.10)),
    Key(0.60, CARRY.hand, CARRY.racket, CARRY.free),
)
"""Not a stroke: the free hand throws the shuttle over the net to who serves next."""
SWINGS = {
    "overhead": OVERHEAD,
    "backhand overhead": BACKHAND_OVERHEAD,
    "flat": FLAT,
    "under": UNDER,
    "net": NET,
    "short": SHORT_SERVE,
    "long": LONG_SERVE,
}
FACE = {
    "overhead": (1.0, 0.0, -0.25),
    "backhand overhead": (1.0, 0.0, 0.0),
    "flat": (1.0, 0.0, 0.1),
    "under": (0.8, 0.0, 0.6),
    "net": (0.75, 0.0, 0.65),
    "short": (0.9, 0.0, 0.35),
    "long": (0.8, 0.0, 0.6),
}
"""Where the strings face at the contact, in the same frame."""
