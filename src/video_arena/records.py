"""Record files as streams, whatever they are packed in."""

from __future__ import annotations

import bz2
import gzip
import io
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STDIN = "-"


@dataclass(frozen=True, slots=True)
class RecordFile:
    """One input of a build: a path, or `-` for standard input.

    >>> RecordFile(Path("lichess_db_2021-10.pgn.zst")).bare_name
    'lichess_db_2021-10.pgn'
    """

    path: Path

    @property
    def name(self) -> str:
        """What rejections and ground-truth files call it: the file's name without its folder."""
        return "stdin" if str(self.path) == STDIN else self.path.name

    @property
    def bare_name(self) -> str:
        """The name without the ending of its packing."""
        path = Path(self.name)
        return path.stem if path.suffix in {".gz", ".bz2", ".zst"} else path.name

    def open(self) -> IO[bytes]:
        """A buffered stream of the unpacked bytes: `.gz`, `.bz2` and `.zst` are seen through.

        Raises:
            OSError: the file cannot be read.
        """
        if str(self.path) == STDIN:
            return sys.stdin.buffer
        match self.path.suffix:
            case ".gz":
                return cast("IO[bytes]", gzip.open(self.path, "rb"))
            case ".bz2":
                return cast("IO[bytes]", bz2.open(self.path, "rb"))
            case ".zst":
                return _open_zst(self.path)
            case _:
                return self.path.open("rb")


def _open_zst(path: Path) -> IO[bytes]:
    import zstandard  # noqa: PLC0415 - only for who needs it

    # Lichess dumps are several frames in a row: one frame is not the end of the file.
    reader = zstandard.ZstdDecompressor().stream_reader(
        path.open("rb"), read_across_frames=True, closefd=True
    )
    return io.BufferedReader(cast("io.RawIOBase", reader), buffer_size=1 << 20)


def find_records(inputs: Iterable[str | Path], suffixes: tuple[str, ...]) -> Iterator[RecordFile]:
    """The record files that the user named, folders replaced by what they hold, in sorted order.

    Raises:
        FileNotFoundError: a named path does not exist, or a folder holds no file of `suffixes`.
    """
    for given in inputs:
        path = Path(given)
        if str(given) == STDIN or path.is_file() or (path.is_dir() and not suffixes):
            yield RecordFile(path)
            continue
        if not path.exists():
            raise FileNotFoundError(f"{path}: no such file or folder")
        found = sorted(p for p in path.rglob("*") if p.is_file() and p.name.endswith(suffixes))
        if not found:
            raise FileNotFoundError(f"{path}: no file ending in {', '.join(suffixes)} below it")
        yield from map(RecordFile, found)
