"""Files that exist whole or not at all."""

from __future__ import annotations

import hashlib
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PARTIAL_SUFFIX = ".partial"
"""What a file is called while it is being written; anything so named may be deleted."""


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give a path to write to, which becomes `path` only if the block ends without an error.

    The file is flushed to the disk before it takes its name, and so is the folder after it, so
    that neither a kill nor a power cut leaves half a file under the final name.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}{PARTIAL_SUFFIX}")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield partial
        _sync(partial)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    _sync(path.parent)


def write_whole(path: Path, content: bytes | str) -> None:
    """Write `content` to `path` atomically; text is UTF-8."""
    with whole_file(path) as partial:
        partial.write_bytes(content.encode() if isinstance(content, str) else content)


def sweep_partials(folder: Path) -> int:
    """Delete what killed writers left below `folder`; return how many files that were."""
    left = sorted(folder.rglob(f".*{PARTIAL_SUFFIX}")) if folder.is_dir() else []
    for path in left:
        path.unlink(missing_ok=True)
    return len(left)


def sha256_of(path: Path) -> str:
    """The sha256 of a file's bytes, 64 hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
