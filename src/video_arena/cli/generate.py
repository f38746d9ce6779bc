"""`va generate`: fresh records by self-play."""

from __future__ import annotations

from pathlib import Path

import click

from video_arena.cli.options import pairs
from video_arena.cli.printing import json_option, plain_errors, print_json


@click.command("generate")
@click.option("--game", required=True, help="Which game; `va adapters` lists them.")
@click.option(
    "--n",
    "count",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="How many record files: seeds SEED to SEED+N-1.",
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True)
@click.option(
    "--set",
    "words",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game's generator; its documentation page lists them.",
)
@json_option
def command(
    *, game: str, count: int, seed: int, out: Path, words: tuple[str, ...], as_json: bool
) -> None:
    """Make fresh, never-public records by self-play or simulation; same seed, same bytes."""
    from video_arena.plugins import load_game

    made = []
    with plain_errors():
        out.mkdir(parents=True, exist_ok=True)
        for number in range(count):
            path = load_game(game).generate(seed + number, out, pairs(words))
            made.append(str(path))
            if not as_json:
                click.echo(path)
    if as_json:
        print_json(made)
