"""Who won: the Result tag, the movetext's terminator and the board must not contradict."""

from __future__ import annotations

from va_chess.errors import RejectedError
from va_chess.movetext import plain_dashes

WINNERS: dict[str, str | None] = {"1-0": "W", "0-1": "B", "1/2-1/2": None}
UNKNOWN = "*"


def read_result(text: str | None) -> str:
    """`1-0`, `0-1` or `1/2-1/2`; `*` for everything else, `+--`, `?` and nothing included.

    >>> read_result("½-½"), read_result("1 - 0"), read_result("+--")
    ('1/2-1/2', '1-0', '*')
    """
    plain = plain_dashes(text or "").replace(" ", "")
    plain = {"1/2": "1/2-1/2", "0.5-0.5": "1/2-1/2"}.get(plain, plain)
    return plain if plain in WINNERS else UNKNOWN


def agreed_result(tag: str | None, terminator: str | None, ending: str, side_to_move: str) -> str:
    """The one result that tag, terminator and board agree on; `*` when none of them knows.

    An unknown result contradicts nothing: the others then decide.

    Args:
        tag: the value of the Result tag, None without one.
        terminator: what stands at the end of the movetext, None without one.
        ending: how the rules ended the game, `` where they did not.
        side_to_move: `W` or `B`, in the last position.

    Raises:
        RejectedError: two of the three contradict.
    """
    said = read_result(tag)
    written = read_result(terminator)
    if UNKNOWN not in {said, written} and said != written:
        raise RejectedError(
            f"contradictory results: the tag says {said}, the moves end in {written}"
        )
    result = written if said == UNKNOWN else said
    if not ending:
        return result
    decided = "1/2-1/2" if ending != "checkmate" else ("0-1" if side_to_move == "W" else "1-0")
    if result not in {UNKNOWN, decided}:
        source = "tag" if said != UNKNOWN else "movetext"
        raise RejectedError(
            f"contradictory results: the {source} says {result}, "
            f"the board says {decided} ({ending})"
        )
    return decided


def result_notes(tag: str | None, terminator: str | None, result: str) -> list[str]:
    """What was odd about how the result is written."""
    said, written = read_result(tag), read_result(terminator)
    if result == UNKNOWN:
        return ["the result is unknown"]
    if said == written == UNKNOWN:
        return [f"the result {result} was taken from the board"]
    if said == written:
        return []
    if said == UNKNOWN:
        return [f"the result {result} was taken from the end of the moves"]
    return [f"the result {result} was taken from the Result tag"]
