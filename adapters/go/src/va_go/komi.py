"""Komi as records write it, and what it means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from va_go.errors import RejectedError

if TYPE_CHECKING:
    from va_go.rules import Ruleset

LARGEST_BELIEVED: Final = 100.0
"""Points. More is a mistake of unit."""
KOMI_BEGAN: Final = 1939
"""Year of the first Honinbo tournament, whose games were the first with a komi (of 4.5)."""

_NUMBER = re.compile(r"\s*([+-]?\d+(?:[.,]\d*)?|[+-]?[.,]\d+)(?![eE.,]?\d)")
_YEAR = re.compile(r"\s*(\d{4})")


def read_komi(text: str) -> tuple[float | None, str | None]:
    """Komi in points for White, and a note where the record has another unit; None without one.

    Fox writes hundredths without a point (`650`), and under Chinese rules half of it, counted in
    stones (`375` is 3 3/4 stones, which is 7.5 points). So do some Chinese records with a point
    (`3.75`). No komi in points ends in a quarter, so that these cannot be mistaken.

    Raises:
        RejectedError: it is no number, or no komi can be so large.

    >>> read_komi("6.5"), read_komi("325")[0], read_komi("3.75")[0], read_komi("650")[0]
    ((6.5, None), 6.5, 7.5, 6.5)
    """
    if not text.strip():
        return None, None
    found = _NUMBER.match(text)
    if found is None:
        raise RejectedError(f"the komi {text.strip()!r} is no number")
    komi = float(found.group(1).replace(",", "."))
    note = None
    if abs(komi) > LARGEST_BELIEVED and komi == int(komi):
        komi /= 100
        note = f"KM[{text.strip()}] was read as hundredths"
    if (komi * 4) % 2 == 1:
        komi *= 2
        note = f"KM[{text.strip()}] was read as {komi / 2:g} stones, which is {komi:g} points"
    if abs(komi) > LARGEST_BELIEVED or (komi * 2) % 1:
        raise RejectedError(f"the komi {text.strip()!r} is not to be believed")
    return komi, note


def usual_komi(rules: Ruleset, handicap: int, date: str) -> float:
    """Komi of a game whose record does not say, in points.

    Half a point with a handicap, none before there was komi, else what the rules usually have.

    >>> from va_go.rules import JAPANESE
    >>> usual_komi(JAPANESE, 0, "1846-09-11"), usual_komi(JAPANESE, 0, "")
    (0.0, 6.5)
    """
    if handicap > 1:
        return 0.5
    year = _YEAR.match(date)
    if year is not None and int(year.group(1)) < KOMI_BEGAN:
        return 0.0
    return rules.usual_komi
