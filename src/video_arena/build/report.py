"""How a build tells a person how far it is; what it tells never reaches an output file."""

from __future__ import annotations

from typing import Protocol


class Reporter(Protocol):
    """Receives a build's progress. All calls come from one thread."""

    def start(self, stage: str, total: int | None) -> None:
        """A stage begins, with `total` steps if that is known."""

    def advance(self, stage: str, steps: int = 1) -> None:
        """That many steps of a stage are done."""

    def note(self, text: str) -> None:
        """Something worth a line: a rejected record, a substituted engine."""

    def close(self) -> None:
        """The build ended, one way or another."""


class Silent:
    """Tells nobody."""

    def start(self, stage: str, total: int | None) -> None:
        """Do nothing."""

    def advance(self, stage: str, steps: int = 1) -> None:
        """Do nothing."""

    def note(self, text: str) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
