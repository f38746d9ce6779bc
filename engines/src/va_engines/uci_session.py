"""Queries of the protocol `uci`, answered by a process that was held to its pin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from va_engines.line_process import ProcessNonsense
from va_engines.retry import with_one_retry
from video_arena.engines import EngineError, EngineFailed
from video_arena.values import EngineQuery, Evaluation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from va_engines.uci_lines import SearchResult
    from va_engines.uci_process import UciProcess
    from video_arena.canonical import Json
    from video_arena.engines import EnginePin

PROTOCOL = "uci"
REQUEST_KEYS = {"start", "moves"}
_LIMITS = ("depth", "nodes")


def uci_query(start: str, moves: Sequence[str], *, flipped: bool = False) -> EngineQuery:
    """A query for a UCI engine: the game so far.

    The request is `{"start": "startpos" or a FEN, "moves": ["e2e4", ...]}`, with the moves in
    UCI's long notation (castling by the king: `e1g1`; promotion: `e7e8q`). All moves since the
    start go in, since a repetition makes a position worth something else. The answer is the
    expected score of the side to move; `flipped` where V is the other side's.
    """
    return EngineQuery(PROTOCOL, {"start": start, "moves": list(moves)}, flipped)


def go_of(budget: Mapping[str, int]) -> str:
    """UCI's limit for a pin's budget.

    Raises:
        EngineError: it is not one depth or one number of nodes.

    >>> go_of({"depth": 20})
    'depth 20'
    """
    if len(budget) == 1:
        ((key, value),) = budget.items()
        if key in _LIMITS and value > 0:
            return f"{key} {value}"
    raise EngineError(
        f"a UCI engine cannot think by {dict(budget)}: give one of {', '.join(_LIMITS)}, "
        "above 0, as in depth=20"
    )


class UciSession:
    """An `EngineSession`: clears the state, asks, checks the answer; retries once.

    Args:
        process: proven to be the pin's; the session closes it.
        pin: gives the budget.
    """

    def __init__(self, process: UciProcess, pin: EnginePin) -> None:
        self._process = process
        self._go = go_of(pin.budget)
        self._depth = pin.budget.get("depth")
        self._observed: dict[str, Json] = {
            # Not the build's own name: `Stockfish 18 WASM` and a native build that reproduces the
            # probe give the same values, so their cases must have the same bytes.
            "name": pin.engine,
            "networks": list(process.networks),
            "options": dict(pin.options),
        }

    @property
    def observed(self) -> Mapping[str, Json]:
        """The engine's name, its networks and the options in force."""
        return dict(self._observed)

    def evaluate(self, queries: Sequence[EngineQuery]) -> Iterator[tuple[int, Evaluation]]:
        """Answer the queries in their order, each from a cleared state.

        `Evaluation.detail` holds depth, nodes, score_cp or mate, wdl and bestmove.

        Raises:
            EngineFailed: an answer cannot be had, or cannot be trusted.
        """
        for index, query in enumerate(queries):
            yield index, self._evaluate(query)

    def _evaluate(self, query: EngineQuery) -> Evaluation:
        start, moves = _request(query)
        question = f"{self._process.name}, go {self._go}, {start!r} after {' '.join(moves)!r}"
        result = with_one_retry(self._process, lambda: self._ask(start, moves), question)
        if result.bestmove is None:
            raise EngineFailed(
                f"{question}: the game is over there, so its value comes from the rules: the "
                "adapter must give a Terminal, not a query"
            )
        if result.wdl is None:
            raise EngineFailed(
                f"{question}: no wdl in the answer. The pin must set UCI_ShowWDL, and the "
                "engine must know it."
            )
        win, draw, _ = result.wdl
        return Evaluation((2 * win + draw) / 2000, _detail(result))

    def _ask(self, start: str, moves: Sequence[str]) -> SearchResult:
        self._process.new_game()
        result = self._process.search(start, moves, self._go)
        if result.bestmove is not None:
            self._distrust(result)
        return result

    def _distrust(self, result: SearchResult) -> None:
        """Refuse an answer that is not this search's, or not its end."""
        if not result.depth:
            raise ProcessNonsense(f"{self._process.name} gave a move without an exact score")
        if self._depth is None:
            return
        if result.depth != self._depth:
            raise ProcessNonsense(
                f"{self._process.name} ended at depth {result.depth}, not {self._depth}"
            )
        if result.pv[:1] != (result.bestmove,):
            raise ProcessNonsense(
                f"{self._process.name} chose {result.bestmove} but rated {result.pv[:1]}"
            )

    def close(self) -> None:
        """Stop the engine. Safe to call twice."""
        self._process.close()


def _request(query: EngineQuery) -> tuple[str, list[str]]:
    if query.protocol != PROTOCOL:
        raise EngineFailed(f"a UCI engine cannot answer a query of protocol {query.protocol!r}")
    start, moves = query.request.get("start"), query.request.get("moves")
    if (
        set(query.request) != REQUEST_KEYS
        or not isinstance(start, str)
        or not isinstance(moves, list)
        or not all(isinstance(move, str) for move in moves)
    ):
        raise EngineFailed(
            f'a UCI request is {{"start": "startpos" or FEN, "moves": [...]}}, '
            f"not {dict(query.request)}"
        )
    return start, [str(move) for move in moves]


def _detail(result: SearchResult) -> dict[str, Json]:
    assert result.wdl is not None
    score: dict[str, Json] = (
        {"mate": result.mate} if result.mate is not None else {"score_cp": result.score_cp}
    )
    return {
        "depth": result.depth,
        "nodes": result.nodes,
        **score,
        "wdl": list(result.wdl),
        "bestmove": result.bestmove,
    }
