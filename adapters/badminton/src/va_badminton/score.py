"""Which rally came when and who won it: proved by the score, or the set is no case.

The score columns hold the score AFTER a rally. They are believed first, `getpoint_player` second:
where both speak and differ, the step of the score stands (ShuttleSet's issue tracker and our own
count agree that `getpoint_player` is the one that errs).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from va_badminton.errors import RejectedError, told

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from va_badminton.rows import Player, Row

CAPS = {21: 30, 15: 21, 11: 15}
"""A set is won by two points, or by the first to reach the cap (Laws of Badminton 7.4, 7.5 for
21; the same rule in the trials of 15 and 11)."""


class Score(NamedTuple):
    """Points of A and B."""

    a: int
    b: int

    def after(self, winner: Player) -> Score:
        """With one more point."""
        return Score(self.a + (winner == "A"), self.b + (winner == "B"))


@dataclass(frozen=True, slots=True)
class Proved:
    """One rally, its place in the set proved."""

    rows: tuple[Row, ...]
    """In order; empty for a rally of which only the score tells."""
    winner: Player
    server: Player | None
    """The winner of the rally before; None for the first."""
    before: Score


@dataclass(frozen=True, slots=True)
class Course:
    """A whole set."""

    rallies: tuple[Proved, ...]
    notes: tuple[str, ...]


def is_over(score: Score, game_to: int) -> bool:
    """Whether a set to `game_to` points is won."""
    high, low = max(score), min(score)
    cap = CAPS.get(game_to, game_to + 2)
    return (high >= game_to and high - low >= 2) or high >= cap


def prove(rows: Sequence[Row], game_to: int) -> Course:
    """Order the rallies of a set and name their winners.

    Raises:
        RejectedError: the score does not say what happened; the message names the rows.
    """
    notes: list[str] = []
    blocks = _ordered(list(_blocks(rows)), notes)
    rallies: list[Proved] = []
    score = Score(0, 0)
    for i, block in enumerate(blocks):
        following = blocks[i + 1] if i + 1 < len(blocks) else None
        winners = _winners(block, following, score, game_to, notes)
        for number, winner in enumerate(winners):
            if is_over(score, game_to):
                raise RejectedError(
                    f"play goes on after {score.a}-{score.b} in a set to {game_to}",
                    rows=_span(block),
                )
            last = number + 1 == len(winners)
            server = rallies[-1].winner if rallies else None
            rallies.append(Proved(tuple(block) if last else (), winner, server, score))
            score = score.after(winner)
    if not is_over(score, game_to):
        raise RejectedError(
            f"the set stops at {score.a}-{score.b}: its last rally is not in the file",
            rows=_span(blocks[-1]),
        )
    notes += _odd_servers(rallies)
    return Course(tuple(rallies), tuple(notes))


Block = list["Row"]


def _blocks(rows: Sequence[Row]) -> Iterator[Block]:
    """Rows of one rally: same number and score, and stroke numbers that go up."""
    block: Block = []
    for row in rows:
        if block and (
            (row.rally, row.score) != (block[0].rally, block[0].score)
            or row.ball_round <= block[-1].ball_round
        ):
            yield block
            block = []
        block.append(row)
    yield block


def _span(block: Block) -> tuple[int, int]:
    return block[0].line, block[-1].line


def _rows(block: Block) -> str:
    return told(*_span(block))


def _ordered(blocks: list[Block], notes: list[str]) -> list[Block]:
    """By the score where the file has a rally in the wrong place and the frames agree.

    Raises:
        RejectedError: the frames put the rally elsewhere than its score does.
    """
    ordered = sorted(blocks, key=lambda block: sum(block[0].score))
    for before, after in pairwise(ordered):
        if before[0].frame >= after[0].frame:
            raise RejectedError(
                f"rally {after[0].rally} at {_text(after)} was played before {_rows(before)} by "
                "its frames and after them by its score",
                rows=_span(after),
            )
    if ordered == blocks:
        return blocks
    place = {id(block): i for i, block in enumerate(blocks)}
    for i, block in enumerate(ordered):
        later = [place[id(other)] for other in ordered[i + 1 :]]
        if later and place[id(block)] > max(later):
            notes.append(
                f"rally {block[0].rally} ({_rows(block)}) stands at the wrong place of the file; "
                f"its score {_text(block)} and its frames say where it belongs"
            )
    return ordered


def _text(block: Block) -> str:
    return f"{block[0].score[0]}-{block[0].score[1]}"


def _winners(
    block: Block, following: Block | None, score: Score, game_to: int, notes: list[str]
) -> list[Player]:
    """Who won this rally, the last in the list, and the ones missing before it."""
    a, b = block[0].score[0] - score.a, block[0].score[1] - score.b
    said = block[-1].point
    if (a, b) == (0, 0):
        return [_second_half(block, following, score, game_to, notes)]
    if a < 0 or b < 0:
        raise RejectedError(
            f"the score goes from {score.a}-{score.b} to {_text(block)}", rows=_span(block)
        )
    if a + b == 1:
        winner: Player = "A" if a else "B"
        if said not in {None, winner}:
            notes.append(
                f"rally {block[0].rally} ({_rows(block)}): the score goes to {_text(block)}, "
                f"getpoint_player says {said}; the score stands"
            )
        return [winner]
    missing = _missing(block, following, score, (a, b))
    notes.append(
        f"{len(missing) - 1} missing before rally {block[0].rally} ({_rows(block)}): the score "
        f"goes from {score.a}-{score.b} to {_text(block)}, won by {', '.join(missing)}"
    )
    return missing


def _missing(
    block: Block, following: Block | None, score: Score, step: tuple[int, int]
) -> list[Player]:
    """The winners of a step of several points, where they can only be these.

    The last one is `getpoint_player`'s, or the next rally's server; the one before it serves
    this rally; the rest must all be the same player's.

    Raises:
        RejectedError: the order is not proved.
    """
    a, b = step
    unproved = RejectedError(
        f"the score goes from {score.a}-{score.b} to {_text(block)}, and nothing says in which "
        "order the points were won",
        rows=_span(block),
    )
    if a == 0 or b == 0:
        only_one: Player = "A" if a else "B"
        return [only_one] * (a + b)
    last = block[-1].point
    if last is None and following and sum(following[0].score) == sum(block[0].score) + 1:
        last = following[0].player
    if last is None:
        raise unproved
    server = block[0].player
    rest = {"A": a, "B": b}
    rest[last] -= 1
    rest[server] -= 1
    if rest["A"] < 0 or rest["B"] < 0:
        # One missing rally, won by the other player, whom this block's first row does not show.
        rest[server] += 1
        if sum(rest.values()) != 1:
            raise unproved
        only: Player = "A" if rest["A"] else "B"
        return [only, last]
    if rest["A"] and rest["B"]:
        raise unproved
    more: Player = "A" if rest["A"] else "B"
    return [*[more] * rest[more], server, last]


def _second_half(
    block: Block, following: Block | None, score: Score, game_to: int, notes: list[str]
) -> Player:
    """A rally that was written down as part of the one before it.

    Raises:
        RejectedError: neither the next score nor the end of the set says who won it.
    """
    said = block[-1].point
    winner: Player | None = None
    if following is not None:
        a, b = following[0].score[0] - score.a, following[0].score[1] - score.b
        if a + b == 2 and 0 in {a, b}:
            winner = "A" if a else "B"
        elif (a, b) == (1, 1):
            winner = said or following[0].player
    elif said is not None and is_over(score.after(said), game_to):
        winner = said
    if winner is None or said not in {None, winner}:
        raise RejectedError(
            f"two rallies at {_text(block)}, and the score does not say who won the second",
            rows=_span(block),
        )
    notes.append(
        f"rally {block[0].rally} holds two: the second ({_rows(block)}) was won by {winner}"
    )
    return winner


def _odd_servers(rallies: Sequence[Proved]) -> Iterator[str]:
    for rally in rallies:
        if rally.rows and rally.server not in {None, rally.rows[0].player}:
            yield (
                f"rally {rally.rows[0].rally} (row {rally.rows[0].line}): {rally.rows[0].player} "
                f"hits first although {rally.server} won the rally before"
            )
