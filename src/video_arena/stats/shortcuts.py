"""What labels can be had without understanding: one constant label, or the side that moved.

A shortcut is given every event (T1 perfect) and labels them by a rule that looks at no position.
What it gets is the floor that a system's T2 and T3 must be read against.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from video_arena.judge.judge import Row, Rules, folded, tier

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from video_arena.canonical import Json
    from video_arena.game import FewerLeft, GameSpec
    from video_arena.protocols.references import GameReference

Labels = list[Any]
"""A label, or None, for each row of a case."""


@dataclass(frozen=True, slots=True)
class Shortcut:
    """One rule's result on one tier of one game."""

    tier: str
    """`t2` or `t3`"""
    name: str
    """`always <label>`, `the mover`, `the other side` or `whoever has fewer left`."""
    share: float
    """Raw accuracy over all labelled rows of the game."""
    macro: float
    """Macro accuracy over all labelled rows of the game together."""
    mean: float
    """The mean over cases of each case's macro accuracy: what `va score` would print."""

    def to_json(self) -> dict[str, Json]:
        """All figures in [0, 1]."""
        return {
            "tier": self.tier,
            "rule": self.name,
            "share": self.share,
            "macro": self.macro,
            "mean": self.mean,
        }


def shortcuts(reference: GameReference) -> list[Shortcut]:
    """The constant label that is right most often, and where rows name a side the two parity rules.

    Only tiers whose answer is a class have shortcuts: of a score no label is in the majority.
    """
    rules = Rules(reference.judge_spec)
    cases = [case.rows for case in reference.cases]
    found = []
    for key in ("t2", "t3"):
        if key == "t3" and rules.state_kind != "class":
            continue
        labels = list(reference.judge_spec["update" if key == "t2" else "state"]["labels"])
        truth = [[row.update if key == "t2" else row.state for row in rows] for rows in cases]
        known = [label for case in truth for label in case if label is not None]
        if not known:
            continue
        usual = max(labels, key=known.count)  # of equally frequent ones the first in the spec
        always = [[usual] * len(case) for case in truth]
        found.append(_result(key, f"always {usual}", labels, truth, always))
        movers = [[mover(row, labels) for row in rows] for rows in cases]
        sides = list(dict.fromkeys(side for case in movers for side in case if side is not None))
        if sides:
            found.append(_result(key, "the mover", labels, truth, movers))
        if len(sides) == 2:
            other = {sides[0]: sides[1], sides[1]: sides[0]}
            waiting = [[side and other[side] for side in case] for case in movers]
            found.append(_result(key, "the other side", labels, truth, waiting))
    return found


def fewer_left(
    spec: GameSpec, shortcut: FewerLeft, cases: Sequence[Sequence[Mapping[str, Any]]]
) -> Shortcut:
    """What 'whoever has fewer left leads' gets on T3, over all labelled rows of some cases.

    Args:
        spec: the game.
        shortcut: its declaration.
        cases: the reference rows of each case, in order.
    """
    truth = [[row[spec.state_field] for row in rows] for rows in cases]
    said = [_who_has_fewer(shortcut, spec.labels.state_labels[-1], rows) for rows in cases]
    labels = list(spec.labels.state_labels)
    return _result("t3", "whoever has fewer left", labels, truth, said)


def _who_has_fewer(shortcut: FewerLeft, neutral: str, rows: Sequence[Mapping[str, Any]]) -> Labels:
    left = dict(shortcut.start)
    said = []
    for row in rows:
        left[row[shortcut.player]] -= row[shortcut.taken]
        of_side = {
            side: min(left[player] for player in players)
            for side, players in shortcut.sides.items()
        }
        ahead = [side for side, count in of_side.items() if count == min(of_side.values())]
        said.append(ahead[0] if len(ahead) == 1 else neutral)
    return said


def mover(row: Row, labels: Sequence[str]) -> str | None:
    """The side that a row names: its first T1 field whose word is one of the labels.

    None where no field is: SC2 names a region, doudizhu a seat.
    """
    by_word = {folded(label): label for label in labels}
    for word in row.identity[1:]:
        if isinstance(word, str) and folded(word) in by_word:
            return by_word[folded(word)]
    return None


def _result(
    key: str, name: str, labels: list[str], truth: list[Labels], said: list[Labels]
) -> Shortcut:
    graded = [
        [(ref, ref == own) for ref, own in zip(refs, owns, strict=True) if ref is not None]
        for refs, owns in zip(truth, said, strict=True)
    ]
    pooled = [row for case in graded for row in case]
    means = [_macro(labels, case) for case in graded if case]
    if not pooled:
        return Shortcut(key, name, 0.0, 0.0, 0.0)
    share = sum(right for _, right in pooled) / len(pooled)
    return Shortcut(key, name, share, _macro(labels, pooled), fmean(means))


def _macro(labels: list[str], graded: list[tuple[Any, bool]]) -> float:
    return float(tier("class", labels, graded, len(graded))["score"])
