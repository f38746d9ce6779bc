"""`douzero-wp`: the released DouZero networks, one forward pass for all tables of a step.

The three networks (Zha et al., 2021) score each legal move from 15 remembered actions (an LSTM
over five rounds), the seat's view and the move itself; the best score is played. Three things make
it fast here: the LSTM and the state's part of the first layer are computed once a table and not
once a move, the moves of all tables share one batch, and a forced move is not asked for at all.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from va_engines.doudizhu.cards import counts_of
from va_engines.doudizhu.combinations import table
from va_engines.doudizhu.tables import DOWN, LANDLORD, UP

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from va_engines.doudizhu.moves import Moves
    from va_engines.doudizhu.tables import Tables
    from video_arena.canonical import Json

    Features = NDArray[np.float32]

CODE: Final = 54
"""Numbers that encode a set of cards: four a rank, filled from the first, and one a joker."""
STATE: Final = (319, 430, 430)
"""Numbers that encode a seat's view, without the move: DouZero's 373 and 484 less 54."""
MOST_LEFT: Final = (20, 17, 17)
BOMBS: Final = 15
CHUNK: Final = 2048
"""So many moves go through the layers at once: their numbers stay in the processor's cache."""


class DouzeroWp:
    """The policy.

    Args:
        states: the networks' state dicts, as `torch.load` gives them, in the order of the seats.
        observed: what a label's reader must know of them.

    Raises:
        ImportError: torch is not installed.
        KeyError, RuntimeError: a state dict is not of DouZero's architecture.
    """

    name = "douzero-wp"

    def __init__(self, states: Sequence[Mapping[str, Any]], observed: Mapping[str, Json]) -> None:
        # By name: an extra, whose types mypy must not ask for.
        self._torch = torch = import_module("torch")
        self._networks = [_network(torch, state, seat) for seat, state in enumerate(states)]
        self.observed: Mapping[str, Json] = {
            "policy": self.name,
            "torch": torch.__version__,
            **observed,
        }

    def choose(self, tables: Tables, moves: Moves) -> NDArray[np.int64]:
        """The move of highest score; of equals the first in the table of combinations."""
        score = self.scores(tables, moves)
        best = np.maximum.reduceat(score, moves.start)
        at = np.flatnonzero(score == best[moves.hand])
        return at[np.searchsorted(moves.hand[at], np.arange(len(tables)))]

    def scores(self, tables: Tables, moves: Moves) -> Features:
        """The network's value of each legal move, shape (P,)."""
        torch, seat = self._torch, tables.seat
        network = self._networks[seat]
        past = _codes(table().cards[tables.past]).reshape(len(tables), 5, 3 * CODE)
        with torch.inference_mode():
            lstm_out, _ = network["lstm"](torch.from_numpy(past))
            state = torch.from_numpy(view_of(tables))
            of_state = network["past"](lstm_out[:, -1]) + network["state"](state)
            parts = []
            for first in range(0, len(moves.row), CHUNK):
                some = slice(first, first + CHUNK)
                x = network["move"](torch.from_numpy(_codes(table().cards[moves.row[some]])))
                x += of_state[torch.from_numpy(moves.hand[some])]
                for layer in network["rest"]:
                    x = layer(x.relu_())
                parts.append(network["last"](x.relu_())[:, 0].numpy())
        scores: Features = np.concatenate(parts)
        return scores


def view_of(tables: Tables) -> Features:
    """DouZero's features of the state for the seat whose turn it is, without the move."""
    seat, rows = tables.seat, table()
    own = tables.hands[:, seat]
    others = tables.hands.sum(axis=1) - own
    lead, last = rows.cards[tables.lead], rows.cards[tables.last]
    bombs = np.zeros((len(tables), BOMBS), np.float32)
    bombs[np.arange(len(tables)), tables.bombs] = 1
    if seat == LANDLORD:
        sets = [own, others, lead, tables.played[:, UP], tables.played[:, DOWN]]
        left = (UP, DOWN)
    else:
        mate = UP if seat == DOWN else DOWN
        played = tables.played
        sets = [
            own,
            others,
            played[:, LANDLORD],
            played[:, mate],
            lead,
            last[:, LANDLORD],
            last[:, mate],
        ]
        left = (LANDLORD, mate)
    parts = [*map(_codes, sets), *(_one_hot(tables.left[:, s], MOST_LEFT[s]) for s in left), bombs]
    return np.concatenate(parts, axis=1)


def _codes(packed: NDArray[np.int64]) -> Features:
    """Sets of cards as the networks want them: shape (..., 54)."""
    counts = counts_of(packed)
    out = np.empty((*packed.shape, CODE), np.float32)
    filled = counts[..., :13, None] > np.arange(4)
    out[..., :52] = filled.reshape(*packed.shape, 52)
    out[..., 52:] = counts[..., 13:]
    return out


def _one_hot(left: NDArray[np.int64], most: int) -> Features:
    one_hot: Features = (left[:, None] == np.arange(1, most + 1)).astype(np.float32)
    return one_hot


def _network(torch: Any, state: Mapping[str, Any], seat: int) -> dict[str, Any]:  # noqa: ANN401
    """The layers of a seat's network, its first one cut into past, state and move."""
    nn = torch.nn
    lstm = nn.LSTM(3 * CODE, 128, batch_first=True)
    lstm.load_state_dict(
        {k.removeprefix("lstm."): v for k, v in state.items() if k.startswith("lstm.")}
    )
    weight, bias = state["dense1.weight"], state["dense1.bias"]
    cuts = (128, STATE[seat], CODE)
    if weight.shape != (512, sum(cuts)):
        raise RuntimeError(f"dense1.weight is {tuple(weight.shape)}, not (512, {sum(cuts)})")
    past, of_state, move = torch.split(weight, cuts, dim=1)
    return {
        "lstm": lstm.eval(),
        "past": _linear(nn, past, bias),
        "state": _linear(nn, of_state, None),
        "move": _linear(nn, move, None),
        "rest": [
            _linear(nn, state[f"dense{i}.weight"], state[f"dense{i}.bias"]) for i in range(2, 6)
        ],
        "last": _linear(nn, state["dense6.weight"], state["dense6.bias"]),
    }


def _linear(nn: Any, weight: Any, bias: Any) -> Any:  # noqa: ANN401 - torch is not there for mypy
    layer = nn.Linear(weight.shape[1], weight.shape[0], bias=bias is not None)
    layer.load_state_dict({"weight": weight} if bias is None else {"weight": weight, "bias": bias})
    return layer.eval()
