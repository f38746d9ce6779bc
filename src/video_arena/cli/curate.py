"""`va curate`: the cases of a corpus, chosen from a larger pool under quotas."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from video_arena.cli.printing import json_option, plain_errors, print_json, print_table, stoppable

if TYPE_CHECKING:
    from video_arena.curate.run import Curation

_FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)


@click.command("curate")
@click.argument("pool", metavar="POOL", type=_FOLDER)
@click.option("--pool", "more", multiple=True, type=_FOLDER, help="A further pool.")
@click.option(
    "--config",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Quotas, as TOML; configs/curate-chess.toml is an example.",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the new corpus.",
)
@click.option(
    "--against",
    multiple=True,
    type=_FOLDER,
    help="A corpus whose matches may not be used again; may be repeated.",
)
@click.option("--dry-run", is_flag=True, help="Choose and report, write nothing.")
@click.option("--quiet", is_flag=True, help="No progress.")
@json_option
def command(
    *,
    pool: Path,
    more: tuple[Path, ...],
    config: Path,
    out: Path,
    against: tuple[Path, ...],
    dry_run: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Choose cases from the built corpus POOL under quotas on shape, winner and duration.

    The chosen cases come out as a corpus of their own, with curation.json, which says why each is
    in it and which quotas could not be met.

    Exit codes: 0 every quota is met; 3 some could not be; 2 wrong use.
    """
    from video_arena.cli.progress import reporter_for
    from video_arena.curate.config import read_config
    from video_arena.curate.run import curate

    reporter = reporter_for(quiet=quiet)
    with plain_errors(), stoppable(reporter):
        result = curate(
            read_config(config), (pool, *more), out, reporter, against=against, dry_run=dry_run
        )
    if as_json:
        print_json(result.manifest)
    else:
        _print(result, out, written=not dry_run)
    raise SystemExit(result.exit_code)


def _print(result: Curation, out: Path, *, written: bool) -> None:
    cases = result.manifest["cases"]
    print_table(
        "chosen",
        ("case", "source", "shape", "winner", "minutes"),
        [
            (case, c["source"], c["shape"], c["winner"], f"{c['duration_s'] / 60:.1f}")
            for case, c in cases.items()
        ],
    )
    print_table(
        "quotas",
        ("axis", "group", "at least", "chosen", "in the pool", "not met because"),
        [(o.family, o.group, o.least, o.got, o.in_pool, o.why_not) for o in result.choice.outcomes],
    )
    refused = result.manifest["refused"]
    if refused:
        print_table("refused", ("case", "reason"), list(refused.items()))
    where = f"in {out / 'tasks'}" if written else "chosen; nothing was written"
    missed = len(result.choice.missed)
    verdict = f"{missed} quotas are not met" if missed else "every quota is met"
    click.echo(f"{len(cases)} cases {where}, {verdict}")
