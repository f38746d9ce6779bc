"""The string that tells later that somebody trained on a corpus."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING

from video_arena.canonical import digest

if TYPE_CHECKING:
    from collections.abc import Iterable

PATTERN = re.compile(
    r"^VIDEO-ARENA CANARY GUID [0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"
)


def canary_of(game: str, fingerprints: Iterable[str], seed: str = "") -> str:
    """The canary of a corpus: every corpus of other matches, or with another seed, has its own.

    It is a function of the matches, so that a rebuild has the same bytes.

    >>> canary_of("chess", ["a"]) == canary_of("chess", ["a"])
    True
    """
    name = digest({"game": game, "matches": sorted(fingerprints), "seed": seed})
    return f"VIDEO-ARENA CANARY GUID {uuid.uuid5(uuid.NAMESPACE_OID, name)}"
