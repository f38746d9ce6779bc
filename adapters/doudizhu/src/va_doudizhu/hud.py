"""What a game client draws around the table; for previews, never for a case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import cv2
import numpy as np

from va_engines.doudizhu.cards import RANKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from va_doudizhu.match import DoudizhuMatch
    from va_doudizhu.scene import Scene

CREAM: Final = (240, 234, 218)
PANEL: Final = (14, 30, 26)
UP: Final = (206, 164, 76)
_PLAYERS = ((728, 566), (1108, 528), (26, 528))
_COUNTS = ((528, 567), (1070, 560), (182, 560))


def draw_hud(
    picture: NDArray[np.uint8], match: DoudizhuMatch, scene: Scene, hud: frozenset[str]
) -> None:
    """Draw the named elements into the picture."""
    if "players" in hud:
        for name, at in zip(cast("list[str]", match.hidden["players"]), _PLAYERS, strict=True):
            _write(picture, name[:18], at)
    if "card_counts" in hud:
        for count, at in zip((len(scene.hand), *scene.backs), _COUNTS, strict=True):
            _write(picture, str(count), at, 0.7)
    if "move_counter" in hud:
        _write(picture, f"action {scene.prefix} of {match.prefixes}", (26, 30))
    if "farmer_hands" in hud:
        _farmers(picture, match, scene)
    if "win_bar" in hud:
        _bar(picture, match, scene)
    if "result" in hud:
        _write(picture, f"winner: {match.hidden['result']}", (1040, 30))


def _farmers(picture: NDArray[np.uint8], match: DoudizhuMatch, scene: Scene) -> None:
    for seat, (name, x) in enumerate((("farmer_down", 1080), ("farmer_up", 24)), start=1):
        left = list(str(match.hidden[name]))
        for number, action in enumerate(match.actions[: scene.prefix]):
            for card in action if number % 3 == seat else "":
                if card in left:
                    left.remove(card)
        text = "".join(card for card in left if card in RANKS)
        _write(picture, text, (x, 120), 0.45)


def _bar(picture: NDArray[np.uint8], match: DoudizhuMatch, scene: Scene) -> None:
    values = cast("list[float]", match.hidden.get("values") or [])
    value = values[scene.prefix] if scene.prefix < len(values) else 0.5
    top, height = 156, 228
    picture[top : top + height, 630:650] = PANEL
    lit = round(height * value)
    picture[top + height - lit : top + height, 630:650] = UP


def _write(picture: NDArray[np.uint8], text: str, at: tuple[int, int], scale: float = 0.5) -> None:
    canvas = np.ascontiguousarray(picture)
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, CREAM, 1, cv2.LINE_AA)
    picture[:] = canvas
