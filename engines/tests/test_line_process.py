from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from va_engines.line_process import LineProcess, ProcessDied, ProcessHung
from video_arena.engines import EngineMissing


def python(code, **options):
    return LineProcess([sys.executable, "-I", "-c", code], **options)


def alive(pid):
    """Whether a process runs: neither gone nor a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone_soon(pid, seconds=20.0):
    deadline = time.monotonic() + seconds
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not alive(pid)


def test_lines_go_and_come_in_order():
    with LineProcess(["cat"]) as cat:
        for number in range(1000):
            cat.write_line(f"line {number}")
        assert [cat.read_line(10) for _ in range(1000)] == [f"line {n}" for n in range(1000)]


def test_more_than_a_pipe_holds_both_ways_does_not_block():
    line = "x" * 1_000_000
    with LineProcess(["cat"]) as cat:
        cat.write_line(line)
        assert cat.read_line(10) == line


def test_lines_are_cut_at_newlines_only_and_may_arrive_in_pieces():
    code = (
        "import sys, time\n"
        "for part in ('a\\r\\nb', 'c\\u00e9\\x0c', '\\n\\nlast'):\n"
        "    sys.stdout.buffer.write(part.encode()); sys.stdout.flush(); time.sleep(.05)\n"
    )
    with python(code) as process:
        assert [process.read_line(10) for _ in range(4)] == ["a", "bcé\x0c", "", "last"]
        with pytest.raises(ProcessDied, match="status 0"):
            process.read_line(10)


def test_unaccepted_lines_are_skipped():
    code = "print('chatter'); print('{1}'); print('more'); print('{2}')"
    with python(code, accept=lambda line: line.startswith("{")) as process:
        assert [process.read_line(10), process.read_line(10)] == ["{1}", "{2}"]


def test_a_death_tells_status_last_line_and_stderr():
    code = "import sys; print('halfway'); sys.stderr.write('out of nets\\n'); sys.exit(7)"
    with python(code) as process:
        assert process.read_line(10) == "halfway"
        with pytest.raises(ProcessDied, match=r"status 7.*'halfway'.*'out of nets'"):
            process.read_line(10)
        with pytest.raises(ProcessDied):
            process.write_line("anyone?")


def test_a_death_by_signal_names_it():
    with LineProcess(["cat"]) as cat:
        os.kill(cat.pid, signal.SIGSEGV)
        with pytest.raises(ProcessDied, match="SIGSEGV"):
            cat.read_line(10)


def test_writing_to_the_dead_is_a_death():
    with python(
        "import os; os.close(0); print('deaf', flush=True); import time; time.sleep(60)"
    ) as p:
        assert p.read_line(10) == "deaf"
        with pytest.raises(ProcessDied):
            p.write_line("x" * 1_000_000)


def test_silence_is_a_hang_and_a_restart_cures_it():
    with LineProcess(["cat"]) as cat:
        first = cat.pid
        with pytest.raises(ProcessHung, match=r"no line for 0\.1 s"):
            cat.read_line(0.1)
        cat.write_line("stale")
        cat.restart()
        assert cat.pid != first
        assert not alive(first)
        cat.write_line("fresh")
        assert cat.read_line(10) == "fresh"


def test_a_stderr_that_is_never_read_does_not_block_the_process():
    code = "import sys; sys.stderr.write('e' * 1_000_000 + 'END'); print('done')"
    with python(code) as process:
        assert process.read_line(10) == "done"
        with pytest.raises(ProcessDied):
            process.read_line(10)
        assert process.stderr_tail.endswith("END")
        assert len(process.stderr_tail) <= 2000


def test_a_missing_program_is_an_engine_that_is_missing():
    with pytest.raises(EngineMissing, match="no-such-engine"):
        LineProcess(["no-such-engine"])


def test_close_kills_the_deaf_and_their_children():
    code = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen(['sleep', '600'])\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    process = python(code)
    child = int(process.read_line(10))
    assert alive(child)
    process.close()
    process.close()
    assert not alive(process.pid)
    assert gone_soon(child)


def test_what_is_forgotten_is_ended():
    process = LineProcess(["cat"])
    pid = process.pid
    del process
    gc.collect()
    assert not alive(pid)


OWNER = """
import os, sys, time
from va_engines.line_process import LineProcess
engine = LineProcess(sys.argv[1:])
forked = os.fork()  # a forked child must not keep the engine's input open
if forked == 0:
    time.sleep(600)
print(engine.pid, forked, flush=True)
time.sleep(600)
"""


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_engine_ends_when_its_owner_is_killed_though_a_forked_child_lives():
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, "cat"], stdout=subprocess.PIPE, text=True
    )
    engine, forked = map(int, owner.stdout.readline().split())
    try:
        assert alive(engine)
        owner.kill()
        owner.wait()
        assert gone_soon(engine)
        assert alive(forked)
    finally:
        os.kill(forked, signal.SIGKILL)
        owner.stdout.close()


def test_an_interpreter_that_ends_takes_its_engines_along():
    code = (
        "import sys\nfrom va_engines.line_process import LineProcess\n"
        "kept = LineProcess(['sleep', '600'])\nprint(kept.pid)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert gone_soon(int(done.stdout))
    assert done.stderr == ""
