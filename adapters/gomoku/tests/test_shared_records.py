"""Every file of the real records: accepted, or rejected for the reason that it calls for."""

from __future__ import annotations

import pytest

from va_gomoku.parse import parse_file
from video_arena.match import RecordError
from video_arena.plugins import load_game
from video_arena.records import RecordFile, find_records

ACCEPTED = {
    "selfplay15x15-01.psq": (27, "B"),
    "selfplay15x15-02.psq": (19, "B"),
    "selfplay15x15-04.psq": (45, "B"),
    "selfplay15x15-05.psq": (22, "W"),
    "selfplay15x15-07.psq": (23, "B"),
}
REJECTED = {
    "1x0-16(2).psq": "the board is 20x20 and this game's is 15x15; build it with --game gomoku20",
    "openings_gomocup.txt": "not a PSQ record: its first line is '-2,-9, ",
    "PROVENANCE.md": "not a PSQ record",
    "rapfi_reference_values.json": "not a PSQ record: its first line is '{'",
}


@pytest.fixture(scope="module")
def folder(shared_records):
    return shared_records / "gomoku"


def test_every_file(folder):
    accepted, rejected = {}, {}
    for path in sorted(folder.iterdir()):
        (outcome,) = parse_file(RecordFile(path), {}, 15)
        if isinstance(outcome, RecordError):
            rejected[path.name] = outcome.reason
        else:
            accepted[path.name] = (outcome.prefixes, outcome.winner)
    assert accepted == ACCEPTED
    assert rejected.keys() == REJECTED.keys()
    for name, reason in REJECTED.items():
        assert rejected[name].startswith(reason)


def test_the_folder_as_a_build_reads_it(folder):
    found = list(find_records([folder], load_game("gomoku").spec.suffixes))
    assert len(found) == 6


def test_the_twenty_by_twenty_record(folder):
    """White wins with move 16 at 15,12: columns 11 to 15 of row 12 from the top."""
    (game,) = parse_file(RecordFile(folder / "1x0-16(2).psq"), {}, 20)
    assert (game.prefixes, game.winner, game.size) == (16, "W", 20)
    assert game.moves[-1] == (14, 11)
    assert (game.hidden["black"], game.hidden["white"]) == ("pisq7.exe", "renjusolver.ZIP")
    assert game.shown[:4] == (50, 163, 188, 271)


def test_the_judges_number_is_not_the_winner(folder):
    """The trailer says 0 of games that Black won and of one that White won."""
    said = {}
    for path in sorted(folder.glob("selfplay*.psq")):
        (game,) = parse_file(RecordFile(path), {}, 15)
        said.setdefault(path.read_text().split()[-1], set()).add(game.winner)
    assert said == {"0,Freestyle15_1": {"B", "W"}}
