"""Queries of the protocol `gomocup`, answered by a process that was held to its pin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from va_engines.gomocup_lines import fits_scaling, scaling_factor
from va_engines.gomocup_pins import gomocup_proof_of
from va_engines.gomocup_process import GomocupPosition
from va_engines.line_process import ProcessNonsense
from va_engines.retry import with_one_retry
from video_arena.engines import EngineError, EngineFailed, EngineMismatch
from video_arena.values import EngineQuery, Evaluation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from va_engines.gomocup_lines import Block
    from va_engines.gomocup_process import GomocupProcess
    from video_arena.canonical import Json
    from video_arena.engines import EnginePin

PROTOCOL: Final = "gomocup"
RULES: Final = {"freestyle": 0, "standard": 1, "renju": 4}
"""The protocol's numbers for the rules."""
REQUEST_KEYS: Final = {"size", "rule", "moves"}
LONG_MS: Final = 600_000
"""Time that never ends a search with a budget of nodes or depth."""


def gomocup_query(
    size: int, rule: str, moves: Sequence[tuple[int, int]], *, flipped: bool = False
) -> EngineQuery:
    """A query for a Gomocup engine: the game so far.

    The request is `{"size": 15, "rule": "freestyle", "moves": [[7, 7], [7, 8]]}`: column from the
    left and row from the top, from 0, black's stone first; at least one. The answer is the win
    probability of the side to move; `flipped` where V is the other side's.
    """
    request: dict[str, Json] = {
        "size": size,
        "rule": rule,
        "moves": [[x, y] for x, y in moves],
    }
    return EngineQuery(PROTOCOL, request, flipped)


def settings_of(budget: Mapping[str, int]) -> dict[str, int]:
    """The protocol's settings for a pin's budget.

    Raises:
        EngineError: it is not one of nodes, depth or ms.

    >>> settings_of({"nodes": 300_000})
    {'timeout_turn': 600000, 'max_node': 300000}
    """
    if len(budget) == 1:
        ((key, value),) = budget.items()
        if value > 0 and key == "ms":
            return {"timeout_turn": value}
        if value > 0 and key in {"nodes", "depth"}:
            return {"timeout_turn": LONG_MS, "max_node" if key == "nodes" else "max_depth": value}
    raise EngineError(
        f"a Gomocup engine cannot think by {dict(budget)}: give one of nodes, depth or ms, above "
        "0, as in nodes=300000"
    )


class GomocupSession:
    """An `EngineSession`: clears the state, asks, checks the answer; retries once.

    Args:
        process: the session closes it.
        pin: names the scaling factor that every answer must have.
        observed: what was seen of the engine when it was held to its pin.
    """

    def __init__(
        self, process: GomocupProcess, pin: EnginePin, observed: Mapping[str, Json]
    ) -> None:
        self._process = process
        self._scale = gomocup_proof_of(pin).scaling_factor
        self._observed = dict(observed)

    @property
    def observed(self) -> Mapping[str, Json]:
        """The engine's name and version, its set-up, scaling factor and settings."""
        return dict(self._observed)

    def evaluate(self, queries: Sequence[EngineQuery]) -> Iterator[tuple[int, Evaluation]]:
        """Answer the queries in their order, each from a cleared state.

        `Evaluation.detail` holds depth, nodes, eval or mate (plies), and bestmove.

        Raises:
            EngineFailed: an answer cannot be had, or cannot be trusted.
            EngineMismatch: the engine fell back to another evaluator, or has another scaling.
        """
        for index, query in enumerate(queries):
            yield index, self._evaluate(query)

    def _evaluate(self, query: EngineQuery) -> Evaluation:
        position = position_of(query)
        question = (
            f"{self._process.name}, {position.size}x{position.size}, rule {position.rule}, after "
            f"{' '.join(f'{x},{y}' for x, y in position.moves)}"
        )
        block, move = with_one_retry(self._process, lambda: self._ask(position), question)
        hold_to_scaling(self._process.name, block, self._scale)
        score: dict[str, Json] = (
            {"eval": block.eval} if block.mate is None else {"mate": block.mate}
        )
        detail: dict[str, Json] = {
            "depth": block.depth,
            "nodes": block.nodes,
            **score,
            "bestmove": list(move),
        }
        return Evaluation(block.winrate, detail)

    def _ask(self, position: GomocupPosition) -> tuple[Block, tuple[int, int]]:
        result = self._process.search(position)
        if 0 not in result.lines:
            raise ProcessNonsense(
                f"{self._process.name} gave the move {result.move} without a value. Does it know "
                "INFO SHOW_DETAIL?"
            )
        if not all(0 <= at < position.size for at in result.move) or result.move in position.moves:
            raise ProcessNonsense(f"{self._process.name} moves to {result.move}, which is not free")
        return result.lines[0], result.move

    def close(self) -> None:
        """Stop the engine. Safe to call twice."""
        self._process.close()


def hold_to_scaling(name: str, block: Block, scale: float) -> None:
    """Refuse a win rate that another model's sigmoid made.

    Raises:
        EngineMismatch: eval and win rate do not fit the pin's scaling factor.
    """
    if fits_scaling(block, scale):
        return
    found = scaling_factor(block)
    told = "none" if found is None else f"about {found:.1f}"
    raise EngineMismatch(
        f"{name} makes win rates with another scaling factor than the pin's {scale:g}: EVAL "
        f"{block.eval} with WINRATE {block.winrate} tells {told}. It runs another model: use the "
        "config that the pin means."
    )


def position_of(query: EngineQuery) -> GomocupPosition:
    """The position that a query asks about.

    Raises:
        EngineFailed: the request is none of this protocol, or a stone lies off the board, on
            another one, or there is none.
    """
    if query.protocol != PROTOCOL:
        raise EngineFailed(f"a Gomocup engine cannot answer a query of protocol {query.protocol!r}")
    size, rule, moves = (query.request.get(key) for key in ("size", "rule", "moves"))
    if (
        set(query.request) != REQUEST_KEYS
        or not isinstance(size, int)
        or rule not in RULES
        or not isinstance(moves, list)
    ):
        raise EngineFailed(
            'a Gomocup request is {"size": 15, "rule": "freestyle", "moves": [[7, 7], ...]}, '
            f"not {dict(query.request)}"
        )
    stones = tuple(_stone(move, size) for move in moves)
    if len(set(stones)) != len(stones):
        raise EngineFailed(f"two stones on one point: {moves}")
    if not stones:
        raise EngineFailed(
            "an engine has no value for the empty board: the adapter must give 0.5, not a query"
        )
    return GomocupPosition(size, RULES[str(rule)], stones)


def _stone(move: Json, size: int) -> tuple[int, int]:
    if isinstance(move, list) and len(move) == 2:
        x, y = move
        if isinstance(x, int) and isinstance(y, int) and 0 <= x < size and 0 <= y < size:
            return x, y
    raise EngineFailed(f"no stone on a board of {size}: {move}")
