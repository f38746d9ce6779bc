"""Installing KataGo: the program from one wheel, the network from another."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from va_engines.fetch import install_package
from va_engines.katago_files import folder_of, named_file, network_path, prove_network
from va_engines.katago_pins import NamedNetwork, install_of
from va_engines.wheels import APPIMAGE_ROOT, AppImageWheel, WheelPackage
from video_arena.engines import EngineMissing
from video_arena.files import whole_file

if TYPE_CHECKING:
    from pathlib import Path

    from video_arena.engines import EnginePin


def install(pin: EnginePin) -> Path:
    """Install a pin's program and network, unless they are there; return the program.

    Raises:
        EngineError: see `fetch.install_package`; a network that no package holds is named by no
            variable and not there.
    """
    source = install_of(pin)
    program = AppImageWheel(source.program, source.program.keep, source.program.variable)
    folder = install_package(program, folder_of(source.program.file, program.sha256))
    if isinstance(source.network, NamedNetwork):
        _keep_named(pin, source.network)
    else:
        network = WheelPackage(source.network)
        install_package(network, folder_of(source.network.file, network.sha256))
    return folder / APPIMAGE_ROOT / source.program.entry


def _keep_named(pin: EnginePin, source: NamedNetwork) -> None:
    """Copy the file that the variable names into the cache folder, if it is the network."""
    target = network_path(pin)
    if target.is_file():
        return
    named = named_file(source.variable)
    if named is None:
        raise EngineMissing(
            f"the program is installed, and the network {pin.networks[0]} is in no package "
            f"({source.origin}): set ${source.variable} to its file and install again"
        )
    prove_network(named, pin, f"${source.variable}")
    with whole_file(target) as partial:
        shutil.copyfile(named, partial)
