"""`va records`: parse only."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from video_arena.cli.options import GameCommand
from video_arena.cli.printing import json_option, plain_errors, print_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from video_arena.canonical import Json


@click.command("records", cls=GameCommand)
@click.option("--game", required=True, help="Which game; `va adapters` lists them.")
@click.argument("files", nargs=-1, required=True)
@json_option
def command(
    *, game: str, files: tuple[str, ...], as_json: bool, game_options: dict[str, Json]
) -> None:
    """Read record files and say what each record is: accepted, skipped or rejected, and why.

    With --json: one object a line, as the records stream by. Exit code as `va build`.
    """
    import json

    counts: Counter[str] = Counter()
    rows: list[tuple[object, ...]] = []
    with plain_errors():
        for row in _rows(game, files, game_options):
            counts[str(row["state"])] += 1
            if as_json:
                click.echo(json.dumps(row, ensure_ascii=False))
            else:
                rows.append(tuple(row.values()))
    if not as_json:
        print_table("records", ("file", "place", "state", "what or why"), rows)
        click.echo(", ".join(f"{n} {state}" for state, n in sorted(counts.items())) or "no records")
    if not counts["accepted"]:
        raise SystemExit(1)
    raise SystemExit(3 if counts["rejected"] else 0)


def _rows(
    game_name: str, files: tuple[str, ...], given: dict[str, Json]
) -> Iterator[dict[str, object]]:
    from video_arena.build.plan import with_defaults
    from video_arena.match import Match, RecordError
    from video_arena.plugins import load_game
    from video_arena.records import find_records

    game = load_game(game_name)
    options = with_defaults(game.spec, given)
    for record in find_records(files, game.spec.suffixes):
        for item in game.parse(record, options):
            if isinstance(item, Match):
                minutes = item.frames / game.spec.media.fps / 60
                what = (
                    f"{item.source.id or ''} {item.prefixes} prefixes, {float(minutes):.1f} min, "
                )
                what += f"won by {item.winner}" if item.winner else "no winner"
                yield {
                    "file": item.source.file,
                    "place": item.source.place,
                    "state": "accepted",
                    "what": "; ".join((what.strip(), *item.source.notes)),
                }
            else:
                state = "rejected" if isinstance(item, RecordError) else "skipped"
                yield {"file": item.file, "place": item.place, "state": state, "what": item.reason}
