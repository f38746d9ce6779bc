"""Queries of the protocol `katago`, answered by a process that was held to its pin."""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from va_engines.katago_batch import AnalysisQuery, merged
from va_engines.katago_pins import proof_of, visits_of
from va_engines.line_process import ProcessFailed, ProcessNonsense
from video_arena.engines import EngineFailed
from video_arena.values import Evaluation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from va_engines.katago_process import KataGoProcess, Reply
    from video_arena.canonical import Json
    from video_arena.engines import EnginePin
    from video_arena.values import EngineQuery

log = logging.getLogger(__name__)

HARMLESS_WARNINGS: Final = frozenset({"includeOwnership", "priority", "id"})
"""Fields of a query that KataGo may ignore without changing a value. We send none of them."""


@dataclass(slots=True)
class _Round:
    """What one process was asked and has not answered yet."""

    queries: dict[str, AnalysisQuery]
    open: set[tuple[str, int]] = field(init=False)
    refused: dict[str, str] = field(default_factory=dict)
    """By query: why KataGo, or we, cannot have it answered."""

    def __post_init__(self) -> None:
        self.open = {(name, turn) for name, query in self.queries.items() for turn in query.turns}

    def drop(self, name: str, reason: str) -> None:
        """Give up on a query."""
        self.refused.setdefault(name, reason)
        self.open = {entry for entry in self.open if entry[0] != name}


class KataGoSession:
    """An `EngineSession`: many positions in flight, each searched from nothing.

    Args:
        process: proven to be the pin's; the session closes it.
        pin: gives the budget.
    """

    def __init__(self, process: KataGoProcess, pin: EnginePin) -> None:
        self._process = process
        self._pin = pin
        self._visits = visits_of(pin)
        proof = proof_of(pin)
        self._observed: dict[str, Json] = {
            "name": pin.engine,
            "git_hash": process.git_hash,
            "networks": list(pin.networks),
            "network_sha256": proof.network_sha256,
            "options": dict(pin.options),
        }
        self._asked = 0

    @property
    def observed(self) -> Mapping[str, Json]:
        """The engine's name and commit, its network and the options in force."""
        return dict(self._observed)

    def evaluate(self, queries: Sequence[EngineQuery]) -> Iterator[tuple[int, Evaluation]]:
        """Answer queries as they finish; games that go on from each other are put together.

        A process that dies or hangs is replaced and asked for what it still owes. That may happen
        as often as there was an answer in between, and once without.

        Raises:
            EngineFailed: an answer cannot be had, or cannot be trusted; all others were given.
        """
        missing = set(range(len(queries)))
        fruitless: ProcessFailed | None = None
        refused: list[str] = []
        while missing:
            current = self._round(queries, sorted(missing))
            progress = False
            try:
                for indices, evaluation in self._answers(current):
                    progress = True
                    for index in indices:
                        missing.discard(index)
                        yield index, evaluation
            except ProcessFailed as error:
                self._recover(error, None if progress else fruitless, queries, missing)
                fruitless = error
                continue
            refused += current.refused.values()
            break
        if refused:
            raise EngineFailed("; ".join(refused))

    def _round(self, queries: Sequence[EngineQuery], wanted: Sequence[int]) -> _Round:
        named = {}
        for query in merged(queries, wanted):
            self._asked += 1
            named[f"g{self._asked}"] = query
        return _Round(named)

    def _recover(
        self,
        error: ProcessFailed,
        before: ProcessFailed | None,
        queries: Sequence[EngineQuery],
        missing: set[int],
    ) -> None:
        """A fresh process, unless the last one too had failed without an answer."""
        first = min(missing)
        if before is None:
            log.warning("%s; %d positions are asked again", error, len(missing))
            try:
                self._process.restart()
            except ProcessFailed as second:
                before, error = error, second
            else:
                return
        raise EngineFailed(
            f"{self._pin.engine}, {self._visits} visits, {len(missing)} positions from "
            f"{dict(queries[first].request)} on: no answer in two tries. First: {before}. Then, in "
            f"a fresh process: {error}. If it was killed, the machine may be short of memory."
        ) from error

    def _answers(self, current: _Round) -> Iterator[tuple[tuple[int, ...], Evaluation]]:
        for name, query in current.queries.items():
            self._process.send(query.message(name, self._visits))
        while current.open:
            reply = self._process.receive()
            name = str(reply.get("id"))
            if name not in current.queries:
                raise ProcessNonsense(f"KataGo answered what was not asked: {reply}")
            if "error" in reply:
                current.drop(name, f"KataGo refuses a query: {reply['error']}{_field(reply)}")
            elif "warning" in reply:
                self._warned(current, name, reply)
            elif not reply.get("isDuringSearch", False):
                yield from self._answer(current, name, reply)

    def _warned(self, current: _Round, name: str, reply: Reply) -> None:
        """A warning means that a part of the query was ignored: mostly, the answer is another's."""
        log.warning("KataGo warns: %s%s", reply["warning"], _field(reply))
        if reply.get("field") not in HARMLESS_WARNINGS:
            current.drop(
                name, f"KataGo ignores a part of a query: {reply['warning']}{_field(reply)}"
            )

    def _answer(
        self, current: _Round, name: str, reply: Reply
    ) -> Iterator[tuple[tuple[int, ...], Evaluation]]:
        if name in current.refused:
            return
        turn = reply.get("turnNumber")
        if not isinstance(turn, int) or (name, turn) not in current.open:
            raise ProcessNonsense(f"KataGo answered turn {turn}, which was not asked or is done")
        if reply.get("noResults"):
            raise ProcessNonsense(f"KataGo broke off its search of turn {turn}")
        query = current.queries[name]
        evaluation = evaluation_of(reply, query.player_after(turn))
        current.open.discard((name, turn))
        yield query.turns[turn], evaluation

    def close(self) -> None:
        """Stop the engine. Safe to call twice."""
        self._process.close()


def _field(reply: Reply) -> str:
    return f" (field {reply['field']})" if "field" in reply else ""


def evaluation_of(reply: Reply, player: str) -> Evaluation:
    """The answer's value, which `reportAnalysisWinratesAs = BLACK` makes Black's.

    Raises:
        ProcessNonsense: it is no value, or one of another position.
    """
    root = reply.get("rootInfo")
    if not isinstance(root, dict):
        raise ProcessNonsense(f"KataGo gave no rootInfo for turn {reply.get('turnNumber')}")
    value, visits = root.get("winrate"), root.get("visits")
    if not isinstance(value, (int, float)) or not math.isfinite(value) or not 0 <= value <= 1:
        raise ProcessNonsense(f"KataGo gave the winrate {value!r}")
    if not isinstance(visits, int) or visits < 1:
        raise ProcessNonsense(f"KataGo gave {visits!r} visits")
    if root.get("currentPlayer") != player:
        raise ProcessNonsense(
            f"KataGo thought {root.get('currentPlayer')} to move where {player} is"
        )
    detail: dict[str, Json] = {"visits": visits}
    lead = root.get("scoreLead")
    if isinstance(lead, (int, float)) and math.isfinite(lead):
        detail["score_lead"] = lead
    return Evaluation(float(value), detail)
