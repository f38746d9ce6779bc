"""Fixtures of all the test trees."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# A test's time says nothing about its subject on a machine that is busy.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


@pytest.fixture(scope="session")
def shared_records() -> Path:
    """Real records, one folder a game, that lie beside the repository and never inside it."""
    folder = Path(__file__).parent.parent / "shared" / "records"
    if not folder.is_dir():
        pytest.skip("no shared/records beside the repository")
    return folder


@pytest.fixture(scope="session")
def katago_test() -> str:
    """The pin `katago-test`, installed in the user's cache folder and able to run here.

    Its network is in no package: it lies beside the repository, or a variable names it.
    """
    from va_engines.katago import driver  # noqa: PLC0415
    from va_engines.katago_files import network_path  # noqa: PLC0415
    from va_engines.katago_pins import install_of  # noqa: PLC0415
    from va_engines.opencl import trouble  # noqa: PLC0415

    pin = driver.pins()["katago-test"]
    source = install_of(pin).network
    beside = Path(__file__).parent.parent / "shared" / "engines" / "katago" / source.file
    if reason := trouble():
        pytest.skip(reason)
    with pytest.MonkeyPatch.context() as patch:
        if source.variable not in os.environ and beside.is_file():
            patch.setenv(source.variable, str(beside))
        if source.variable not in os.environ and not network_path(pin).is_file():
            pytest.skip(f"KataGo's test network is nowhere: name it in ${source.variable}")
        driver.install(pin)
    return pin.name
