"""Planted traces are found where they are; ordinary texts are clean."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import random
from pathlib import Path

import pytest

from video_arena.build.plan import with_defaults
from video_arena.contamination import scan as scanning
from video_arena.contamination.scan import Finding, scan, scan_stream
from video_arena.contamination.traces import OPENING, RUN, Trace, Traces, words_of
from video_arena.curate.play import Board, board_of
from video_arena.match import Match
from video_arena.plugins import load_game
from video_arena.records import RecordFile

EXAMPLES = Path(__file__).parents[2] / "examples" / "chess" / "selfplay.pgn"
CANARY = "0a1b2c3d-0000-5000-8000-0123456789ab"
GO = Board("coord", "ABCDEFGHJKLMNOPQRST", 19)


class Case:
    """A chess game: its answer rows and its text."""

    def __init__(self, name, rows, movetext):
        self.name, self.rows, self.movetext = name, rows, movetext


@pytest.fixture(scope="module")
def cases():
    """The eight example games as cases; none of them needs an engine for its squares."""
    chess = load_game("chess")
    matches = chess.parse(RecordFile(EXAMPLES), with_defaults(chess.spec, {}))
    texts = [part for part in EXAMPLES.read_text().split("\n\n") if part.startswith("1.")]
    found = []
    for number, match in enumerate(matches, start=1):
        assert isinstance(match, Match)
        rows = [
            {
                "type": event.type,
                **event.fields,
                "game_clock_s": chess.spec.time_of(event.frame),
                "wr_swing": "equal",
                "leader_after": "equal",
            }
            for event in chess.events(match)
        ]
        found.append(Case(f"chess-{number:02d}", rows, texts[number - 1]))
    assert len(found) == len(texts) == 8
    return found


def traces_of(cases, run=RUN, opening=OPENING):
    spec = load_game("chess").spec
    traces = Traces(run, canaries={CANARY: "public"})
    for case in cases:
        board = board_of(spec)
        traces._add(Trace(case.name, board, words_of(spec, board, case.rows), opening))
    return traces


def found_in(text, traces):
    return [*scan_stream(io.BytesIO(text.encode()), "x", traces)]


def uci(case):
    """The squares as UCI would write them; where a piece came from is not looked at."""
    moves = [row["coord"].lower() for row in case.rows if row["type"] == "move"]
    return " ".join(f"a1{square}" for square in moves)


FORMS = {
    "the answer": lambda case: json.dumps({"events": case.rows}),
    "the answer, indented": lambda case: json.dumps({"events": case.rows}, indent=2),
    "rows of a table": lambda case: "\n".join(
        f"| {row['color']} | {row['coord']} | {row['game_clock_s']} |" for row in case.rows
    ),
    "PGN": lambda case: case.movetext,
    "PGN in capitals": lambda case: case.movetext.upper(),
    "PGN without spaces after dots": lambda case: case.movetext.replace(". ", "."),
    "one move a line": lambda case: case.movetext.replace(" ", "\r\n"),
    "UCI": uci,
}


@pytest.mark.parametrize("form", FORMS)
def test_a_case_is_found_in_every_notation(cases, form):
    traces = traces_of(cases)
    for case in cases:
        text = f"A first line.\n\n{FORMS[form](case)}\nThe end."
        findings = found_in(text, traces)
        assert findings, case.name
        assert {finding.case for finding in findings} == {case.name}
        assert {finding.kind for finding in findings} == {"moves"}
        squares = traces.cases[[c.name for c in cases].index(case.name)].words
        longest = max(finding.length for finding in findings)
        assert longest >= 0.6 * len(squares), (case.name, longest, len(squares))


def test_where_a_run_begins_is_told(cases):
    case = cases[0]
    squares = [row["coord"] for row in case.rows if row["type"] == "move"]
    tail = "\n".join(squares[30:])
    (finding,) = found_in(f"a\nb\nc\n{tail}", traces_of(cases))
    assert finding.line == 4
    assert finding.case == case.name
    assert finding.length >= RUN


def test_an_opening_is_common_knowledge(cases):
    case = cases[0]
    squares = [row["coord"] for row in case.rows if row["type"] == "move"]
    assert len(squares) > 40
    assert found_in(" ".join(squares[:20]), traces_of(cases)) == []
    assert found_in(" ".join(squares[:20]), traces_of(cases, opening=0)) != []
    assert found_in(" ".join(squares[:36]), traces_of(cases)) != []


def test_seven_squares_are_no_run(cases):
    words = traces_of(cases).cases[0].words[30:]
    squares = ["ABCDEFGH"[int(w[0])] + str(int(w[2]) + 1) for w in words]
    assert found_in(" ".join(squares[:7]), traces_of(cases)) == []
    assert found_in(" ".join(squares[:8]), traces_of(cases)) != []


def test_squares_far_from_each_other_are_no_run(cases):
    squares = [row["coord"] for row in cases[0].rows if row["type"] == "move"][26:]
    assert found_in((" " * 100).join(squares), traces_of(cases)) != []
    assert found_in((" " * 600).join(squares), traces_of(cases)) == []


@pytest.mark.parametrize("at", [0, 3, 7])
def test_other_games_do_not_alarm(cases, at):
    others = [case for i, case in enumerate(cases) if i != at]
    text = "\n\n".join(f'[Event "x"]\n\n{case.movetext}' for case in others)
    assert found_in(text, traces_of([cases[at]])) == []


def test_a_thousand_games_of_others_do_not_alarm(cases, shared_records):
    folder = shared_records / "chess" / "lichess"
    findings = [*scan(folder, traces_of(cases))]
    assert findings == []


def test_a_canary_is_found_in_any_case_and_no_other_identifier():
    traces = traces_of([])
    text = f"x\nGUID {CANARY.upper()}.\n{CANARY[:-1]}c\n<!-- {CANARY} -->"
    findings = found_in(text, traces)
    assert [(f.line, f.kind, f.case) for f in findings] == [
        (2, "canary", "public"),
        (4, "canary", "public"),
    ]


def test_pieces_of_any_size_give_the_same_findings(cases, monkeypatch):
    text = f"intro\n{FORMS['PGN'](cases[2])}\n{CANARY}\n{FORMS['the answer'](cases[5])}"
    whole = found_in(text, traces_of(cases))
    assert len(whole) >= 3
    for size in (1, 7, 64, 1000):
        monkeypatch.setattr(scanning, "PIECE", size)
        assert sorted(found_in(text, traces_of(cases)), key=repr) == sorted(whole, key=repr)


def test_one_endless_line_needs_little_memory(cases):
    """A word of a million letters is no reason to keep a million letters."""
    text = "a" * 1_000_000 + " " + FORMS["PGN"](cases[1]) + " " + "b7" * 500_000
    assert {finding.case for finding in found_in(text, traces_of(cases))} == {cases[1].name}


def test_folders_and_packed_files(cases, tmp_path):
    (tmp_path / "deep").mkdir()
    text = FORMS["PGN"](cases[4]).encode()
    (tmp_path / "deep" / "a.txt.gz").write_bytes(gzip.compress(b"\n" + text))
    (tmp_path / "b.bz2").write_bytes(bz2.compress(text))
    (tmp_path / "c.jsonl").write_bytes(b"{}\n")
    (tmp_path / "d.gz").write_bytes(gzip.compress(text)[:-20])
    findings = [*scan(tmp_path, traces_of(cases))]
    read = [item for item in findings if isinstance(item, Finding)]
    assert {(f.file, f.line) for f in read} >= {("b.bz2", 1), (str(Path("deep/a.txt.gz")), 2)}
    (bad,) = [item for item in findings if not isinstance(item, Finding)]
    assert bad[0] == "d.gz"


def test_go_is_found_in_gtp_and_in_sgf():
    chance = random.Random(3)
    places = [(x, y) for x in range(19) for y in range(19)]
    chance.shuffle(places)
    words = tuple(f"{x},{y}" for x, y in places[:120])
    traces = Traces(RUN)
    traces._add(Trace("go-01", GO, words, OPENING))
    gtp = "\n".join(f"play b {GO.columns[x]}{y + 1}" for x, y in places[:120])
    (finding,) = found_in(gtp, traces)
    assert (finding.case, finding.length, finding.first_step) == ("go-01", 120, 1)
    letters = "abcdefghijklmnopqrs"
    sgf = "(;FF[4]SZ[19]" + "".join(
        f";{'BW'[i % 2]}[{letters[x]}{letters[18 - y]}]" for i, (x, y) in enumerate(places[:120])
    )
    (finding,) = found_in(sgf, traces)
    assert (finding.case, finding.length) == ("go-01", 120)


def test_without_a_board_the_times_of_an_answer_are_found():
    chance = random.Random(4)
    times = sorted(round(chance.uniform(5, 2000), 3) for _ in range(60))
    rows = [{"video_ts": time} for time in times]
    spec = load_game("chess").spec
    from dataclasses import replace

    timed = replace(spec, time_field="video_ts")
    traces = Traces(RUN)
    traces._add(Trace("cs2-01", None, words_of(timed, None, rows), 0))
    answer = json.dumps({"events": [{"type": "kill", **row, "number": 3} for row in rows]})
    (finding,) = found_in(answer, traces)
    assert (finding.case, finding.kind, finding.length) == ("cs2-01", "times", 60)
    other = json.dumps([{"video_ts": round(time + 0.25, 3)} for time in times])
    assert found_in(other, traces) == []
