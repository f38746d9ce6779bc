"""The policies by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from video_arena.engines import EngineError

if TYPE_CHECKING:
    from va_engines.doudizhu.policy import Policy

POLICIES: Final = ("rule-v1", "douzero-wp")


def policy(name: str) -> Policy:
    """Load a policy.

    Raises:
        EngineError: there is none of that name, or its weights or torch are missing.
    """
    if name == "rule-v1":
        from va_engines.doudizhu.rule_v1 import RuleV1  # noqa: PLC0415

        return RuleV1()
    if name == "douzero-wp":
        from va_engines.doudizhu.weights import load  # noqa: PLC0415

        return load()
    raise EngineError(f"no policy {name!r} (known: {', '.join(POLICIES)})")
