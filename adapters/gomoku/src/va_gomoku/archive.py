"""A record file to the texts of its games: one, or the PSQ files of a zip archive."""

from __future__ import annotations

import io
import zipfile
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from va_gomoku.psq import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from video_arena.records import RecordFile

SUFFIXES: Final = (".psq", ".rec")
"""Of a game's own file. Gomocup publishes the games of a year as one zip of folders of them."""
_ZIP = b"PK\x03\x04"
_EMPTY_ZIP = b"PK\x05\x06"


class Entry(NamedTuple):
    """One game's text, or why it cannot be had."""

    place: str
    """The file's name in the archive; `game` where the file is the game."""
    name: str
    """The game's own file name, without folders."""
    raw: bytes
    problem: str = ""


def entries(record: RecordFile) -> Iterator[Entry]:
    """The games of a record file, in the archive's order.

    Members of other kinds are passed over (openings, tables of results, the programs' logs).

    Raises:
        OSError: the file cannot be read.
        zipfile.BadZipFile: a zip archive that is cut off or broken.
    """
    with record.open() as stream:
        head = stream.read(MOST_BYTES + 1)
        if not head.startswith((_ZIP, _EMPTY_ZIP)):
            yield Entry("game", record.bare_name, head)
            return
        packed: IO[bytes] = io.BytesIO(head + stream.read())
    with zipfile.ZipFile(packed) as archive:
        found = False
        for member in archive.infolist():
            name = member.filename.rpartition("/")[2]
            if member.is_dir() or not name.casefold().endswith(SUFFIXES):
                continue
            found = True
            yield _entry(archive, member, name)
    if not found:
        yield Entry("file", record.bare_name, b"", "no .psq in this zip archive")


def _entry(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> Entry:
    if member.file_size > MOST_BYTES:
        return Entry(member.filename, name, b"", f"{member.file_size} bytes are no game")
    try:
        return Entry(member.filename, name, archive.read(member))
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError) as error:
        return Entry(member.filename, name, b"", f"cannot be unpacked: {error}")
