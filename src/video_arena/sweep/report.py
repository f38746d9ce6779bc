"""A sweep's files: `sweep.json`, `sweep.md`, `flips.csv` and, with matplotlib, `sweep.png`.

They are a function of the corpus and of the settings: how often a sweep was interrupted, and what
the cache held before it, leaves no trace in them.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from video_arena.build.plan import PlanError
from video_arena.canonical import Json, pretty
from video_arena.files import write_whole
from video_arena.sweep.compare import TIERS
from video_arena.sweep.table import (
    CLASS_HEADS,
    PAPER_HEADS,
    VALUE_HEADS,
    budget_words,
    class_rows,
    paper_rows,
    value_rows,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from video_arena.engines import EnginePin
    from video_arena.stats.agreement import Agreement
    from video_arena.stats.resample import Interval
    from video_arena.sweep.compare import FlippedRow
    from video_arena.sweep.run import Arm, Sweep

JSON_FILE, TABLE_FILE, FLIPS_FILE, PLOT_FILE = "sweep.json", "sweep.md", "flips.csv", "sweep.png"
_FLIP_COLUMNS = (
    "setting",
    "tier",
    "case",
    "row",
    "time_s",
    "old",
    "new",
    "v_before_old",
    "v_before_new",
    "v_after_old",
    "v_after_new",
    "canary",
)
_DIGITS = 6
"""Enough for any table, few enough that no library's last bit shows."""


def refuse_folder(out: Path, corpus: Path) -> None:
    """Keep the report, which tells labels, out of the tree that is published.

    Raises:
        PlanError: `out` lies in the corpus's `tasks/`.
    """
    tasks = (corpus / "tasks").resolve()
    if out.resolve() == tasks or tasks in out.resolve().parents:
        raise PlanError(f"{out} lies in the release tree {tasks}: choose a folder outside it")


def write_report(out: Path, sweep: Sweep) -> bool:
    """Write the report's files, each whole; return whether the plot could be drawn.

    Raises:
        OSError: the folder cannot be written.
    """
    write_whole(out / JSON_FILE, pretty(sweep_json(sweep)))
    write_whole(out / TABLE_FILE, markdown(sweep))
    write_whole(out / FLIPS_FILE, flips_csv(sweep))
    try:
        from video_arena.sweep.figure import draw_sweep  # noqa: PLC0415 - optional, slow

        draw_sweep(sweep, out / PLOT_FILE)
    except ImportError:
        (out / PLOT_FILE).unlink(missing_ok=True)  # an older sweep's must not stand for this one
        return False
    return True


def sweep_json(sweep: Sweep) -> dict[str, Json]:
    """Everything that was found; see docs/sensitivity.md for the keys."""
    cases = sweep.reference.cases
    return {
        "_canary": sweep.reference.canary,
        "game": sweep.reference.game.name,
        "cases": [case.truth.case_id for case in cases],
        "rows": sum(len(case.truth.events) for case in cases),
        "reference": _engine_json(sweep.reference.own.pin),
        "bands": dict(cases[0].truth.value.bands),
        "settings": [_arm_json(arm) for arm in sweep.arms],
    }


def _engine_json(pin: EnginePin) -> dict[str, Json]:
    return {
        "pin": pin.name,
        "digest": pin.digest(),
        "engine": pin.engine,
        "networks": list(pin.networks),
        "options": dict(pin.options),
        "budget": dict(pin.budget),
        "reproducible": pin.reproducible,
    }


def _arm_json(arm: Arm) -> dict[str, Json]:
    found = arm.comparison
    return {
        "name": arm.setting.name,
        "own": arm.setting.own,
        "repeat": arm.setting.repeat,
        "engine": _engine_json(arm.setting.pin),
        **{tier: _tier_json(found.tiers[tier]) for tier in TIERS},
        "values": {
            "prefixes": found.shift.prefixes,
            "changed": found.shift.changed,
            "largest_change": found.shift.largest,
        },
        "failures": dict(found.failures),
        "flips": [_flip_json(flip) for flip in found.flips],
    }


