"""The temporal ceilings of a corpus: per case, per game, and over all games."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING

from video_arena.protocols.ceiling import TOLERANCE_S, Ceiling, ceiling
from video_arena.protocols.grid import MOST_FRAMES, frame_grid
from video_arena.protocols.references import corpus_references

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction
    from pathlib import Path

    from video_arena.canonical import Json

FIGURES: dict[str, Callable[[Ceiling], float]] = {
    "uniform_recall": lambda case: case.uniform_recall,
    "uniform_f1": lambda case: case.uniform_f1,
    "actual_recall": lambda case: case.recall,
    "actual_f1": lambda case: case.f1,
    "causal_f1": lambda case: case.causal_f1,
    "midpoint_f1": lambda case: case.midpoint_f1,
}
"""What is averaged, by name; in [0, 1]. Equations 2, 3, M/N, 5, and the two variants of 5."""
LOSSES: dict[str, Callable[[Ceiling], int]] = {
    "events": lambda case: case.events,
    "unreachable": lambda case: case.events - case.reachable,
    "past_last_frame": lambda case: case.past_last,
}
"""What is added up, by name."""


@dataclass(frozen=True, slots=True)
class GameCeiling:
    """One game's cases and their means, each case counting the same."""

    game: str
    cases: dict[str, Ceiling]
    """By case id, in the order of cases.json."""

    def mean(self, figure: str) -> float:
        """The mean of one of FIGURES over the cases; 0 for a game without cases."""
        return fmean(FIGURES[figure](case) for case in self.cases.values()) if self.cases else 0.0

    def total(self, loss: str) -> int:
        """The sum of one of LOSSES over the cases."""
        return sum(LOSSES[loss](case) for case in self.cases.values())

    @property
    def median_spacing(self) -> float:
        """The median Delta in seconds; 0 for a game without cases."""
        spacings = [float(case.spacing) for case in self.cases.values()]
        return median(spacings) if spacings else 0.0


@dataclass(frozen=True, slots=True)
class CorpusCeiling:
    """All games of a corpus."""

    most_frames: int
    tolerance: Fraction
    games: tuple[GameCeiling, ...]

    def overall(self, figure: str) -> float:
        """The mean of the game means, each game that has cases counting the same."""
        means = [game.mean(figure) for game in self.games if game.cases]
        return fmean(means) if means else 0.0

    def total(self, loss: str) -> int:
        """The sum of one of LOSSES over all cases."""
        return sum(game.total(loss) for game in self.games)

    def to_json(self) -> dict[str, Json]:
        """What `va ceiling --json` prints; every figure in [0, 1]."""
        return {
            "most_frames": self.most_frames,
            "tolerance_s": float(self.tolerance),
            "overall": {
                **{figure: self.overall(figure) for figure in FIGURES},
                **{loss: self.total(loss) for loss in LOSSES},
            },
            "games": {game.game: _game_json(game) for game in self.games},
        }


def corpus_ceiling(
    root: Path,
    games: Sequence[str] = (),
    most_frames: int = MOST_FRAMES,
    tolerance: Fraction = TOLERANCE_S,
) -> CorpusCeiling:
    """The ceilings of every case of a corpus, or of the named games.

    Raises:
        CorpusError: the corpus is missing or broken.
        ValueError: `most_frames` is below 1.
    """
    found = []
    for reference in corpus_references(root, games):
        cases = {
            case.case_id: ceiling(frame_grid(case.duration, most_frames), case.times_us, tolerance)
            for case in reference.cases
        }
        found.append(GameCeiling(reference.game, cases))
    return CorpusCeiling(most_frames, tolerance, tuple(found))


def _game_json(game: GameCeiling) -> dict[str, Json]:
    return {
        "median_spacing_s": game.median_spacing,
        "mean": {figure: game.mean(figure) for figure in FIGURES},
        **{loss: game.total(loss) for loss in LOSSES},
        "cases": {case_id: _case_json(case) for case_id, case in game.cases.items()},
    }


def _case_json(case: Ceiling) -> dict[str, Json]:
    return {
        "duration_s": float(case.duration),
        "frames": case.frames,
        "spacing_s": float(case.spacing),
        "frame_rate": float(1 / case.spacing),
        **{figure: of(case) for figure, of in FIGURES.items()},
        "reachable": case.reachable,
        **{loss: of(case) for loss, of in LOSSES.items()},
    }
