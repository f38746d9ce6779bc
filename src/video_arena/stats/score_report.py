"""A score with its intervals, as files: `score.json` and, with matplotlib, `score.png`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from video_arena.canonical import Json, pretty
from video_arena.corpus.score import TIERS, Tier
from video_arena.files import whole_file, write_whole
from video_arena.stats.bootstrap import game_interval, overall_interval, paired_interval

if TYPE_CHECKING:
    from pathlib import Path

    from video_arena.corpus.score import CorpusScore, GameScore
    from video_arena.stats.bootstrap import Scores
    from video_arena.stats.resample import Interval

OVERALL = "overall"
HEADLINE: Tier = "f1"
COLOURS = ("#1f3a5f", "#7d97b5", "#b6c4d4", "#d1692b")


def scores_of(game: GameScore, system: str = "answers") -> Scores:
    """A game's strict F1 by case, as the bootstrap takes it."""
    return {system: {cell.case_id: cell.score(HEADLINE) for cell in game.cells}}


def intervals(score: CorpusScore) -> dict[str, Interval]:
    """Strict F1 of every game that has a scored cell, and overall, with 95 % intervals.

    10^4 bootstrap replicates over cases, seed 0: the same answers give the same interval.
    """
    games = {game.game: scores_of(game) for game in score.games if game.n_scored}
    found = {name: game_interval(scores, game=name) for name, scores in games.items()}
    return {**found, OVERALL: overall_interval(games)} if games else {}


def paired(score: CorpusScore, other: CorpusScore) -> dict[str, Interval]:
    """Strict F1 of `score` minus that of `other` on the cells that both have, game by game.

    A game without a common cell is left out.
    """
    others = {game.game: game for game in other.games}
    found = {}
    for game in score.games:
        mine, theirs = scores_of(game), scores_of(others[game.game])
        common = [
            case
            for case, value in mine["answers"].items()
            if value is not None and theirs["answers"].get(case) is not None
        ]
        if common:
            found[game.game] = paired_interval(mine, theirs, game=game.game)
    return found


def interval_json(found: dict[str, Interval]) -> dict[str, Json]:
    """Intervals as JSON: estimate, low, high."""
    return {name: asdict(interval) for name, interval in found.items()}


def write_score(folder: Path, score: CorpusScore, extra: dict[str, Json]) -> bool:
    """Write `score.json`, and `score.png` if matplotlib is there; tell whether it was.

    Args:
        folder: made if need be.
        score: what the judges said.
        extra: further keys of the JSON, such as intervals.
    """
    write_whole(folder / "score.json", pretty({**score.to_json(), **extra}))
    try:
        _draw(folder / "score.png", score)
    except ImportError:
        return False
    return True


def _draw(path: Path, score: CorpusScore) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415 - optional, slow
    from matplotlib.figure import Figure  # noqa: PLC0415 - optional, slow

    found = intervals(score)
    names = list(found)
    figure = Figure(figsize=(2.5 + 1.6 * max(len(names), 2), 4.0), dpi=110, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    means = {game.game: game.mean for game in score.games} | {OVERALL: score.overall}
    for i, (tier, colour) in enumerate(zip(TIERS, COLOURS, strict=True)):
        heights = [100 * (means[name](tier) or 0.0) for name in names]
        places = [n + (i - 1.5) * 0.2 for n in range(len(names))]
        axes.bar(places, heights, width=0.18, color=colour, label=tier.upper())
        if tier == HEADLINE:
            low = [h - 100 * found[name].low for h, name in zip(heights, names, strict=True)]
            high = [100 * found[name].high - h for h, name in zip(heights, names, strict=True)]
            axes.errorbar(places, heights, yerr=[low, high], fmt="none", ecolor="black", capsize=3)
    axes.set_xticks(range(len(names)), names)
    axes.set_ylim(0, 105)
    axes.set_ylabel("score, 0 to 100; bar: 95 % interval over cases")
    axes.legend(ncols=len(TIERS), frameon=False, loc="upper center", bbox_to_anchor=(0.5, 1.12))
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    with whole_file(path) as partial, partial.open("wb") as stream:
        figure.savefig(stream, format="png", metadata={"Software": None})
