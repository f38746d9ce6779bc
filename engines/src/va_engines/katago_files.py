"""Where a pin's KataGo and its network are, and whether they are the pin's."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from va_engines.katago_pins import NamedNetwork, install_of, proof_of
from va_engines.locate import SHA_PREFIX
from va_engines.opencl import only_pocl, trouble
from va_engines.wheels import APPIMAGE_ROOT
from video_arena.cache import cache_folder
from video_arena.canonical import digest
from video_arena.engines import EngineMismatch, EngineMissing
from video_arena.files import sha256_of, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from va_engines.katago_pins import KataGoInstall
    from video_arena.engines import EnginePin

TUNER_VARIABLE: Final = "VIDEO_ARENA_KATAGO_TUNER"
"""Names an OpenCL tuning file of the user's own."""
POCL_TUNING: Final = Path(__file__).parent / "katago_pocl_tuning.txt"
"""Made by `katago tuner` of 1.18.1 on PoCL, so that no one waits for it again."""
SLOWEST_VERSION_S: Final = 120.0

_VERSION = re.compile(r"KataGo v(\S+)")
_HASH = re.compile(r"Git revision: ([0-9a-f]{40})")
_BACKEND = re.compile(r"Using (\S+) backend")


def folder_of(file: str, sha256: str) -> Path:
    """Where a file out of the wheel of that sha256 is installed; pins that need it share it."""
    return cache_folder("engines", "katago", f"{Path(file).name}-{sha256[:SHA_PREFIX]}")


@dataclass(frozen=True, slots=True)
class KataGoFiles:
    """Program and network, both proven."""

    program: Path
    network: Path
    place: str
    """Where the program was found: a variable, the cache folder, PATH."""
    backend: str

    def command(self, pin: EnginePin) -> tuple[str, ...]:
        """How the analysis engine is started."""
        return (
            str(self.program),
            "analysis",
            # With its input it ends, whatever is still to be thought about.
            "-quit-without-waiting",
            "-config",
            str(write_config(pin)),
            "-model",
            str(self.network),
        )


def find(pin: EnginePin) -> KataGoFiles:
    """The pin's program and network, held to the pin without starting the network.

    Raises:
        EngineMissing: one of them is nowhere, or OpenCL is.
        EngineMismatch: the one that the user named is another.
    """
    network = _find_network(pin)
    program, place, backend = _find_program(pin)
    return KataGoFiles(program, network, place, backend)


def network_path(pin: EnginePin) -> Path:
    """Where the pin's network is installed."""
    source = install_of(pin).network
    if isinstance(source, NamedNetwork):
        return folder_of(source.file, proof_of(pin).network_sha256) / source.file
    return folder_of(source.file, source.sha256) / source.file


def _program_advice(pin: EnginePin) -> str:
    variable = install_of(pin).program.variable
    return f"`va engines install {pin.name}` fetches it; ${variable} may name one of your own"


def _network_advice(pin: EnginePin) -> str:
    source = install_of(pin).network
    if isinstance(source, NamedNetwork):
        return (
            f"No package holds it ({source.origin}): name its file in ${source.variable}; with "
            f"that set, `va engines install {pin.name}` keeps a copy"
        )
    return f"`va engines install {pin.name}` fetches it; ${source.variable} may name a file"


def named_file(variable: str) -> Path | None:
    """The file that an environment variable names; None where it is not set.

    Raises:
        EngineMissing: there is no such file.
    """
    named = os.environ.get(variable)
    if not named:
        return None
    path = Path(named).expanduser().resolve()
    if not path.is_file():
        raise EngineMissing(f"${variable} is {named!r}, and there is no such file")
    return path


def _find_network(pin: EnginePin) -> Path:
    variable = install_of(pin).network.variable
    named = named_file(variable)
    path = named or network_path(pin)
    if not path.is_file():
        raise EngineMissing(
            f"the network {pin.networks[0]} is not installed. {_network_advice(pin)}."
        )
    prove_network(path, pin, f"${variable}" if named else "the cache folder")
    return path


