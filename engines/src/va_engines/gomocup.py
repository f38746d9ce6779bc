"""The Gomocup driver: finds a pin's engine, proves it, opens sessions. Entry point `gomocup`."""

from __future__ import annotations

import functools
import os
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from va_engines.gomocup_pins import (
    BroughtSource,
    BundledSource,
    GomocupPinFile,
    gomocup_proof_of,
    gomocup_source_of,
)
from va_engines.gomocup_process import GomocupPatience, GomocupPosition, GomocupProcess
from va_engines.gomocup_session import (
    RULES,
    GomocupSession,
    hold_to_scaling,
    settings_of,
)
from va_engines.nodejs import find_node
from va_engines.pins import PINS_FOLDER, load_pins
from va_engines.retry import with_one_retry
from video_arena.engines import (
    EngineError,
    EngineMismatch,
    EngineMissing,
    EnginePin,
    EngineStatus,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from va_engines.gomocup_lines import Block
    from va_engines.gomocup_pins import GomocupProbe
    from video_arena.canonical import Json

PROBE_SIZE: Final = 15


class GomocupDriver:
    """An `EngineDriver` for Gomocup engines that tell EVAL and WINRATE: Rapfi and threat-v1.

    Args:
        folder: where the pins are.
        patience: when an engine is called hung.
    """

    name: Final = "gomocup"
    batch: Final = 1
    in_process: Final = False

    def __init__(self, folder: Path = PINS_FOLDER, patience: GomocupPatience | None = None) -> None:
        self._folder = folder
        self._patience = patience

    def pins(self) -> Mapping[str, EnginePin]:
        """The pins of this driver, by name.

        Raises:
            EngineError: a pin file is not one.
        """
        return dict(self._pins)

    @functools.cached_property
    def _pins(self) -> dict[str, EnginePin]:
        return load_pins(self.name, self._folder, GomocupPinFile)

    def check(self, pin: EnginePin) -> EngineStatus:
        """Find the engine and prove it."""
        try:
            command = _command_of(pin)
            session = self.open(pin)
        except EngineError as error:
            return EngineStatus(pin=pin.name, usable=False, reason=str(error))
        try:
            observed = session.observed
        finally:
            session.close()
        return EngineStatus(
            pin=pin.name,
            usable=True,
            reason=f"{observed['name']}: version, scaling factor and probe agree",
            location=shlex.join(command),
            observed=observed,
        )

    def install(self, pin: EnginePin) -> Path:
        """Nothing is fetched: threat-v1 is here already, and Rapfi must be brought.

        Raises:
            EngineError: the engine is not here; the message says where to get it.
        """
        return Path(_command_of(pin)[-1])

    def open(self, pin: EnginePin) -> GomocupSession:
        """Start the engine and hold it to its pin.

        Raises:
            EngineMissing: it is not there.
            EngineMismatch: it is not the pin's.
            EngineError: the pin's budget is none of this protocol's.
        """
        process = self._start(pin)
        try:
            return GomocupSession(process, pin, hold_to_pin(process, pin))
        except BaseException:
            process.close()
            raise

    def start(self, pin: EnginePin) -> GomocupProcess:
        """The pin's engine as a bare process, proven: for self-play, which is no evaluation.

        Raises:
            EngineMissing: it is not there.
            EngineMismatch: it is not the pin's.
        """
        process = self._start(pin)
        try:
            hold_to_pin(process, pin)
        except BaseException:
            process.close()
            raise
        return process

    def _start(self, pin: EnginePin) -> GomocupProcess:
        if "ms" in pin.budget and pin.reproducible:
            raise EngineError(
                f"pin {pin.name} promises to be reproducible, which a budget in ms is not: give "
                "nodes or depth, or use a pin that says so, such as rapfi-1000ms"
            )
        settings = {**pin.options, **settings_of(pin.budget)}
        return GomocupProcess(_command_of(pin), settings, patience=self._patience)


def _command_of(pin: EnginePin) -> tuple[str, ...]:
    source = gomocup_source_of(pin)
    if isinstance(source, BundledSource):
        script = Path(__file__).parent / source.script
        return (find_node(), str(script))
    return (_brought(pin, source),)


def _brought(pin: EnginePin, source: BroughtSource) -> str:
    named = os.environ.get(source.variable)
    if named:
        path = Path(named).expanduser().resolve()
        if not path.is_file():
            raise EngineMissing(f"${source.variable} is {named!r}, and there is no such file")
        return str(path)
    for program in source.programs:
        found = shutil.which(program)
        if found is not None:
            return found
    raise EngineMissing(
        f"{pin.engine} is not there: no {' or '.join(source.programs)} on PATH, and "
        f"${source.variable} is not set. {source.advice}"
    )


def hold_to_pin(process: GomocupProcess, pin: EnginePin) -> dict[str, Json]:
    """Compare name, version, scaling factor and probe; give what was observed.

    Raises:
        EngineMismatch: something is another's.
        EngineFailed: the engine breaks on the probe.
    """
    proof = gomocup_proof_of(pin)
    name, version = process.about.get("name", ""), process.about.get("version", "")
    if name != pin.engine or not version.startswith(proof.version):
        raise EngineMismatch(
            f"it is {name!r} version {version!r}, not {pin.engine!r} {proof.version}"
        )
    for probe in proof.probe:
        _hold_to_probe(process, pin, probe, proof.scaling_factor)
    facts = process.facts
    if isinstance(facts.get("config"), str):
        # The folder is this machine's; the file's name tells which config it is.
        facts["config"] = str(facts["config"]).replace("\\", "/").rpartition("/")[2]
    return {
        "name": name,
        "version": version,
        **facts,
        "scaling_factor": proof.scaling_factor,
        "options": dict(pin.options),
    }


def _hold_to_probe(
    process: GomocupProcess, pin: EnginePin, probe: GomocupProbe, scale: float
) -> None:
    position = GomocupPosition(PROBE_SIZE, RULES["freestyle"], probe.moves)
    settings = {**pin.options, **settings_of({"nodes": probe.nodes})}
    result = with_one_retry(
        process,
        lambda: process.search(position, settings=settings),
        f"{process.name}, probe of pin {pin.name}",
    )
    block: Block | None = result.lines.get(0)
    if block is None:
        raise EngineMismatch(f"{process.name} tells no EVAL and WINRATE: it needs SHOW_DETAIL")
    hold_to_scaling(process.name, block, scale)
    if probe.eval is not None and (block.eval, result.move) != (probe.eval, probe.bestmove):
        raise EngineMismatch(
            f"{process.name} is not the build that pin {pin.name} means: after {probe.moves} it "
            f"says {block.eval} and plays {result.move} instead of {probe.eval}, {probe.bestmove}"
        )


driver = GomocupDriver()
