"""`va contamination`: is a corpus in somebody's texts?"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from video_arena.cli.printing import json_option, plain_errors, print_json, print_table

if TYPE_CHECKING:
    from video_arena.contamination.traces import Traces


@click.group("contamination")
def command() -> None:
    """Look for traces of a corpus in training texts."""


@command.command("scan")
@click.argument("texts", metavar="TEXTDIR", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--corpus",
    "corpora",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="The corpus to look for; may be repeated.",
)
@click.option(
    "--run",
    type=click.IntRange(min=4),
    default=8,
    show_default=True,
    help="So many steps of a case in a row, beyond its opening, are a finding.",
)
@click.option(
    "--opening",
    type=click.IntRange(min=0),
    default=24,
    show_default=True,
    help="So many first steps of a board game are common knowledge.",
)
@json_option
def scan(*, texts: Path, corpora: tuple[Path, ...], run: int, opening: int, as_json: bool) -> None:
    """Read all files below TEXTDIR (also .gz, .bz2, .zst) for canaries and for runs of moves.

    Exit codes: 0 nothing was found; 1 something was; 2 wrong use; 3 a file could not be read.
    """
    from video_arena.contamination.scan import Finding
    from video_arena.contamination.scan import scan as scan_texts

    findings: list[Finding] = []
    unread: list[tuple[str, str]] = []
    with plain_errors():
        for item in scan_texts(texts, _traces(corpora, run, opening)):
            if isinstance(item, Finding):
                findings.append(item)
            else:
                unread.append(item)
    if as_json:
        print_json(
            {
                "findings": [asdict(finding) for finding in findings],
                "unread": [{"file": name, "reason": reason} for name, reason in unread],
            }
        )
    else:
        if findings:
            print_table(
                "findings",
                ("file", "line", "case", "kind", "length", "from step"),
                [(f.file, f.line, f.case, f.kind, f.length, f.first_step or "") for f in findings],
            )
        for name, reason in unread:
            click.echo(f"{name}: not read: {reason}", err=True)
        click.echo(f"{len(findings)} findings" if findings else "no trace was found")
    raise SystemExit(1 if findings else 3 if unread else 0)


def _traces(corpora: tuple[Path, ...], run: int, opening: int) -> Traces:
    from video_arena.build.plan import PlanError
    from video_arena.contamination.traces import Traces
    from video_arena.corpus.tree import games_in
    from video_arena.curate.corpora import open_corpus
    from video_arena.plugins import load_game

    traces = Traces(run)
    for root in corpora:
        if not games_in(root):
            raise PlanError(f"{root}: no tasks/<game> folder below it, so it is no corpus")
        for game in games_in(root):
            traces.add_corpus(load_game(game).spec, open_corpus(root, game), opening)
    return traces
