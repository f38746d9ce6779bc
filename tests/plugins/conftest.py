"""Distributions made up on the spot, and a virtual environment that holds only what we install."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import sysconfig
import textwrap
from dataclasses import dataclass
from pathlib import Path

import pytest

from video_arena import plugins

ROOT = Path(__file__).parents[2]
OURS = ("va_", "video_arena", "_va_", "_video_arena", "_editable", "__editable__", "__pycache__")


class Distributions:
    """Writes installed distributions, metadata and all, into a folder on sys.path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, name: str, group: str, entry: str, module: str, source: str = "") -> None:
        """A distribution with one module and one entry point, `entry = module`."""
        if source:
            (self.folder / f"{module.partition(':')[0]}.py").write_text(textwrap.dedent(source))
        info = self.folder / f"{name.replace('-', '_')}-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
        (info / "entry_points.txt").write_text(f"[{group}]\n{entry} = {module}\n")
        importlib.invalidate_caches()


@pytest.fixture
def distributions(tmp_path, monkeypatch):
    """The maker of distributions; what was loaded from them is forgotten afterwards."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    before = set(sys.modules)
    plugins.load_game.cache_clear()
    plugins.engine_drivers.cache_clear()
    yield Distributions(folder)
    plugins.load_game.cache_clear()
    plugins.engine_drivers.cache_clear()
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(folder)):
            del sys.modules[name]


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
