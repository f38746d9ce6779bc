"""Conformance: parse_record."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from video_arena.build.plan import with_defaults
from video_arena.match import Match, RecordError, RecordSkipped
from video_arena.records import RecordFile, find_records

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from video_arena.canonical import Json
    from video_arena.plugins import Game

GARBAGE = {
    "binary": bytes(range(256)) * 16,
    "zeros": bytes(4096),
    "words": b"this is not a record of any game\n" * 64,
    "one long line": b"?" * 100_000,
}
Item = Match | RecordError | RecordSkipped


def options_of(game: Game, case: type) -> dict[str, Json]:
    """The options that a conformance class has its records read with."""
    return with_defaults(game.spec, case.options)  # type: ignore[attr-defined]


def record_files(paths: Iterable[Path]) -> list[RecordFile]:
    """The files as the hook gets them; a folder is one record where the game declares no suffix."""
    return list(find_records(paths, ()))


def read_all(game: Game, path: Path, options: dict[str, Json]) -> list[Item]:
    """All that one file holds; fails the test when the adapter raises or yields something else."""
    items: list[Item] = []
    try:
        items.extend(game.parse(RecordFile(path), options))
    except Exception as error:  # noqa: BLE001 - whatever it raises is what is reported
        pytest.fail(
            f"parse_record raised {type(error).__name__}: {error} on {path.name} after "
            f"{len(items)} items; what cannot be read is yielded as a RecordError"
        )
    for item in items:
        assert isinstance(item, Item), f"parse_record yielded a {type(item).__name__}"
        if isinstance(item, RecordError):
            assert item.file == path.name, f"a rejection of {path.name} names {item.file!r}"
            assert item.place.strip(), f"a rejection does not say where: {item}"
            assert item.reason.strip(), f"a rejection does not say why: {item}"
    return items


def assert_reads_alone(game: Game, match: Match, folder: Path, options: dict[str, Json]) -> None:
    """Demand that a match's own `record` gives it again, notes and all: a rebuild rests on that."""
    assert match.record is not None
    path = folder / f"alone{match.record_suffix}"
    path.write_bytes(match.record)
    items = read_all(game, path, options)
    assert len(items) == 1, f"the record of {match.source.place} alone gives {items}"
    (alone,) = items
    assert isinstance(alone, Match), f"{match.source.place} alone is not accepted: {alone}"
    source = replace(alone.source, file=match.source.file, place=match.source.place)
    assert source == match.source, f"{match.source.place} has another source when read alone"
    assert replace(alone, source=source) == match, (
        f"{match.source.place} is another match when its record is read alone"
    )


class ReadingChecks:
    """Records are read the same every time, alone as in company, and never with a traceback."""

    def test_reading_again_gives_equal_matches(
        self, va_game: Game, va_matches: tuple[Match, ...], va_records: tuple[Path, ...]
    ) -> None:
        """A rebuild reads the record again and must find the same match."""
        options = options_of(va_game, type(self))
        again = [
            item
            for record in record_files(va_records)
            for item in va_game.parse(record, options)
            if isinstance(item, Match)
        ]
        for match in va_matches:
            assert match in again, f"{match.source.place} reads differently the second time"

    def test_a_match_survives_pickling(self, va_matches: tuple[Match, ...]) -> None:
        """Cases are drawn in worker processes."""
        for match in va_matches:
            copy = pickle.loads(pickle.dumps(match))  # noqa: S301 - our own bytes
            assert copy == match, f"{match.source.place} is another match after pickling"

    def test_a_match_carries_its_own_record(
        self, va_game: Game, va_matches: tuple[Match, ...], tmp_path: Path
    ) -> None:
        """`record` is kept beside the corpus: read alone it must give the same match."""
        options = options_of(va_game, type(self))
        for match in va_matches:
            if match.record is not None:
                assert_reads_alone(va_game, match, tmp_path, options)

    def test_fingerprints_tell_matches_apart(self, va_matches: tuple[Match, ...]) -> None:
        """The fingerprint is the sha256 of the play."""
        marks = [match.fingerprint for match in va_matches]
        assert len(set(marks)) == len(marks), "two matches have one fingerprint"
        assert all(len(mark) == 64 for mark in marks), f"no sha256 in hexadecimal: {marks}"

    @pytest.mark.parametrize("kind", GARBAGE)
    def test_garbage_is_rejected(self, va_game: Game, tmp_path: Path, kind: str) -> None:
        """Content that is no record gives rejections, never a match and never an exception."""
        options = options_of(va_game, type(self))
        for suffix in va_game.spec.suffixes or (".bin",):
            path = tmp_path / f"garbage{suffix}"
            path.write_bytes(GARBAGE[kind])
            items = read_all(va_game, path, options)
            assert not [item for item in items if isinstance(item, Match)], (
                f"{kind} in {path.name} was accepted as a match"
            )
            assert any(isinstance(item, RecordError) for item in items), (
                f"{kind} in {path.name} gave no rejection"
            )

    def test_an_empty_file_holds_no_match(self, va_game: Game, tmp_path: Path) -> None:
        """Nothing, or a rejection."""
        options = options_of(va_game, type(self))
        for suffix in va_game.spec.suffixes or (".bin",):
            path = tmp_path / f"empty{suffix}"
            path.write_bytes(b"")
            items = read_all(va_game, path, options)
            assert not [item for item in items if isinstance(item, Match)], (
                f"{path.name} was accepted as a match"
            )

    @pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
    def test_a_truncated_file_raises_nothing(
        self, va_game: Game, va_records: tuple[Path, ...], tmp_path: Path, share: float
    ) -> None:
        """A download that broke off: what is whole may be accepted, the rest is rejected."""
        for record in va_records:
            if not record.is_file():
                continue
            content = record.read_bytes()
            path = tmp_path / record.name
            path.write_bytes(content[: int(len(content) * share)])
            read_all(va_game, path, options_of(va_game, type(self)))
