"""Sets written by hand: places, times, winners, repairs, rejections."""

from __future__ import annotations

import csv
import io
import json
from itertools import pairwise

import pytest

from va_badminton.events import events_of, value_after
from va_badminton.generate import COLUMNS, generate
from va_badminton.match import BadmintonMatch
from va_badminton.packed import SetRecord
from va_badminton.parse import parse_file
from video_arena.match import RecordError, RecordSkipped
from video_arena.records import RecordFile
from video_arena.values import Recorded

# Pixel to canvas: x - 400, y as it is. So the centre line is at x = 577.5, the net at y = 480,
# and a metre is 49.2 pixels both ways (300.2 / 6.10 and 660 / 13.40).
CAMERA = {
    "homography_matrix": json.dumps([[1, 0, -400], [0, 1, 0], [0, 0, 1]]),
    "upleft_x": "427.4", "upright_x": "727.6", "downleft_x": "427.4", "downright_x": "727.6",
    "upleft_y": "150", "upright_y": "150", "downleft_y": "810", "downright_y": "810",
}  # fmt: skip
MATCH = {
    "id": "7", "video": "by_hand", "tournament": "Club", "round": "Final", "year": "2020",
    "month": "2", "day": "3", "set": "1", "duration": "9", "winner": "Ann", "loser": "Bo",
    "downcourt": "0", "url": "https://example.org/film",
}  # fmt: skip


def pixel(x, y):
    """Metres to a pixel of CAMERA."""
    return f"{577.5 + x * 300.2 / 6.1:.4f}", f"{480 - y * 660 / 13.4:.4f}"


def row(rally, ball, frame, score, player, shot, **more):
    """One row; `hit`, `landing`, `feet` and `other` are places in metres."""
    cells = dict.fromkeys(COLUMNS, "")
    seconds = int(frame / 30)
    cells |= {
        "rally": str(rally), "ball_round": f"{ball}.0",
        "time": f"0:{seconds // 60:02d}:{seconds % 60:02d}", "frame_num": f"{frame}.0",
        "roundscore_A": str(score[0]), "roundscore_B": str(score[1]), "player": player,
        "server": "2", "type": shot, "hit_height": "2.0", "db": "0",
    }  # fmt: skip
    names = {"hit": "hit", "landing": "landing", "feet": "player_location"}
    for key, name in {**names, "other": "opponent_location"}.items():
        if key in more:
            cells[f"{name}_x"], cells[f"{name}_y"] = pixel(*more.pop(key))
    return cells | {key: str(value) for key, value in more.items()}


