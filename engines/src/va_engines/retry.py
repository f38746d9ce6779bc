"""An engine that dies or hangs costs one retry, never a wrong label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from va_engines.line_process import ProcessFailed
from video_arena.engines import EngineFailed

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")


class Restartable(Protocol):
    """Something that can be thrown away and made afresh."""

    def restart(self) -> None:
        """Throw it away and make it afresh."""


def with_one_retry(process: Restartable, ask: Callable[[], Answer], question: str) -> Answer:
    """Ask; if the process fails, ask a fresh one once more.

    Args:
        process: what is restarted between the two tries.
        ask: must put the whole question, since the fresh process knows nothing.
        question: what was asked, for the message.

    Raises:
        EngineFailed: both tries failed. The process is left dead or in an unknown state; the
            next `with_one_retry` on it must start by asking for a fresh one itself.
    """
    try:
        return ask()
    except ProcessFailed as error:
        first = error
    try:
        process.restart()
        return ask()
    except ProcessFailed as second:
        raise EngineFailed(
            f"{question}: no answer in two tries. First: {first}. Then, in a fresh process: "
            f"{second}. Put the question to the engine by hand; if it fails there too, this "
            "build of it is broken: install it again (`va engines install`) or use another. "
            "If it was killed, the machine may be short of memory: use fewer workers."
        ) from second
