"""Installing KataGo: the program from one wheel, the network from another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from va_engines.fetch import install_package
from va_engines.katago_files import folder_of
from va_engines.katago_pins import install_of
from va_engines.wheels import APPIMAGE_ROOT, AppImageWheel, WheelPackage

if TYPE_CHECKING:
    from pathlib import Path

    from video_arena.engines import EnginePin


def install(pin: EnginePin) -> Path:
    """Install a pin's program and network, unless they are there; return the program.

    Raises:
        EngineError: see `fetch.install_package`.
    """
    source = install_of(pin)
    program = AppImageWheel(source.program, source.program.keep, source.program.variable)
    folder = install_package(program, folder_of(program.sha256))
    network = WheelPackage(source.network)
    install_package(network, folder_of(network.sha256))
    return folder / APPIMAGE_ROOT / source.program.entry
