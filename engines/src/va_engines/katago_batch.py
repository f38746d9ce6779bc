"""Queries of the protocol `katago` to analysis queries: positions of one game are one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from video_arena.canonical import compact
from video_arena.engines import EngineFailed
from video_arena.values import EngineQuery

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from video_arena.canonical import Json

PROTOCOL: Final = "katago"
REQUEST_KEYS: Final = frozenset(
    {"rules", "komi", "boardXSize", "boardYSize", "initialStones", "initialPlayer", "moves"}
)

Moves = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AnalysisQuery:
    """One line to KataGo: a game, and the numbers of moves after which it is to think."""

    game: Mapping[str, Json]
    """The request without its moves."""
    moves: Moves
    turns: Mapping[int, tuple[int, ...]]
    """By number of moves: the indices of the queries that ask about it."""

    def message(self, name: str, visits: int) -> dict[str, Json]:
        """The line, as an object."""
        return {
            "id": name,
            **self.game,
            "moves": [list(move) for move in self.moves],
            "analyzeTurns": sorted(self.turns),
            "maxVisits": visits,
        }

    def player_after(self, turn: int) -> str:
        """Who is to move after `turn` moves, as KataGo has it: never the last mover."""
        if not turn:
            return str(self.game["initialPlayer"])
        return "W" if self.moves[turn - 1][0] == "B" else "B"


def katago_query(request: Mapping[str, Json]) -> EngineQuery:
    """A query for KataGo; its answer is Black's chance to win.

    The request has the fields of an analysis query, moves up to the position that is asked about:
    `rules`, `komi`, `boardXSize`, `boardYSize`, `initialStones`, `initialPlayer`, `moves`
    (`[["B", "Q16"], ["W", "pass"], ...]`).
    """
    return EngineQuery(PROTOCOL, request)


def merged(queries: Sequence[EngineQuery], wanted: Sequence[int]) -> Iterator[AnalysisQuery]:
    """Join queries whose games are beginnings of each other, in the order of the longest ones.

    Args:
        queries: of which
        wanted: are asked, by index.

    Raises:
        EngineFailed: a request is none of KataGo's.
    """
    games: dict[str, dict[Moves, list[int]]] = {}
    heads: dict[str, Mapping[str, Json]] = {}
    for index in wanted:
        head, moves = _request(queries[index])
        key = compact(head)
        heads[key] = head
        games.setdefault(key, {}).setdefault(moves, []).append(index)
    for key, asked in games.items():
        yield from _chains(heads[key], asked)


def _chains(
    head: Mapping[str, Json], asked: Mapping[Moves, Sequence[int]]
) -> Iterator[AnalysisQuery]:
    # Sorted, a game stands right after its beginnings.
    chain: list[Moves] = []
    for moves in [*sorted(asked), None]:
        if chain and (moves is None or moves[: len(chain[-1])] != chain[-1]):
            turns = {len(beginning): tuple(asked[beginning]) for beginning in chain}
            yield AnalysisQuery(head, chain[-1], turns)
            chain = []
        if moves is not None:
            chain.append(moves)


def _request(query: EngineQuery) -> tuple[Mapping[str, Json], Moves]:
    if query.protocol != PROTOCOL:
        raise EngineFailed(f"KataGo cannot answer a query of protocol {query.protocol!r}")
    request = query.request
    if set(request) != REQUEST_KEYS or not isinstance(request["moves"], list):
        raise EngineFailed(
            f"a KataGo request has exactly {', '.join(sorted(REQUEST_KEYS))}, not {dict(request)}"
        )
    pairs = cast("list[list[str]]", request["moves"])
    moves = tuple((str(colour), str(point)) for colour, point in pairs)
    return {key: value for key, value in request.items() if key != "moves"}, moves
