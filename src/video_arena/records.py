"""Record files as streams, whatever they are packed in."""

from __future__ import annotations

import bz2
import io
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from _typeshed import WriteableBuffer

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
        return path.stem if path.suffix in _UNPACKERS else path.name

    def open(self) -> IO[bytes]:
        """A buffered stream of the unpacked bytes: `.gz`, `.bz2` and `.zst` are seen through.

        Raises:
            OSError: the file cannot be read; while reading, that it is damaged or cut off.
        """
        if str(self.path) == STDIN:
            return sys.stdin.buffer
        begin = _UNPACKERS.get(self.path.suffix)
        packed = self.path.open("rb")
        if begin is None:
            return packed
        return cast("IO[bytes]", io.BufferedReader(_Unpacked(packed, begin), 1 << 20))


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


class _Unpacker(Protocol):
    """What zlib, bz2 and zstandard agree on: one packed member, fed piece by piece."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


class _Unpacked(io.RawIOBase):
    """The bytes of a packed file. Several members in a row, as Lichess writes them, are one."""

    _CHUNK = 1 << 16

    def __init__(self, packed: IO[bytes], begin: Callable[[], _Unpacker]) -> None:
        self._packed = packed
        self._begin = begin
        self._member: _Unpacker | None = None
        self._left = b""
        """Packed bytes read and not yet fed."""
        self._ready = b""

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Unpack until there is something to give; 0 at the end of the file."""
        view = memoryview(buffer).cast("B")
        while not self._ready:
            if not self._left:
                self._left = self._packed.read(self._CHUNK)
            if not self._left:
                if self._member is not None:
                    raise OSError("the packed file is cut off")
                return 0
            self._ready = self._feed()
        count = min(len(view), len(self._ready))
        view[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def _feed(self) -> bytes:
        member = self._member or self._begin()
        broken: tuple[type[Exception], ...] = (zlib.error, EOFError, ValueError, *_zstd_errors())
        try:
            out = member.decompress(self._left)
        except broken as error:
            raise OSError(f"the packed file is damaged: {error}") from error
        self._left = member.unused_data if member.eof else b""
        self._member = None if member.eof else member
        return out

    def close(self) -> None:
        """Close the packed file as well."""
        self._packed.close()
        super().close()


def _begin_zst() -> _Unpacker:
    import zstandard  # noqa: PLC0415 - only for who needs it

    return cast("_Unpacker", zstandard.ZstdDecompressor().decompressobj())


def _zstd_errors() -> tuple[type[Exception], ...]:
    zstandard = sys.modules.get("zstandard")
    return (zstandard.ZstdError,) if zstandard is not None else ()


_UNPACKERS: Mapping[str, Callable[[], _Unpacker]] = {
    ".gz": lambda: zlib.decompressobj(wbits=31),
    ".bz2": bz2.BZ2Decompressor,
    ".zst": _begin_zst,
}
