"""A build beside a plain python-chess loop over the same cleared-state positions, in one run.

Both are whole commands and get the same engine binary, options and depth. Measured are wall time,
CPU (children included), and that every value is equal.

    python adapters/chess/bench/evaluate.py --pin stockfish-18 --depth 13 --plies 40
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import chess.pgn

from video_arena.build.evaluate import ChosenEngine, Evaluator, demand_of
from video_arena.build.report import Silent
from video_arena.corpus.tree import CorpusTree
from video_arena.corpus.truth import read_truth
from video_arena.match import Match
from video_arena.plugins import find_pin, load_game
from video_arena.records import RecordFile

EXAMPLES = Path(__file__).parents[3] / "examples" / "chess" / "selfplay.pgn"


def first_plies(path: Path, plies: int) -> chess.pgn.Game:
    """The first game of `path` that has as many plies, cut there."""
    with path.open(encoding="utf-8") as stream:
        while (game := chess.pgn.read_game(stream)) is not None:
            moves = list(game.mainline_moves())
            if len(moves) >= plies:
                cut = chess.pgn.Game()
                cut.add_line(moves[:plies])
                cut.headers["Result"] = "*"
                return cut
    raise SystemExit(f"{path}: no game of {plies} plies")


def loop(pin_name: str, depth: int, record: Path) -> dict[str, Any]:
    """The plain loop, as a user runs it."""
    driver, pin = find_pin(pin_name)
    engine = shlex.split(driver.check(pin).location or "")
    script = Path(__file__).with_name("plain_loop.py")
    settings = [str(record), str(depth), str(pin.options["Hash"])]
    wall, cpu, out = timed([sys.executable, str(script), *settings, *engine])
    return {"wall": wall, "cpu": cpu, "values": json.loads(out)}


def timed(command: list[str]) -> tuple[float, float, bytes]:
    """Run a command: wall seconds, CPU seconds with its children's, what it printed."""
    before, began = _cpu(resource.RUSAGE_CHILDREN), time.perf_counter()
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return time.perf_counter() - began, _cpu(resource.RUSAGE_CHILDREN) - before, out


def build_once(pin_name: str, depth: int, record: Path, out: Path) -> dict[str, Any]:
    """The same positions through `va-build`, as a user runs it."""
    command = [
        str(Path(sys.executable).with_name("va-build")),
        "--game",
        "chess",
        "--records",
        str(record),
        "--engine",
        pin_name,
        "--budget",
        f"depth={depth}",
        "--out",
        str(out),
        "--cache",
        str(out.with_name("cache.sqlite")),
        "--quiet",
    ]
    wall, cpu, _ = timed(command)
    truth = read_truth(CorpusTree(out, "chess").truth("chess-01"))
    return {"wall": wall, "cpu": cpu, "values": truth.value.trajectory}


def evaluation_stage(
    pin_name: str, depth: int, record: Path, folder: Path
) -> tuple[float, float, float]:
    """The evaluation alone: wall seconds, CPU of this process, CPU of the engines that it feeds."""
    game = load_game("chess")
    options = {o.name.replace("-", "_"): o.default for o in game.spec.options}
    (match,) = [m for m in game.parse(RecordFile(record), options) if isinstance(m, Match)]
    driver, pin = find_pin(pin_name)
    chosen = ChosenEngine(driver, pin.with_budget({"depth": depth}))
    evaluator = Evaluator(chosen, folder / "fresh.sqlite", os.cpu_count() or 1, Silent())
    own, children = _cpu(resource.RUSAGE_SELF), _cpu(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    list(evaluator.trajectories(demand_of(game, [match])))
    wall = time.perf_counter() - began
    return wall, _cpu(resource.RUSAGE_SELF) - own, _cpu(resource.RUSAGE_CHILDREN) - children


def _cpu(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def measure(pin_name: str, depth: int, plies: int) -> dict[str, object]:
    """One run of both, compared."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        record = folder / "cut.pgn"
        record.write_text(str(first_plies(EXAMPLES, plies)) + "\n\n", encoding="utf-8")
        plain = loop(pin_name, depth, record)
        ours = build_once(pin_name, depth, record, folder / "corpus")
        stage_wall, own, engines = evaluation_stage(pin_name, depth, record, folder)
    return {
        "pin": pin_name,
        "depth": depth,
        "positions": len(plain["values"]),
        "loop_wall_s": round(plain["wall"], 2),
        "build_wall_s": round(ours["wall"], 2),
        "wall_ratio": round(ours["wall"] / plain["wall"], 3),
        "evaluation_wall_s": round(stage_wall, 2),
        "evaluation_wall_ratio": round(stage_wall / plain["wall"], 3),
        "values_equal": plain["values"] == ours["values"],
        "orchestrator_cpu_s": round(own, 3),
        "engine_cpu_s": round(engines, 2),
        "orchestrator_share": round(own / engines, 4),
        "build_cpu_over_loop_cpu": round(ours["cpu"] / plain["cpu"], 3),
    }


def main() -> None:
    """Parse arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pin", default="stockfish-18")
    parser.add_argument("--depth", type=int, default=13)
    parser.add_argument("--plies", type=int, default=40)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    figures = measure(args.pin, args.depth, args.plies)
    if args.json:
        print(json.dumps(figures, indent=2))
    else:
        for name, figure in figures.items():
            print(f"{name:<40} {figure}")


if __name__ == "__main__":
    main()
