"""`va sweep`: are the labels stable when the engine thinks more, less, or again?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from video_arena.cli.printing import json_option, plain_errors, print_json, print_table, stoppable

if TYPE_CHECKING:
    from video_arena.sweep.run import Sweep

FLIPS_SHOWN = 20

_EXAMPLE = """\b
Examples:
  va sweep corpus --setting depth=16 --setting depth=24 --repeat --out sensitivity
  va sweep corpus --setting engine=stockfish-15.1,depth=20
"""


@click.command(
    "sweep",
    epilog=_EXAMPLE + "Exit code: 0 done, 1 a repeat of a reproducible pin differs, 3 some case "
    "got no values, 2 usage.",
)
@click.argument(
    "folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False, exists=True)
)
@click.option(
    "--setting",
    "settings",
    multiple=True,
    metavar="NAME=N[,...]",
    help="Another budget of the corpus's own engine, such as depth=16, or engine=PIN,depth=12; "
    "may be given again.",
)
@click.option(
    "--repeat",
    "repeats",
    count=True,
    help="Also relabel with the corpus's own setting and a fresh engine, as a control; given "
    "twice, there are two.",
)
@click.option("--game", help="Which game, where the corpus holds several.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Also write sweep.json, sweep.md, flips.csv and, with the extra `plot`, sweep.png there.",
)
@click.option("--workers", type=click.IntRange(min=1), help="Engines at once; default all cores.")
@click.option(
    "--cache",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Evaluation cache file; default in the user's cache folder, where builds have it.",
)
@click.option("--quiet", is_flag=True, help="No progress.")
@json_option
def command(
    *,
    folder: Path,
    settings: tuple[str, ...],
    repeats: int,
    game: str | None,
    out: Path | None,
    workers: int | None,
    cache: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Label a corpus again under other search budgets, bands fixed, and compare.

    Needs the corpus's sources/. Stop it at any moment and run it again: no position that was
    answered is asked a second time. A repeat keeps its answers in a file of its own beside the
    cache; delete that file, or give --repeat once more, for another fresh run.
    """
    import os

    from video_arena.cache import cache_folder
    from video_arena.cli.progress import reporter_for
    from video_arena.sweep.report import refuse_folder, write_report
    from video_arena.sweep.run import SweepPlan, sweep

    reporter = reporter_for(quiet=quiet)
    with plain_errors():
        if out is not None:
            refuse_folder(out, folder)
        plan = SweepPlan(
            corpus=folder,
            game=game,
            settings=settings,
            repeats=repeats,
            workers=workers or os.cpu_count() or 1,
            cache=cache or cache_folder("evaluations.sqlite"),
        )
        with stoppable(reporter):
            found = sweep(plan, reporter)
        if out is not None and not write_report(out, found):
            click.echo(f"{out}: no plot without matplotlib; install video-arena[plot]", err=True)
    _print(found, out, as_json=as_json)
    raise SystemExit(found.exit_code)


def _print(found: Sweep, out: Path | None, *, as_json: bool) -> None:
    from video_arena.sweep import table
    from video_arena.sweep.report import FLIPS_FILE, sweep_json

    if as_json:
        run = [
            {"name": arm.setting.name, "asked": arm.asked, "known": arm.known} for arm in found.arms
        ]
        print_json({**sweep_json(found), "run": run, "exit_code": found.exit_code})
        return
    cases = len(found.reference.cases)
    own = found.reference.own.pin
    title = (
        f"{found.reference.game.name}: {cases} case{'s' * (cases != 1)} against their own labels "
        f"({own.name}, {table.budget_words(own.budget)})"
    )
    print_table(title, table.TIER_HEADS, table.tier_rows(found))
    print_table("flips by class", table.CLASS_HEADS, table.class_rows(found))
    print_table("values", table.VALUE_HEADS, table.value_rows(found))
    flips = table.flip_rows(found)
    if flips:
        print_table("flipped rows", table.FLIP_HEADS, flips[:FLIPS_SHOWN])
    if len(flips) > FLIPS_SHOWN:
        rest = len(flips) - FLIPS_SHOWN
        where = "--out and --json have all" if out is None else f"all stand in {out / FLIPS_FILE}"
        click.echo(f"and {rest} more flipped rows; {where}")
    asked, known = sum(arm.asked for arm in found.arms), sum(arm.known for arm in found.arms)
    click.echo(f"{asked} positions asked, {known} known from earlier runs")
    for arm in found.arms:
        if arm.unstable:
            click.echo(f"{arm.setting.name} differs, though {arm.setting.pin.name} is pinned")
        for case, reason in arm.comparison.failures.items():
            click.echo(f"{arm.setting.name}: no values for {case}: {reason}")
