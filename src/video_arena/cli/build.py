"""`va build`, also `va-build`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from video_arena.cli.options import GameCommand
from video_arena.cli.printing import json_option, plain_errors, print_json, print_table, stoppable

if TYPE_CHECKING:
    from video_arena.build.run import BuildResult
    from video_arena.canonical import Json

_EXAMPLE = """\b
Examples:
  va-build --game chess --records lichess_db.pgn.zst --limit 20 --sample-seed 1 --out corpus
  zstdcat dump.zst | va-build --game chess --records - --min-rating 2000 --limit 5 --out corpus
"""


@click.command(
    "build",
    cls=GameCommand,
    epilog=_EXAMPLE + "Exit code: 0 all built, 3 some rejected, 1 nothing, 2 usage.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--game",
    required=True,
    help="Which game; `va adapters` lists them. Name it before --help to see the game's own flags.",
)
@click.option(
    "--records",
    multiple=True,
    required=True,
    metavar="FILE",
    help="Record file or folder, or - for stdin; may be given again.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Corpus folder; an unfinished build in it is continued.",
)
@click.option("--limit", type=click.IntRange(min=1), help="At most this many cases.")
@click.option(
    "--sample-seed",
    type=int,
    help="With --limit: a uniform sample of all fitting records, not the first ones.",
)
@click.option("--engine", help="Another pin than the game's own; every output says so.")
@click.option("--budget", multiple=True, metavar="NAME=N", help="Another budget, e.g. depth=10.")
@click.option("--canary-seed", default="", help="Give this corpus a canary of its own.")
@click.option(
    "--against",
    multiple=True,
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="A corpus whose matches may not be used again, be they trimmed or renamed.",
)
@click.option(
    "--first-number",
    type=click.IntRange(min=1),
    default=1,
    help="Number of the first case id; above another pool's, if they are to be merged.",
)
@click.option("--workers", type=click.IntRange(min=1), help="Processes; default all cores.")
@click.option(
    "--cache",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Evaluation cache file; default in the user's cache folder.",
)
@click.option("--resume", is_flag=True, help="What happens anyway; accepted for clarity.")
@click.option("--dry-run", is_flag=True, help="Select and count, build nothing.")
@click.option("--quiet", is_flag=True, help="No progress.")
@json_option
def command(
    *,
    game: str,
    records: tuple[str, ...],
    out: Path,
    limit: int | None,
    sample_seed: int | None,
    engine: str | None,
    budget: tuple[str, ...],
    canary_seed: str,
    against: tuple[Path, ...],
    first_number: int,
    workers: int | None,
    cache: Path | None,
    resume: bool,
    dry_run: bool,
    quiet: bool,
    as_json: bool,
    game_options: dict[str, Json],
) -> None:
    """Build benchmark cases from game records.

    Videos without any answer on screen, ground truth, judge and instruction come out. Stop it at
    any moment and run it again: it goes on where it was and ends with the same bytes.
    """
    import os

    from video_arena.build.plan import BuildPlan, parse_budget
    from video_arena.build.run import build
    from video_arena.cache import cache_folder
    from video_arena.cli.progress import reporter_for

    del resume
    reporter = reporter_for(quiet=quiet)
    with plain_errors():
        plan = BuildPlan(
            game=game,
            records=records,
            out=out,
            options=game_options,
            limit=limit,
            sample_seed=sample_seed,
            engine=engine,
            budget=parse_budget(budget),
            canary_seed=canary_seed,
            against=against,
            first_number=first_number,
            dry_run=dry_run,
            workers=workers or os.cpu_count() or 1,
            cache=cache or cache_folder("evaluations.sqlite"),
        )
        with stoppable(reporter):
            result = build(plan, reporter)
    _print(result, as_json=as_json)
    raise SystemExit(result.exit_code)


def _print(result: BuildResult, *, as_json: bool) -> None:
    if as_json:
        print_json(_as_json(result))
        return
    if result.substituted_for:
        click.echo(f"engine: {_engine_told(result)}")
    if result.cases:
        print_table(
            "cases",
            ("case", "source", "rows", "minutes", "shape", "winner"),
            [
                (
                    t.case_id,
                    t.source.id or f"{t.source.file}, {t.source.place}",
                    len(t.events),
                    f"{t.video.duration_s / 60:.1f}",
                    t.case_type,
                    t.winner or "draw",
                )
                for t in (case.truth for case in result.cases)
            ],
        )
    if result.rejected:
        print_table(
            "rejected",
            ("file", "place", "reason"),
            [(e.file, e.place, e.reason) for e in result.rejected],
        )
    skipped = ", ".join(f"{n} {reason}" for reason, n in result.skipped.items())
    if skipped:
        click.echo(f"not selected: {skipped}")
    if result.dry_run:
        click.echo(
            f"{result.matches} matches, {result.queries} positions to evaluate, "
            f"{result.cached} of them known already; nothing was built"
        )
    else:
        click.echo(
            f"{len(result.cases)} cases in {result.out / 'tasks'}, "
            f"{len(result.rejected)} records rejected"
        )


def _engine_told(result: BuildResult) -> str:
    budget = ", ".join(f"{name} {n}" for name, n in result.budget.items())
    if result.engine == result.substituted_for:
        return f"{result.engine} with another budget than the pin's: {budget}"
    return f"{result.engine} ({budget}), in place of the pin {result.substituted_for}"


def _as_json(result: BuildResult) -> dict[str, Json]:
    return {
        "out": str(result.out),
        "dry_run": result.dry_run,
        "engine": result.engine,
        "budget": dict(result.budget),
        "substituted_for": result.substituted_for,
        "matches": result.matches,
        "queries": result.queries,
        "cached": result.cached,
        "cases": [
            {
                "case_id": c.truth.case_id,
                "reused": c.reused,
                "rows": len(c.truth.events),
                "duration_s": c.truth.video.duration_s,
                "case_type": c.truth.case_type,
            }
            for c in result.cases
        ],
        "rejected": [
            {"file": e.file, "place": e.place, "reason": e.reason} for e in result.rejected
        ],
        "skipped": result.skipped,
        "exit_code": result.exit_code,
    }
