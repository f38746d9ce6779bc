"""What a fresh case must be like to stand in for another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from video_arena.corpus.truth import GroundTruth

WITHIN = 0.25
"""A fresh video is at most this much longer or shorter than the model's, as a share of it."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place to fill: the stratum of a model case.

    A stratum is shape and winning side, the two axes that a corpus is balanced on, together with
    a video of similar length. A shape follows from V and so is known only after the engine has
    answered; winner and length stand in the record.
    """

    model: str
    """The case that is replaced, or whose likeness is wanted."""
    shape: str
    winner: str | None
    duration_ms: int

    def miss(self, duration_ms: int) -> int:
        """How far a duration is off, in millionths of the model's."""
        return abs(duration_ms - self.duration_ms) * 1_000_000 // self.duration_ms

    def fits(self, winner: str | None, duration_ms: int, within: float) -> bool:
        """Whether a match of that winner and length may fill the place, whatever its shape."""
        return winner == self.winner and self.miss(duration_ms) <= round(within * 1_000_000)

    def __str__(self) -> str:
        """`tense, won by W, about 31.0 min, like chess-03`."""
        won = f"won by {self.winner}" if self.winner else "drawn"
        return f"{self.shape}, {won}, about {self.duration_ms / 60_000:.1f} min, like {self.model}"


def target_of(truth: GroundTruth) -> Target:
    """The place that a case takes."""
    milliseconds = round(truth.video.duration_s * 1000)
    return Target(truth.case_id, truth.case_type, truth.winner, milliseconds)


def sibling_targets(truths: Sequence[GroundTruth], n: int) -> tuple[Target, ...]:
    """The places of a corpus of n cases with the same composition.

    The cases are ordered by shape, winner and length, and n are taken in equal steps: every
    stratum gets its share to within one case, and every share spreads over the lengths. With as
    many places as cases, each case is a model once.
    """
    ordered = sorted(
        map(target_of, truths), key=lambda t: (t.shape, t.winner or "", t.duration_ms, t.model)
    )
    return tuple(ordered[(2 * i + 1) * len(ordered) // (2 * n)] for i in range(n))
