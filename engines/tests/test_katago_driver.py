"""Finding, proving and installing KataGo, with fakes in place of it."""

from __future__ import annotations

import hashlib
import sys
import zipfile
from pathlib import Path

import pytest

from va_engines import katago_files, opencl, wheels
from va_engines.katago import KataGoDriver, driver
from va_engines.katago_pins import visits_of
from va_engines.katago_process import KataGoPatience
from video_arena.cache import CACHE_VARIABLE
from video_arena.engines import (
    EngineDriver,
    EngineError,
    EngineMismatch,
    EngineMissing,
)
from video_arena.values import EngineQuery

FAKE = Path(__file__).parent / "fake_katago.py"
NETWORK = b"a network, honestly"

PIN = """
driver = "katago"
engine = "KataGo 9.9.9"
value = "black_winrate"
networks = ["net-1"]
[budget]
visits = 3
[options]
numAnalysisThreads = 1
nnRandomize = false
wideRootNoise = "0.0"
[proof]
version = "9.9.9"
git_hash = "0123456789abcdef0123456789abcdef01234567"
backend = "OpenCL"
network_sha256 = "{network}"
[install]
source = "wheels"
[install.program]
variable = "VIDEO_ARENA_KATAGO_FAKE"
programs = ["katago-fake"]
package = "katrain"
version = "1"
sha256 = "{wheel}"
file = "katrain/KataGo/katago"
keep = ["AppRun"]
entry = "AppRun"
[install.network]
variable = "VIDEO_ARENA_NET_FAKE"
{where}
"""
WHEEL = 'package = "katrain"\nversion = "2"\nsha256 = "{wheel}"\nfile = "katrain/models/net.bin.gz"'
NAMED = 'file = "net.bin.gz"\norigin = "somewhere"'


class Place:
    def __init__(self, root, where=NAMED, wheel="0" * 64):
        self.root = root
        text = PIN.format(
            network=hashlib.sha256(NETWORK).hexdigest(),
            wheel=wheel,
            where=where.replace("{wheel}", wheel),
        )
        (root / "pins").mkdir(exist_ok=True)
        (root / "pins" / "fake.toml").write_text(text)
        self.driver = KataGoDriver(root / "pins", KataGoPatience(start_s=10, silence_s=2))
        self.pin = self.driver.pins()["fake"]

    def program(self, mode, name="katago-fake"):
        path = self.root / name
        path.write_text(
            f'#!/bin/sh\nexec "{sys.executable}" -I "{FAKE}" {mode} "{self.root}" "$@"\n'
        )
        path.chmod(0o755)
        return path


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A driver with one pin, an empty cache, an empty PATH, OpenCL in order, a network named."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(katago_files, "trouble", lambda: None)
    monkeypatch.delenv("VIDEO_ARENA_KATAGO_FAKE", raising=False)
    (tmp_path / "net.bin.gz").write_bytes(NETWORK)
    monkeypatch.setenv("VIDEO_ARENA_NET_FAKE", str(tmp_path / "net.bin.gz"))
    (tmp_path / "path").mkdir()
    return Place(tmp_path)


def test_the_drivers_pins_are_sound():
    checked: EngineDriver = driver
    pins = checked.pins()
    assert {"katago-test", "katago-b18c384nbt-1600", "katago-b18c384nbt-1600-exact"} <= set(pins)
    papers, exact = pins["katago-b18c384nbt-1600"], pins["katago-b18c384nbt-1600-exact"]
    assert papers.networks == exact.networks
    assert papers.budget == exact.budget == {"visits": 1600}
    assert (papers.reproducible, exact.reproducible) == (False, True)
    assert papers.digest() != exact.digest()
    for pin in pins.values():
        assert pin.options["reportAnalysisWinratesAs"] == "BLACK"


def test_what_makes_a_search_repeatable_is_in_every_pin_that_says_it_is():
    needed = {
        "numAnalysisThreads": 1,
        "numSearchThreadsPerAnalysisThread": 1,
        "nnMaxBatchSize": 1,
        "nnRandomize": False,
        "wideRootNoise": "0.0",
        "forDeterministicTesting": True,
        "nnCacheSizePowerOfTwo": -1,
    }
    for name, pin in driver.pins().items():
        if pin.reproducible:
            assert needed.items() <= dict(pin.options).items(), name


