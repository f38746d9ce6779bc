"""The picture: ink on paper, 360 pixels square."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from va_tictactoe.board import won_line

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from va_tictactoe.record import TicTacToe

    Picture = NDArray[np.uint8]

SIZE, MARGIN, CELL = 360, 36, 96
FINE = 4
"""Strokes are drawn so many times larger and then shrunk, which makes their edges soft."""
PAPER, PENCIL, GRID = (251, 247, 238), (120, 112, 100), (112, 118, 134)
RED, BLUE = (206, 62, 48), (38, 84, 148)


def draw(match: TicTacToe, prefix: int, hud: frozenset[str]) -> Picture:
    """The position after `prefix` moves, RGB, with the HUD elements that are asked for."""
    position = match.position(prefix)
    sheet = np.full((SIZE * FINE, SIZE * FINE, 3), PAPER, np.uint8)
    _grid(sheet)
    for square, mark in enumerate(position):
        if mark == "X":
            _cross(sheet, square)
        elif mark == "O":
            _nought(sheet, square)
    line = won_line(position)
    if "winning_line" in hud and line:
        _stroke(sheet, np.linspace(_centre(line[0]), _centre(line[2]), 20), 6, PENCIL)
    picture = cv2.resize(sheet, (SIZE, SIZE), interpolation=cv2.INTER_AREA).astype(np.uint8)
    if "names" in hud:
        _write(picture, f"{match.hidden['x']} - {match.hidden['o']}", 22)
    if "move_number" in hud:
        _write(picture, f"move {prefix}", SIZE - 12)
    return picture


def _grid(sheet: Picture) -> None:
    for place in (MARGIN + CELL, MARGIN + 2 * CELL):
        along = np.linspace(MARGIN - 6, SIZE - MARGIN + 6, 60)
        across = place + 1.5 * np.sin(along / 60 + place)
        _stroke(sheet, np.stack([along, across], axis=1), 4, GRID)
        _stroke(sheet, np.stack([across, along], axis=1), 4, GRID)


def _centre(square: int) -> tuple[float, float]:
    return MARGIN + CELL * (square % 3 + 0.5), SIZE - MARGIN - CELL * (square // 3 + 0.5)


def _cross(sheet: Picture, square: int) -> None:
    """Two strokes, each bent a little; the square decides how, so that no two look printed."""
    t = np.linspace(-1, 1, 40)
    for turn, lean in ((1, 3), (-1, -2)):
        bend = 4 * np.sin(1.7 * square + turn) * (1 - t**2)
        path = np.stack([28 * t + bend, turn * (28 * t - bend) + lean * t], axis=1)
        _stroke(sheet, path + _centre(square), 10, RED)


def _nought(sheet: Picture, square: int) -> None:
    """Not quite a circle, and not quite closed, as from one turn of the wrist."""
    angle = np.linspace(0, 2 * np.pi - 0.15, 120) - 1.2 - 0.3 * np.sin(square)
    radius = 29 + 1.6 * np.sin(2 * angle + square) + np.linspace(-2, 2, 120)
    path = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    _stroke(sheet, path + _centre(square), 9, BLUE)


def _stroke(
    sheet: Picture, path: NDArray[np.float64], width: float, colour: tuple[int, int, int]
) -> None:
    """A brush along a path of (x, y) pixels: full in the middle, thinner at both ends."""
    pressure = 0.6 + 0.4 * np.sin(np.linspace(0.2, np.pi - 0.1, len(path)))
    along = np.gradient(path, axis=0)
    sideways = along[:, ::-1] * (-1, 1) / np.linalg.norm(along, axis=1, keepdims=True)
    half = sideways * (width / 2 * pressure)[:, None]
    outline = np.concatenate([path + half, (path - half)[::-1]])
    cv2.fillPoly(sheet, [np.rint(outline * FINE).astype(np.int32)], colour)
    for end in (0, -1):
        x, y = np.rint(path[end] * FINE).astype(int).tolist()
        cv2.circle(sheet, (x, y), round(width / 2 * pressure[end] * FINE), colour, cv2.FILLED)


def _write(picture: Picture, text: str, baseline: int) -> None:
    font, scale = cv2.FONT_HERSHEY_SIMPLEX, 0.5
    (width, _), _ = cv2.getTextSize(text, font, scale, 1)
    at = ((SIZE - width) // 2, baseline)
    cv2.putText(picture, text, at, font, scale, PENCIL, 1, cv2.LINE_AA)
