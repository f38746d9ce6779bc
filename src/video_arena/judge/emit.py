"""Write a game's self-contained judge.py: the judge's own source with the game's SPEC in it."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from video_arena.canonical import pretty
from video_arena.judge.spec import judge_spec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from video_arena.canonical import Json
    from video_arena.game import GameSpec

EMPTY_SPEC = 'json.loads(r"""\n{}\n""")'
"""The marked place in judge.py."""


def emit_judge(game: GameSpec) -> str:
    """The text of `tasks/<game>/judge.py`.

    Raises:
        SpecError: see `judge_spec`.
    """
    return emit_from_spec(judge_spec(game))


def emit_from_spec(spec: Mapping[str, Json]) -> str:
    """The judge with this SPEC; the same SPEC gives the same bytes.

    JSON in a raw string keeps true, null and every escape as they are; JSON text never holds
    three quotation marks in a row, because those inside a string are escaped.
    """
    source = resources.files("video_arena.judge").joinpath("judge.py").read_text(encoding="utf-8")
    before, marked, after = source.partition(EMPTY_SPEC)
    if not marked or EMPTY_SPEC in after:
        raise AssertionError("judge.py must hold the place for its SPEC exactly once")
    return f'{before}json.loads(r"""\n{pretty(spec)}""")' + after
