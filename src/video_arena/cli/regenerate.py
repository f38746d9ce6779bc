"""`va regenerate`: fresh cases in place of contaminated ones, or a private sibling corpus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from video_arena.cli.printing import json_option, plain_errors, print_json, print_table, stoppable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from video_arena.canonical import Json
    from video_arena.corpus.truth import GroundTruth
    from video_arena.curate.fresh_cases import NotEnough, Told
    from video_arena.curate.held_out import HeldOut
    from video_arena.curate.regenerate import Regeneration

_FOLDER = click.Path(path_type=Path, file_okay=False)
_CORPUS = click.Path(path_type=Path, file_okay=False, exists=True)

_EXAMPLE = """\b
Examples:
  va regenerate corpus --case chess-03 --case chess-11 --records new.pgn
  va regenerate corpus --held-out 20 --records new.pgn --out private
"""


@click.command("regenerate", epilog=_EXAMPLE)
@click.argument("folder", metavar="DIR", type=_CORPUS)
@click.option("--case", "cases", multiple=True, metavar="ID", help="Replace this case.")
@click.option(
    "--held-out", type=click.IntRange(min=1), metavar="N", help="Make a sibling of N cases."
)
@click.option(
    "--records",
    multiple=True,
    required=True,
    metavar="FILE",
    help="Fresh records: file, folder, or - for stdin; may be given again.",
)
@click.option("--out", type=_FOLDER, help="With --held-out: the sibling's folder.")
@click.option(
    "--against",
    multiple=True,
    type=_CORPUS,
    help="A further corpus whose matches may not be used again; may be repeated.",
)
@click.option(
    "--within",
    type=click.FloatRange(min=0, max=10),
    default=0.25,
    show_default=True,
    help="How far a fresh video's length may be off, as a share of the model's.",
)
@click.option("--game", help="Which game, where DIR holds several.")
@click.option("--first-number", type=click.IntRange(min=1), help="With --held-out: its first id.")
@click.option("--canary-seed", default="", help="With --held-out: another canary.")
@click.option("--workers", type=click.IntRange(min=1), help="Processes; default all cores.")
@click.option(
    "--cache",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Evaluation cache file; default in the user's cache folder.",
)
@click.option("--quiet", is_flag=True, help="No progress.")
@json_option
def command(
    *,
    folder: Path,
    cases: tuple[str, ...],
    held_out: int | None,
    records: tuple[str, ...],
    out: Path | None,
    against: tuple[Path, ...],
    within: float,
    game: str | None,
    first_number: int | None,
    canary_seed: str,
    workers: int | None,
    cache: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Replace cases of the corpus DIR by fresh ones of the same stratum, or make a sibling of it.

    A fresh case has the shape, the winning side and about the length of the one that it replaces,
    the same engine and the same record options. Matches that a given corpus uses already are
    refused, renamed, trimmed or mirrored. Stop it at any moment and run it again.

    Exit codes: 0 done; 1 the records do not suffice, nothing was changed; 2 wrong use.
    """
    import os

    from video_arena.cache import cache_folder
    from video_arena.cli.progress import reporter_for
    from video_arena.curate.fresh_cases import NotEnough, Supply
    from video_arena.curate.held_out import hold_out
    from video_arena.curate.regenerate import regenerate

    if bool(cases) == (held_out is not None):
        raise click.UsageError("give either --case or --held-out")
    if (out is not None) != (held_out is not None):
        raise click.UsageError("--held-out needs --out, and --case has none: it changes DIR")
    supply = Supply(
        records=records,
        against=against,
        within=within,
        workers=workers or os.cpu_count() or 1,
        cache=cache or cache_folder("evaluations.sqlite"),
    )
    reporter = reporter_for(quiet=quiet)
    with plain_errors(), stoppable(reporter):
        try:
            if held_out is None or out is None:
                _tell_swap(regenerate(folder, cases, supply, reporter, game=game), as_json=as_json)
            else:
                sibling = hold_out(
                    folder,
                    held_out,
                    out,
                    supply,
                    reporter,
                    game=game,
                    first_number=first_number,
                    canary_seed=canary_seed,
                )
                _tell_sibling(sibling, out, as_json=as_json)
        except NotEnough as error:
            _tell_lack(error, as_json=as_json)
            raise SystemExit(1) from None


def _tell_swap(result: Regeneration, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {"replaced": result.replaced, "cases": _cases(result.fresh), **_told(result.told)}
        )
        return
    _print_told(result.told)
    fresh = {truth.case_id: truth for truth in result.fresh}
    for old, new in result.replaced.items():
        earlier = "" if new in fresh else " (by an earlier run)"
        click.echo(f"{old} is retired, {new} stands in for it{earlier}")


def _tell_sibling(result: HeldOut, out: Path, *, as_json: bool) -> None:
    if as_json:
        models = {t.case_id: str(p) for t, p in zip(result.truths, result.targets, strict=True)}
        print_json(
            {
                "canary": result.canary,
                "cases": _cases(result.truths),
                "models": models,
                **_told(result.told),
            }
        )
        return
    _print_told(result.told)
    print_table(
        "held-out cases",
        ("case", "shape", "winner", "minutes", "like"),
        [
            (t.case_id, t.case_type, t.winner, f"{t.video.duration_s / 60:.1f}", p.model)
            for t, p in zip(result.truths, result.targets, strict=True)
        ],
    )
    click.echo(f"{len(result.truths)} cases in {out / 'tasks'}, {result.canary}")


def _tell_lack(error: NotEnough, *, as_json: bool) -> None:
    if as_json:
        print_json({"missing": [str(target) for target in error.empty], **_told(error.told)})
        return
    _print_told(error.told)
    for target in error.empty:
        click.echo(f"no fresh match that is {target}", err=True)
    click.echo("nothing was changed: give more --records, or a larger --within", err=True)


def _cases(truths: Iterable[GroundTruth]) -> list[Json]:
    return [
        {
            "case_id": truth.case_id,
            "shape": truth.case_type,
            "winner": truth.winner,
            "duration_s": truth.video.duration_s,
            "source": truth.source.id or f"{truth.source.file}, {truth.source.place}",
        }
        for truth in truths
    ]


def _told(told: Told) -> dict[str, Json]:
    refused: list[Json] = [
        {"file": e.file, "place": e.place, "reason": e.reason} for e in told.refused
    ]
    return {"refused": refused, "skipped": dict(told.skipped), "evaluated": told.evaluated}


def _print_told(told: Told) -> None:
    if told.refused:
        rows = [(e.file, e.place, e.reason) for e in told.refused]
        print_table("refused", ("file", "place", "reason"), rows)
    for reason, count in told.skipped.items():
        click.echo(f"{count} records skipped: {reason}")
    if told.evaluated:
        click.echo(f"{told.evaluated} matches were evaluated")
