"""Fixtures of all the test trees."""

from __future__ import annotations

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