def prove_network(path: Path, pin: EnginePin, place: str) -> None:
    """Compare a file with the pin's network.

    Raises:
        EngineMismatch: it is another.
    """
    found, wanted = sha256_of(path), proof_of(pin).network_sha256
    if found != wanted:
        raise EngineMismatch(
            f"{path} ({place}) has sha256 {found}, and pin {pin.name} says {wanted}: it is not "
            f"the network {pin.networks[0]}"
        )


def _candidates(install: KataGoInstall) -> Iterator[tuple[Path, str]]:
    source = install.program
    named = named_file(source.variable)
    if named is not None:
        yield named, f"${source.variable}"
        return
    installed = folder_of(source.file, source.sha256) / APPIMAGE_ROOT / source.entry
    if installed.is_file():
        yield installed, "the cache folder"
    for name in source.programs:
        found = shutil.which(name)
        if found is not None:
            yield Path(found).resolve(), "PATH"


def _find_program(pin: EnginePin) -> tuple[Path, str, str]:
    install = install_of(pin)
    reasons = []
    mismatch = False
    for path, place in _candidates(install):
        try:
            return path, place, _prove_program(path, pin)
        except EngineMismatch as error:
            # Another KataGo that happens to be on PATH is nobody's mistake.
            mismatch = mismatch or place != "PATH"
            reasons.append(f"{path} ({place}): {error}")
    advice = _program_advice(pin)
    looked = f" Not it: {'; '.join(reasons)}." if reasons else ""
    if mismatch:
        raise EngineMismatch(f"{pin.engine} is not usable.{looked} {advice}.")
    raise EngineMissing(f"{pin.engine} is not installed.{looked} {advice}.")


def _prove_program(path: Path, pin: EnginePin) -> str:
    """Compare what `katago version` says; give the backend."""
    said = _version_text(path)
    proof = proof_of(pin)
    found = {
        "version": _found(_VERSION, said),
        "git hash": _found(_HASH, said),
        "backend": _found(_BACKEND, said),
    }
    wanted = {
        "version": proof.version,
        "git hash": proof.git_hash,
        "backend": proof.backend or found["backend"],
    }
    differing = [
        f"{key} {found[key] or 'unknown'} instead of {wanted[key]}"
        for key in wanted
        if found[key] != wanted[key]
    ]
    if differing:
        raise EngineMismatch("; ".join(differing))
    if found["backend"] == "OpenCL" and (reason := trouble()):
        raise EngineMissing(f"{path} needs OpenCL, and {reason}")
    return found["backend"]


def _found(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match.group(1) if match else ""


def _version_text(path: Path) -> str:
    try:
        done = subprocess.run(
            [str(path), "version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SLOWEST_VERSION_S,
            env={**os.environ, "APPIMAGE_EXTRACT_AND_RUN": "1"},
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise EngineMismatch(f"`katago version` fails: {error}") from error
    if "libOpenCL" in done.stderr and (reason := trouble()):
        raise EngineMissing(f"{path} needs OpenCL, and {reason}")
    if done.returncode:
        words = done.stderr.strip()[-200:]
        raise EngineMismatch(f"`katago version` ends with status {done.returncode}: {words}")
    return done.stdout


def write_config(pin: EnginePin) -> Path:
    """KataGo's configuration file for a pin: its options, and where this machine's tuning is.

    Raises:
        EngineMissing: the user's tuning file is not there.
    """
    lines = {key: _written(value) for key, value in pin.options.items()}
    lines |= {"logAllRequests": "false", "logAllResponses": "false", "logSearchInfo": "false"}
    lines["homeDataDir"] = str(cache_folder("engines", "katago", "home"))
    tuning = named_file(TUNER_VARIABLE)
    if tuning is None and only_pocl():
        tuning = POCL_TUNING
    if tuning is not None:
        lines["openclTunerFile"] = str(tuning)
    text = "".join(f"{key} = {value}\n" for key, value in lines.items())
    path = cache_folder("engines", "katago", "configs", f"{digest(text)[:24]}.cfg")
    if not path.is_file():
        Path(lines["homeDataDir"]).mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    return path


def _written(value: str | float | bool) -> str:  # noqa: FBT001
    return str(value).lower() if isinstance(value, bool) else str(value)
