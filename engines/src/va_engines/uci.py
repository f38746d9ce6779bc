"""The UCI driver: finds a pin's engine, proves it, opens sessions. The entry point `uci`."""

from __future__ import annotations

import functools
import shlex
from typing import TYPE_CHECKING, Final

from va_engines.locate import Candidate, candidates
from va_engines.pins import PINS_FOLDER, load_pins, proof_of, source_of
from va_engines.proof import ProofRecord, hold_to_name, hold_to_probe
from va_engines.uci_process import Patience, UciProcess
from va_engines.uci_session import UciSession, go_of
from video_arena.engines import (
    EngineError,
    EngineMismatch,
    EngineMissing,
    EnginePin,
    EngineStatus,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class UciDriver:
    """An `EngineDriver` for engines that speak UCI and tell WDL, as Stockfish does.

    Args:
        folder: where the pins are.
        patience: when an engine is called hung.
    """

    name: Final = "uci"
    batch: Final = 1
    in_process: Final = False

    def __init__(self, folder: Path = PINS_FOLDER, patience: Patience | None = None) -> None:
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
        return load_pins(self.name, self._folder)

    def check(self, pin: EnginePin) -> EngineStatus:
        """Find the engine and run the whole probe, whatever was proved before."""
        try:
            process, candidate = self._find(pin, believe_record=False)
        except EngineError as error:
            return EngineStatus(pin=pin.name, usable=False, reason=str(error))
        with process:
            observed = UciSession(process, pin).observed
        count = len(proof_of(pin).probe)
        return EngineStatus(
            pin=pin.name,
            usable=True,
            reason=f"{process.name} from {candidate.place}: networks and the probe's {count} "
            "positions agree",
            location=shlex.join(candidate.command),
            observed=observed,
        )

    def install(self, pin: EnginePin) -> Path:
        """Fetch the engine's package, verify and unpack it; return the file that is started.

        Raises:
            EngineError: the download or its sha256 failed.
        """
        from va_engines.fetch import install  # noqa: PLC0415 - rare, and not for `--help`

        return install(pin)

    def open(self, pin: EnginePin) -> UciSession:
        """Start the engine and hold it to its pin.

        Raises:
            EngineMissing: it is not installed.
            EngineMismatch: it is not the pin's.
            EngineError: the pin's budget is none of UCI's.
        """
        go_of(pin.budget)
        return UciSession(self.start(pin), pin)

    def start(self, pin: EnginePin) -> UciProcess:
        """The pin's engine as a bare process, proven: for self-play, which is no evaluation.

        Raises:
            EngineMissing: it is not installed.
            EngineMismatch: it is not the pin's.
        """
        return self._find(pin, believe_record=True)[0]

    def _find(self, pin: EnginePin, *, believe_record: bool) -> tuple[UciProcess, Candidate]:
        reasons = []
        mismatch = False
        for candidate in candidates(pin):
            try:
                return self._prove(candidate, pin, believe_record=believe_record), candidate
            except EngineError as error:
                # Another engine that happens to be on PATH is nobody's mistake.
                mismatch = mismatch or candidate.place != "PATH"
                reasons.append(f"{shlex.join(candidate.command)} ({candidate.place}): {error}")
        source = source_of(pin)
        advice = (
            f"`va engines install {pin.name}` fetches it; ${source.variable} may name a binary "
            "of your own"
        )
        if mismatch:
            raise EngineMismatch(f"{pin.engine} is not usable: {'; '.join(reasons)}. {advice}.")
        looked = f" Not it: {'; '.join(reasons)}." if reasons else ""
        raise EngineMissing(f"{pin.engine} is not installed.{looked} {advice}.")

    def _prove(self, candidate: Candidate, pin: EnginePin, *, believe_record: bool) -> UciProcess:
        process = UciProcess(candidate.command, pin.options, patience=self._patience)
        try:
            hold_to_name(process, pin)
            record = ProofRecord(candidate, pin)
            if not (believe_record and record.stands()):
                hold_to_probe(process, pin)
                record.write()
        except BaseException:
            process.close()
            raise
        return process


driver = UciDriver()
