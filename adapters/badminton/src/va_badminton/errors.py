"""Why a set cannot be used, on its way to a RecordError."""

from __future__ import annotations


class RejectedError(Exception):
    """A set that cannot become a case. Never leaves the package: it becomes a RecordError."""

    def __init__(self, reason: str, *, rows: tuple[int, int] | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rows = rows
        """First and last line of the set's CSV that are meant; its header is line 1."""

    @property
    def where(self) -> str:
        """`, rows 12-15` or an empty string."""
        return "" if self.rows is None else f", {told(*self.rows)}"


def told(first: int, last: int) -> str:
    """Rows of a set's CSV, for a message.

    >>> told(12, 15), told(12, 12)
    ('rows 12-15', 'row 12')
    """
    return f"row {first}" if first == last else f"rows {first}-{last}"