def test_nothing_anywhere_is_missing_and_says_what_to_do(place, monkeypatch):
    with pytest.raises(EngineMissing, match=r"va engines install fake.*VIDEO_ARENA_KATAGO_FAKE"):
        place.driver.open(place.pin)
    monkeypatch.delenv("VIDEO_ARENA_NET_FAKE")
    status = place.driver.check(place.pin)
    assert not status.usable
    assert "net-1 is not installed. No package holds it (somewhere)" in status.reason


def test_a_named_program_that_is_the_pins(place, monkeypatch):
    monkeypatch.setenv("VIDEO_ARENA_KATAGO_FAKE", str(place.program("ok")))
    assert place.driver.check(place.pin).usable
    session = place.driver.open(place.pin)
    try:
        assert session.observed["name"] == "KataGo 9.9.9"
        assert session.observed["options"] == dict(place.pin.options)
        request = {"rules": "x", "komi": 1.5, "boardXSize": 9, "boardYSize": 9}
        request |= {"initialStones": [], "initialPlayer": "B", "moves": []}
        ((index, evaluation),) = session.evaluate([EngineQuery("katago", request)])
        assert (index, evaluation.detail["visits"]) == (0, 3)
    finally:
        session.close()


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("old", "version 1.0 instead of 9.9.9"),
        ("eigen", "backend Eigen instead of OpenCL"),
    ],
)
def test_another_program_is_refused_by_name_and_passed_over_on_path(
    place, monkeypatch, mode, reason
):
    place.program(mode, "path/katago-fake")
    with pytest.raises(EngineMissing, match=reason):
        place.driver.open(place.pin)
    monkeypatch.setenv("VIDEO_ARENA_KATAGO_FAKE", str(place.program(mode)))
    with pytest.raises(EngineMismatch, match=reason):
        place.driver.open(place.pin)


def test_a_program_whose_analysis_is_another_version(place, monkeypatch):
    monkeypatch.setenv("VIDEO_ARENA_KATAGO_FAKE", str(place.program("other-version")))
    with pytest.raises(EngineMismatch, match=r"it is KataGo 1\.0"):
        place.driver.open(place.pin)


def test_another_network_is_refused(place, monkeypatch):
    monkeypatch.setenv("VIDEO_ARENA_KATAGO_FAKE", str(place.program("ok")))
    (place.root / "net.bin.gz").write_bytes(b"another")
    with pytest.raises(EngineMismatch, match="it is not the network net-1"):
        place.driver.open(place.pin)
    monkeypatch.setenv("VIDEO_ARENA_NET_FAKE", "/nowhere")
    with pytest.raises(EngineMissing, match="no such file"):
        place.driver.open(place.pin)


def test_no_opencl_is_said_before_anything_starts(place, monkeypatch):
    monkeypatch.setenv("VIDEO_ARENA_KATAGO_FAKE", str(place.program("ok")))
    monkeypatch.setattr(katago_files, "trouble", lambda: "this machine has none")
    with pytest.raises(EngineMissing, match="needs OpenCL, and this machine has none"):
        place.driver.open(place.pin)


def test_opencl_is_told_by_its_files(tmp_path, monkeypatch):
    monkeypatch.setenv(opencl.VENDORS_VARIABLE, str(tmp_path))
    assert opencl.implementations() == ()
    assert not opencl.only_pocl()
    (tmp_path / "pocl.icd").write_text("libpocl.so\n")
    assert opencl.only_pocl()
    (tmp_path / "nvidia.icd").write_text("libnvidia-opencl.so.1\n")
    assert opencl.implementations() == ("nvidia", "pocl")
    assert not opencl.only_pocl()


