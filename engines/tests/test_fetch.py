"""Installing from archives that the test makes: what is checked, and that it is all or nothing."""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
from pathlib import Path

import pytest

from va_engines.fetch import install_package
from va_engines.packages import DebianPackage, NpmPackage
from va_engines.pins import DebianSource, NpmSource
from video_arena.engines import EngineError
from video_arena.files import sha256_of

FILES = {"bin/engine.js": b"run", "bin/engine.wasm": b"\0asm" * 1000, "bin/other.wasm": b"big"}


class Local:
    """A package whose archive is fetched from a file; all else is the real class's."""

    fetches = 0
    origin = None

    def fetch(self, folder):
        self.fetches += 1
        return Path(shutil.copy(self.origin, folder))


class LocalNpm(Local, NpmPackage):
    pass


class LocalDebian(Local, DebianPackage):
    pass


def write_tgz(path, files):
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            member.mode = 0o755
            archive.addfile(member, io.BytesIO(content))
    return path


def npm_package(archive, sha256=None, keep=("bin/engine.js", "bin/engine.wasm")):
    package = LocalNpm(
        NpmSource(
            source="npm",
            variable="VIDEO_ARENA_X",
            package="x",
            version="1",
            keep=keep,
            entry=keep[0],
            sha256=sha256 or sha256_of(archive),
        )
    )
    package.origin = archive
    return package


@pytest.fixture
def tgz(tmp_path):
    return write_tgz(tmp_path / "x-1.tgz", FILES)


def everything(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def test_only_the_wanted_files_are_installed(tmp_path, tgz):
    target = install_package(npm_package(tgz), tmp_path / "engines" / "x" / "abc")
    assert everything(tmp_path / "engines") == [
        "x/.lock",
        "x/abc/bin/engine.js",
        "x/abc/bin/engine.wasm",
    ]
    assert (target / "bin/engine.wasm").read_bytes() == FILES["bin/engine.wasm"]
    assert os.access(target / "bin/engine.js", os.X_OK)


def test_an_installed_package_is_not_fetched_again(tmp_path, tgz):
    package = npm_package(tgz)
    install_package(package, tmp_path / "abc")
    install_package(package, tmp_path / "abc")
    assert package.fetches == 1


def test_another_archive_is_refused(tmp_path, tgz):
    package = npm_package(tgz, sha256="0" * 64)
    with pytest.raises(EngineError, match=rf"{sha256_of(tgz)}.*{'0' * 64}"):
        install_package(package, tmp_path / "engines" / "abc")
    assert everything(tmp_path / "engines") == [".lock"]


def test_a_package_without_the_file_is_refused(tmp_path, tgz):
    package = npm_package(tgz, keep=("bin/engine.js", "bin/gone.wasm"))
    with pytest.raises(EngineError, match=r"no file bin/gone\.wasm"):
        install_package(package, tmp_path / "engines" / "abc")
    assert everything(tmp_path / "engines") == [".lock"]


def test_members_that_leave_the_package_go_nowhere(tmp_path):
    archive = write_tgz(tmp_path / "x-1.tgz", {"../../evil": b"!", **FILES})
    install_package(npm_package(archive), tmp_path / "engines" / "abc")
    assert not list(tmp_path.rglob("evil"))


KILLED = """
import sys, time
from pathlib import Path
from va_engines.fetch import install_package

class Slow:
    sha256, keep = "0" * 64, ("a", "b")
    def fetch(self, folder):
        (folder / "half").write_bytes(b"x")
        print("fetching", flush=True)
        time.sleep(600)

install_package(Slow(), Path(sys.argv[1]))
"""


def test_what_a_killed_installation_left_is_not_seen_and_is_swept(tmp_path, tgz):
    target = tmp_path / "engines" / "abc"
    victim = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(target)], stdout=subprocess.PIPE, text=True
    )
    assert victim.stdout.readline() == "fetching\n"
    victim.send_signal(signal.SIGKILL)
    victim.wait()
    victim.stdout.close()
    assert not target.exists()
    assert [p for p in everything(target.parent) if p.endswith("half")]
    install_package(npm_package(tgz), target)
    assert everything(target.parent) == [".lock", "abc/bin/engine.js", "abc/bin/engine.wasm"]


def test_two_installations_at_once_fetch_once(tmp_path, tgz):
    package = npm_package(tgz)
    target = tmp_path / "engines" / "abc"
    threads = [threading.Thread(target=install_package, args=(package, target)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert package.fetches == 1
    assert (target / "bin/engine.js").read_bytes() == b"run"


def test_a_client_that_fails_is_quoted(tmp_path, monkeypatch):
    npm = tmp_path / "path" / "npm"
    npm.parent.mkdir()
    npm.write_text("#!/bin/sh\necho 'npm error code E404' >&2\nexit 1\n")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(npm.parent))
    package = NpmPackage(
        NpmSource(
            source="npm",
            variable="VIDEO_ARENA_X",
            package="x",
            version="1",
            keep=("a",),
            entry="a",
            sha256="0" * 64,
        )
    )
    with pytest.raises(EngineError, match=r"cannot fetch x@1: npm error code E404"):
        install_package(package, tmp_path / "engines" / "abc")


def debian_source(sha256):
    return DebianSource(
        source="debian",
        variable="VIDEO_ARENA_X",
        package="x",
        version="1-1",
        keep=("usr/games/x",),
        entry="usr/games/x",
        sha256=sha256,
    )


def test_a_machine_without_debian_is_told_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineError, match=r"apt-get, dpkg, dpkg-deb is not here.*VIDEO_ARENA_X"):
        DebianPackage(debian_source({"amd64": "0" * 64}))


needs_dpkg = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="not a Debian machine")


@needs_dpkg
def test_another_architecture_is_told_so():
    with pytest.raises(EngineError, match=r"pinned for vax and not for \w+.*VIDEO_ARENA_X"):
        DebianPackage(debian_source({"vax": "0" * 64}))


@needs_dpkg
def test_a_debian_package_is_unpacked(tmp_path):
    tree = tmp_path / "tree"
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "DEBIAN" / "control").write_text(
        "Package: x\nVersion: 1-1\nArchitecture: all\nMaintainer: n <n@example.org>\n"
        "Description: x\n"
    )
    (tree / "usr" / "games").mkdir(parents=True)
    (tree / "usr" / "games" / "x").write_text("engine")
    (tree / "usr" / "games" / "y").write_text("not wanted")
    deb = tmp_path / "x.deb"
    subprocess.run(["dpkg-deb", "--build", tree, deb], check=True, capture_output=True)
    here = subprocess.run(
        ["dpkg", "--print-architecture"], check=True, capture_output=True, text=True
    ).stdout.strip()
    package = LocalDebian(debian_source({here: sha256_of(deb)}))
    package.origin = deb
    target = install_package(package, tmp_path / "engines" / "abc")
    assert everything(target) == ["usr/games/x"]
