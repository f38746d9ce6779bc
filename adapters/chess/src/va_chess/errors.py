"""Why a game cannot be used, on its way to a RecordError."""

from __future__ import annotations


class RejectedError(Exception):
    """A game that cannot become a case. Never leaves the package: it becomes a RecordError."""

    def __init__(self, reason: str, *, offset: int | None = None, ply: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.offset = offset
        """Where in the game's text, in characters; None where the whole game is meant."""
        self.ply = ply
        """The half-move, from 1."""
