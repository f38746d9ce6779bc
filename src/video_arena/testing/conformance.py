"""The class that an adapter's author inherits, and how it builds its corpora."""

from __future__ import annotations

from typing import TYPE_CHECKING

from video_arena.testing.contract import ContractChecks
from video_arena.testing.corpora import CorpusChecks, build_corpus
from video_arena.testing.pictures import PictureChecks
from video_arena.testing.reading import ReadingChecks, options_of, record_files
from video_arena.testing.values import ValueChecks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import ClassVar

    from video_arena.canonical import Json

__all__ = ["AdapterConformance", "build_corpus", "options_of", "record_files"]


class AdapterConformance(ContractChecks, ReadingChecks, ValueChecks, PictureChecks, CorpusChecks):
    """Everything that Video-Arena relies on in an adapter.

    Inherit it in a class whose name begins with `Test`, and say which game and which records:

        class TestChess(AdapterConformance):
            game = "chess"
            records = ["two_games.pgn"]
            engine, budget = "stockfish-15.1", {"depth": 4}

    Short records are enough; give at least two matches, so that two workers have work. The
    adapter must be installed (`pip install -e .`), because workers find it by its entry point.
    """

    game: ClassVar[str]
    """The adapter's entry point, which is the game's name."""
    records: ClassVar[Sequence[str | Path]] = ()
    """Record files, seen from the test file's folder; where empty, `generate_record` makes two."""
    options: ClassVar[Mapping[str, Json]] = {}
    """Record options that differ from their defaults, with underscores."""
    engine: ClassVar[str | None] = None
    """Another pin than the spec's, such as a faster one."""
    budget: ClassVar[Mapping[str, int]] = {}
    """Another budget than the pin's."""
    limit: ClassVar[int] = 2
    """How many matches become cases."""
