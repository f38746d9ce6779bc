"""`va adapters`: the installed games."""

from __future__ import annotations

from dataclasses import asdict

import click

from video_arena.cli.printing import json_option, print_json, print_table


@click.command("adapters")
@json_option
def command(*, as_json: bool) -> None:
    """List the installed games with version, hooks, engine pin, and whether they can build now."""
    from video_arena.plugins import survey

    rows = survey()
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    print_table(
        "adapters",
        ("game", "distribution", "hooks", "engine", "usable", "why not"),
        [
            (
                r.name,
                f"{r.distribution} {r.version}",
                ", ".join(r.hooks),
                r.engine or "none",
                "yes" if r.usable else "no",
                r.reason,
            )
            for r in rows
        ],
    )
