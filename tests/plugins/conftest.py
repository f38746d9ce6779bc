"""A virtual environment that holds only what we install."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = ("va_", "video_arena", "_va_", "_video_arena", "_editable", "__editable__", "__pycache__")


@dataclass(frozen=True)
class Venv:
    """A virtual environment without pip, filled from outside."""

    folder: Path

    @property
    def bin(self) -> Path:
        return self.folder / "bin"

    def install(self, *sources: Path) -> None:
        """Build wheels of distributions and install them, without an index."""
        wheels = self.folder / "wheels" / str(len(list(self.folder.glob("wheels/*"))))
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
        quiet = ["--quiet", "--no-deps", "--no-index"]
        self._run(*pip, "wheel", *quiet, "--no-build-isolation", "-w", wheels, *sources)
        into = [*pip, "--python", self.bin / "python"]
        self._run(*into, "install", *quiet, *sorted(wheels.glob("*.whl")))

    def uninstall(self, name: str) -> None:
        """Take a distribution out again."""
        pip = [sys.executable, "-m", "pip", "--python", self.bin / "python"]
        self._run(*pip, "uninstall", "--quiet", "--yes", name)

    def run(self, script: str, folder: Path, **variables: str) -> str:
        """Run shell commands in a folder with this environment's programs first; their output."""
        return self._run("sh", "-ec", script, cwd=folder, env={**self._environment(), **variables})

    def _environment(self) -> dict[str, str]:
        kept = {key: os.environ[key] for key in ("HOME", "LANG", "TMPDIR") if key in os.environ}
        path = f"{self.bin}{os.pathsep}{os.environ['PATH']}"
        return {**kept, "PATH": path, "VIDEO_ARENA_CACHE": str(self.folder / "cache")}

    @staticmethod
    def _run(*words: object, **how: object) -> str:
        command = [str(word) for word in words]
        done = subprocess.run(command, capture_output=True, text=True, check=False, **how)
        assert done.returncode == 0, (
            f"{command} exits {done.returncode}:\n{done.stdout}{done.stderr}"
        )
        return done.stdout


@pytest.fixture(scope="session")
def venv(tmp_path_factory):
    """A fresh environment with the core, the example adapter and the journal, each from its wheel.

    What they depend on is linked from the running environment, ours left out: nothing is
    downloaded, and nothing of ours is there that was not installed.
    """
    folder = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    for source in sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}):
        for entry in Path(source).iterdir():
            if not entry.name.startswith(OURS) and entry.suffix != ".pth":
                (packages / entry.name).symlink_to(entry)
    made = Venv(folder)
    made.install(ROOT, ROOT / "examples/tictactoe", ROOT / "examples/journal")
    return made
