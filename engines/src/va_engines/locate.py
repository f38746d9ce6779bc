"""Where a pin's engine may be, best first: named by the user, installed by us, on PATH."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from va_engines.nodejs import find_node
from va_engines.pins import DebianSource, NpmSource, source_of
from video_arena.cache import cache_folder
from video_arena.engines import EngineMissing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from video_arena.engines import EnginePin

SHA_PREFIX = 12


@dataclass(frozen=True, slots=True)
class Candidate:
    """A command that may be the engine."""

    command: tuple[str, ...]
    place: str
    """For messages: a variable, the cache folder, PATH."""
    named: bool
    """True where the user named it: then it is this one or an error, never another."""

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that decide what runs, so far as we know them."""
        paths = [Path(part) for part in self.command]
        paths += [path.with_suffix(".wasm") for path in paths if path.suffix == ".js"]
        return tuple(path for path in paths if path.is_file())


def install_folder(pin: EnginePin, sha256: str) -> Path:
    """Where a pin's engine is installed; another package of the same pin lies elsewhere."""
    return cache_folder("engines", pin.name, sha256[:SHA_PREFIX])


def candidates(pin: EnginePin) -> Iterator[Candidate]:
    """Whatever may be the pin's engine, best first.

    Raises:
        EngineMissing: the user's variable names no file, or Node.js is needed and missing.
    """
    source = source_of(pin)
    named = os.environ.get(source.variable)
    if named:
        path = Path(named).expanduser().resolve()
        if not path.is_file():
            raise EngineMissing(f"${source.variable} is {named!r}, and there is no such file")
        yield Candidate(_command(path), f"${source.variable}", named=True)
        return
    for sha256 in _all_sha256(source):
        entry = install_folder(pin, sha256) / source.entry
        if entry.is_file():
            yield Candidate(_command(entry), "the cache folder", named=False)
    seen = set()
    for program in source.programs:
        found = shutil.which(program)
        if found is not None and (path := Path(found).resolve()) not in seen:
            seen.add(path)
            yield Candidate((str(path),), "PATH", named=False)


def _all_sha256(source: NpmSource | DebianSource) -> list[str]:
    return [source.sha256] if isinstance(source, NpmSource) else sorted(source.sha256.values())


def _command(path: Path) -> tuple[str, ...]:
    """A script for Node.js needs Node.js; anything else runs by itself."""
    return (find_node(), str(path)) if path.suffix in {".js", ".cjs", ".mjs"} else (str(path),)
