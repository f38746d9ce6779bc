"""The frames of Protocol A: a uniform grid over the video, at most one a second."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

MOST_FRAMES = 256
"""The cap of the paper's Protocol A: at most so many frames in the one request."""


@dataclass(frozen=True, slots=True)
class FrameGrid:
    """n frames at 0, D/n, ..., (n-1)D/n seconds; exact, because D is a whole number of frames."""

    duration: Fraction
    """D, the video's length in seconds; above 0."""
    count: int
    """n, at least 1."""

    @property
    def spacing(self) -> Fraction:
        """Delta = D/n in seconds: 1 where D is whole and under the cap, above 1 in longer videos.

        >>> from fractions import Fraction
        >>> float(frame_grid(Fraction(264)).spacing)
        1.03125
        """
        return self.duration / self.count

    @property
    def rate(self) -> float:
        """The effective frame rate n/D in frames per second."""
        return float(1 / self.spacing)

    @property
    def times(self) -> tuple[Fraction, ...]:
        """T: the delivered timestamps in seconds; the last one is D - Delta.

        >>> from fractions import Fraction
        >>> [float(t) for t in frame_grid(Fraction(7, 2)).times]
        [0.0, 1.1666666666666667, 2.3333333333333335]
        """
        return tuple(self.spacing * k for k in range(self.count))

    def frames(self, fps: Fraction) -> tuple[int, ...]:
        """The index of the video frame that stands on the screen at each time of the grid."""
        return tuple(int(time * fps) for time in self.times)


def frame_grid(duration: Fraction, most: int = MOST_FRAMES) -> FrameGrid:
    """The grid of a video: n = min(most, floor(D)) frames.

    The paper says nothing of a video shorter than a second, where floor(D) is 0. Such a video is
    delivered as its first frame: a request without any frame would ask about nothing.

    Args:
        duration: D in seconds.
        most: the cap on n.

    Raises:
        ValueError: D is not above 0, or the cap is below 1.

    >>> from fractions import Fraction
    >>> frame_grid(Fraction(2100)).count
    256
    """
    if duration <= 0:
        raise ValueError(f"a video of {float(duration)} s has no frames")
    if most < 1:
        raise ValueError(f"a cap of {most} frames leaves none")
    return FrameGrid(duration, max(1, min(most, int(duration))))
