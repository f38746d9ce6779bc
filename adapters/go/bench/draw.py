"""CPU time of a Go video: a game of half an hour drawn and encoded, nothing prepared.

    python adapters/go/bench/draw.py [--minutes 30] [--moves 250] [--json]

CPU is user and system time of this process, imports left out. Beside it stands the drawing of the
same positions one by one, each from an empty board.
"""

from __future__ import annotations

import argparse
import io
import json
import resource
import sys
import tempfile
from pathlib import Path
from random import Random

from va_go.errors import RejectedError
from va_go.match import GoMatch, Stone
from va_go.parse import read_game
from va_go.picture import draw_board, render
from va_go.points import name_at, to_letters
from va_go.replay import Game, positions_of
from va_go.rules import JAPANESE
from va_go.select import Selection
from va_go.spec import SPEC
from va_go.split import split_games
from video_arena.match import Span
from video_arena.video import encode

TARGET_CPU_S, TARGET_MB = 10.0, 30.0


def legal_moves(count: int, dice: Random) -> list[Stone]:
    """Random legal moves; nothing about them but their number matters here."""
    game = Game(19, (), JAPANESE)
    moves: list[Stone] = []
    while len(moves) < count:
        stone = Stone("BW"[len(moves) % 2], name_at(dice.randrange(361), 19))
        trial = game.copy()
        try:
            trial.play(stone)
        except RejectedError:
            continue
        game = trial
        moves.append(stone)
    return moves


def half_an_hour(minutes: float, count: int, seed: int) -> GoMatch:
    """A game of so many moves at an uneven pace, whose video is so long."""
    dice = Random(seed)
    moves = legal_moves(count, dice)
    shares = [dice.random() ** 2 + 0.02 for _ in moves]
    scale = (minutes * 60 - 6) / sum(shares[1:])
    left = {"B": 100_000.0, "W": 100_000.0}
    nodes = []
    for (colour, point), share in zip(moves, shares, strict=True):
        left[colour] -= share * scale
        nodes.append(f";{colour}[{to_letters(point, 19)}]{colour}L[{left[colour]:.2f}]")
    raw = f"(;SZ[19]TM[100000]{''.join(nodes)})".encode()
    (text,) = split_games(io.BytesIO(raw))
    match = read_game(text, "bench.sgf", Selection(max_think=600))
    assert isinstance(match, GoMatch), match
    return match


def cpu() -> float:
    """User and system seconds of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--moves", type=int, default=250)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    match = half_an_hour(given.minutes, given.moves, seed=1)
    whole = Span(0, match.frames)
    start = cpu()
    drawn = sum(1 for _ in render(match, whole, frozenset()))
    drawing = cpu() - start
    start = cpu()
    for cells in positions_of(match):
        draw_board(cells, 19)
    one_by_one = cpu() - start
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.mp4"
        start = cpu()
        facts = encode(render(match, whole, frozenset()), SPEC.media, path)
        both = cpu() - start
        size = path.stat().st_size / 1e6
    figures = {
        "minutes": round(match.frames / 1500, 2),
        "frames": match.frames,
        "pictures": drawn,
        "fps": float(facts.fps),
        "drawing_cpu_s": round(drawing, 2),
        "drawing_one_by_one_cpu_s": round(one_by_one, 2),
        "drawing_and_encoding_cpu_s": round(both, 2),
        "megabytes": round(size, 2),
        "within_targets": both < TARGET_CPU_S and size < TARGET_MB,
    }
    if given.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:>28}  {figure}")
    sys.exit(not figures["within_targets"])


if __name__ == "__main__":
    main()