def _tier_json(found: Agreement) -> dict[str, Json]:
    return {
        "labelled": found.labelled,
        "joint": found.joint,
        "agreed": found.agreed,
        "agreement": _interval_json(found.raw),
        "kappa": _interval_json(found.kappa),
        "coverage": _interval_json(found.coverage),
        "classes": {
            label: {"rows": rows, "flipped": flipped}
            for label, (rows, flipped) in found.classes.items()
        },
        "confusion": [
            {"old": old, "new": new, "rows": rows} for (old, new), rows in found.table.items()
        ],
    }


def _interval_json(found: Interval | None) -> Json:
    if found is None:
        return None
    return {
        "estimate": round(found.estimate, _DIGITS),
        "low": round(found.low, _DIGITS),
        "high": round(found.high, _DIGITS),
    }


def _flip_json(flip: FlippedRow) -> dict[str, Json]:
    return {
        "tier": flip.tier,
        "case": flip.case_id,
        "row": flip.row,
        "time_s": flip.time_s,
        "old": flip.old,
        "new": flip.new,
        "v_before": [flip.v_old.before, flip.v_new.before],
        "v_after": [flip.v_old.after, flip.v_new.after],
    }


def flips_csv(sweep: Sweep) -> str:
    """One line a flipped row; V is what the bands see, smoothed where the game smooths."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_FLIP_COLUMNS)
    for arm in sweep.arms:
        for flip in arm.comparison.flips:
            cells = (flip.tier, flip.case_id, flip.row, flip.time_s, flip.old, flip.new)
            before = (flip.v_old.before, flip.v_new.before)
            after = (flip.v_old.after, flip.v_new.after)
            writer.writerow((arm.setting.name, *cells, *before, *after, sweep.reference.canary))
    return out.getvalue()


def markdown(sweep: Sweep) -> str:
    """The tables, in the paper's form, with what they were measured on."""
    blocks = [
        f"# Label sensitivity: {sweep.reference.game.spec.title}",
        _measured_on(sweep),
        _table(PAPER_HEADS, paper_rows(sweep)),
        _LEGEND,
        *_warnings(sweep),
        "## Flips by class",
        _table(CLASS_HEADS, class_rows(sweep)),
        "## Values",
        _table(VALUE_HEADS, value_rows(sweep)),
        f"Every flipped row stands in `{FLIPS_FILE}`.",
        f"<!-- {sweep.reference.canary} -->",
    ]
    return "\n\n".join(blocks) + "\n"


_LEGEND = """\
Agreement is in per cent of the rows labelled in both, coverage in per cent of the rows that the
reference labels. In square brackets 95 % intervals: Wilson's for agreement, bootstrap over cases
for κ. A repeat relabels with the corpus's own setting and a fresh engine."""


def _measured_on(sweep: Sweep) -> str:
    """The reference and its bands, as the paper's table of default configurations has them."""
    reference = sweep.reference
    spec, pin = reference.game.spec, reference.own.pin
    cases = len(reference.cases)
    rows = sum(len(case.truth.events) for case in reference.cases)
    bands = ", ".join(f"{name} {value}" for name, value in _bands(sweep))
    unsure = "" if pin.reproducible else ", not reproducible"
    options = "".join(f", {name} {value}" for name, value in pin.options.items())
    return (
        f"{cases} case{'s' * (cases != 1)}, {rows} rows. T2 is `{spec.update_field}`, T3 "
        f"`{spec.state_field}`. Reference: the corpus's own labels, by {pin.engine} (pin "
        f"`{pin.name}`, {budget_words(pin.budget)}{options}{unsure}). Bands held fixed: {bands}."
    )


def _bands(sweep: Sweep) -> list[tuple[str, Json]]:
    bands = sweep.reference.cases[0].truth.value.bands
    return [(name, value) for name, value in bands.items() if isinstance(value, (int, float))]


def _warnings(sweep: Sweep) -> list[str]:
    """What a reader must know before believing the table."""
    lines = []
    for arm in sweep.arms:
        if arm.unstable:
            lines.append(
                f"**{arm.setting.name} differs from the corpus**, though the pin "
                f"`{arm.setting.pin.name}` is said to be reproducible."
            )
        lines += [
            f"**{arm.setting.name}: no values for {case}** ({reason}); its rows are not covered."
            for case, reason in arm.comparison.failures.items()
        ]
    return lines


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
