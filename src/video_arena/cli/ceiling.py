"""`va ceiling`: what Protocol A's frames allow at most."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from video_arena.cli.printing import json_option, print_json, print_table

if TYPE_CHECKING:
    from video_arena.protocols.ceiling import Ceiling
    from video_arena.protocols.corpus_ceiling import CorpusCeiling


@click.command("ceiling")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--frames",
    type=click.IntRange(min=1),
    default=256,
    show_default=True,
    help="The most frames of a request.",
)
@click.option(
    "--tol",
    type=click.FloatRange(min=0, max=1e6),
    default=3.0,
    show_default=True,
    help="The judge's tolerance in seconds.",
)
@click.option("--game", "games", multiple=True, help="Only this game; may be repeated.")
@json_option
def command(
    *, folder: Path, frames: int, tol: float, games: tuple[str, ...], as_json: bool
) -> None:
    """Say how well a flawless model could score on Protocol A's frames of the corpus in DIR.

    The uniform ceiling follows from each video's length, the actual one from its reference times.
    Tables print F1 times 100, as the paper does; --json gives [0, 1].
    """
    from video_arena.corpus.score import CorpusError
    from video_arena.protocols.corpus_ceiling import corpus_ceiling

    try:
        found = corpus_ceiling(folder, games, frames, Fraction(str(tol)))
    except CorpusError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        print_json(found.to_json())
    else:
        _print(found)


def _print(found: CorpusCeiling) -> None:
    columns = ("case", "length, s", "n", "spacing, s", "N", "M", "tail", "Eq. 3", "Eq. 5")
    for game in found.games:
        rows = [_case_row(case_id, case) for case_id, case in game.cases.items()]
        print_table(f"{game.game}, cases", columns, rows)
    names = ("uniform_recall", "uniform_f1", "actual_f1", "causal_f1", "midpoint_f1")
    losses = ("events", "unreachable", "past_last_frame")
    rows = [
        (
            game.game,
            f"{game.median_spacing:.2f}",
            *(_percent(game.mean(name)) for name in names),
            *(game.total(loss) for loss in losses),
        )
        for game in found.games
    ]
    overall = [_percent(found.overall(name)) for name in names]
    rows.append(("overall", "", *overall, *(found.total(loss) for loss in losses)))
    heads = ("game", "median spacing, s", "Eq. 2", "Eq. 3", "Eq. 5", "causal", "midpoint")
    title = f"temporal ceiling @{found.most_frames}, tolerance {float(found.tolerance):g} s"
    print_table(title, (*heads, "events", "unreachable", "in the tail"), rows)


def _case_row(case_id: str, case: Ceiling) -> tuple[object, ...]:
    return (
        case_id,
        f"{float(case.duration):.1f}",
        case.frames,
        f"{float(case.spacing):.2f}",
        case.events,
        case.reachable,
        case.past_last,
        _percent(case.uniform_f1),
        _percent(case.f1),
    )


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"
