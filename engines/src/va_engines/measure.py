"""Run a pin's probe on its engine and print what it answers: how the numbers in a pin are made.

python -m va_engines.measure stockfish-18
python -m va_engines.measure stockfish-18 /path/to/another/build
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from va_engines.locate import candidates
from va_engines.proof import measured_probe
from va_engines.uci import driver
from va_engines.uci_process import UciProcess

if TYPE_CHECKING:
    from collections.abc import Sequence


def measure(arguments: Sequence[str]) -> None:
    """Print name, networks and one JSON line a probe position."""
    pins = driver.pins()
    if not arguments or arguments[0] not in pins:
        raise SystemExit(
            f"usage: python -m va_engines.measure PIN [COMMAND...]; PIN: {', '.join(pins)}"
        )
    pin = pins[arguments[0]]
    command = tuple(arguments[1:]) or next(iter(candidates(pin))).command
    with UciProcess(command, pin.options) as process:
        answers = measured_probe(process, pin)
        lines = [process.name, ", ".join(process.networks), *(json.dumps(a) for a in answers)]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    measure(sys.argv[1:])
