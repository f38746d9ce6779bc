"""What may be wrong with a record."""

from __future__ import annotations


class BadRecord(ValueError):
    """A line is no game of doudizhu; the message says what is wrong and, where it helps, more."""
