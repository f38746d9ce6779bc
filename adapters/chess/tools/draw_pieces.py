"""Draw `pieces.png`, the sheet of twelve pieces that the package ships. Run when the art changes.

Needs `resvg-py`, which the package itself does not:

    pip install resvg-py
    python adapters/chess/tools/draw_pieces.py

The shapes are those of `chess.svg` (Colin M.L. Burnett's), recoloured. They are drawn eight times
too large and averaged down, which gives finer edges than drawing at 68 pixels does.
"""

# ruff: noqa: INP001 - a script
from __future__ import annotations

from pathlib import Path

import chess.svg
import cv2
import numpy as np
import resvg_py

SIDE = 68
SCALE = 8
ORDER = "PNBRQKpnbrqk"
SHEET = Path(__file__).parents[1] / "src/va_chess/pieces.png"

# Recoloured so that neither side is pure black or white: an outline shows on every square.
WHITE = {"#ffffff": "#fdfaf4", "#fff": "#fdfaf4", "#000000": "#2b2522", "#000": "#2b2522"}
BLACK = {"#ececec": "#efe6d6", "#fff": "#efe6d6", "#000000": "#2b2522", "#000": "#2b2522"}

SHADOW_ALPHA = 0.34
SHADOW_DROP = 1.6  # pixels of the finished tile
SHADOW_BLUR = 1.5


def drawn(letter: str) -> np.ndarray:
    """One piece, premultiplied RGBA in [0, 1], shape (68 * 8, 68 * 8, 4)."""
    shape = chess.svg.PIECES[letter]
    for old, new in (WHITE if letter.isupper() else BLACK).items():
        shape = shape.replace(f'"{old}"', f'"{new}"').replace(f":{old};", f":{new};")
    # 45 units of the original in 66 of the 68 pixels: a little air around the piece.
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.68 -0.4 46.36 46.36" '
        f'width="{SIDE * SCALE}" height="{SIDE * SCALE}">{shape}</svg>'
    )
    png = resvg_py.svg_to_bytes(svg_string=svg)
    raw = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED)
    image = raw[..., [2, 1, 0, 3]].astype(np.float64) / 255
    image[..., :3] *= image[..., 3:]
    return image


def with_shadow(image: np.ndarray) -> np.ndarray:
    """The piece over its own soft shadow."""
    shadow = cv2.GaussianBlur(image[..., 3], (0, 0), SHADOW_BLUR * SCALE)
    shadow = np.roll(shadow, round(SHADOW_DROP * SCALE), axis=0) * SHADOW_ALPHA
    out = image.copy()
    out[..., 3] = image[..., 3] + shadow * (1 - image[..., 3])
    return out


def finished(letter: str) -> np.ndarray:
    """One tile, straight RGBA, uint8, shape (68, 68, 4)."""
    large = with_shadow(drawn(letter))
    small = large.reshape(SIDE, SCALE, SIDE, SCALE, 4).mean(axis=(1, 3))
    alpha = small[..., 3:]
    colour = np.divide(small[..., :3], alpha, out=np.zeros_like(small[..., :3]), where=alpha > 0)
    return np.rint(np.concatenate([colour, alpha], axis=2) * 255).clip(0, 255).astype(np.uint8)


def main() -> None:
    """Write the sheet: one row, in the order P N B R Q K p n b r q k."""
    sheet = np.concatenate([finished(letter) for letter in ORDER], axis=1)
    cv2.imwrite(str(SHEET), sheet[..., [2, 1, 0, 3]], [cv2.IMWRITE_PNG_COMPRESSION, 9])


if __name__ == "__main__":
    main()
