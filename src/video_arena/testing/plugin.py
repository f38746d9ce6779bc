"""The pytest plugin: fixtures of the conformance kit. Imports nothing heavy at start-up.

A test class that inherits `AdapterConformance` may override any of these fixtures; give the
override scope "class", because the others build on it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from video_arena.build.audits import Watch
    from video_arena.match import Match
    from video_arena.plugins import Game

pytest.register_assert_rewrite(
    "video_arena.testing.contract",
    "video_arena.testing.corpora",
    "video_arena.testing.pictures",
    "video_arena.testing.reading",
    "video_arena.testing.values",
)


@pytest.fixture(scope="class")
def va_game(request: pytest.FixtureRequest) -> Game:
    """The adapter under test, loaded by its entry point as every command loads it."""
    from video_arena.plugins import load_game  # noqa: PLC0415

    return load_game(request.cls.game)


@pytest.fixture(scope="class")
def va_records(
    request: pytest.FixtureRequest, va_game: Game, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, ...]:
    """The record files: the class's `records`, or what the adapter generates from two seeds."""
    given = tuple(request.path.parent / record for record in request.cls.records)
    if given:
        return given
    folder = tmp_path_factory.mktemp("generated")
    return tuple(Path(va_game.generate(seed, folder, {})) for seed in (0, 1))


@pytest.fixture(scope="class")
def va_matches(
    request: pytest.FixtureRequest, va_game: Game, va_records: tuple[Path, ...]
) -> tuple[Match, ...]:
    """The matches that become cases: the first `limit` of the records."""
    from video_arena.build.report import Silent  # noqa: PLC0415
    from video_arena.build.selection import select  # noqa: PLC0415
    from video_arena.testing.conformance import options_of, record_files  # noqa: PLC0415

    selection = select(
        va_game,
        record_files(va_records),
        options_of(va_game, request.cls),
        limit=request.cls.limit,
        sample_seed=None,
        reporter=Silent(),
    )
    assert selection.matches, (
        f"no match in {', '.join(path.name for path in va_records)} was accepted; "
        f"rejected: {selection.rejected[:5]}, not selected: {dict(selection.skipped)}"
    )
    return tuple(selection.matches)


@pytest.fixture(scope="class")
def va_watch(va_game: Game, va_matches: tuple[Match, ...]) -> Watch:
    """The first match, drawn once from beginning to end as its case is."""
    from video_arena.build.audits import Watch  # noqa: PLC0415
    from video_arena.match import Span  # noqa: PLC0415

    match = va_matches[0]
    watch = Watch(match, va_game.events(match))
    runs = va_game.render(match, Span(0, match.frames), va_game.allowed_hud())
    for _ in watch.passing(runs):
        pass
    return watch


@pytest.fixture(scope="class")
def va_corpus(
    request: pytest.FixtureRequest,
    va_records: tuple[Path, ...],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """A corpus built from the records by one worker."""
    from video_arena.testing.conformance import build_corpus  # noqa: PLC0415

    folder = tmp_path_factory.mktemp("corpus")
    return build_corpus(request.cls, va_records, folder, workers=1)
