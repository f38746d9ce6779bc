"""What a broadcast writes over the picture; for people, never for a case."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import cv2

from va_badminton.match import FPS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from va_badminton.match import BadmintonMatch

    Picture = NDArray[np.uint8]

GROUND, TEXT, QUIET = (22, 26, 38), (240, 240, 236), (168, 174, 184)
FONT = cv2.FONT_HERSHEY_SIMPLEX
LEFT, TOP, LINE_HEIGHT = 34, 30, 34


def draw_hud(picture: Picture, match: BadmintonMatch, frame: int, hud: frozenset[str]) -> None:
    """Draw the named elements on a picture of that frame, from `match.hidden` alone."""
    points = sum(match.event_frame(i) <= frame for i in range(len(match.rallies)))
    scores = match.hidden.get("scores")
    for line, side in enumerate(("far", "near")):
        y = TOP + line * LINE_HEIGHT
        if "names" in hud:
            _box(picture, _plain(match.hidden.get(side))[:22], (LEFT, y), 250)
        if "scoreboard" in hud and isinstance(scores, list) and points < len(scores):
            pair = scores[points]
            if isinstance(pair, list):
                _box(picture, str(pair[0 if side == "near" else 1]), (LEFT + 254, y), 44)
    if "clock" in hud:
        start = match.hidden.get("clock")
        seconds = frame // FPS + (start if isinstance(start, int) else 0)
        text = f"{seconds // 60}:{seconds % 60:02d}"
        _box(picture, text, (1280 - LEFT - 74, TOP), 74)
    if "event" in hud:
        words = f"{_plain(match.hidden.get('tournament'))} {_plain(match.hidden.get('round'))}"
        cv2.putText(picture, words[:60], (LEFT, 696), FONT, 0.5, QUIET, 1, cv2.LINE_AA)


def _plain(value: object) -> str:
    """What the stroke font can write: accents dropped, the rest of Unicode as `?`."""
    plain = unicodedata.normalize("NFKD", str(value or ""))
    marks = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return marks.encode("ascii", "replace").decode()


def _box(picture: Picture, text: str, at: tuple[int, int], width: int) -> None:
    x, y = at
    cv2.rectangle(picture, (x, y), (x + width, y + LINE_HEIGHT - 4), GROUND, cv2.FILLED)
    cv2.putText(picture, text, (x + 9, y + 21), FONT, 0.56, TEXT, 1, cv2.LINE_AA)