def packed(rows, number=1, **match):
    """A packed set of these rows."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return SetRecord(number, {**MATCH, **match}, CAMERA, text.getvalue()).pack()


def ace(rally, frame, score, player, point, **more):
    """A rally of one service that lands in (or whatever `more` says)."""
    near = player == "A"
    y = 3.0 if near else -3.0
    told = {"landing": (0.5, y), "lose_reason": "對手落地致勝", "getpoint_player": point}
    return row(rally, 1, frame, score, player, "發短球", **{**told, **more})


@pytest.fixture
def read(tmp_path):
    """Read rows as one set to `game_to` (3) points."""

    def reads(rows, number=1, options=None, **match):
        path = tmp_path / "set.shuttleset"
        path.write_bytes(packed(rows, number, **match))
        (item,) = parse_file(RecordFile(path), {"game_to": 3, **(options or {})})
        return item

    return reads


RALLY = [
    # A is near (downcourt 0). 30 fps; frames 9000, 9024, 9054: 0, 0.8 and 1.8 s.
    row(1, 1, 9000, (1, 0), "A", "發短球", feet=(0.7, -2.4), other=(-0.9, 3.2),
        landing=(-0.6, 2.3)),
    row(1, 2, 9024, (1, 0), "B", "挑球", hit=(-0.6, 2.3), feet=(-0.4, 2.9), other=(0.5, -2.8),
        landing=(1.5, -5.6), backhand="1.0"),
    row(1, 3, 9054, (1, 0), "A", "殺球", hit=(1.5, -5.6), feet=(1.3, -5.9), other=(0.0, 3.4),
        landing=(-1.2, 4.0), hit_height="1.0", lose_reason="對手落地致勝", getpoint_player="A"),
]  # fmt: skip
REST = [ace(2, 9700, (2, 0), "A", "A"), ace(3, 10300, (3, 0), "A", "A")]


def reason(item):
    assert isinstance(item, RecordError), item
    return f"{item.place}: {item.reason}"


def test_a_rally_by_hand(read):
    match = read([*RALLY, *REST])
    assert isinstance(match, BadmintonMatch)
    service, lob, smash = match.rallies[0].strokes
    assert [s.side for s in (service, lob, smash)] == ["near", "far", "near"]
    assert [s.shot for s in (service, lob, smash)] == ["short service", "lob", "smash"]
    # The first service is at 4 s; hits are put on the grid of 15 frames a second.
    assert [s.time for s in (service, lob, smash)] == pytest.approx([4.0, 4.8, 5.8], abs=1 / 30)
    assert lob.contact == pytest.approx((-0.6, 2.3), abs=0.001)
    assert lob.feet == pytest.approx((-0.4, 2.9), abs=0.001)
    assert lob.other == pytest.approx((0.5, -2.8), abs=0.001)
    assert (lob.backhand, lob.low, smash.low) == (True, True, False)
    assert match.rallies[0].end.kind == "floor"
    assert match.rallies[0].end.place == pytest.approx((-1.2, 4.0), abs=0.001)
    assert match.results[0] == ("near", "in_mid")
    assert match.winner == "near"
    assert match.source.notes == ()
    assert (match.hidden["near"], match.hidden["far"]) == ("Ann", "Bo")


def test_events_and_values(read):
    match = read([*RALLY, *REST])
    events = list(events_of(match))
    assert [dict(event.fields) for event in events] == [
        {"idx": i, "scoring_side": "near", "zone": "in_mid"} for i in (1, 2, 3)
    ]
    assert [value_after(match, i) for i in range(4)] == [
        Recorded(0.0, [0, 0]), Recorded(1.0, [1, 0]), Recorded(2.0, [2, 0]), Recorded(3.0, [3, 0]),
    ]  # fmt: skip
    for event, rally in zip(events, match.rallies, strict=True):
        assert -1e-5 < event.frame / 15 - rally.end.time < 1 / 15
    gaps = [b.frame - a.frame for a, b in pairwise(events)]
    assert min(gaps) >= 13 * 15
    assert match.frames >= events[-1].frame + 3 * 15


def test_downcourt_one_puts_a_at_the_far_end(read):
    rows = [ace(i, 9000 + 600 * i, (i, 0), "A", "A", landing=(0, -3.0)) for i in (1, 2, 3)]
    match = read(rows, downcourt="1")
    assert [result.side for result in match.results] == ["far"] * 3
    assert match.score(3) == (0, 3)


def test_ends_change_after_a_set(read):
    rows = [ace(i, 9000 + 600 * i, (i, 0), "A", "A", landing=(0, -3.0)) for i in (1, 2, 3)]
    assert read(rows, number=2).winner == "far"


def test_the_third_set_is_turned_after_the_change_of_ends(read):
    # To 3, ends change when the leader has 2: A's third point is played from the far end.
    rows = [
        ace(1, 9000, (1, 0), "A", "A", landing=(0.5, 3.0), feet=(0.6, -2.0)),
        ace(2, 9600, (2, 0), "A", "A", landing=(0.5, 3.0), feet=(-0.6, -2.0)),
        ace(3, 10200, (3, 0), "A", "A", landing=(0.5, -4.0), feet=(-0.6, 2.0)),
    ]
    match = read(rows, number=3)
    assert [result.side for result in match.results] == ["near"] * 3
    assert match.rallies[2].end.place == pytest.approx((-0.5, 4.0), abs=0.001)
    assert match.rallies[2].strokes[0].feet == pytest.approx((0.6, -2.0), abs=0.001)
    assert "turned by 180 degrees" in match.source.notes[-1]


def test_the_score_step_outweighs_getpoint_player(read):
    rows = [ace(1, 9000, (1, 0), "A", "B"), *REST]
    match = read(rows)
    assert match.results[0].side == "near"
    assert "getpoint_player says B; the score stands" in match.source.notes[0]


def test_a_missing_rally_whose_winner_is_proved_is_filled_in(read):
    rows = [ace(1, 9000, (1, 0), "A", "A"), ace(3, 10500, (3, 0), "A", "A")]
    match = read(rows)
    assert [match.score(i) for i in range(4)] == [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert any("1 missing before rally 3" in note for note in match.source.notes)
    why = reason(read(rows, options={"max_missing": 0}))
    assert "more than --max-missing 0" in why
    assert "point 2 (after row 2): missing" in why  # row 1 is the header


def test_of_two_missing_points_the_service_tells_the_order(read):
    # 0-0 to 2-1, A won the last, B serves it: B won the second, so A the first.
    rows = [ace(3, 10500, (2, 1), "B", "A", landing=(0, -6.9), lose_reason="出界"),
            ace(4, 11100, (3, 1), "A", "A")]  # fmt: skip
    match = read(rows)
    assert [match.score(i) for i in range(5)] == [(0, 0), (1, 0), (1, 1), (2, 1), (3, 1)]


def test_an_unproved_order_is_rejected(read):
    rows = [ace(4, 10500, (2, 2), "B", "A", landing=(0, -6.9), lose_reason="出界")]
    found = reason(read([*rows, ace(5, 11100, (4, 2), "A", "A")]))
    assert "row 2: " in found
    assert "in which order" in found


def test_a_displaced_rally_goes_where_score_and_frames_put_it(read):
    one, two, three = ace(1, 9000, (1, 0), "A", "A"), *REST
    match = read([one, three, two])
    assert match.score(3) == (3, 0)
    assert "wrong place of the file" in match.source.notes[0]
    late = ace(2, 10900, (2, 0), "A", "A")
    assert "by its frames" in reason(read([one, late, three]))


def test_merged_rallies_are_parted(read):
    # Both halves show the score of the first; the next score proves who won the second.
    half = ace(1, 9600, (1, 0), "A", "A")
    match = read([ace(1, 9000, (1, 0), "A", "A"), half, ace(2, 10300, (3, 0), "A", "A")])
    assert [match.score(i) for i in range(4)] == [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert "holds two" in match.source.notes[0]


def test_a_set_that_stops_is_rejected(read):
    assert "the set stops at 2-0" in reason(read([*RALLY, REST[0]]))


def test_play_after_the_end_is_rejected(read):
    found = reason(read([*RALLY, *REST, ace(4, 11000, (4, 0), "A", "A")]))
    assert "play goes on after 3-0" in found
    assert ", row 7: " in found  # the columns, five rows, and this one


@pytest.mark.parametrize(
    ("more", "end", "note"),
    [
        # out by the umpire, but clicked 0.1 m inside the back line: moved over it
        ({"landing": (0.0, 6.6), "lose_reason": "出界"}, ("far", "out"), "moved 0.16 m"),
        ({"landing": (0.0, 6.9), "lose_reason": "出界"}, ("far", "out"), ""),
        ({"landing": (0.0, 0.1), "lose_reason": "掛網"}, ("far", "net"), ""),
        ({"landing": (0.0, 0.1), "lose_reason": "未過網"}, ("far", "net"), ""),
        ({"landing": (0.0, 3.0), "lose_reason": "犯規"}, ("far", "net"), "a fault"),
        ({"landing": (0.0, 7.0), "lose_reason": ""}, ("far", "out"), ""),
    ],
)
def test_endings_that_lose(read, more, end, note):
    rows = [ace(1, 9000, (0, 1), "A", "B", **more),
            ace(2, 9600, (0, 2), "B", "B"), ace(3, 10200, (0, 3), "B", "B")]  # fmt: skip
    match = read(rows)
    assert match.results[0] == end
    assert note in " ".join(match.source.notes)
    assert bool(note) == bool(match.source.notes)


@pytest.mark.parametrize(
    ("more", "zone", "note"),
    [
        ({"landing": (2.8, 3.0)}, "in_mid", "moved 0.27 m"),
        ({"landing": (0.0, 6.2)}, "in_back", ""),
        ({"landing": (0.0, 1.5), "lose_reason": "落點判斷失誤"}, "in_front", ""),
        # the hitter erred and yet won: the other player's last stroke is missing
        ({"landing": (0.0, 7.5), "lose_reason": "出界"}, "out", "stands in"),
        ({"landing": (0.0, 0.0), "lose_reason": "掛網"}, "net", "stands in"),
    ],
)
def test_endings_that_win(read, more, zone, note):
    match = read([ace(1, 9000, (1, 0), "A", "A", **more), *REST])
    assert match.results[0] == ("near", zone)
    assert note in " ".join(match.source.notes)
    assert bool(note) == bool(match.source.notes)


def test_missing_strokes_are_filled_in(read):
    # A hits twice in a row, and B's rally begins with A's stroke.
    first = [RALLY[0], row(1, 2, 9060, (1, 0), "A", "放小球", hit=(0.0, -1.0), landing=(0.0, 1.0),
                           lose_reason="對手落地致勝", getpoint_player="A")]  # fmt: skip
    match = read([*first, *REST])
    assert [s.side for s in match.rallies[0].strokes] == ["near", "far", "near"]
    assert "stroke 2 is missing" in match.source.notes[0]
    wrong_server = [ace(1, 9000, (0, 1), "A", "B", landing=(0, 6.9), lose_reason="出界"),
                    ace(2, 9600, (1, 1), "A", "A"),
                    *[ace(i, 9600 + i * 400, (i - 1, 1), "A", "A") for i in (3, 4)]]  # fmt: skip
    match = read(wrong_server)
    assert [s.side for s in match.rallies[1].strokes] == ["far", "near"]
    assert any("the service is missing" in note for note in match.source.notes)


def test_frames_out_of_order_are_left_out(read):
    broken = [RALLY[0], {**RALLY[1], "frame_num": "8000.0"}, RALLY[2], *REST]
    match = read(broken)
    times = [s.time for s in match.rallies[0].strokes]
    assert times[0] < times[1] < times[2]
    assert times[2] - times[0] == pytest.approx(1.8, abs=1 / 15)
    assert "1 of 3 frames out of order" in match.source.notes[0]


def test_the_racket_hand_is_read_off_the_strokes(read):
    # Near, shuttle right of the feet on forehands: right-handed; left of them: left-handed.
    for across, left in ((0.6, False), (-0.6, True)):
        smash = {**RALLY[2], "player_location_x": "", "player_location_y": ""}
        smash |= {
            k: v
            for k, v in row(1, 3, 9054, (1, 0), "A", "殺球", feet=(1.5 - across, -5.8)).items()
            if "location" in k and v
        }
        match = read([*RALLY[:2], smash, *REST])
        assert match.left_handed[0] is left


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"type": "??"}, "'??', which ShuttleSet does not know"),
        ({"player": "C"}, "'C', expected A or B"),
        ({"frame_num": "x"}, "x"),
        ({"rally": "-1"}, "whole number"),
        ({"roundscore_A": "nan"}, "unreadable"),
        ({"landing_x": "inf"}, "expected pixels"),
    ],
)
def test_unreadable_rows_are_named(read, change, words):
    found = reason(read([RALLY[0], {**RALLY[1], **change}, RALLY[2], *REST]))
    assert words in found
    assert ", row 3: " in found


def test_other_rejections(read):
    assert "downcourt is 'x'" in reason(read([*RALLY, *REST], downcourt="x"))
    wrong = [{**r, "time": "0:00:10"} for r in (*RALLY, *REST)]
    assert "frames a second" in reason(read(wrong))
    far = [{**r, "player": "AB"[r["player"] == "A"]} for r in RALLY]
    found = read([*far, *REST])
    assert isinstance(found, (BadmintonMatch, RecordError))  # whose ends the places decide


def test_licence_and_source(read):
    match = read([*RALLY, *REST])
    assert (match.source.licence, match.source.id) == ("MIT", "7")
    assert match.source.place == "match 7, set 1"
    assert match.source.url == "https://example.org/film"
    assert read([*RALLY, *REST], options={"licence": "CC0-1.0"}).source.licence == "CC0-1.0"
    made = read([*RALLY, *REST], tournament="Video-Arena generated 3")
    assert made.source.licence == "never-public"


def test_what_a_user_may_name(tmp_path, short_match, read):
    folder = generate(5, tmp_path / "sets", {"sets": 2, "game_to": 3})
    options = {"game_to": 3}
    whole = list(parse_file(RecordFile(folder), options))
    assert [match.source.place for match in whole] == ["match 1, set 1", "match 1, set 2"]
    for path in (tmp_path / "sets", folder / "generated_5", folder / "generated_5" / "set2.csv"):
        found = list(parse_file(RecordFile(path), options))
        assert [match.fingerprint for match in found] == [
            match.fingerprint for match in (whole[-1:] if path.suffix else whole)
        ]
    (folder / "stray").mkdir()
    (folder / "stray" / "set1.csv").write_text("rally\n")
    assert isinstance(list(parse_file(RecordFile(folder), options))[-1], RecordError)
    for path in (folder / "generated_5").iterdir():
        path.unlink()
    (folder / "generated_5").rmdir()
    first = next(iter(parse_file(RecordFile(folder), options)))
    assert isinstance(first, RecordSkipped)
    (empty,) = parse_file(RecordFile(tmp_path / "nothing"), options)
    assert isinstance(empty, RecordError)


def test_packed_sets_say_what_is_wrong_with_them(tmp_path):
    whole = packed([*RALLY, *REST])
    path = tmp_path / "x.shuttleset"
    for content in (
        b"",
        b"\xff\xfe",
        whole[:10],
        whole[:200],
        whole.replace(b"#match {", b"#match"),
    ):
        path.write_bytes(content)
        (item,) = parse_file(RecordFile(path), {"game_to": 3})
        assert isinstance(item, RecordError)
        assert item.file == "x.shuttleset"
