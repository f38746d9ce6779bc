"""How commands print: a table where people read, JSON where scripts do, errors in one line."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from video_arena.build.report import Reporter

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")


def print_json(value: object) -> None:
    """Print a value as indented JSON on stdout."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows as a table as wide as the terminal, or unbounded into a pipe."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        # Text: a name from a record may hold what Rich would take for markup.
        table.add_row(*(Text("" if cell is None else str(cell)) for cell in row))
    Console(width=None if sys.stdout.isatty() else 160).print(table)


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turn the errors that a user can do something about into one line and exit code 2."""
    from video_arena.build.plan import PlanError
    from video_arena.engines import EngineError
    from video_arena.game import SpecError
    from video_arena.generation import OptionError
    from video_arena.plugins import AdapterError

    try:
        yield
    except (PlanError, AdapterError, EngineError, SpecError, OptionError) as error:
        click.echo(f"error: {error}", err=True)
        raise SystemExit(2) from None
    except OSError as error:
        click.echo(f"error: {error}", err=True)
        raise SystemExit(2) from None


@contextmanager
def stoppable(reporter: Reporter) -> Iterator[None]:
    """Leave the progress in order however the work ends; Ctrl-C is exit code 130, no traceback."""
    try:
        yield
    except KeyboardInterrupt:
        reporter.close()
        click.echo("interrupted; run the same command again to go on", err=True)
        raise SystemExit(130) from None
    finally:
        reporter.close()
