"""`va score`: what the corpus's own judges say of answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from video_arena.cli.printing import json_option, print_json, print_table

if TYPE_CHECKING:
    from video_arena.canonical import Json
    from video_arena.corpus.score import CorpusScore
    from video_arena.stats.resample import Interval


@click.command("score")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--oracle", "source", flag_value="oracle", help="Feed the ground truth back.")
@click.option("--empty", "source", flag_value="empty", help="Score the empty seed.")
@click.option(
    "--answers",
    type=click.Path(path_type=Path),
    help="A run's answers, at ANSWERS/<game>/<case_id>.json.",
)
@click.option("--game", "games", multiple=True, help="Only this game; may be repeated.")
@click.option(
    "--against",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Other answers of the same cases: adds the paired difference in F1 (these minus those).",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Also write score.json and score.png into this folder.",
)
@json_option
def command(
    *,
    folder: Path,
    source: str | None,
    answers: Path | None,
    games: tuple[str, ...],
    against: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Score the answers to the corpus in DIR with the judge.py of each of its games.

    Prints strict F1 and the diagnostics T1, T2, T3 in [0, 1] per case, the mean of each game, and
    the mean of the game means. A case without an answer file is missing: not scored, in no mean.
    Beside F1 stands its 95 % interval over cases (10,000 bootstrap replicates, fixed seed).

    Exit codes: 0 scored; 1 the corpus is broken, or a cell of --oracle is not 1.0, or one of
    --empty is not 0.0; 2 wrong use.
    """
    from video_arena.corpus import score as scoring
    from video_arena.stats import score_report as report

    if (source is None) == (answers is None):
        raise click.UsageError("give exactly one of --oracle, --empty and --answers")
    if not (folder / "tasks").is_dir():
        raise click.UsageError(f"{folder}: no corpus; expected a folder tasks/ in it")
    if answers is not None and not answers.is_dir():
        raise click.UsageError(f"{answers}: no such folder of answers")
    result, other = _scored(folder, source, answers, against, games)
    found = report.intervals(result)
    difference = {} if other is None else report.paired(result, other)
    extra: dict[str, Json] = {"intervals": report.interval_json(found)}
    if other is not None:
        extra["paired"] = report.interval_json(difference)
    if out is not None and not report.write_score(out, result, extra):
        click.echo(f"{out}: no plot without matplotlib; install video-arena[plot]", err=True)
    if as_json:
        print_json({**result.to_json(), **extra})
    else:
        _print(result, found, str(answers or source))
        for name, interval in difference.items():
            click.echo(f"{name}, F1 against {against}: {_interval(interval)}")
    expected = {"oracle": 1.0, "empty": 0.0}.get(source or "")
    if expected is not None and not scoring.all_equal(result, expected):
        click.echo(f"error: not every cell of --{source} is {expected}", err=True)
        raise SystemExit(1)


def _scored(
    folder: Path,
    source: str | None,
    answers: Path | None,
    against: Path | None,
    games: tuple[str, ...],
) -> tuple[CorpusScore, CorpusScore | None]:
    from video_arena.corpus import score as scoring

    fixed = {"oracle": scoring.oracle, "empty": scoring.empty}
    try:
        give = scoring.answers_in(answers) if answers is not None else fixed[str(source)]
        other = None
        if against is not None:
            other = scoring.score_corpus(folder, scoring.answers_in(against), games)
        return scoring.score_corpus(folder, give, games), other
    except scoring.CorpusError as error:
        raise click.ClickException(str(error)) from None


def _print(result: CorpusScore, found: dict[str, Interval], what: str) -> None:
    from video_arena.corpus.score import TIERS

    columns = ("case", "status", "F1", "T1", "T2", "T3", "tp", "fp", "fn")
    rows: list[tuple[object, ...]] = []
    for cell in result.cells:
        counts = [(cell.figures or {}).get(name) for name in ("tp", "fp", "fn")]
        figures = [_number(cell.score(tier)) for tier in TIERS]
        rows.append((cell.case_id, cell.status, *figures, *counts))
    print_table(f"cases, {what}", columns, rows)
    means: list[tuple[object, ...]] = [
        (
            g.game,
            *[_number(g.mean(tier)) for tier in TIERS],
            _interval(found.get(g.game)),
            f"{g.n_scored}/{g.n_cases}",
        )
        for g in result.games
    ]
    scored, cases = sum(g.n_scored for g in result.games), len(result.cells)
    overall = [_number(result.overall(tier)) for tier in TIERS]
    means.append(("overall", *overall, _interval(found.get("overall")), f"{scored}/{cases}"))
    heads = ("game", "F1", "T1", "T2", "T3", "F1, 95 % over cases", "scored")
    print_table("game means", heads, means)


def _interval(interval: Interval | None) -> str:
    if interval is None:
        return "-"
    return f"{interval.estimate:.4f} [{interval.low:.4f}, {interval.high:.4f}]"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
