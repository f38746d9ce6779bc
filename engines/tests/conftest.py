from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from va_engines.uci import driver
from va_engines.uci_process import Patience

HERE = Path(__file__).parent
FAKE = HERE / "fake_uci.py"


@pytest.fixture(scope="session")
def fake_uci():
    """The module of the fake engine: its constants and the value it gives."""
    spec = importlib.util.spec_from_file_location("fake_uci", FAKE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def impatient():
    return Patience(reply_s=5.0, silence_s=1.0)


@pytest.fixture
def fake_command(tmp_path):
    """The command that starts the fake engine in a mode; its starts are noted in tmp_path."""
    return lambda mode: [sys.executable, "-I", str(FAKE), mode, str(tmp_path)]


@pytest.fixture
def started(tmp_path):
    """The process ids of all fakes started so far, in order."""
    return lambda: [int(line) for line in (tmp_path / "starts").read_text().split()]


def _installed(name):
    pin = driver.pins()[name]
    driver.install(pin)
    return pin


@pytest.fixture(scope="session")
def stockfish_18():
    """The pin, with its engine installed in the user's cache folder."""
    return _installed("stockfish-18")


@pytest.fixture(scope="session")
def stockfish_15_1():
    """The pin, with its engine installed in the user's cache folder."""
    return _installed("stockfish-15.1")
