"""Fixtures that tests of several packages share."""

from __future__ import annotations

import importlib
import json
import sys
import textwrap
from typing import TYPE_CHECKING

import pytest

from video_arena import plugins
from video_arena.judge.emit import emit_from_spec

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def plant():
    """Write `tasks/<game>` with the game's judge and hand-made cases.

    `plant(root, spec, {case_id: (duration_s, rows)})`; only what scoring reads is there.
    """

    def write(root, spec, cases):
        task = root / "tasks" / spec["game"]
        (task / "gt").mkdir(parents=True)
        (task / "judge.py").write_text(emit_from_spec(spec), encoding="utf-8")
        (task / "cases.json").write_text(json.dumps(list(cases)), encoding="utf-8")
        (task / "answer_seed.json").write_text('{"events": []}', encoding="utf-8")
        for case, (duration, rows) in cases.items():
            truth = {"case_id": case, "video": {"duration_s": duration}, "events": rows}
            (task / "gt" / f"{case}_gt.json").write_text(json.dumps(truth), encoding="utf-8")
        return root

    return write


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
