"""The command tree. A command's module is imported only when it runs, so `--help` is instant."""

from __future__ import annotations

import importlib
from typing import Any

import click

COMMANDS = {
    "adapters": "List the installed games and whether they can build now.",
    "baselines": "Answer a corpus by chance, and score that.",
    "build": "Build benchmark cases from game records (also installed as va-build).",
    "ceiling": "Say how well Protocol A's frames allow a flawless model to score.",
    "contamination": "Look for a corpus's canary and moves in text dumps.",
    "curate": "Choose a corpus's cases from a larger pool, under quotas.",
    "diagnose": "Show where answers lose: relaxed matching, confusions, shortcuts.",
    "doctor": "Check this machine: codecs, engines, adapters, disk.",
    "engines": "List, install and check pinned engines.",
    "generate": "Make fresh, never-public records by self-play.",
    "new-adapter": "Write the skeleton of an adapter for a new game.",
    "preview": "Draw a match with its HUD, for people only.",
    "records": "Read record files and say what each record is.",
    "regenerate": "Replace contaminated cases, or make a private sibling corpus.",
    "score": "Score answers, or the oracle or empty answer, with the corpus's own judge.",
    "sweep": "Label a corpus again under other search budgets, and compare.",
    "verify": "Check everything in a corpus that can be checked without engines.",
}
"""Name and one-line help of each command; the module is `video_arena.cli.<name>`."""


class LazyGroup(click.Group):
    """A group whose commands are known by name and help before their modules are loaded."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """All command names."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the command's module."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"video_arena.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The overview of commands, without importing one of them."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="video-arena", prog_name="va")
def va() -> None:
    """Video-Arena: from raw game records to verified, scorable benchmark cases."""


def va_build(*args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - click's own signature
    """`va-build`, the same command as `va build`."""
    from video_arena.cli.build import command

    command(*args, prog_name="va-build", **kwargs)
