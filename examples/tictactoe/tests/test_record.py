"""The record format: what is read, and what is rejected where and why."""

from __future__ import annotations

from video_arena.match import RecordError, RecordSkipped
from video_arena.plugins import load_game
from video_arena.records import RecordFile


def read(tmp_path, content: bytes, min_moves=0):
    path = tmp_path / "some.ttt"
    path.write_bytes(content)
    return list(load_game("tictactoe").parse(RecordFile(path), {"min_moves": min_moves}))


def test_a_line_is_a_game(tmp_path):
    (match,) = read(tmp_path, b"\n# only a comment\n  Ada - Brook:  B2 a1 c3   # unfinished\n")
    assert match.source.place == "line 3"
    assert match.position(3) == "O...X...X"
    assert (match.winner, match.prefixes) == (None, 3)
    assert match.hidden == {"x": "Ada", "o": "Brook"}
    # The empty board stands for 2 s at 5 frames a second, and so does every move but the last.
    assert [match.frame_of(prefix) for prefix in range(4)] == [0, 10, 20, 30]
    assert match.frames == 50


def test_the_same_play_under_other_names_is_the_same_game(tmp_path):
    one, two, three = read(tmp_path, b"Ada - Brook: b2 a1\nb2 a1\na1 b2\n")
    assert one.fingerprint == two.fingerprint != three.fingerprint


def test_bad_lines_are_rejected_and_the_next_is_read(tmp_path):
    content = b"""b2 b2
b2 d4
a1 b1 a2 b2 a3 b3
Ada - Brook:
\xff\xfe
b2
"""
    *errors, match = read(tmp_path, content)
    assert [(error.place, error.reason) for error in errors] == [
        ("line 1", "move 2: B2 is taken"),
        ("line 2", "move 2: 'D4' is no square; write a1 to c3"),
        ("line 3", "move 6: the game was won before it"),
        ("line 4", "no move"),
        ("line 5", "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
    ]
    assert match.source.place == "line 6"


def test_min_moves_skips_and_an_empty_file_is_rejected(tmp_path):
    assert read(tmp_path, b"b2\n", min_moves=2) == [
        RecordSkipped("some.ttt", "line 1", "below --min-moves")
    ]
    assert read(tmp_path, b"# nothing\n") == [
        RecordError("some.ttt", "line 1", "the file holds no game")
    ]
