"""Settings of a sweep: which engine, and how hard it thinks, beside the corpus's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from video_arena.build.evaluate import ChosenEngine
from video_arena.build.plan import PlanError, budgeted
from video_arena.plugins import find_pin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from video_arena.engines import EnginePin


@dataclass(frozen=True, slots=True)
class Setting:
    """One relabelling of a corpus."""

    name: str
    """`depth=16`, `engine=stockfish-15.1,depth=12`, `repeat 1`."""
    chosen: ChosenEngine
    own: bool
    """True where it is the corpus's own engine and budget."""
    repeat: int | None = None
    """Which repeat-run control this is, from 1; None for a setting that was asked for."""

    @property
    def pin(self) -> EnginePin:
        """The engine's pin, with the setting's budget."""
        return self.chosen.pin


def settings_of(words: Sequence[str], repeats: int, own: ChosenEngine) -> tuple[Setting, ...]:
    """All settings of a sweep: the repeat-run controls first, then the words in their order.

    Raises:
        PlanError: a word is no setting, two of them are the same one, or there is none at all.
        EngineError: no such engine pin is installed.
    """
    controls = [Setting(f"repeat {i}", own, own=True, repeat=i) for i in range(1, repeats + 1)]
    asked: dict[str, Setting] = {}
    for word in words:
        setting = _resolve(word, own)
        key = setting.pin.digest()
        if key in asked:
            raise PlanError(f"--setting {word} is {asked[key].name}, which was given already")
        asked[key] = setting
    if not controls and not asked:
        raise PlanError("nothing to relabel: give --setting, such as depth=16, or --repeat")
    return (*controls, *asked.values())


def parse_setting(word: str) -> tuple[str | None, dict[str, int]]:
    """A setting's pin name, or None for the corpus's own engine, and its budget.

    Raises:
        PlanError: the word is not of that form.

    >>> parse_setting("engine=stockfish-15.1,depth=12")
    ('stockfish-15.1', {'depth': 12})
    """
    engine: str | None = None
    budget: dict[str, int] = {}
    for part in word.split(","):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name == "engine" and value and engine is None:
            engine = value
        elif name not in {"", "engine"} | budget.keys() and _is_count(value):
            budget[name] = int(value)
        else:
            raise PlanError(
                f"--setting {word}: write NAME=NUMBER for a budget, such as depth=16, and "
                "engine=PIN before it for another engine, each once, with commas between"
            )
    return engine, budget


def _is_count(value: str) -> bool:
    return value.isascii() and value.isdigit() and int(value) > 0


def _resolve(word: str, own: ChosenEngine) -> Setting:
    engine, budget = parse_setting(word)
    driver, pin = (own.driver, own.pin) if engine is None else find_pin(engine)
    if budget:
        pin = budgeted(pin, budget)
    names_engine = pin.name != own.pin.name or not pin.budget
    parts = [f"engine={pin.name}"] if names_engine else []
    parts += [f"{name}={pin.budget[name]}" for name in sorted(pin.budget)]
    same = pin.digest() == own.pin.digest()
    return Setting(",".join(parts), ChosenEngine(driver, pin), own=same)
