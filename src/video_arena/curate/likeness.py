"""Matches that were used already, under whatever disguise: is this one of them?

The same play has the same fingerprint, whoever played it. That misses a trimmed, halved or
mirrored copy, and a known game whose opening moves were put into another order. So sequences
(`video_arena.curate.play`) are compared by shingles, runs of `k` tokens in a row:

* `k` is as many tokens as carry 20 bits in the matches already known, and at least 3. A run of
  that length in common is no chance. Chess needs 4, go 3, badminton about 8.
* A token of the shorter match is *covered* if it lies in a shingle that the longer match has too.
* A near-duplicate has at least 65 % of the shorter match covered, and what is covered carries at
  least 64 bits: 13 half-moves of chess.

So two games that share 20 half-moves of an opening are different games unless one of them ends
within 30. Where a whole match carries fewer than 64 bits (tic-tac-toe, the goals of a football
match) like is too common to be told from same, and only the fingerprint decides.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from video_arena.curate.play import board_of, play_of_events

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from video_arena.curate.play import Play, Token
    from video_arena.game import GameSpec
    from video_arena.match import Match
    from video_arena.plugins import Game

SHINGLE_BITS = 20
LEAST_SHINGLE = 3
EVIDENCE_BITS = 64
COVERAGE = 0.65


@dataclass(frozen=True, slots=True)
class Known:
    """A match that is used."""

    name: str
    """As a refusal names it: `chess-03 of public`."""
    fingerprint: str
    play: Play


class UsedMatches:
    """The matches of any number of corpora, asked about fresh ones.

    Args:
        spec: the game.
        known: the matches; token frequencies, and so `k`, are taken from these.
    """

    def __init__(self, spec: GameSpec, known: Iterable[Known] = ()) -> None:
        self._board = board_of(spec)
        self._known: list[Known] = []
        self._holders: dict[tuple[Token, ...], set[int]] = {}
        """Which known matches have a shingle."""
        self._fingerprints: dict[str, str] = {}
        given = list(known)
        self._measure(given)
        for match in given:
            self.add(match)

    @classmethod
    def with_shingles_of(cls, spec: GameSpec, matches: Iterable[Known]) -> UsedMatches:
        """No match is used yet; frequencies and `k` are those of `matches`, which may be added."""
        used = cls(spec)
        used._measure(matches)
        return used

    def _measure(self, matches: Iterable[Known]) -> None:
        bits = collision_bits(token for match in matches for token in match.play)
        self.shingle = max(LEAST_SHINGLE, math.ceil(SHINGLE_BITS / bits)) if bits else 0
        self.evidence = math.ceil(EVIDENCE_BITS / bits) if bits else 0
        """So many covered tokens carry 64 bits."""

    def add(self, match: Known) -> None:
        """Mark one more match as used."""
        self._fingerprints.setdefault(match.fingerprint, match.name)
        for shingle in self._shingles(match.play):
            self._holders.setdefault(shingle, set()).add(len(self._known))
        self._known.append(match)

    def same(self, fingerprint: str) -> str | None:
        """Why a match of that fingerprint is refused, or None. Costs nothing."""
        name = self._fingerprints.get(fingerprint)
        return None if name is None else f"the same match as {name}"

    def refusal(self, game: Game, match: Match) -> str | None:
        """Why a match of a record may not be used, or None."""
        return self.same(match.fingerprint) or self.like(
            play_of_events(game.spec, game.events(match))
        )

    def like(self, play: Play) -> str | None:
        """Why a match of that play is refused, or None."""
        if not self.shingle or len(play) < self.evidence:
            return None
        images = self._board.images(play) if self._board else [play]
        best: tuple[float, int, str] | None = None
        for image in images:
            for number, share in self._covered(image):
                if best is None or (-share, number) < best[:2]:
                    how = "" if image == play else " in a mirror or turned"
                    best = (-share, number, how)
        if best is None:
            return None
        share, number, how = best
        return f"nearly the same match as {self._known[number].name}{how}: {-share:.0%} in common"

    def _shingles(self, play: Play) -> Iterator[tuple[Token, ...]]:
        if self.shingle:
            for i in range(len(play) - self.shingle + 1):
                yield play[i : i + self.shingle]

    def _covered(self, image: Play) -> Iterator[tuple[int, float]]:
        """Known matches that an image nearly duplicates, each with its covered share."""
        shingles = set(self._shingles(image))
        hits = Counter(i for shingle in shingles for i in self._holders.get(shingle, ()))
        for number in sorted(hits):
            if hits[number] * self.shingle < self.evidence:
                continue  # too few different runs in common, however often they come again
            known = self._known[number].play
            short, other = (image, known) if len(image) <= len(known) else (known, image)
            if len(short) < self.evidence:
                continue
            theirs = shingles if other is image else set(self._shingles(known))
            covered = sum(self._mask(short, theirs))
            share = covered / len(short)
            if covered >= self.evidence and share >= COVERAGE:
                yield number, share

    def _mask(self, play: Play, theirs: set[tuple[Token, ...]]) -> list[bool]:
        mask = [False] * len(play)
        for i, shingle in enumerate(self._shingles(play)):
            if shingle in theirs:
                mask[i : i + self.shingle] = [True] * self.shingle
        return mask


def collision_bits(tokens: Iterable[Token]) -> float:
    """The collision entropy of tokens: -log2 of the chance that two of them are equal.

    >>> collision_bits(["a", "b", "c", "d"])
    2.0
    """
    counts = Counter(tokens)
    total = counts.total()
    if len(counts) < 2:
        return 0.0
    return -math.log2(sum((n / total) ** 2 for n in counts.values()))
