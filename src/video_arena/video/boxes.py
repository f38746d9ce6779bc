"""The outermost boxes of an MP4 file (ISO/IEC 14496-12, 4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def outer_boxes(path: Path) -> Iterator[tuple[str, int]]:
    """The name and the place in bytes of each outermost box, in file order.

    Stops where the file is no sequence of boxes, as at the end of one that was cut off.
    """
    with path.open("rb") as stream:
        end = stream.seek(0, 2)
        place = 0
        while place + 8 <= end:
            stream.seek(place)
            size, name = int.from_bytes(stream.read(4)), stream.read(4)
            if size == 1:
                size = int.from_bytes(stream.read(8))
            elif size == 0:
                size = end - place
            if size < 8:
                return
            yield name.decode("latin-1"), place
            place += size


def index_comes_first(path: Path) -> bool:
    """Whether moov lies before mdat, so that a player can start before the file has come."""
    names = [name for name, _ in outer_boxes(path)]
    return "moov" in names and "mdat" in names and names.index("moov") < names.index("mdat")
