"""Flags that a game declares, made into flags of a command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Mapping

    from video_arena.canonical import Json
    from video_arena.game import GameSpec, RecordOption

_TYPES: dict[str, Any] = {"int": int, "float": float, "str": str}


class GameCommand(click.Command):
    """A command with `--game`, which grows the record options of the game that was named.

    Their values arrive together in the parameter `game_options`.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Add the game's options before click reads the arguments."""
        spec = _spec_named_in(args)
        added: list[click.Parameter] = [] if spec is None else [_flag(o) for o in spec.options]
        self.params = [p for p in self.params if not isinstance(p, _GameOption)] + added
        rest = super().parse_args(ctx, args)
        names = [str(p.name) for p in added]
        ctx.params["game_options"] = {
            name: value for name in names if (value := ctx.params.pop(name)) is not None
        }
        return rest


class _GameOption(click.Option):
    """An option that a spec declared."""


def _flag(option: RecordOption) -> _GameOption:
    if option.type == "flag":
        return _GameOption([f"--{option.name}/--no-{option.name}"], default=None, help=option.help)
    kind = click.Choice(option.choices) if option.choices else _TYPES[option.type]
    help_text = option.help
    if option.default is not None:
        help_text += f"  [default: {option.default}]"
    return _GameOption([f"--{option.name}"], type=kind, default=None, help=help_text)


def _spec_named_in(args: list[str]) -> GameSpec | None:
    from video_arena.plugins import AdapterError, load_game

    for i, word in enumerate(args):
        name = word.partition("=")[2] if word.startswith("--game=") else ""
        if word == "--game" and i + 1 < len(args):
            name = args[i + 1]
        if name:
            try:
                return load_game(name).spec
            except AdapterError as error:
                click.echo(f"error: {error}", err=True)
                raise SystemExit(2) from None
    return None


def pairs(words: tuple[str, ...]) -> Mapping[str, Json]:
    """`NAME=VALUE` words as a mapping; numbers become numbers.

    Raises:
        click.UsageError: a word without `=`.
    """
    out: dict[str, Json] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign:
            raise click.UsageError(f"{word}: write NAME=VALUE")
        out[name.replace("-", "_")] = int(value) if value.lstrip("-").isdigit() else value
    return out
