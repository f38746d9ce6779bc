"""What the lines of a Gomocup engine say: pure functions and a reader of its PV blocks."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

_MOVE = re.compile(r"(\d+),(\d+)\Z")
_ABOUT = re.compile(r'(\w+)\s*=\s*"([^"]*)"')
_FALLBACK = re.compile(r"failed to load|\bevaluator\b.*\bdisabled", re.IGNORECASE)
_FACTS = {
    "config": re.compile(r"MESSAGE Load config from\s+(.+)"),
    "evaluator": re.compile(r"MESSAGE (?:INFO )?Evaluator set to\s+(.+)"),
}
_MATE = re.compile(r"([+-])M(\d+)\Z")
SLACK = 5e-4
"""How far a printed win rate may be from the one that its eval gives. Rapfi prints an eval that is
a whole number and a win rate of six digits; another model's factor is off by far more than this
wherever the eval is not near 0."""


@dataclass(frozen=True, slots=True)
class Block:
    """One completed `INFO PV ... INFO PV DONE` block. All for the side to move."""

    eval: int | None
    """None where the score is a mate."""
    mate: int | None
    """Plies to five; negative when the other side has it."""
    winrate: float
    """0 to 1; exactly 1 or 0 for a mate."""
    depth: int
    nodes: int
    bestline: str = ""


class BlockReader:
    """Collects the blocks of one search; `last` is each line of play's last completed one."""

    def __init__(self) -> None:
        self.last: dict[int, Block] = {}
        """By index: 0 is the best line of play."""
        self._index: int | None = None
        self._values: dict[str, str] = {}

    def take(self, line: str) -> None:
        """Look at a line; whatever is no part of a block is passed over.

        Raises:
            ValueError: a block is completed that lacks a value or has a wrong one.
        """
        words = line.split(maxsplit=2)
        if len(words) < 3 or words[0] != "INFO":
            return
        key, value = words[1], words[2].strip()
        if key != "PV":
            self._values[key] = value
        elif value != "DONE":
            self._index, self._values = int(value), {}
        elif self._index is not None:
            self.last[self._index] = _block(self._values)
            self._index = None


def _block(values: dict[str, str]) -> Block:
    missing = [key for key in ("EVAL", "WINRATE") if key not in values]
    if missing:
        raise ValueError(f"a PV block without {' and '.join(missing)}")
    winrate = float(values["WINRATE"])
    if not 0 <= winrate <= 1:
        raise ValueError(f"a win rate of {values['WINRATE']}")
    mated = _MATE.match(values["EVAL"])
    mate = int(mated[1] + mated[2]) if mated else None
    if mate is not None and winrate != (1.0 if mate > 0 else 0.0):
        raise ValueError(f"EVAL {values['EVAL']} with WINRATE {values['WINRATE']}")
    return Block(
        eval=None if mated else int(values["EVAL"]),
        mate=mate,
        winrate=winrate,
        depth=int(values.get("DEPTH", 0)),
        nodes=int(values.get("TOTALNODES", 0)),
        bestline=values.get("BESTLINE", ""),
    )


def read_move(line: str) -> tuple[int, int] | None:
    """The move that ends an answer, column and row from 0; None for any other line.

    >>> read_move("5,6"), read_move("MESSAGE Speed 86363")
    ((5, 6), None)
    """
    found = _MOVE.match(line.strip())
    return (int(found[1]), int(found[2])) if found else None


def read_about(line: str) -> dict[str, str] | None:
    """The answer to ABOUT; None for any other line.

    >>> read_about('name="Rapfi", version="0.43.02"')
    {'name': 'Rapfi', 'version': '0.43.02'}
    """
    return dict(_ABOUT.findall(line)) if line.lstrip().startswith("name=") else None


def is_fallback(line: str) -> bool:
    """Whether an engine says that it goes on without the network that it was told to use.

    >>> is_fallback("MESSAGE Failed to load weight file mix9svq.bin.lz4")
    True
    """
    return _FALLBACK.search(line) is not None


def read_fact(line: str) -> tuple[str, str] | None:
    """What a line tells of the engine's set-up: ("config" or "evaluator", which)."""
    for name, pattern in _FACTS.items():
        found = pattern.match(line.strip())
        if found:
            return name, found[1].strip()
    return None


def scaling_factor(block: Block) -> float | None:
    """The s with which winrate = 1 / (1 + exp(-eval / s)); None where the block does not tell.

    It differs by the engine's model, and with it what a win rate means.
    """
    if not block.eval or not 0 < block.winrate < 1 or block.winrate == 0.5:
        return None
    return block.eval / math.log(block.winrate / (1 - block.winrate))


def fits_scaling(block: Block, scale: float) -> bool:
    """Whether eval and win rate of a block are those of this scaling factor."""
    if block.eval is None:
        return True
    return abs(block.winrate - 1 / (1 + math.exp(-block.eval / scale))) <= SLACK
