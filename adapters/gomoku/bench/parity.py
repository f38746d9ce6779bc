"""What the side that moved tells about the labels of each case, smoothed and not.

    python adapters/gomoku/bench/parity.py CORPUS

Reads the ground truth of a corpus of gomoku, in which V after every move stands, and labels it
twice. Prints one JSON object: for each case, tier and rule the macro accuracy of answering with the
mover, or with the side that moves next, on the smoothed labels of the case and on unsmoothed ones.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from va_gomoku.spec import make_spec
from video_arena.labels import standings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from video_arena.labels import DeadBand

RULE = make_spec(15).labels
UNSMOOTHED = dataclasses.replace(RULE, smoothing="none")


def labels(values: Sequence[float], rule: DeadBand) -> dict[str, list[Any]]:
    """T2 and T3 of every move, from V after every prefix, the start included."""
    found = [rule.label(before, after) for before, after in pairwise(standings(rule, values))]
    return {"t2": [one.update for one in found], "t3": [one.state for one in found]}


def macro(truth: Sequence[str], said: Sequence[str]) -> float:
    """The mean over the labels that occur of how many of each are right."""
    return fmean(
        fmean(b == kind for a, b in zip(truth, said, strict=True) if a == kind)
        for kind in sorted(set(truth))
    )


def parity(values: Sequence[float]) -> dict[str, dict[str, float]]:
    """By tier and rule: the macro accuracy on smoothed and on unsmoothed labels of one case."""
    count = len(values) - 1
    sides = {
        "the mover": ["W" if number % 2 else "B" for number in range(count)],
        "the next to move": ["B" if number % 2 else "W" for number in range(count)],
    }
    smoothed, raw = labels(values, RULE), labels(values, UNSMOOTHED)
    return {
        f"{tier} {name}": {
            "smoothed": round(macro(smoothed[tier], said), 3),
            "unsmoothed": round(macro(raw[tier], said), 3),
        }
        for tier in ("t2", "t3")
        for name, said in sides.items()
    }


def report(corpus: Path) -> dict[str, Any]:
    """Every case of the corpus by its id, and the mean over cases."""
    cases = {}
    for path in sorted(corpus.glob("tasks/gomoku*/gt/*_gt.json")):
        truth = json.loads(path.read_text())
        cases[truth["case_id"]] = parity(truth["value"]["trajectory"])
    if not cases:
        raise SystemExit(f"{corpus}: no ground truth of gomoku in it")
    rows = list(cases.values())
    mean = {
        rule: {how: round(fmean(row[rule][how] for row in rows), 3) for how in rows[0][rule]}
        for rule in rows[0]
    }
    return {"cases": cases, "mean": mean}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", type=Path)
    print(json.dumps(report(parser.parse_args().corpus), indent=1))
