"""Files exist whole or not at all."""

from __future__ import annotations

import pytest

from video_arena.files import sweep_partials, whole_file, write_whole


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "a" / "gt.json"
    write_whole(path, "old")
    with pytest.raises(RuntimeError, match="cut"):
        _write_half(path)
    assert path.read_text() == "old"
    assert list(path.parent.iterdir()) == [path]


def test_what_a_killed_writer_left_is_swept(tmp_path):
    (tmp_path / "media").mkdir()
    left = tmp_path / "media" / ".chess-01.mp4.4711.partial"
    left.write_bytes(b"half")
    kept = tmp_path / "media" / "chess-01.mp4"
    kept.write_bytes(b"whole")
    assert sweep_partials(tmp_path) == 1
    assert not left.exists()
    assert kept.exists()


def _write_half(path):
    with whole_file(path) as partial:
        partial.write_text("half of the n")
        raise RuntimeError("cut")
