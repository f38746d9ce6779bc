"""The generator: the same seed gives the same bytes, and what it writes is read without a note."""

from __future__ import annotations

import pytest

from va_badminton.generate import generate
from va_badminton.match import BadmintonMatch
from va_badminton.parse import parse_file
from va_badminton.spec import SPEC
from video_arena.records import RecordFile


def files_of(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_same_bytes(tmp_path):
    one = generate(11, tmp_path / "a", {"sets": 2})
    two = generate(11, tmp_path / "b", {"sets": 2})
    assert files_of(one) == files_of(two)
    assert len(files_of(one)) == 4
    assert files_of(one) != files_of(generate(12, tmp_path / "c", {"sets": 2}))


@pytest.mark.parametrize("seed", range(4))
def test_sets_are_read_without_repairs(tmp_path, seed):
    matches = list(parse_file(RecordFile(generate(seed, tmp_path, {"sets": 3})), {}))
    assert len(matches) == 3
    for number, match in enumerate(matches, start=1):
        assert isinstance(match, BadmintonMatch)
        assert match.source.licence == "never-public"
        odd = [note for note in match.source.notes if "turned by 180" not in note]
        assert odd == []
        assert len(match.source.notes) == (1 if number == 3 else 0)


@pytest.mark.parametrize("shape", SPEC.shapes.labels)
def test_a_wanted_shape(tmp_path, shape):
    (match,) = parse_file(RecordFile(generate(3, tmp_path, {"shape": shape})), {})
    leads = [near - far for near, far in map(match.score, range(match.prefixes + 1))]
    assert SPEC.shapes.classify(leads, match.winner == "near") == shape


@pytest.mark.parametrize("options", [{"sets": 4}, {"colour": 1}, {"shape": "odd"}, {"game_to": 0}])
def test_wrong_options(tmp_path, options):
    with pytest.raises(ValueError, match=r"sets|colour|shape"):
        generate(1, tmp_path, options)
