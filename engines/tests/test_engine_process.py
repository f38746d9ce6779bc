"""The common part of all engines: an identity heard at the start, held to after every restart."""

from __future__ import annotations

import pytest

from va_engines.engine_process import EngineProcess
from va_engines.line_process import LineProcess, ProcessDied, ProcessHung, ProcessNonsense
from video_arena.engines import EngineMismatch

# Answers every line with the contents of a file: an engine that somebody may replace.
ECHO = ["sh", "-c", 'while read line && [ "$line" != bye ]; do cat "$0"; done']


class Named(EngineProcess[str]):
    """Says its name."""

    def _greet(self):
        self._process.write_line("who?")
        name = self._next(10)
        if not name.startswith("engine"):
            raise ProcessNonsense(name)
        return name

    def _farewell(self):
        return "bye"

    def hear(self, what, timeout_s=10):
        self._process.write_line("say")
        return list(self._lines_until(lambda line: line == what, what, timeout_s))

    def break_off(self):
        self._stale = True

    def ask(self):
        self._refresh()
        return self.pid


@pytest.fixture
def names(tmp_path):
    path = tmp_path / "names"
    path.write_text("engine 1\n")
    return path


def rewrite(names, text):
    """Put another file there: whoever still reads the old one reads it to its end."""
    new = names.with_suffix(".new")
    new.write_text(text)
    new.replace(names)


def start(names):
    return Named(LineProcess([*ECHO, str(names)]))


def test_the_same_engine_comes_back(names):
    with start(names) as engine:
        before = engine.pid
        engine.restart()
        assert engine.identity == "engine 1"
        assert engine.pid != before


def test_an_engine_that_was_replaced_is_refused_after_a_restart(names):
    with start(names) as engine:
        rewrite(names, "engine 2\n")
        with pytest.raises(EngineMismatch, match="was engine 1 and is engine 2"):
            engine.restart()


def test_a_broken_off_question_costs_a_restart_before_the_next(names):
    with start(names) as engine:
        before = engine.pid
        assert engine.ask() == before
        engine.break_off()
        assert engine.ask() != before


def test_what_does_not_greet_is_killed(names):
    names.write_text("hello\n")
    process = LineProcess([*ECHO, str(names)])
    with pytest.raises(ProcessNonsense, match="hello"):
        Named(process)
    with pytest.raises(ProcessDied):
        process.read_line(10)


def test_lines_up_to_the_awaited_one(names):
    with start(names) as engine:
        rewrite(names, "one\ntwo\nready\n")
        assert engine.hear("ready") == ["one", "two"]
        with pytest.raises(ProcessHung, match="waiting for 'never'"):
            engine.hear("never", timeout_s=0.2)


def test_closing_twice_is_allowed(names):
    engine = start(names)
    engine.close()
    engine.close()
