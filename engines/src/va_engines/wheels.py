"""Files that come in PyPI wheels: had through pip, without what the wheel depends on."""

from __future__ import annotations

import logging
import os
import platform
import shutil
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING, Final

from va_engines.packages import run_client
from video_arena.engines import EngineError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from va_engines.katago_pins import WheelSource

log = logging.getLogger(__name__)

APPIMAGE_ROOT: Final = "squashfs-root"
"""The folder into which an AppImage extracts itself."""


class WheelPackage:
    """Some files of a wheel."""

    def __init__(self, source: WheelSource) -> None:
        self.sha256 = source.sha256
        self.keep: Sequence[str] = (source.file,)
        self._file = source.file
        self._name = f"{source.package}=={source.version}"

    def fetch(self, folder: Path) -> Path:
        """`pip download --no-deps` it."""
        log.info("fetching %s with pip", self._name)
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:"]
        command += ["--quiet", "--disable-pip-version-check", "--dest", str(folder), self._name]
        said = run_client(command, folder)
        if said is not None:
            raise EngineError(
                f"pip cannot fetch {self._name}: {said}. Is there a network, and does this "
                "Python have pip (`python -m ensurepip`)?"
            )
        found = sorted(folder.glob("*.whl"))
        if len(found) != 1:
            raise EngineError(f"expected one wheel of {self._name} from pip, got {len(found)}")
        return found[0]

    def unpack(self, archive: Path, folder: Path) -> None:
        """Unpack the wanted file alone."""
        with zipfile.ZipFile(archive) as files:
            if self._file in files.namelist():
                files.extract(self._file, folder)


class AppImageWheel(WheelPackage):
    """A program in a wheel that is an AppImage, opened once so that no start needs FUSE.

    Raises:
        EngineError: the program is not for this machine.
    """

    def __init__(self, source: WheelSource, keep: Sequence[str], variable: str) -> None:
        if (sys.platform, platform.machine()) != ("linux", "x86_64"):
            raise EngineError(
                f"{source.package} has a program for Linux on x86-64 only: name one of your own "
                f"in ${variable}"
            )
        super().__init__(source)
        self.keep = tuple(f"{APPIMAGE_ROOT}/{name}" for name in keep)

    def unpack(self, archive: Path, folder: Path) -> None:
        """Unpack the AppImage and let it unpack itself."""
        super().unpack(archive, folder)
        image = folder / self._file
        if not image.is_file():
            return  # whoever asked sees that nothing of `keep` is there
        image.chmod(0o755)
        done = subprocess.run(
            [str(image), "--appimage-extract"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=600,
            env={**os.environ, "TMPDIR": str(folder)},
            check=False,
        )
        if done.returncode:
            raise EngineError(f"{image.name} cannot extract itself: {done.stderr.strip()[-300:]}")
        shutil.rmtree(folder / self._file.split("/")[0], ignore_errors=True)
