"""Installing an engine: fetched by a package client, verified, unpacked, and there all at once."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from va_engines.locate import install_folder
from va_engines.packages import DebianPackage, NpmPackage
from va_engines.pins import NpmSource, source_of
from video_arena.engines import EngineError
from video_arena.files import sha256_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from va_engines.pins import DebianSource
    from video_arena.engines import EnginePin

log = logging.getLogger(__name__)

_TEMPORARY = ".fetch-"


class Package(Protocol):
    """Something to install: how its archive is had and opened."""

    @property
    def sha256(self) -> str:
        """Of the archive."""

    @property
    def keep(self) -> Sequence[str]:
        """The files that are installed, as paths in the package."""

    def fetch(self, folder: Path) -> Path:
        """Download the archive into `folder`; return it."""

    def unpack(self, archive: Path, folder: Path) -> None:
        """Unpack at least the files of `keep` below `folder`."""


def install(pin: EnginePin) -> Path:
    """Install a pin's engine into the cache folder, unless it is there; return what is started.

    Raises:
        EngineError: this machine has no package of it, the download failed, or its sha256 is
            another than the pin's.
    """
    source = source_of(pin)
    package = _package(source)
    return install_package(package, install_folder(pin, package.sha256)) / source.entry


def _package(source: NpmSource | DebianSource) -> Package:
    return NpmPackage(source) if isinstance(source, NpmSource) else DebianPackage(source)


def install_package(package: Package, target: Path) -> Path:
    """Make `target` hold the package's files: whole, or not at all.

    Two installations at once are safe: the second waits and finds the work done. What a killed
    one left is swept.

    Raises:
        EngineError: see `install`.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with _alone(target.parent):
        if target.is_dir():
            return target
        for left in target.parent.glob(f"{_TEMPORARY}*"):
            shutil.rmtree(left, ignore_errors=True)
        work = Path(tempfile.mkdtemp(prefix=_TEMPORARY, dir=target.parent))
        try:
            _build(package, work)
            (work / "engine").replace(target)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    log.info("installed in %s", target)
    return target


def _build(package: Package, work: Path) -> None:
    download, unpacked, engine = work / "download", work / "unpacked", work / "engine"
    for folder in (download, unpacked, engine):
        folder.mkdir()
    archive = package.fetch(download)
    found = sha256_of(archive)
    if found != package.sha256:
        raise EngineError(
            f"{archive.name} has sha256 {found}, and the pin says {package.sha256}: it is not "
            "the package that was pinned, so it was thrown away. Try again; if it stays so, the "
            "registry or a proxy gives another file."
        )
    log.info("unpacking %s", archive.name)
    package.unpack(archive, unpacked)
    for name in package.keep:
        if not (unpacked / name).is_file():
            raise EngineError(f"{archive.name} has no file {name}")
        kept = engine / name
        kept.parent.mkdir(parents=True, exist_ok=True)
        (unpacked / name).replace(kept)
        _sync(kept)


def _sync(path: Path) -> None:
    with path.open("rb") as stream:
        os.fsync(stream.fileno())


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; a lock whose holder is killed is free again."""
    with (folder / ".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
