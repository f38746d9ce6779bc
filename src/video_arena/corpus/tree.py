"""Where everything lies in a corpus folder."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

CASE_ID = re.compile(r"^(?P<game>[a-z0-9]+)-(?P<number>\d{2,})$")


def case_id(game: str, number: int) -> str:
    """The permanent id of a game's case.

    >>> case_id("chess", 3)
    'chess-03'
    """
    return f"{game}-{number:02d}"


@dataclass(frozen=True, slots=True)
class CorpusTree:
    """Paths of one game's part of a corpus.

    `tasks/` is the release tree of the dataset card and may be published as it stands. Beside it
    lie `build.json` and `rejections.json`, which tell how it was made, and `sources/`, each case's
    record alone: the answers are in there, so it stays with the maker.
    """

    root: Path
    game: str

    @property
    def task(self) -> Path:
        """`tasks/<game>`."""
        return self.root / "tasks" / self.game

    @property
    def manifest(self) -> Path:
        """`build.json`."""
        return self.root / "build.json"

    @property
    def rejections(self) -> Path:
        """`rejections.json`."""
        return self.root / "rejections.json"

    @property
    def instruction(self) -> Path:
        """`tasks/<game>/instruction.md`."""
        return self.task / "instruction.md"

    @property
    def judge(self) -> Path:
        """`tasks/<game>/judge.py`."""
        return self.task / "judge.py"

    @property
    def answer_seed(self) -> Path:
        """`tasks/<game>/answer_seed.json`."""
        return self.task / "answer_seed.json"

    @property
    def cases(self) -> Path:
        """`tasks/<game>/cases.json`."""
        return self.task / "cases.json"

    @property
    def case_types(self) -> Path:
        """`tasks/<game>/CASE_TYPES.json`."""
        return self.task / "CASE_TYPES.json"

    @property
    def attribution(self) -> Path:
        """`tasks/<game>/ATTRIBUTION.md`, for games whose records want one."""
        return self.task / "ATTRIBUTION.md"

    def media(self, case: str) -> Path:
        """`tasks/<game>/media/<case>.mp4`."""
        return self.task / "media" / f"{case}.mp4"

    def truth(self, case: str) -> Path:
        """`tasks/<game>/gt/<case>_gt.json`: the last file written, it makes the case exist."""
        return self.task / "gt" / f"{case}_gt.json"

    def source(self, case: str, suffix: str) -> Path:
        """`sources/<game>/<case><suffix>`."""
        return self.root / "sources" / self.game / f"{case}{suffix}"


def games_in(root: Path) -> tuple[str, ...]:
    """The games that a corpus folder holds tasks for, sorted."""
    tasks = root / "tasks"
    return tuple(sorted(p.name for p in tasks.iterdir() if p.is_dir())) if tasks.is_dir() else ()
