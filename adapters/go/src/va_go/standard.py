"""Which properties each version of SGF knows: for notes only, since all are read alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_SINCE: Final = {
    1: "AB AE AW B BL BM BR C DT EV FG GB GC GM GN GW HA KM MA N PB PC PL PW RE RO SL SO SZ TB TE "
    "TM TW US V VW W WL WR CH SI L M LT",
    2: "FF RG SC",
    3: "AN BT CP CR DM DO HO IT KO LB MN OB ON OT OW RU SE SQ TR UC WT",
    4: "AP AR AS CA DD IP IY LN PM ST SU",
}
SINCE: Final = {name: version for version, names in _SINCE.items() for name in names.split()}
"""The version of SGF that first had a property (the specification's property index)."""


def form_notes(nodes: Iterable[Mapping[str, Sequence[str]]], form: str) -> list[str]:
    """What a game holds that its version of SGF, or any, does not know.

    Args:
        nodes: of the main line.
        form: the value of FF; nothing is newer than a version that is not declared.

    >>> form_notes([{"FF": ["3"], "AP": ["x"]}], "3")
    ['FF[3] does not know AP; read all the same']
    """
    names = sorted({name for node in nodes for name in node})
    declared = int(form) if form in {"1", "2", "3", "4"} else 4
    newer = [name for name in names if SINCE.get(name, 0) > declared]
    unknown = [name for name in names if name not in SINCE]
    notes = []
    if form not in {"", "1", "2", "3", "4"}:
        notes.append(f"FF[{form[:20]}] is no version of SGF; read as FF[4]")
    if newer:
        notes.append(f"FF[{form}] does not know {', '.join(newer)}; read all the same")
    if unknown:
        notes.append(f"properties outside the standard: {', '.join(unknown[:12])}; passed over")
    return notes
