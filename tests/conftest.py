"""Fixtures that tests of several packages share."""

from __future__ import annotations

import json

import pytest

from video_arena.judge.emit import emit_from_spec


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
