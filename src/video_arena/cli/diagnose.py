"""`va diagnose`: where answers lose, and what shortcuts would get."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from video_arena.cli.printing import json_option, print_json, print_table

if TYPE_CHECKING:
    from video_arena.stats.diagnostics import Confusion, Diagnosis
    from video_arena.stats.shortcuts import Shortcut

SHORT = "shortcuts given every event"


@click.command("diagnose")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--answers",
    required=True,
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="A run's answers, at ANSWERS/<game>/<case_id>.json.",
)
@click.option("--game", "games", multiple=True, help="Only this game; may be repeated.")
@click.option(
    "--figure",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also draw it into this PNG file (needs matplotlib: the extra `plot`).",
)
@json_option
def command(
    *, folder: Path, answers: Path, games: tuple[str, ...], figure: Path | None, as_json: bool
) -> None:
    """Relax step by step what a row of ANSWERS must get right, and show which labels it confuses.

    Beside it stand shortcuts: what one constant label, or the side that moved, would get on T2
    and T3 if every event were found. All figures are in [0, 1]. Missing answers do not count.
    """
    from video_arena.corpus.score import CorpusError, answers_in
    from video_arena.protocols.references import corpus_references
    from video_arena.stats.diagnostics import diagnose
    from video_arena.stats.shortcuts import shortcuts

    try:
        found = diagnose(folder, answers_in(answers), games)
        rules = {ref.game: shortcuts(ref) for ref in corpus_references(folder, games)}
    except CorpusError as error:
        raise click.ClickException(str(error)) from None
    if figure is not None:
        _draw(found, figure)
    if as_json:
        simple = {game: [rule.to_json() for rule in held] for game, held in rules.items()}
        print_json({**found.to_json(), "shortcuts": simple})
    else:
        _print(found, rules)


def _draw(found: Diagnosis, figure: Path) -> None:
    try:
        from video_arena.stats.figure import draw_diagnosis

        draw_diagnosis(found, figure)
    except ImportError as error:
        raise click.ClickException(
            f"--figure needs matplotlib ({error}); install video-arena[plot]"
        ) from None
    except OSError as error:
        raise click.ClickException(f"{figure}: cannot be written ({error.strerror})") from None


def _print(found: Diagnosis, rules: dict[str, list[Shortcut]]) -> None:
    from video_arena.corpus.score import TIERS

    rows: list[tuple[object, ...]] = []
    for name, score in found.ladder.items():
        rows += [
            (game.game, name, *(_number(game.mean(tier)) for tier in TIERS)) for game in score.games
        ]
        if len(score.games) > 1:
            rows.append(("overall", name, *(_number(score.overall(tier)) for tier in TIERS)))
    places = {name: place for place, name in enumerate(found.confusions)}
    rows.sort(key=lambda row: places.get(str(row[0]), len(places)))  # rungs of one game together
    print_table("what must match", ("game", "rung", "F1", "T1", "T2", "T3"), rows)
    for name, matrices in found.confusions.items():
        for tier, confusion in matrices.items():
            _print_confusion(f"{name}, {tier.upper()} over matched rows", confusion)
    shown = [
        (game, rule.tier.upper(), rule.name, *map(_number, (rule.share, rule.macro, rule.mean)))
        for game, held in rules.items()
        for rule in held
    ]
    heads = ("game", "tier", "rule", "share", "macro, pooled", "macro, mean of cases")
    print_table(SHORT, heads, shown)


def _print_confusion(title: str, confusion: Confusion) -> None:
    rows = zip(confusion.labels, confusion.matrix(), strict=True)
    heads = ["reference \\ predicted", *confusion.labels, "other"]
    print_table(title, heads, [(label, *counts) for label, counts in rows])


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
