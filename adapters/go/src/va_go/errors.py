"""Why a game cannot be used, on its way to a RecordError."""

from __future__ import annotations


class RejectedError(Exception):
    """A game that cannot become a case. Never leaves the package: it becomes a RecordError."""

    def __init__(self, reason: str, *, move: int | None = None, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.move = move
        """The move's number, from 1, passes counted; None where no move is meant."""
        self.line = line
        """The line within the game's own text, from 0; None where no line is meant."""
