"""Why a game cannot be used, on its way to a RecordError."""

from __future__ import annotations


class RejectedError(Exception):
    """A game that cannot become a case. Never leaves the package: it becomes a RecordError."""

    def __init__(self, reason: str, place: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = place
        """Where in the record: `line 3`, `move 17`; empty where the whole game is meant."""
