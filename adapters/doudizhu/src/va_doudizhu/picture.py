"""The card table as it is filmed: 1280x720."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import numpy as np

from va_doudizhu import sheet
from va_doudizhu.scene import Scene, scenes
from va_engines.doudizhu.cards import RANKS
from video_arena.match import FrameRun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from va_doudizhu.match import DoudizhuMatch
    from va_doudizhu.suits import Card
    from video_arena.match import Span

    Picture = NDArray[np.uint8]

WIDTH, HEIGHT = 1280, 720
MIDDLE: Final = WIDTH // 2
HAND_TOP: Final = 582
HAND_STEP: Final = 48
"""A card of the hand shows so much of itself: its whole corner."""
BOTTOM_TOP: Final = 16
BOTTOM_STEP: Final = 98
LAID: Final = ((MIDDLE, 400, 620), (880, 218, 440), (400, 218, 440))
"""For each seat the middle of what it lays down, its top edge, and the most room it may take."""
LAID_STEP: Final = 40
PLATES: Final = ((565, 543), (1106, 536), (24, 536))
"""Left upper corner of each seat's plate."""
FAN_MIDDLE: Final = 320
FAN_PIVOT: Final = -118
FAN_RADIUS: Final = 220
"""The left fan turns about a point this far from the left edge; the right one is its mirror."""
GOLD: Final = (222, 182, 96)


def render(match: DoudizhuMatch, span: Span, hud: frozenset[str]) -> Iterator[FrameRun]:
    """The frames of `span`, one run a scene; any span without drawing those before it."""
    for scene in scenes(match):
        count = min(scene.stop, span.stop) - max(scene.start, span.start)
        if count > 0:
            picture = draw(scene)
            if hud:
                from va_doudizhu.hud import draw_hud  # noqa: PLC0415 - previews only

                draw_hud(picture, match, scene, hud)
            yield FrameRun(picture, count)


def draw(scene: Scene) -> Picture:
    """The picture of a scene, RGB, shape (720, 1280, 3)."""
    picture = _table().copy()
    _draw_bottom(picture, scene)
    for seat in (1, 2):
        _draw_fan(picture, scene.backs[seat - 1], right=seat == 1)
    for seat, (x, y) in enumerate(PLATES):
        _paste(picture, _plate(seat, lit=scene.turn == seat), x, y)
    for seat, cards in enumerate(scene.laid):
        if cards is not None:
            _draw_laid(picture, seat, cards, newest=scene.newest == seat)
    _draw_row(picture, scene.hand, MIDDLE, HAND_TOP, HAND_STEP)
    return picture


def _draw_bottom(picture: Picture, scene: Scene) -> None:
    count = scene.bottom if isinstance(scene.bottom, int) else len(scene.bottom)
    left = MIDDLE - ((count - 1) * BOTTOM_STEP + sheet.CARD[0]) // 2
    for i in range(count):
        face = _back() if isinstance(scene.bottom, int) else _face(scene.bottom[i])
        _paste(picture, face, left + i * BOTTOM_STEP - sheet.SHADOW, BOTTOM_TOP - sheet.SHADOW)


def _draw_laid(picture: Picture, seat: int, cards: Sequence[Card], *, newest: bool) -> None:
    middle, top, room = LAID[seat]
    if not cards:
        width, height = sheet.PLATE
        y = top + (sheet.CARD[1] - height) // 2
        _paste(picture, _plate(3, lit=False), middle - width // 2, y)
        return
    step = min(LAID_STEP, (room - sheet.CARD[0]) // max(1, len(cards) - 1))
    width = _draw_row(picture, cards, middle, top, step)
    if newest:
        y = top + sheet.CARD[1] + 9
        left = middle - width // 2
        picture[y : y + 4, left : left + width] = GOLD


def _draw_row(picture: Picture, cards: Sequence[Card], middle: int, top: int, step: int) -> int:
    width = (len(cards) - 1) * step + sheet.CARD[0] if cards else 0
    for i, card in enumerate(cards):
        x = middle - width // 2 + i * step
        _paste(picture, _face(card), x - sheet.SHADOW, top - sheet.SHADOW)
    return width


def _draw_fan(picture: Picture, count: int, *, right: bool) -> None:
    for i in range(count):
        half_steps = 2 * i - count + 1
        angle = np.deg2rad(half_steps * sheet.FAN_STEP / 2)
        x = round(FAN_PIVOT + FAN_RADIUS * float(np.cos(angle)))
        y = round(FAN_MIDDLE + FAN_RADIUS * float(np.sin(angle)))
        tile = _fan_back(half_steps + sheet.FAN_MOST - 1)
        half = sheet.FAN_CELL // 2
        if right:
            _paste(picture, tile[:, ::-1], WIDTH - x - half, y - half)
        else:
            _paste(picture, tile, x - half, y - half)


def _paste(picture: Picture, tile: Picture, x: int, y: int) -> None:
    """Lay an RGBA tile over the picture; what lies outside is cut off."""
    height, width = tile.shape[:2]
    top, left = max(0, -y), max(0, -x)
    bottom, end = min(height, HEIGHT - y), min(width, WIDTH - x)
    part = tile[top:bottom, left:end].astype(np.uint16)
    under = picture[y + top : y + bottom, x + left : x + end]
    alpha = part[..., 3:]
    blended = part[..., :3] * alpha + under.astype(np.uint16) * (255 - alpha)
    under[:] = (blended + 127) // 255


def _face(card: Card) -> Picture:
    if not card.suit:
        return _cell("faces", "BR".index(card.rank), sheet.EXTRA_COLUMN)
    return _cell("faces", sheet.SUITS.index(card.suit), RANKS.index(card.rank))


def _back() -> Picture:
    return _cell("faces", 2, sheet.EXTRA_COLUMN)


def _cell(name: str, row: int, column: int) -> Picture:
    width, height = sheet.CELL
    return _sheet(name)[row * height : (row + 1) * height, column * width : (column + 1) * width]


def _fan_back(half_step: int) -> Picture:
    side = sheet.FAN_CELL
    return _sheet("backs")[:, half_step * side : (half_step + 1) * side]


def _plate(row: int, *, lit: bool) -> Picture:
    width, height = sheet.PLATE
    return _sheet("plates")[row * height : (row + 1) * height, lit * width : (lit + 1) * width]


@cache
def _sheet(name: str) -> Picture:
    import cv2  # noqa: PLC0415 - only to decode three pictures

    packed = np.frombuffer((files("va_doudizhu") / f"{name}.png").read_bytes(), np.uint8)
    decoded = cv2.imdecode(packed, cv2.IMREAD_UNCHANGED)
    assert decoded is not None, f"{name}.png is damaged"
    out = np.ascontiguousarray(decoded[..., [2, 1, 0, 3]], np.uint8)
    out.setflags(write=False)
    return out


@cache
def _table() -> Picture:
    """Green felt, lit from above."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float64)
    far = ((x - MIDDLE) / 820) ** 2 + ((y - 330) / 520) ** 2
    light = np.clip(1 - 0.62 * far, 0.3, 1.0)[..., None]
    picture = np.array([34.0, 112.0, 80.0]) * light
    picture += np.array([10.0, 16.0, 10.0]) * np.clip(1 - 3 * far, 0, 1)[..., None]
    out: Picture = np.rint(picture).astype(np.uint8)
    out.setflags(write=False)
    return out
