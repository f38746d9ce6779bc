"""KataGo as a player: its choices in one position. For self-play, which is no evaluation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from va_engines.katago_session import evaluation_of
from va_engines.line_process import ProcessNonsense

if TYPE_CHECKING:
    from collections.abc import Mapping

    from va_engines.katago_process import KataGoProcess
    from video_arena.canonical import Json

_NAME: Final = "position"


@dataclass(frozen=True, slots=True)
class Analysis:
    """What KataGo thinks of a position."""

    black_wins: float
    """Black's chance, in [0, 1]."""
    black_leads: float
    """Points that Black is ahead."""
    moves: tuple[str, ...]
    """The moves that it looked at, its choice first: `Q16`, `pass`."""


class KataGoPlayer:
    """One question at a time. Closes its process.

    Args:
        process: proven to be the pin's.
        visits: a move.
    """

    def __init__(self, process: KataGoProcess, visits: int) -> None:
        self._process = process
        self._visits = visits

    def analyse(self, request: Mapping[str, Json], player: str) -> Analysis:
        """Think about the position at the end of `request` (see `katago_query`).

        Args:
            request: the game so far.
            player: who is to move, `B` or `W`.

        Raises:
            ProcessFailed: it died, fell silent, or refused.
        """
        self._process.send({"id": _NAME, **request, "maxVisits": self._visits})
        reply = self._process.receive()
        if "error" in reply or "warning" in reply or reply.get("noResults"):
            raise ProcessNonsense(f"KataGo does not answer: {reply}")
        evaluation = evaluation_of(reply, player)
        lead = evaluation.detail.get("score_lead")
        infos = reply.get("moveInfos")
        if not isinstance(infos, list) or not isinstance(lead, (int, float)):
            raise ProcessNonsense("KataGo gave no moves or no lead")
        ordered = sorted(infos, key=lambda info: int(info["order"]))
        return Analysis(evaluation.value, lead, tuple(str(info["move"]) for info in ordered))

    def restart(self) -> None:
        """Start it afresh.

        Raises:
            ProcessFailed: it does not come back.
        """
        self._process.restart()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._process.close()