def test_the_configuration_is_the_pins_options_and_this_machines_tuning(place, monkeypatch):
    monkeypatch.setattr(katago_files, "only_pocl", lambda: True)
    lines = dict(
        line.split(" = ") for line in katago_files.write_config(place.pin).read_text().splitlines()
    )
    assert lines["nnRandomize"] == "false"
    assert lines["wideRootNoise"] == "0.0"
    assert Path(lines["openclTunerFile"]) == katago_files.POCL_TUNING
    assert katago_files.POCL_TUNING.is_file()
    assert Path(lines["homeDataDir"]).is_dir()
    monkeypatch.setattr(katago_files, "only_pocl", lambda: False)
    assert "openclTunerFile" not in katago_files.write_config(place.pin).read_text()
    mine = place.root / "mine.txt"
    mine.write_text("VERSION=13\n")
    monkeypatch.setenv(katago_files.TUNER_VARIABLE, str(mine))
    assert f"openclTunerFile = {mine}\n" in katago_files.write_config(place.pin).read_text()


def test_a_bad_budget_is_refused_before_anything_starts(place):
    with pytest.raises(EngineError, match="give visits above 0"):
        place.driver.open(place.pin.with_budget({"depth": 3}))
    assert visits_of(place.pin.with_budget({"visits": 5})) == 5


@pytest.fixture
def served(tmp_path, monkeypatch):
    """Wheels that are 'downloaded' from a folder: the client is replaced, all else is real."""
    image = tmp_path / "katago"
    image.write_text(
        "#!/bin/sh\nmkdir -p squashfs-root\n"
        "printf '#!/bin/sh\\necho extracted\\n' > squashfs-root/AppRun\n"
    )
    wheel = tmp_path / "katrain-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as files:
        files.write(image, "katrain/KataGo/katago")
        files.writestr("katrain/models/net.bin.gz", NETWORK)
        files.writestr("katrain/other.py", "unwanted")
    calls = []

    def client(command, folder):
        calls.append(command)
        if command[2] == "pip":
            (folder / wheel.name).write_bytes(wheel.read_bytes())

    monkeypatch.setattr(wheels, "run_client", client)
    return calls, hashlib.sha256(wheel.read_bytes()).hexdigest()


def test_install_takes_program_and_network_from_wheels(place, served, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.delenv("VIDEO_ARENA_NET_FAKE")
    calls, sha256 = served
    both = Place(place.root, WHEEL, sha256)
    started = both.driver.install(both.pin)
    assert started.name == "AppRun"
    assert "echo extracted" in started.read_text()
    assert "katrain==1" in calls[0][-1]
    cache = place.root / "cache"
    assert [p.name for p in cache.rglob("net.bin.gz")] == ["net.bin.gz"]
    assert not list(cache.rglob("other.py"))
    again = len(calls)
    assert both.driver.install(both.pin) == started
    assert len(calls) == again


def test_install_refuses_another_wheel(place, served, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    both = Place(place.root, WHEEL, "1" * 64)
    with pytest.raises(EngineError, match="is not the package that was pinned"):
        both.driver.install(both.pin)
    assert not list((place.root / "cache").rglob("AppRun"))


def test_install_keeps_a_copy_of_a_network_that_the_user_names(place, served, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    named = Place(place.root, NAMED, served[1])
    named.driver.install(named.pin)
    (kept,) = (place.root / "cache").rglob("net.bin.gz")
    assert kept.read_bytes() == NETWORK
    monkeypatch.delenv("VIDEO_ARENA_NET_FAKE")
    named.driver.install(named.pin)
    kept.unlink()
    with pytest.raises(EngineMissing, match=r"set \$VIDEO_ARENA_NET_FAKE to its file"):
        named.driver.install(named.pin)


def test_install_elsewhere_says_to_bring_a_program(place, monkeypatch):
    monkeypatch.setattr(wheels.platform, "machine", lambda: "aarch64")
    with pytest.raises(EngineError, match=r"Linux on x86-64 only.*VIDEO_ARENA_KATAGO_FAKE"):
        place.driver.install(place.pin)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("visits = 3", "visits = 0", "budget"),
        ('version = "9.9.9"', "", "version"),
        ('origin = "somewhere"', "", "network"),
        ('entry = "AppRun"', 'entry = "../x"', "leaves the package"),
    ],
)
def test_a_pin_file_that_is_none_is_refused_by_name(place, old, new, complaint):
    path = place.root / "pins" / "fake.toml"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(EngineError, match=rf"(?s)fake.toml: not a pin.*{complaint}"):
        KataGoDriver(place.root / "pins").pins()
