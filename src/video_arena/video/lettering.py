"""Writing on previews, in OpenCV's stroke font. No case has letters, no font file is loaded."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import cv2

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]
    Colour = tuple[int, int, int]


def write(picture: Picture, text: str, at: tuple[int, int], size: float, colour: Colour) -> int:
    """Write `text` with its left middle at `at` (x, y); return the x behind it."""
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    origin = (at[0], at[1] + height // 2)
    cv2.putText(picture, text, origin, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
    return at[0] + width


def write_centred(
    picture: Picture, text: str, at: tuple[int, int], size: float, colour: Colour
) -> None:
    """Write `text` with its middle at `at` (x, y)."""
    (width, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    write(picture, text, (at[0] - width // 2, at[1]), size, colour)


def writable(value: object) -> str:
    """What the stroke font can write: accents dropped, the rest of Unicode as `?`, None empty.

    >>> writable("Š. Müller 七")
    'S. Muller ?'
    """
    plain = unicodedata.normalize("NFKD", str(value or ""))
    marks = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return marks.encode("ascii", "replace").decode()
