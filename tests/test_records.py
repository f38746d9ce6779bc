"""Record files are streams, whatever they are packed in."""

from __future__ import annotations

import bz2
import gzip
import random
import tempfile
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from video_arena.records import RecordFile, find_records

TEXT = b"1. e4 e5 1/2-1/2\n" * 5000


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("a.pgn", bytes),
        ("a.pgn.gz", gzip.compress),
        ("a.pgn.bz2", bz2.compress),
        ("a.pgn.zst", zstandard.compress),
        # Lichess dumps are written as many zstd frames: the second must not be lost.
        ("b.pgn.zst", lambda t: zstandard.compress(t[:1000]) + zstandard.compress(t[1000:])),
        ("b.pgn.gz", lambda t: gzip.compress(t[:1000]) + gzip.compress(t[1000:])),
    ],
)
def test_packings_are_seen_through(tmp_path, name, pack):
    path = tmp_path / name
    path.write_bytes(pack(TEXT))
    record = RecordFile(path)
    assert record.bare_name == name[:5]
    with record.open() as stream:
        assert stream.readline() == TEXT.split(b"\n")[0] + b"\n"
        assert stream.read() == TEXT[17:]


def test_a_folder_gives_its_record_files_in_sorted_order(tmp_path):
    for name in ("b.pgn", "a.pgn.zst", "c.txt", "sub/d.pgn"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    found = [r.path.name for r in find_records([tmp_path], (".pgn", ".pgn.zst"))]
    assert found == ["a.pgn.zst", "b.pgn", "d.pgn"]


def test_what_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="no-such"):
        list(find_records([tmp_path / "no-such.pgn"], (".pgn",)))
    with pytest.raises(FileNotFoundError, match=r"\.pgn"):
        list(find_records([tmp_path], (".pgn",)))


def test_stdin_is_a_record_file():
    (record,) = find_records(["-"], (".pgn",))
    assert record == RecordFile(Path("-"))
    assert record.name == "stdin"


@pytest.mark.parametrize(
    ("name", "pack"),
    [("a.gz", gzip.compress), ("a.bz2", bz2.compress), ("a.zst", zstandard.compress)],
)
@pytest.mark.parametrize("kept", [0.2, 0.9])
def test_a_file_that_is_cut_off_says_so(tmp_path, name, pack, kept):
    path = tmp_path / name
    packed = pack(bytes(random.Random(1).randbytes(300_000)))
    path.write_bytes(packed[: int(len(packed) * kept)])
    with RecordFile(path).open() as stream, pytest.raises(OSError, match="cut off"):
        stream.read()


@pytest.mark.parametrize("name", ["a.gz", "a.bz2", "a.zst"])
def test_a_file_that_is_not_what_its_name_says_is_damaged(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(b"1. e4 e5 and no packing at all" * 10)
    with RecordFile(path).open() as stream, pytest.raises(OSError, match=r"damaged|Invalid"):
        stream.read()


@given(st.lists(st.binary(max_size=300), max_size=6), st.integers(1, 50))
def test_any_members_unpack_to_their_join(parts, size):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "parts.zst"
        path.write_bytes(b"".join(zstandard.compress(part) for part in parts))
        with RecordFile(path).open() as stream:
            out = b"".join(iter(lambda: stream.read(size), b""))
    assert out == b"".join(parts)
