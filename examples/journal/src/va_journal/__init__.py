"""One line of JSON for each case and each rejection, in the file that $VA_JOURNAL names."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from video_arena import hookimpl

if TYPE_CHECKING:
    from video_arena.match import RecordError


@hookimpl
def record_rejected(game: str, error: RecordError) -> None:
    """Note where and why."""
    _note({"game": game, "rejected": f"{error.file}, {error.place}", "reason": error.reason})


@hookimpl
def case_built(game: str, case_id: str) -> None:
    """Note the case."""
    _note({"game": game, "built": case_id})


def _note(line: dict[str, str]) -> None:
    name = os.environ.get("VA_JOURNAL")
    if name:
        # One write in append mode: lines of several processes do not mix.
        with Path(name).open("ab", buffering=0) as journal:
            journal.write(json.dumps(line).encode() + b"\n")
