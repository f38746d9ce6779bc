"""Rule sets: which repetitions and suicides are legal, and how KataGo is told to score."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from video_arena.canonical import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A rule set in the terms of KataGo's documentation (docs/Analysis_Engine.md, `rules`)."""

    name: str
    """As KataGo calls it."""
    ko: Literal["SIMPLE", "POSITIONAL", "SITUATIONAL"] = "SIMPLE"
    scoring: Literal["AREA", "TERRITORY"] = "AREA"
    tax: Literal["NONE", "SEKI", "ALL"] = "NONE"
    suicide: bool = False
    """Whether a group of two stones or more may take away its own liberties."""
    handicap_bonus: Literal["0", "N-1", "N"] = "0"
    """Points that White gets for N handicap stones."""
    usual_komi: float = 7.5
    """Of an even game whose record does not say."""

    def for_katago(self) -> dict[str, Json]:
        """The `rules` of an analysis query, spelt out."""
        return {
            "ko": self.ko,
            "score": self.scoring,
            "tax": self.tax,
            "suicide": self.suicide,
            "hasButton": False,
            "whiteHandicapBonus": self.handicap_bonus,
        }


JAPANESE: Final = Ruleset(name="japanese", scoring="TERRITORY", tax="SEKI", usual_komi=6.5)
KOREAN: Final = Ruleset(name="korean", scoring="TERRITORY", tax="SEKI", usual_komi=6.5)
CHINESE: Final = Ruleset(name="chinese", handicap_bonus="N")
CHINESE_OGS: Final = Ruleset(name="chinese-ogs", ko="POSITIONAL", handicap_bonus="N")
CHINESE_KGS: Final = Ruleset(name="chinese-kgs", ko="POSITIONAL", handicap_bonus="N")
AGA: Final = Ruleset(name="aga", ko="SITUATIONAL", handicap_bonus="N-1")
BGA: Final = Ruleset(name="bga", ko="SITUATIONAL", handicap_bonus="N-1")
NEW_ZEALAND: Final = Ruleset(name="new-zealand", ko="SITUATIONAL", suicide=True)
TROMP_TAYLOR: Final = Ruleset(name="tromp-taylor", ko="POSITIONAL", suicide=True)
STONE_SCORING: Final = Ruleset(name="stone-scoring", tax="ALL")

_NAMES: Final = {
    "japanese": JAPANESE,
    "japan": JAPANESE,
    "jp": JAPANESE,
    "territory": JAPANESE,
    "korean": KOREAN,
    "korea": KOREAN,
    "chinese": CHINESE,
    "china": CHINESE,
    "cn": CHINESE,
    "area": CHINESE,
    "chineseogs": CHINESE_OGS,
    "chinesekgs": CHINESE_KGS,
    "aga": AGA,
    "french": AGA,
    "bga": BGA,
    "nz": NEW_ZEALAND,
    "newzealand": NEW_ZEALAND,
    # Ing's rules score areas, allow suicide and forbid repetition; KataGo has no name for them.
    "goe": NEW_ZEALAND,
    "ing": NEW_ZEALAND,
    "tromptaylor": TROMP_TAYLOR,
    "stonescoring": STONE_SCORING,
}


def find_rules(text: str, komi: float | None, *, server: str = "") -> tuple[Ruleset, str | None]:
    """The rule set that a record names, and a note where it names none that is known.

    Unnamed rules are Chinese where the komi is 7.5, else Japanese: that is what komi of whole and
    half points were used with, and what most old records are.

    Args:
        text: the value of RU, or of `rules` in OGS's records.
        komi: in points, where the record tells it.
        server: `ogs` or `kgs`, whose Chinese rules forbid any repetition.

    >>> find_rules("Chinese", 7.5, server="ogs")[0].name
    'chinese-ogs'
    """
    word = re.sub(r"[^a-z]", "", text.casefold().removesuffix("rules"))
    found = _NAMES.get(word)
    if found is None:
        guess = CHINESE if komi == CHINESE.usual_komi else JAPANESE
        said = f"the rules {text!r} are unknown" if text.strip() else "the record names no rules"
        found, note = guess, f"{said}: read as {guess.name}"
    else:
        note = None
    if found is CHINESE and server == "ogs":
        found = CHINESE_OGS
    if found is CHINESE and server == "kgs":
        found = CHINESE_KGS
    return found, note
