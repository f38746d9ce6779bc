"""DouZero's released checkpoints: three files in a folder that the user names."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from video_arena.engines import EngineMismatch, EngineMissing

if TYPE_CHECKING:
    from va_engines.doudizhu.douzero import DouzeroWp

VARIABLE: Final = "VIDEO_ARENA_DOUZERO_WP"
FILES: Final = ("landlord.ckpt", "landlord_down.ckpt", "landlord_up.ckpt")
"""In the order of the seats; `landlord_down` is `farmer_down`."""
ADVICE: Final = (
    f"set ${VARIABLE} to the folder that holds {', '.join(FILES)} (the DouZero-WP baselines, which "
    "their authors hand out) and install torch (`pip install 'va-engines[douzero]'`)"
)


def folder() -> Path | None:
    """The folder that the user named; None where none was."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else None


def digests() -> tuple[str, ...]:
    """`landlord.ckpt sha256:...` for each file; empty where they are not all there."""
    where = folder()
    paths = [] if where is None else [where / name for name in FILES]
    if not paths or not all(path.is_file() for path in paths):
        return ()
    return tuple(f"{path.name} sha256:{_sha256(*_identity(path))}" for path in paths)


def load() -> DouzeroWp:
    """The policy with the user's weights, on one thread.

    Raises:
        EngineMissing: the files or torch are not there.
        EngineMismatch: a file is no checkpoint of DouZero's.
    """
    from va_engines.doudizhu.douzero import DouzeroWp  # noqa: PLC0415

    where = folder()
    found = digests()
    if where is None or not found:
        raise EngineMissing(f"no DouZero weights: {ADVICE}")
    try:
        torch = import_module("torch")
    except ImportError as error:
        raise EngineMissing(f"torch is not installed: {ADVICE}") from error
    # One thread: processes share the cores, and sums come out in the same order everywhere.
    torch.set_num_threads(1)
    states: list[dict[str, Any]] = []
    for name in FILES:
        try:
            states.append(torch.load(where / name, map_location="cpu", weights_only=True))
        except Exception as error:
            raise EngineMismatch(f"{where / name}: no checkpoint: {error}") from error
    try:
        return DouzeroWp(states, {"networks": list(found)})
    except (KeyError, RuntimeError) as error:
        raise EngineMismatch(f"{where}: not DouZero's networks: {error}") from error


def _identity(path: Path) -> tuple[str, int, int]:
    facts = path.stat()
    return str(path), facts.st_size, facts.st_mtime_ns


@lru_cache(maxsize=16)
def _sha256(path: str, size: int, changed: int) -> str:  # noqa: ARG001 - they name the content
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()
