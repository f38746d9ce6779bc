"""Draw a rally as a contact sheet: python contact_sheet.py RECORD POINT SHEET.png.

One tile a stroke, at the moment of the hit, and three for the end; read left to right. The tiles
are cut to the court, and their colours are rounded a little, which makes the file small.
"""

# ruff: noqa: INP001 - a script

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from va_badminton.match import BadmintonMatch
from va_badminton.parse import parse_file
from va_badminton.picture.render import render
from video_arena.match import Span
from video_arena.records import RecordFile

ROWS, COLUMNS = slice(60, 720), slice(330, 950)
TILE = (310, 330)
ACROSS = 4
MOST = 16


def main(record: Path, point: int, sheet: Path) -> None:
    """Write the sheet."""
    match = next(m for m in parse_file(RecordFile(record), {}) if isinstance(m, BadmintonMatch))
    rally = match.rallies[point - 1]
    hits = [round(stroke.time * 15) for stroke in rally.strokes][: MOST - 3]
    end = match.event_frame(point - 1)
    tiles = []
    for frame in (*hits, end - 2, end, end + 40):
        run = next(iter(render(match, Span(frame, frame + 1), frozenset())))
        small = cv2.resize(run.picture[ROWS, COLUMNS], TILE, interpolation=cv2.INTER_AREA)
        tiles.append(small)
    while len(tiles) % ACROSS:
        tiles.append(np.zeros_like(tiles[0]))
    lines = [np.hstack(tiles[i : i + ACROSS]) for i in range(0, len(tiles), ACROSS)]
    whole = (np.vstack(lines).astype(np.int32) // 6 * 6 + 3).clip(0, 255).astype(np.uint8)
    cv2.imwrite(str(sheet), whole[:, :, ::-1], [cv2.IMWRITE_PNG_COMPRESSION, 9])


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
