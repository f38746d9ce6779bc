"""How far threat-v1's labels agree with those of real Rapfi, beside what needs no engine at all.

    python adapters/gomoku/bench/agreement.py FOLDER

FOLDER holds PSQ games and `rapfi_reference_values.json`, in which
`values[file]["raw_black_winrate_after_each_move"]` are Rapfi's. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from va_engines.gomocup import driver
from va_gomoku.events import value_after
from va_gomoku.parse import parse_file
from va_gomoku.spec import make_spec
from video_arena.labels import standings
from video_arena.records import RecordFile
from video_arena.values import EngineQuery

if TYPE_CHECKING:
    from collections.abc import Sequence

    from va_gomoku.match import GomokuMatch
    from video_arena.engines import EngineSession

VALUES = "rapfi_reference_values.json"
FITTED = ("selfplay15x15-02.psq", "selfplay15x15-04.psq")
"""The games whose undecided positions the weights of threat-v1 were fitted to."""
RULE = make_spec(15).labels


def labels(raw: Sequence[float]) -> tuple[list[Any], list[Any]]:
    """T2 and T3 of every move, from V after every prefix, the start included."""
    found = [RULE.label(before, after) for before, after in pairwise(standings(RULE, raw))]
    return [label.update for label in found], [label.state for label in found]


def trajectory(
    match: GomokuMatch, session: EngineSession, seconds: list[float] | None = None
) -> list[float]:
    """V after every prefix from an engine's session; how long each took goes to `seconds`."""
    values = []
    for prefix in range(match.prefixes + 1):
        value = value_after(match, prefix)
        if isinstance(value, EngineQuery):
            begun = time.perf_counter()
            ((_, answer),) = session.evaluate([value])
            if seconds is not None:
                seconds.append(time.perf_counter() - begun)
            values.append(value.value(answer))
        else:
            values.append(value.value)
    return values


def accuracy(truth: Sequence[str], said: Sequence[str]) -> float:
    """The share of rows that are right."""
    return fmean(a == b for a, b in zip(truth, said, strict=True))


def macro(truth: Sequence[str], said: Sequence[str]) -> float:
    """The mean over the labels that occur of how many of each are right."""
    kinds = sorted(set(truth))
    return fmean(
        fmean(b == kind for a, b in zip(truth, said, strict=True) if a == kind) for kind in kinds
    )


def movers(count: int) -> list[str]:
    """The side that makes each move."""
    return ["W" if number % 2 else "B" for number in range(count)]


def measure(folder: Path, nodes: int | None = None) -> dict[str, Any]:
    """The agreement over all games, and over the fitted and the other half alone."""
    reference = json.loads((folder / VALUES).read_text())["values"]
    pin = driver.pins()["threat-v1"]
    pin = pin if nodes is None else pin.with_budget({"nodes": nodes})
    session = driver.open(pin)
    rows = []
    seconds: list[float] = []
    for name, known in sorted(reference.items()):
        (match,) = parse_file(RecordFile(folder / name), {}, 15)
        truth = labels([0.5, *known["raw_black_winrate_after_each_move"]])
        said = labels(trajectory(match, session, seconds))
        sides = movers(match.prefixes)
        rows += [
            (name, t2, t3, s2, s3, side)
            for t2, t3, s2, s3, side in zip(*truth, *said, sides, strict=True)
        ]
    session.close()
    halves = {
        "all": rows,
        "fitted": [row for row in rows if row[0] in FITTED],
        "held out": [row for row in rows if row[0] not in FITTED],
    }
    report = {name: _figures(part) for name, part in halves.items()}
    report["seconds a position"] = {
        "mean": round(fmean(seconds), 3),
        "longest": round(max(seconds), 3),
    }
    return report


def _figures(rows: Sequence[tuple[str, ...]]) -> dict[str, Any]:
    _, t2, t3, s2, s3, sides = (list(column) for column in zip(*rows, strict=True))
    out: dict[str, Any] = {"rows": len(rows)}
    for tier, truth, said in (("t2", t2, s2), ("t3", t3, s3)):
        usual = max(sorted(set(truth)), key=truth.count)
        for name, answer in (
            ("threat-v1", said),
            (f"always {usual}", [usual] * len(truth)),
            ("the mover", sides),
        ):
            out[f"{tier} {name}"] = {
                "agreement": round(accuracy(truth, answer), 3),
                "macro": round(macro(truth, answer), 3),
            }
    return out


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    print(json.dumps(measure(parser.parse_args().folder), indent=1))
