"""`va engines list|install|check`."""

from __future__ import annotations

from dataclasses import asdict

import click

from video_arena.cli.printing import json_option, plain_errors, print_json, print_table


@click.group("engines")
def command() -> None:
    """List, install and check pinned engines."""


@command.command("list")
@json_option
def list_pins(*, as_json: bool) -> None:
    """List every known pin with its budget, and whether it is reproducible."""
    from video_arena.plugins import all_pins

    pins = all_pins()
    if as_json:
        print_json([asdict(pin) | {"digest": pin.digest()} for pin in pins.values()])
        return
    print_table(
        "engine pins",
        ("pin", "engine", "driver", "budget", "reproducible", "note"),
        [
            (
                name,
                pin.engine,
                pin.driver,
                _budget(dict(pin.budget)),
                "yes" if pin.reproducible else "NO",
                pin.note,
            )
            for name, pin in pins.items()
        ],
    )


@command.command("install")
@click.argument("pins", nargs=-1, required=True)
@json_option
def install(*, pins: tuple[str, ...], as_json: bool) -> None:
    """Fetch engines from where their pins say, verify them, and keep them in the cache folder."""
    from video_arena.plugins import find_pin

    done = []
    with plain_errors():
        for name in pins:
            driver, pin = find_pin(name)
            path = driver.install(pin)
            done.append({"pin": name, "path": str(path)})
            if not as_json:
                click.echo(f"{name}: {path}")
    if as_json:
        print_json(done)


@command.command("check")
@click.argument("pins", nargs=-1)
@json_option
def check(*, pins: tuple[str, ...], as_json: bool) -> None:
    """Prove that engines are what their pins say; all pins when none is named.

    Exit code 1 when one of them cannot be used.
    """
    from video_arena.plugins import all_pins, find_pin

    statuses = []
    with plain_errors():
        for name in pins or tuple(all_pins()):
            driver, pin = find_pin(name)
            statuses.append(driver.check(pin))
    if as_json:
        print_json([asdict(status) for status in statuses])
    else:
        print_table(
            "engines",
            ("pin", "usable", "where", "what was proved, or why not"),
            [(s.pin, "yes" if s.usable else "no", s.location or "", s.reason) for s in statuses],
        )
    if not all(status.usable for status in statuses):
        raise SystemExit(1)


def _budget(budget: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in budget.items())
