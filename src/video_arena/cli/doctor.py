"""`va doctor`: what is missing on this machine, and what to do about it."""

from __future__ import annotations

import shutil
import sys
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import click

from video_arena.cli.printing import json_option, print_json, print_table

if TYPE_CHECKING:
    from collections.abc import Iterator

_NEEDED_GB = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's report."""

    what: str
    well: bool
    detail: str


@click.command("doctor")
@json_option
def command(*, as_json: bool) -> None:
    """Check this machine: Python, codecs, cache folder, disk, adapters, engines.

    Exit code 1 when something that a build needs is missing.
    """
    findings = [*_python(), *_codecs(), *_disk(), *_adapters(), *_engines()]
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        print_table(
            "doctor",
            ("what", "state", "detail"),
            [(f.what, "well" if f.well else "MISSING", f.detail) for f in findings],
        )
    if not all(f.well for f in findings if not f.what.startswith("engine")):
        raise SystemExit(1)


def _python() -> Iterator[Finding]:
    version = sys.version.split()[0]
    yield Finding("python", sys.version_info >= (3, 11), f"{version}, needs 3.11 or newer")


def _codecs() -> Iterator[Finding]:
    try:
        import av

        av.codec.Codec("libx264", "w")
        yield Finding("x264", well=True, detail=f"PyAV {av.__version__}")
    except Exception as error:  # noqa: BLE001 - whatever is wrong is the finding
        yield Finding("x264", well=False, detail=f"{error}: pip install av")
    try:
        import cv2

        yield Finding("opencv", well=True, detail=cv2.__version__)
    except ImportError as error:
        yield Finding("opencv", well=False, detail=f"{error}: pip install opencv-python-headless")


def _disk() -> Iterator[Finding]:
    from video_arena.cache import CACHE_VARIABLE, cache_folder

    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free / 1e9
    except OSError as error:
        yield Finding("cache", well=False, detail=f"{error}: set {CACHE_VARIABLE}")
        return
    detail = f"{folder}: {free:.0f} GB free, engines want {_NEEDED_GB}"
    yield Finding("cache", free > _NEEDED_GB, detail)


def _adapters() -> Iterator[Finding]:
    from video_arena.plugins import AdapterError, adapter_names, load_game

    names = adapter_names()
    if not names:
        yield Finding("adapters", well=False, detail="none: pip install va-chess, or your own")
    for name in names:
        try:
            spec = load_game(name).spec
            yield Finding(f"adapter {name}", well=True, detail=f"contract {spec.version}")
        except AdapterError as error:
            yield Finding(f"adapter {name}", well=False, detail=str(error))


def _engines() -> Iterator[Finding]:
    from video_arena.plugins import all_pins, find_pin

    for name in all_pins():
        driver, pin = find_pin(name)
        status = driver.check(pin)
        yield Finding(f"engine {name}", status.usable, status.reason)
