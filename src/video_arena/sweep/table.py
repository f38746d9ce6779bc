"""A sweep as rows of words: the same in a terminal and in the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from video_arena.sweep.compare import TIERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from video_arena.canonical import Json
    from video_arena.stats.resample import Interval
    from video_arena.sweep.compare import FlippedRow, Step, Tier
    from video_arena.sweep.run import Arm, Sweep
    from video_arena.sweep.settings import Setting

NOTHING = "-"
FIGURES = ("agreement", "κ", "coverage")
PAPER_HEADS = (
    "evaluator",
    "setting",
    *(f"{tier.upper()} {figure}" for tier in TIERS for figure in FIGURES),
)
TIER_HEADS = ("evaluator", "setting", "tier", *FIGURES)
CLASS_HEADS = ("setting", "tier", "label", "rows", "flipped", "share", "became")
VALUE_HEADS = ("setting", "values", "changed", "largest change of V")
FLIP_HEADS = ("setting", "tier", "case", "row", "time", "label", "V before", "V after")


def paper_rows(sweep: Sweep) -> list[tuple[str, ...]]:
    """One row a setting, as in the paper's table: per cent, with the counts and 95 % intervals."""
    return [
        (*_arm_cells(arm), *(cell for tier in TIERS for cell in _tier_cells(arm, tier)))
        for arm in sweep.arms
    ]


def tier_rows(sweep: Sweep) -> list[tuple[str, ...]]:
    """The same with one row a setting and tier, which is narrow enough for a terminal."""
    return [
        (*_arm_cells(arm), tier.upper(), *_tier_cells(arm, tier))
        for arm in sweep.arms
        for tier in TIERS
    ]


def class_rows(sweep: Sweep) -> list[tuple[str, ...]]:
    """How many rows of each of the corpus's own labels flipped, and to what."""
    rows: list[tuple[str, ...]] = []
    for arm in sweep.arms:
        for tier in TIERS:
            found = arm.comparison.tiers[tier]
            for label, (count, flipped) in found.classes.items():
                became = ", ".join(
                    f"{after} {n}"
                    for (before, after), n in found.table.items()
                    if before == label != after
                )
                cells = (label, str(count), str(flipped), percent(flipped, count), became)
                rows.append((setting_words(arm.setting), tier.upper(), *cells))
    return rows


def value_rows(sweep: Sweep) -> list[tuple[str, ...]]:
    """How V itself moved under each setting."""
    return [
        (
            setting_words(arm.setting),
            str(arm.comparison.shift.prefixes),
            str(arm.comparison.shift.changed),
            f"{arm.comparison.shift.largest:.4f}",
        )
        for arm in sweep.arms
    ]


def flip_rows(sweep: Sweep) -> list[tuple[str, ...]]:
    """Every flipped row of every setting."""
    return [
        (setting_words(arm.setting), *_flip_cells(flip))
        for arm in sweep.arms
        for flip in arm.comparison.flips
    ]


def setting_words(setting: Setting) -> str:
    """What the setting is, and whether it is the corpus's own."""
    if setting.repeat is not None:
        return f"{budget_words(setting.pin.budget)}, {setting.name}"
    return f"{setting.name} (own)" if setting.own else setting.name


def budget_words(budget: Mapping[str, Json]) -> str:
    """`depth=20`; `no budget` for an engine that has none."""
    return ",".join(f"{name}={budget[name]}" for name in sorted(budget)) or "no budget"


def percent(part: int, of: int) -> str:
    """To one decimal; 100.0 and 0.0 are exact, whatever is nearly so is kept from them.

    >>> percent(5, 5), percent(4999, 5000), percent(1, 5000), percent(2, 3)
    ('100.0', '99.9', '0.1', '66.7')
    """
    if not of:
        return NOTHING
    near = f"{100 * part / of:.1f}"
    if near == "100.0" and part < of:
        return "99.9"
    return "0.1" if near == "0.0" and part > 0 else near


def _arm_cells(arm: Arm) -> tuple[str, str]:
    return arm.setting.pin.engine, setting_words(arm.setting)


def _tier_cells(arm: Arm, tier: Tier) -> tuple[str, str, str]:
    found = arm.comparison.tiers[tier]
    kappa = found.kappa
    return (
        _share(found.agreed, found.joint, found.raw),
        NOTHING if kappa is None else f"{kappa.estimate:.3f} [{kappa.low:.3f}, {kappa.high:.3f}]",
        _share(found.joint, found.labelled, None),
    )


def _share(part: int, of: int, interval: Interval | None) -> str:
    text = f"{percent(part, of)} ({part}/{of})"
    if interval is None:
        return text
    return f"{text} [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def _flip_cells(flip: FlippedRow) -> tuple[str, ...]:
    return (
        flip.tier.upper(),
        flip.case_id,
        str(flip.row),
        f"{flip.time_s:g}",
        f"{flip.old} -> {flip.new}",
        *(_change(flip.v_old, flip.v_new, place) for place in (0, 1)),
    )


def _change(old: Step, new: Step, place: int) -> str:
    return f"{old[place]:.4f} -> {new[place]:.4f}"
