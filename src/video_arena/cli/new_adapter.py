"""`va new-adapter`: the skeleton of an adapter, working from the start."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from video_arena.cli.printing import json_option, plain_errors, print_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

TEMPLATE_SUFFIX = ".tmpl"
PLACEHOLDERS = ("gamename", "Gamename")
"""In files and their names: the game's name as it is, and with a capital."""


@click.command("new-adapter")
@click.argument("name")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR")
@json_option
def command(*, name: str, folder: Path, as_json: bool) -> None:
    """Write the skeleton of an adapter for the game NAME into DIR, which must be new or empty.

    It is a distribution of its own, va-NAME, with every hook working on a stand-in game and tests
    that pass at once: replace the game file by file.
    """
    _check(name, folder)
    with plain_errors():
        written = [str(path) for path in write_skeleton(name, folder)]
    if as_json:
        print_json(written)
        return
    for path in written:
        click.echo(path)
    click.echo(f"\nnext: cd {folder}; pip install -e '.[test]'; pytest")


def write_skeleton(name: str, folder: Path) -> Iterator[Path]:
    """Write every file of the skeleton; yield their paths, sorted.

    Raises:
        OSError: the folder cannot be written.
    """
    from importlib import resources

    from video_arena.files import write_whole

    root = resources.files("video_arena").joinpath("templates", "adapter")
    for place, template in sorted(_templates(root, ""), key=lambda found: found[0]):
        path = folder / _filled(place.removesuffix(TEMPLATE_SUFFIX), name)
        write_whole(path, _filled(template.read_text(encoding="utf-8"), name))
        yield path


def _check(name: str, folder: Path) -> None:
    if not re.fullmatch("[a-z][a-z0-9]*", name):
        raise click.UsageError(
            f"{name!r} cannot be a game's name: lower case letters and digits, a letter first"
        )
    if folder.is_dir() and any(folder.iterdir()):
        raise click.UsageError(f"{folder} is not empty: name a new folder")


def _templates(folder: Traversable, place: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _templates(entry, f"{place}{entry.name}/")
        elif entry.name.endswith(TEMPLATE_SUFFIX):
            yield f"{place}{entry.name}", entry


def _filled(text: str, name: str) -> str:
    lower, capital = PLACEHOLDERS
    return text.replace(lower, name).replace(capital, name.capitalize())
