"""A diagnosis as a picture. Needs matplotlib: the extra `plot`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from video_arena.files import whole_file
from video_arena.stats.diagnostics import LADDER, OTHER

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes

    from video_arena.stats.diagnostics import Confusion, Diagnosis

INK = "#1f3a5f"
PALE = "#c9d5e3"
ACCENT = "#d1692b"
"""The rung of the headline tolerance."""
INCHES_A_GAME = 2.9
WIDTH_INCHES = 12.0


def draw_diagnosis(diagnosis: Diagnosis, path: Path) -> None:
    """Write a PNG: a line for each game, with its T1 ladder and its confusion matrices.

    The same diagnosis gives the same bytes with the same matplotlib: no date, no version in them.

    Raises:
        ImportError: matplotlib is not installed.
        OSError: the file cannot be written.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415 - optional, slow
    from matplotlib.figure import Figure  # noqa: PLC0415 - optional, slow

    games = list(diagnosis.confusions)
    size = (WIDTH_INCHES, INCHES_A_GAME * len(games))
    figure = Figure(figsize=size, dpi=110, layout="constrained")
    FigureCanvasAgg(figure)
    grid = figure.subplots(len(games), 3, squeeze=False, width_ratios=(1.5, 1, 1))
    for axes, game in zip(grid, games, strict=True):
        _draw_ladder(axes[0], diagnosis, game)
        for place, key in zip(axes[1:], ("t2", "t3"), strict=True):
            confusion = diagnosis.confusions[game].get(key)
            if confusion is None or not confusion.counts:
                place.set_axis_off()
                why = "a score, not a class" if confusion is None else "no matched rows"
                place.text(0.5, 0.5, f"{key.upper()}: {why}", ha="center", va="center")
            else:
                _draw_confusion(place, f"{game}: {key.upper()} over matched rows", confusion)
    with whole_file(path) as partial, partial.open("wb") as stream:
        figure.savefig(stream, format="png", metadata={"Software": None})


def _draw_ladder(axes: Axes, diagnosis: Diagnosis, game: str) -> None:
    """T1 F1 by rung as bars, strict F1 as marks."""
    names = [rung.name for rung in LADDER]
    places = list(range(len(names)))
    found = [
        next(entry for entry in diagnosis.ladder[name].games if entry.game == game)
        for name in names
    ]
    bars = [100 * (entry.mean("t1") or 0.0) for entry in found]
    marks = [100 * (entry.mean("f1") or 0.0) for entry in found]
    colours = [ACCENT if name == "3 s" else PALE for name in names]
    axes.barh(places, bars, color=colours)
    axes.plot(marks, places, "D", color=INK, markersize=5)
    for place, bar in zip(places, bars, strict=True):
        axes.text(min(bar + 1, 101), place, f"{bar:.1f}", va="center", fontsize=8, color=INK)
    axes.set_yticks(places, names)
    axes.invert_yaxis()
    axes.set_xlim(0, 110)
    axes.set_title(f"{game}: F1 x 100 by what must match", fontsize=10, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel("bar: T1 F1; diamond: T2 and T3 right, too", fontsize=8)


def _draw_confusion(axes: Axes, title: str, confusion: Confusion) -> None:
    """Counts as text, shares of the reference label as shade."""
    counts = confusion.matrix()
    shares = [[count / max(1, sum(row)) for count in row] for row in counts]
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    for y, row in enumerate(counts):
        for x, count in enumerate(row):
            colour = "white" if shares[y][x] > 0.6 else INK
            axes.text(x, y, str(count), ha="center", va="center", fontsize=9, color=colour)
    axes.set_xticks(range(len(confusion.labels) + 1), [*confusion.labels, OTHER], fontsize=8)
    axes.set_yticks(range(len(confusion.labels)), confusion.labels, fontsize=8)
    axes.set_xlabel("predicted", fontsize=8)
    axes.set_ylabel("reference", fontsize=8)
    axes.set_title(title, fontsize=10, loc="left")
