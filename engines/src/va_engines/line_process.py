"""A subprocess that is spoken to in lines: every engine here is one."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
import weakref
from collections import deque
from typing import TYPE_CHECKING, Final, Self

from video_arena.engines import EngineFailed, EngineMissing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

CHUNK: Final = 1 << 16
"""Bytes read at once: as much as a pipe holds."""
LONGEST_LINE: Final = 1 << 24
"""A line longer than this is nonsense; KataGo's longest are under a megabyte."""
STDERR_TAIL: Final = 2000
"""Bytes of stderr that are kept for error messages."""
GRACE_S: Final = 2.0
"""How long an engine may take to leave by itself after the end of its input."""


class ProcessFailed(EngineFailed):
    """The process broke off; a fresh one may do better."""


class ProcessDied(ProcessFailed):
    """The process ended, or closed its output."""


class ProcessHung(ProcessFailed):
    """The process said nothing for too long."""


class ProcessNonsense(ProcessFailed):
    """The process said what its protocol does not allow."""


class LineProcess:
    r"""A command that runs, reads lines and writes lines. Used by one thread at a time.

    It leads a process group of its own, so that a Ctrl-C at the terminal does not reach it and
    its children can be killed with it. If this interpreter is killed, the engine's input ends,
    and an engine quits on that, even while it searches (Stockfish does, native and WASM).

    Time limits here find failures only: no answer depends on them.

    Args:
        command: the program and its arguments.
        environment: variables set beside this process's own.
        folder: where the program runs.
        accept: lines for which this is false are skipped (KataGo's AppImage chatter).

    Raises:
        EngineMissing: the program cannot be started.

    >>> with LineProcess(["cat"]) as cat:
    ...     cat.write_line("hello")
    ...     cat.read_line(timeout_s=10)
    'hello'
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        accept: Callable[[str], bool] | None = None,
    ) -> None:
        self.command: Final = tuple(command)
        self._environment = {**os.environ, **(environment or {})}
        self._folder = folder
        self._accept = accept
        self._start()

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=self._environment,
                cwd=self._folder,
                process_group=0,
            )
        except OSError as error:
            raise EngineMissing(
                f"{self.command[0]}: cannot be started: {error.strerror}"
            ) from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._err = self._process.stderr.fileno()
        self._poll = select.poll()
        for handle in (self._out, self._err):
            os.set_blocking(handle, False)
            self._poll.register(handle, select.POLLIN)
        os.set_blocking(self._in, False)
        self._lines: deque[bytes] = deque()
        self._rest = b""
        self._ended = False
        self._said_last = b""
        self._stderr = b""
        # Runs when the object is forgotten and when the interpreter ends: no orphan, no zombie.
        self._finalizer = weakref.finalize(self, _end, self._process)
        _living.add(self)

    @property
    def pid(self) -> int:
        """The process's id, which is also its group's."""
        return self._process.pid

    @property
    def stderr_tail(self) -> str:
        """The last that the process wrote to stderr."""
        return self._stderr.decode(errors="replace").strip()

    def write_line(self, line: str) -> None:
        """Send one line; what the process writes meanwhile is kept, so that neither side blocks.

        Raises:
            ProcessDied: nobody reads any more.
            ProcessHung: the process does not read for a minute.
        """
        if self._ended:
            raise self._died()
        left = memoryview(line.encode() + b"\n")
        while left:
            try:
                left = left[os.write(self._in, left) :]
            except BlockingIOError:
                self._wait_to_write()
            except (OSError, ValueError):
                self._ended = True
                raise self._died() from None

    def _wait_to_write(self, timeout_s: float = 60.0) -> None:
        self._poll.register(self._in, select.POLLOUT)
        try:
            if not self._take(timeout_s):
                raise self._hung(timeout_s)
        finally:
            self._poll.unregister(self._in)

    def read_line(self, timeout_s: float) -> str:
        """The next line, without its end.

        Raises:
            ProcessDied: the output has ended.
            ProcessHung: `timeout_s` seconds passed without a line.
            ProcessNonsense: a line has no end.
        """
        deadline = None
        while True:
            while self._lines:
                self._said_last = self._lines.popleft()
                line = self._said_last.decode(errors="replace").rstrip("\r")
                if self._accept is None or self._accept(line):
                    return line
            if self._ended:
                raise self._died()
            now = time.monotonic()
            deadline = deadline or now + timeout_s
            if now > deadline or not self._take(deadline - now):
                raise self._hung(timeout_s)

    def _take(self, timeout_s: float) -> bool:
        """Wait for anything to happen and take what came; False after the time-out."""
        ready = self._poll.poll(timeout_s * 1000)
        for handle, _ in ready:
            if handle == self._out:
                self._take_output()
            elif handle == self._err:
                self._take_stderr()
        return bool(ready)

    def _take_output(self) -> None:
        chunk = _read(self._out)
        if chunk is None:
            return
        if not chunk:
            self._ended = True
            self._poll.unregister(self._out)
            if self._rest:
                self._lines.append(self._rest)
                self._rest = b""
            return
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        self._lines.extend(lines)
        if len(self._rest) > LONGEST_LINE:
            raise ProcessNonsense(f"{self._name()} wrote a line of over {LONGEST_LINE} bytes")

    def _take_stderr(self) -> None:
        chunk = _read(self._err)
        if chunk:
            self._stderr = (self._stderr + chunk)[-STDERR_TAIL:]
        elif chunk is not None:
            self._poll.unregister(self._err)

    def _died(self) -> ProcessDied:
        self.kill()
        status = self._process.returncode
        how = (
            f"was ended by {signal.Signals(-status).name}"
            if status < 0
            else f"ended with status {status}"
        )
        return ProcessDied(f"{self._name()} {how}{self._last_words()}")

    def _hung(self, timeout_s: float) -> ProcessHung:
        return ProcessHung(f"{self._name()} gave no line for {timeout_s:g} s{self._last_words()}")

    def _name(self) -> str:
        return " ".join(self.command)

    def _last_words(self) -> str:
        said = self._said_last.decode(errors="replace").strip()
        words = [f"its last line: {said[:300]!r}"] if said else []
        words += [f"its stderr ended: {self.stderr_tail!r}"] if self.stderr_tail else []
        return "".join(f"; {word}" for word in words)

    def restart(self) -> None:
        """Kill the process and start a fresh one; nothing of the old one's output is left."""
        self.kill()
        self._start()

    def kill(self) -> None:
        """End the process and all its group now, and take its exit status. Safe to call twice."""
        if self._finalizer.detach() is None:
            return
        _living.discard(self)
        _kill_group(self._process)
        # All it ever wrote to stderr is in the pipe by now, and nothing more can come.
        with contextlib.suppress(OSError):
            while chunk := _read(self._err):
                self._stderr = (self._stderr + chunk)[-STDERR_TAIL:]
        _close_pipes(self._process)
        self._ended = True

    def close(self, farewell: str | None = None) -> None:
        """Say goodbye, end the input, wait a moment, then kill what is left. Safe to call twice."""
        if self._finalizer.alive and not self._ended:
            with contextlib.suppress(ProcessFailed):
                if farewell is not None:
                    self.write_line(farewell)
                self._await_end()
        self.kill()

    def _await_end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        deadline = time.monotonic() + GRACE_S
        while not self._ended and (left := deadline - time.monotonic()) > 0:
            self._take(left)
            self._lines.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def forget(self) -> None:
        """Let go of the process without ending it: what a forked child must do.

        A copy of the pipe's writing end in a child would keep the engine alive after its owner.
        """
        if self._finalizer.detach() is not None:
            _close_pipes(self._process)
            self._process.returncode = 0
            self._ended = True


_living: weakref.WeakSet[LineProcess] = weakref.WeakSet()


def _forget_all() -> None:
    for process in list(_living):
        process.forget()
    _living.clear()


os.register_at_fork(after_in_child=_forget_all)


def _read(handle: int) -> bytes | None:
    """What is there: b"" at the end of the stream, None when there is nothing yet."""
    try:
        return os.read(handle, CHUNK)
    except BlockingIOError:
        return None


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    # Before the status is taken: until then the group's number cannot be another's.
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _close_pipes(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    _kill_group(process)
    _close_pipes(process)
