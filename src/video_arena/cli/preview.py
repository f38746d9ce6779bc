"""`va preview`: a match with its HUD, for people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from video_arena.cli.options import GameCommand
from video_arena.cli.printing import json_option, plain_errors, print_json

if TYPE_CHECKING:
    from video_arena.canonical import Json
    from video_arena.match import Match


@click.command("preview", cls=GameCommand)
@click.option("--game", required=True, help="Which game; `va adapters` lists them.")
@click.argument("record", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--number",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Which accepted match of the file.",
)
@click.option(
    "--truth",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Ground-truth file of the same match: shows V where the game can draw it.",
)
@click.option(
    "--hud",
    "elements",
    multiple=True,
    metavar="ELEMENT",
    help="Only these HUD elements; all by default; `none` for the case's own picture.",
)
@click.option("--at", "second", type=float, help="One picture at this second, as PNG.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="An .mp4, or with --at a .png.",
)
@json_option
def command(
    *,
    game: str,
    record: Path,
    number: int,
    truth: Path | None,
    elements: tuple[str, ...],
    second: float | None,
    out: Path,
    as_json: bool,
    game_options: dict[str, Json],
) -> None:
    """Draw a match with names, clocks, values and whatever else its HUD has.

    For people only: the file is refused inside a corpus.
    """
    from video_arena.plugins import load_game

    with plain_errors():
        _refuse_corpus(out)
        spec = load_game(game).spec
        declared = {element.name for element in spec.hud}
        hud = frozenset(elements or declared) - {"none"}
        if hud - declared:
            raise click.UsageError(f"{game} has no HUD element {', '.join(sorted(hud - declared))}")
        match = _with_values(_find(game, record, number, game_options), truth)
        _draw(game, match, hud, second, out)
    if as_json:
        print_json({"out": str(out), "hud": sorted(hud), "frames": match.frames})
    else:
        click.echo(out)


def _refuse_corpus(out: Path) -> None:
    if "media" in out.resolve().parts or "tasks" in out.resolve().parts:
        raise click.UsageError(f"{out}: a preview shows answers and must not lie in a corpus")


def _find(game_name: str, record: Path, number: int, given: dict[str, Json]) -> Match:
    from video_arena.build.plan import PlanError, with_defaults
    from video_arena.match import Match
    from video_arena.plugins import load_game
    from video_arena.records import RecordFile

    game = load_game(game_name)
    for item in game.parse(RecordFile(record), with_defaults(game.spec, given)):
        if isinstance(item, Match):
            number -= 1
            if number == 0:
                return item
    raise PlanError(f"{record}: has fewer accepted matches; `va records` lists them")


def _with_values(match: Match, truth: Path | None) -> Match:
    from dataclasses import replace

    from video_arena.build.plan import PlanError
    from video_arena.corpus.truth import read_truth

    if truth is None:
        return match
    known = read_truth(truth)
    if known.source.fingerprint != match.fingerprint:
        raise PlanError(f"{truth} is the ground truth of another match")
    return replace(match, hidden={**match.hidden, "values": known.value.trajectory})


def _draw(
    game_name: str, match: Match, hud: frozenset[str], second: float | None, out: Path
) -> None:
    from video_arena.files import whole_file
    from video_arena.match import Span
    from video_arena.plugins import load_game
    from video_arena.video.encode import encode

    game = load_game(game_name)
    if second is None:
        with whole_file(out) as partial:
            encode(game.render(match, Span(0, match.frames), hud), game.spec.media, partial)
        return
    import cv2

    frame = min(match.frames - 1, max(0, int(second * game.spec.media.fps)))
    run = next(iter(game.render(match, Span(frame, frame + 1), hud)))
    ok, png = cv2.imencode(".png", run.picture[:, :, ::-1])
    assert ok
    with whole_file(out) as partial:
        partial.write_bytes(png.tobytes())
