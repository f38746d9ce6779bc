"""A sweep as a picture. Needs matplotlib: the extra `plot`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from video_arena.files import whole_file
from video_arena.sweep.compare import TIERS
from video_arena.sweep.table import setting_words

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes

    from video_arena.stats.resample import Interval
    from video_arena.sweep.compare import Tier
    from video_arena.sweep.run import Arm, Sweep

COLOURS = {"t2": "#1f3a5f", "t3": "#d1692b"}
INCHES_A_SETTING = 1.5
LEAST_INCHES = 7.0
HEIGHT_INCHES = 3.8


def draw_sweep(sweep: Sweep, path: Path) -> None:
    """Write a PNG: raw agreement and Cohen's kappa of T2 and T3 for each setting.

    The same sweep gives the same bytes with the same matplotlib: no date, no version in them.

    Raises:
        ImportError: matplotlib is not installed.
        OSError: the file cannot be written.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415 - optional, slow
    from matplotlib.figure import Figure  # noqa: PLC0415 - optional, slow

    width = max(LEAST_INCHES, 2 * INCHES_A_SETTING * len(sweep.arms))
    figure = Figure(figsize=(width, HEIGHT_INCHES), dpi=110, layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)
    _draw(left, sweep.arms, "raw agreement, %", kappa=False)
    _draw(right, sweep.arms, "Cohen's κ", kappa=True)
    left.legend(frameon=False, fontsize=8, loc="lower left")
    own = sweep.reference.own.pin
    figure.suptitle(
        f"{sweep.reference.game.spec.title}: labels against {own.engine}'s own, bands fixed",
        fontsize=10,
        x=0.01,
        ha="left",
    )
    with whole_file(path) as partial, partial.open("wb") as stream:
        figure.savefig(stream, format="png", metadata={"Software": None})


def _draw(axes: Axes, arms: tuple[Arm, ...], title: str, *, kappa: bool) -> None:
    """One mark a setting and tier, with its 95 % interval; a tier without joint rows has none."""
    for tier, offset in zip(TIERS, (-0.08, 0.08), strict=True):
        found = [(place, _interval(arm, tier, kappa=kappa)) for place, arm in enumerate(arms)]
        marks = [(place + offset, share) for place, share in found if share is not None]
        axes.errorbar(
            [place for place, _ in marks],
            [share[0] for _, share in marks],
            yerr=[
                [max(0.0, share[0] - share[1]) for _, share in marks],
                [max(0.0, share[2] - share[0]) for _, share in marks],
            ],
            fmt="o",
            markersize=5,
            capsize=3,
            color=COLOURS[tier],
            label=tier.upper(),
        )
    axes.set_xticks(
        range(len(arms)),
        [setting_words(arm.setting).replace(",", ",\n") for arm in arms],
        fontsize=8,
    )
    axes.set_xlim(-0.5, len(arms) - 0.5)
    axes.axhline(1.0 if kappa else 100.0, color="#9aa7b5", linewidth=0.8)
    axes.set_title(title, fontsize=10, loc="left")
    axes.spines[["top", "right"]].set_visible(False)


def _interval(arm: Arm, tier: Tier, *, kappa: bool) -> tuple[float, float, float] | None:
    found = arm.comparison.tiers[tier]
    share: Interval | None = found.kappa if kappa else found.raw
    if share is None:
        return None
    scale = 1.0 if kappa else 100.0
    return scale * share.estimate, scale * share.low, scale * share.high
