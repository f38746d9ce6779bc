"""`va verify`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from video_arena.cli.printing import json_option, plain_errors, print_json

if TYPE_CHECKING:
    from video_arena.build.report import Reporter


@click.command("verify")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option(
    "--rebuild",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Also build N sampled cases of each game again, with fresh engines, and compare bytes.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Cases, and with --rebuild engines, at once; default all cores.",
)
@click.option("--quiet", is_flag=True, help="No progress.")
@json_option
def command(*, folder: Path, rebuild: int, workers: int | None, quiet: bool, as_json: bool) -> None:
    """Check a corpus: schemas, labels, counts, digests, videos, visibility, canary, ids.

    Exit code 1 when something does not hold.
    """
    from video_arena.cli.progress import reporter_for
    from video_arena.corpus.verify import verify

    reporter = reporter_for(quiet=quiet)
    try:
        with plain_errors():
            found = verify(folder, reporter, workers)
            if rebuild and found.holds:
                found.problems += _rebuilt(folder, rebuild, workers, reporter)
    finally:
        reporter.close()
    if as_json:
        print_json(
            {
                "holds": found.holds,
                "cases": found.cases,
                "rows": found.checks,
                "rebuilt": rebuild,
                "problems": found.problems,
            }
        )
    else:
        for problem in found.problems:
            click.echo(problem)
        verdict = "holds" if found.holds else f"does not hold: {len(found.problems)} problems"
        click.echo(f"{folder}: {found.cases} cases, {found.checks} rows: {verdict}")
    raise SystemExit(0 if found.holds else 1)


def _rebuilt(folder: Path, count: int, workers: int | None, reporter: Reporter) -> list[str]:
    import os

    from video_arena.build.origin import record_options
    from video_arena.build.rebuild import rebuild_problems, sample_cases
    from video_arena.corpus.tree import CorpusTree, games_in

    problems: list[str] = []
    for game in games_in(folder):
        tree = CorpusTree(folder, game)
        cases = json.loads(tree.cases.read_text(encoding="utf-8"))
        problems += rebuild_problems(
            tree,
            sample_cases(cases, count),
            record_options(tree),
            workers=workers or os.cpu_count() or 1,
            reporter=reporter,
        )
    return problems
