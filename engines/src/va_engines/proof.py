"""Proving that a running engine is its pin's: name, networks, and a probe."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING

from va_engines.pins import proof_of
from va_engines.retry import with_one_retry
from video_arena.cache import cache_folder
from video_arena.canonical import Json, digest
from video_arena.engines import EngineMismatch
from video_arena.files import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from va_engines.locate import Candidate
    from va_engines.pins import ProbePosition
    from va_engines.uci_lines import SearchResult
    from va_engines.uci_process import UciProcess
    from video_arena.engines import EnginePin


def hold_to_name(process: UciProcess, pin: EnginePin) -> None:
    """Compare what the engine says of itself; costs nothing.

    `Stockfish 18` is also named by `Stockfish 18 WASM`, not by `Stockfish 18.1`.

    Raises:
        EngineMismatch: it is another engine or has other networks.
    """
    if process.name != pin.engine and not process.name.startswith(f"{pin.engine} "):
        raise EngineMismatch(f"it is {process.name!r}, not {pin.engine!r}")
    if sorted(process.networks) != sorted(pin.networks):
        raise EngineMismatch(
            f"{process.name} has the networks {', '.join(process.networks) or 'none'}, "
            f"not {', '.join(pin.networks) or 'none'}"
        )


def hold_to_probe(process: UciProcess, pin: EnginePin) -> None:
    """Search the pin's probe positions and compare all that the engine answers.

    Search and network are integer arithmetic: the same version, network and hash size give the
    same nodes and scores in every build, and any change of one of them gives others.

    Raises:
        EngineMismatch: an answer differs; the message has all that do.
        EngineFailed: the engine breaks on a probe position.
    """
    differences = []
    for number, position in enumerate(proof_of(pin).probe, start=1):
        question = f"{process.name}, probe position {number} of pin {pin.name}"
        ask = functools.partial(_search, process, position)
        result = with_one_retry(process, ask, question)
        got, wanted = _answer(result), _expected(position)
        differences += [
            f"position {number}: {key} {got[key]} instead of {wanted[key]}"
            for key in wanted
            if got[key] != wanted[key]
        ]
    if differences:
        raise EngineMismatch(
            f"{process.name} is not the build that pin {pin.name} means, though it has its name "
            f"and networks: {'; '.join(differences)}. Use a release build of {pin.engine}."
        )


def _search(process: UciProcess, position: ProbePosition) -> SearchResult:
    process.new_game()
    return process.search(position.start, position.moves, position.go)


def _answer(result: SearchResult) -> dict[str, Json]:
    return {
        "nodes": result.nodes,
        "score_cp": result.score_cp,
        "mate": result.mate,
        "wdl": list(result.wdl) if result.wdl else None,
        "bestmove": result.bestmove,
    }


def _expected(position: ProbePosition) -> dict[str, Json]:
    return {
        "nodes": position.nodes,
        "score_cp": position.score_cp,
        "mate": position.mate,
        "wdl": list(position.wdl) if position.wdl else None,
        "bestmove": position.bestmove,
    }


def measured_probe(process: UciProcess, pin: EnginePin) -> list[dict[str, Json]]:
    """What this engine answers to the pin's probe: for making a pin, not for checking one."""
    return [_answer(_search(process, position)) for position in proof_of(pin).probe]


class ProofRecord:
    """A note in the cache folder that these very files passed the probe.

    A build opens a session per core; the probe costs a second each, and files that have not
    changed give the same answers. `va engines check` does not read it, only writes it.
    """

    def __init__(self, candidate: Candidate, pin: EnginePin) -> None:
        self._content: dict[str, Json] = {
            "pin": pin.name,
            "engine": pin.engine,
            "options": dict(pin.options),
            "networks": list(pin.networks),
            "proof": dict(pin.proof),
            "command": list(candidate.command),
            "files": [_fingerprint(path) for path in candidate.files],
        }
        self._path = cache_folder("engines", "proved", f"{digest(self._content)[:24]}.json")

    def stands(self) -> bool:
        """Whether the same files were proved to be the same pin's."""
        try:
            return bool(json.loads(self._path.read_bytes()) == self._content)
        except (OSError, ValueError):
            return False

    def write(self) -> None:
        """Note it. A cache folder that cannot be written costs a probe a session, no more."""
        try:
            write_whole(self._path, json.dumps(self._content, sort_keys=True))
        except OSError:
            return


def _fingerprint(path: Path) -> list[Json]:
    status = path.stat()
    return [str(path), status.st_size, status.st_mtime_ns]
