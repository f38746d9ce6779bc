"""Finding and loading adapters, engine drivers and cross-cutting plugins by entry point."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, cast

import pluggy

from video_arena import engines, hooks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from video_arena.canonical import Json
    from video_arena.game import GameSpec, HudElement
    from video_arena.match import Event, FrameRun, Match, RecordError, RecordSkipped, Span
    from video_arena.records import RecordFile
    from video_arena.values import PrefixValue

ADAPTERS = "video_arena.adapters"
"""Entry-point group: the name is the game's, the value a module or object with hook functions."""
PLUGINS = "video_arena.plugins"
"""Entry-point group of plugins that wrap or watch hooks: of every game, or of those that the
plugin lists in `GAMES`, a tuple of names."""


class AdapterError(Exception):
    """An adapter is not there or cannot be loaded; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class AdapterStatus:
    """One line of `va adapters`."""

    name: str
    distribution: str
    version: str
    hooks: tuple[str, ...] = ()
    engine: str | None = None
    usable: bool = True
    reason: str = ""
    """Why it is not usable now, or empty."""


class Game:
    """One game's hooks, typed: what the core calls instead of `manager.hook`.

    >>> game = load_game("chess")  # doctest: +SKIP
    >>> game.spec.media.width  # doctest: +SKIP
    548
    """

    def __init__(self, name: str, manager: pluggy.PluginManager) -> None:
        self.name = name
        self.manager = manager
        try:
            self.spec = cast("GameSpec", manager.hook.describe_game())
            described = self.spec.name
        except Exception as error:
            raise AdapterError(
                f"adapter {name!r}: describe_game raised {type(error).__name__}: {error}"
            ) from error
        if described != name:
            raise AdapterError(f"adapter {name!r} describes a game named {described!r}")

    def parse(
        self, record: RecordFile, options: Mapping[str, Json]
    ) -> Iterator[Match | RecordError | RecordSkipped]:
        """The hook `parse_record`."""
        found = self.manager.hook.parse_record(record=record, options=options)
        return cast("Iterator[Match | RecordError | RecordSkipped]", found)

    def events(self, match: Match) -> tuple[Event, ...]:
        """The hook `extract_events`."""
        found = cast("Iterable[Event]", self.manager.hook.extract_events(match=match))
        return tuple(found)

    def value(self, match: Match, prefix: int) -> PrefixValue:
        """The hook `evaluate_prefix`."""
        return cast("PrefixValue", self.manager.hook.evaluate_prefix(match=match, prefix=prefix))

    def allowed_hud(self) -> frozenset[str]:
        """The hook `strip_hud`, asked about every declared element."""
        elements: tuple[HudElement, ...] = self.spec.hud
        return cast("frozenset[str]", self.manager.hook.strip_hud(elements=elements))

    def render(self, match: Match, span: Span, hud: frozenset[str]) -> Iterator[FrameRun]:
        """The hook `render_video`."""
        runs = self.manager.hook.render_video(match=match, span=span, hud=hud)
        return cast("Iterator[FrameRun]", runs)

    def generate(self, seed: int, folder: Path, options: Mapping[str, Json]) -> Path:
        """The hook `generate_record`.

        Raises:
            AdapterError: the adapter generates no records.
        """
        made = self.manager.hook.generate_record(seed=seed, folder=folder, options=options)
        if made is None:
            raise AdapterError(f"the adapter of {self.name} has no generate_record hook")
        return cast("Path", made)


def adapter_names() -> tuple[str, ...]:
    """Names of all installed adapters, loadable or not, sorted."""
    return tuple(sorted({point.name for point in entry_points(group=ADAPTERS)}))


@cache
def load_game(name: str) -> Game:
    """Load one game's adapter and the cross-cutting plugins into a manager of its own.

    Raises:
        AdapterError: no such adapter, it cannot be imported, its hooks do not fit the
            specifications, or a required hook is missing.
    """
    points = [point for point in entry_points(group=ADAPTERS) if point.name == name]
    if not points:
        there = ", ".join(adapter_names()) or "none"
        raise AdapterError(f"no adapter for {name!r} is installed (installed: {there})")
    if len(points) > 1:
        owners = ", ".join(sorted(_owner(point)[0] for point in points))
        raise AdapterError(f"{name!r} is claimed by several distributions ({owners}): keep one")
    plugins = [points[0], *sorted(entry_points(group=PLUGINS), key=lambda point: point.name)]
    return Game(name, _manager(plugins))


def game_from(name: str, *plugins: object) -> Game:
    """A game made of plugin objects that no entry point names: for tests and notebooks.

    Raises:
        AdapterError: as `load_game`.
    """
    manager = _empty_manager()
    for plugin in plugins:
        _register(manager, plugin, getattr(plugin, "__name__", repr(plugin)))
    return Game(name, _checked(manager, name))


def _empty_manager() -> pluggy.PluginManager:
    manager = pluggy.PluginManager(hooks.PROJECT)
    manager.add_hookspecs(hooks)
    return manager


def _manager(points: Iterable[EntryPoint]) -> pluggy.PluginManager:
    manager = _empty_manager()
    adapter = ""
    for point in points:
        adapter = adapter or point.name
        owner = "{} {}".format(*_owner(point))
        try:
            plugin = point.load()
        except Exception as error:
            raise AdapterError(
                f"{owner}: cannot import {point.value}: {type(error).__name__}: {error}"
            ) from error
        if adapter in getattr(plugin, "GAMES", (adapter,)):
            _register(manager, plugin, f"{owner} ({point.value})")
    return _checked(manager, adapter)


def _register(manager: pluggy.PluginManager, plugin: object, label: str) -> None:
    written_for = getattr(plugin, "HOOK_API", hooks.HOOK_API_VERSION)
    if written_for != hooks.HOOK_API_VERSION:
        raise AdapterError(
            f"{label} was written for hook API {written_for}, this is {hooks.HOOK_API_VERSION}: "
            "install versions that fit each other"
        )
    try:
        manager.register(plugin)
    except (pluggy.PluginValidationError, ValueError) as error:
        raise AdapterError(f"{label}: {error}") from error


def _checked(manager: pluggy.PluginManager, name: str) -> pluggy.PluginManager:
    try:
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        raise AdapterError(f"adapter {name!r}: {error}") from error
    missing = [hook for hook in hooks.REQUIRED_HOOKS if not _implementations(manager, hook)]
    if missing:
        raise AdapterError(f"adapter {name!r} lacks the hooks {', '.join(missing)}")
    return manager


def _implementations(manager: pluggy.PluginManager, hook: str) -> list[pluggy.HookImpl]:
    return cast("pluggy.HookCaller", getattr(manager.hook, hook)).get_hookimpls()


def _owner(point: EntryPoint) -> tuple[str, str]:
    return (point.dist.name, point.dist.version) if point.dist else ("unknown", "0")


@cache
def engine_drivers() -> dict[str, engines.EngineDriver]:
    """All installed engine drivers by name; one that cannot be imported is left out.

    `va doctor` lists what failed; a build names the driver it misses.
    """
    drivers = {}
    for point in sorted(entry_points(group=engines.ENTRY_POINT_GROUP), key=lambda p: p.name):
        try:
            drivers[point.name] = cast("engines.EngineDriver", point.load())
        except Exception:  # noqa: BLE001, S112 - a broken driver must not take the others with it
            continue
    return drivers


def all_pins() -> dict[str, engines.EnginePin]:
    """Every pin of every driver, by name, sorted."""
    pins = {
        name: pin for driver in engine_drivers().values() for name, pin in driver.pins().items()
    }
    return dict(sorted(pins.items()))


def find_pin(name: str) -> tuple[engines.EngineDriver, engines.EnginePin]:
    """The pin of that name and the driver that runs it.

    Raises:
        EngineError: no installed driver knows the pin.
    """
    for driver in engine_drivers().values():
        pin = driver.pins().get(name)
        if pin is not None:
            return driver, pin
    raise engines.EngineError(f"no engine pin {name!r} (known: {', '.join(all_pins()) or 'none'})")


def survey() -> list[AdapterStatus]:
    """Every installed adapter with its hooks and whether it can build now; never raises."""
    rows = []
    for point in sorted(entry_points(group=ADAPTERS), key=lambda p: p.name):
        distribution, version = _owner(point)
        row = AdapterStatus(point.name, distribution, version)
        try:
            game = load_game(point.name)
        except AdapterError as error:
            rows.append(
                AdapterStatus(point.name, distribution, version, usable=False, reason=str(error))
            )
            continue
        usable, reason = _engine_state(game.spec.engine)
        implemented = tuple(
            hook
            for hook in (*hooks.REQUIRED_HOOKS, "generate_record")
            if _implementations(game.manager, hook)
        )
        rows.append(
            AdapterStatus(
                row.name, distribution, version, implemented, game.spec.engine, usable, reason
            )
        )
    return rows


def _engine_state(pin_name: str | None) -> tuple[bool, str]:
    if pin_name is None:
        return True, ""
    try:
        driver, pin = find_pin(pin_name)
        status = driver.check(pin)
    except engines.EngineError as error:
        return False, str(error)
    except Exception as error:  # noqa: BLE001 - a survey reports what a driver does wrong
        return False, f"checking {pin_name} raised {type(error).__name__}: {error}"
    return status.usable, "" if status.usable else status.reason
