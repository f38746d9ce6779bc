"""The KataGo driver: finds a pin's program and network. The entry point `katago`."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from va_engines.katago_files import KataGoFiles, find
from va_engines.katago_pins import KataGoPinFile, proof_of, visits_of
from va_engines.katago_player import KataGoPlayer
from va_engines.katago_process import KataGoPatience, KataGoProcess
from va_engines.katago_session import KataGoSession
from va_engines.line_process import ProcessFailed
from va_engines.pins import PINS_FOLDER, load_pins
from video_arena.engines import EngineError, EngineMismatch, EnginePin, EngineStatus

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class KataGoDriver:
    """An `EngineDriver` for KataGo's analysis engine.

    Args:
        folder: where the pins are.
        patience: when an engine is called hung.
    """

    name: Final = "katago"
    batch: Final = 1024
    in_process: Final = False
    most_sessions: Final = 1
    """One process fills the device: it has threads of its own, and several would share it."""

    def __init__(self, folder: Path = PINS_FOLDER, patience: KataGoPatience | None = None) -> None:
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
        return load_pins(self.name, self._folder, KataGoPinFile)

    def check(self, pin: EnginePin) -> EngineStatus:
        """Find program and network and prove them, without starting the search."""
        try:
            files = find(pin)
        except EngineError as error:
            return EngineStatus(pin=pin.name, usable=False, reason=str(error))
        return EngineStatus(
            pin=pin.name,
            usable=True,
            reason=f"{pin.engine} ({files.backend}) from {files.place}: version, commit and the "
            "network's sha256 agree",
            location=str(files.program),
            observed={"network": str(files.network), "backend": files.backend},
        )

    def install(self, pin: EnginePin) -> Path:
        """Fetch the wheels of program and network, verify and unpack them; return the program.

        Raises:
            EngineError: a download or its sha256 failed, or this is no Linux on x86-64.
        """
        from va_engines.katago_install import install  # noqa: PLC0415 - rare, not for `--help`

        return install(pin)

    def open(self, pin: EnginePin) -> KataGoSession:
        """Start KataGo and hold it to its pin.

        Raises:
            EngineMissing: program, network or OpenCL is not installed.
            EngineMismatch: one of them is not the pin's.
            EngineError: the pin's budget is none of KataGo's, or it does not start.
        """
        visits_of(pin)  # before anything is looked for
        return KataGoSession(self._started(find(pin), pin), pin)

    def start(self, pin: EnginePin) -> KataGoPlayer:
        """The pin's engine as a player, proven: for self-play, which is no evaluation.

        Raises:
            EngineError: see `open`.
        """
        visits = visits_of(pin)
        return KataGoPlayer(self._started(find(pin), pin), visits)

    def _started(self, files: KataGoFiles, pin: EnginePin) -> KataGoProcess:
        visits = visits_of(pin)
        try:
            process = KataGoProcess(files.command(pin), visits, patience=self._patience)
        except ProcessFailed as error:
            raise EngineError(f"{pin.engine} does not start: {error}") from error
        proof = proof_of(pin)
        found = (process.version, process.git_hash)
        if found != (proof.version, proof.git_hash):
            process.close()
            raise EngineMismatch(
                f"it is KataGo {' '.join(found)}, not {proof.version} {proof.git_hash}"
            )
        return process


driver = KataGoDriver()
