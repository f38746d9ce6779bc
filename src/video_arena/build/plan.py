"""What a build was asked to do, and what it means for the bytes that come out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from video_arena.build.evaluate import ChosenEngine
from video_arena.engines import EngineError
from video_arena.plugins import find_pin

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from video_arena.build.evaluate import Demand
    from video_arena.canonical import Json
    from video_arena.engines import EnginePin
    from video_arena.game import GameSpec


class PlanError(ValueError):
    """The request cannot be carried out as it stands (exit code 2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildPlan:
    """One call of `va-build`. Only the fields above `workers` may change what comes out."""

    game: str
    records: tuple[str, ...]
    out: Path
    options: Mapping[str, Json] = field(default_factory=dict)
    limit: int | None = None
    sample_seed: int | None = None
    engine: str | None = None
    """A pin's name, in place of the spec's own."""
    budget: Mapping[str, int] = field(default_factory=dict)
    """In place of the pin's whole budget."""
    canary_seed: str = ""
    against: tuple[Path, ...] = ()
    """Corpora whose matches may not be used again, under whatever disguise."""
    first_number: int = 1
    """The first case's number, so that two pools can be merged: ids are never renamed."""
    workers: int
    cache: Path
    """The evaluation cache file."""
    dry_run: bool = False

    def choose_engine(self, spec: GameSpec) -> ChosenEngine | None:
        """The engine that gives V, or None where the record itself does.

        Raises:
            PlanError: an engine or budget was asked for where none is used, or is not known.
        """
        if spec.engine is None:
            if self.engine or self.budget:
                raise PlanError(f"{spec.name}: V is in the record, there is no engine to choose")
            return None
        try:
            driver, pin = find_pin(self.engine or spec.engine)
        except EngineError as error:
            raise PlanError(str(error)) from error
        if self.budget:
            pin = budgeted(pin, self.budget)
        own = find_pin(spec.engine)[1] if self.engine or self.budget else pin
        differs = own.name != pin.name or own.digest() != pin.digest()
        return ChosenEngine(driver, pin, spec.engine if differs else None)


def budgeted(pin: EnginePin, budget: Mapping[str, int]) -> EnginePin:
    """The pin under another budget, which replaces the whole of its own.

    Raises:
        PlanError: a kind of budget that neither the pin nor any engine family has.
    """
    unknown = sorted(set(budget) - set(pin.budget) - {"depth", "nodes", "visits"})
    if unknown:
        raise PlanError(f"{pin.name} has no budget called {', '.join(unknown)}")
    return pin.with_budget(budget)


def check_protocols(demand: Demand, chosen: ChosenEngine | None) -> None:
    """An engine must speak the language of the questions.

    Raises:
        PlanError: it does not, or there is none.
    """
    spoken = chosen.pin.driver if chosen is not None else None
    for protocol in sorted({query.protocol for query in demand.queries.values()}):
        if protocol != spoken:
            raise PlanError(f"the game asks a {protocol} engine; {spoken or 'no engine'} was given")


def with_defaults(spec: GameSpec, given: Mapping[str, Json]) -> dict[str, Json]:
    """All of the game's record options, as `parse_record` gets them.

    Raises:
        PlanError: an option that the game does not declare.
    """
    declared = {option.name.replace("-", "_"): option.default for option in spec.options}
    unknown = sorted(set(given) - set(declared))
    if unknown:
        raise PlanError(f"{spec.name} has no option {', '.join(unknown)}")
    return {**declared, **given}


def parse_budget(words: tuple[str, ...]) -> dict[str, int]:
    """`depth=10` and the like.

    Raises:
        PlanError: a word is not NAME=NUMBER.

    >>> parse_budget(("depth=10",))
    {'depth': 10}
    """
    budget = {}
    for word in words:
        name, _, number = word.partition("=")
        if not name or not number.isdigit() or int(number) == 0:
            raise PlanError(f"--budget {word}: write NAME=NUMBER, such as depth=20")
        budget[name] = int(number)
    return budget
