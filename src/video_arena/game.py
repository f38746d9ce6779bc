"""What a game is, declared once: rows, vocabularies, labels, picture, engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from video_arena.canonical import Json, digest

if TYPE_CHECKING:
    from video_arena.labels import LabelRule
    from video_arena.shapes import ShapeRule


class SpecError(ValueError):
    """A GameSpec contradicts itself; the message names the part."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words; compared without regard to case and surrounding blanks."""

    values: tuple[str, ...]
    kind: Literal["choice"] = "choice"


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number from `low` to `high`, both included; 3.0 is 3."""

    low: int
    high: int
    kind: Literal["integer"] = "integer"


@dataclass(frozen=True, slots=True)
class Flag:
    """true or false."""

    kind: Literal["flag"] = "flag"


@dataclass(frozen=True, slots=True)
class Name:
    """An open word, such as a scorer's surname; compared without regard to case."""

    kind: Literal["name"] = "name"


Vocabulary = Choice | Integer | Flag | Name


@dataclass(frozen=True, slots=True)
class EventType:
    """A kind of event and the fields that, with the type, identify one (T1)."""

    name: str
    identity: tuple[str, ...]
    meaning: str
    """One sentence for the instruction: what on the screen is this?"""
    labelled: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Media:
    """The picture contract of `media/<case>.mp4`."""

    width: int
    height: int
    fps: Fraction
    path: Literal["hold", "moving"] = "hold"
    """`hold`: a picture that mostly stands still; `moving`: one that mostly does not."""
    max_gop_s: int = 10
    simulator: bool = False
    """True where the source can only be rendered from the start on: spans come in order."""


@dataclass(frozen=True, slots=True)
class HudElement:
    """Something a spectator client draws, and what it would give away."""

    name: str
    reveals: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FewerLeft:
    """A shortcut that a game admits: whoever has fewer left is ahead.

    Counts are public where every row takes something away from its player, as cards in doudizhu.
    A corpus in which this rule answers T3 well would ask for counting and not for judgement, so
    that every build measures it.
    """

    player: str
    """The T1 field that names who takes."""
    taken: str
    """The T1 field that says how many."""
    start: Mapping[str, int]
    """What each player has before the first row."""
    sides: Mapping[str, tuple[str, ...]]
    """The players of each side by T3's word for it; a side has what its nearest player has."""
    limit: float
    """A macro accuracy above this is a warning."""


@dataclass(frozen=True, slots=True)
class RecordOption:
    """A flag of `va-build` and `va records` that this game's `parse_record` understands."""

    name: str
    """As typed, without dashes: `min-plies`. It reaches the hook as `min_plies`."""
    type: Literal["int", "float", "str", "flag"]
    help: str
    default: Json = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """The game's own words in instruction.md; Markdown, no heading above level three."""

    title: str
    """`Reconstruct a chess game from a board-only video`"""
    video: str
    """What the picture shows, what was removed, how a time is read off it."""
    events: str
    """Coordinates, sides and other conventions of T1's fields."""
    value: str
    """What V is, in words: whose expected score, by which kind of evaluator."""
    notes: str
    """Cautions for the whole task; may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """Everything the core needs to know about a game. Pure data: it is hashed into every case."""

    name: str
    """The folder under `tasks/` and the word after `--game`: lower case letters and digits."""
    title: str
    genre: str
    version: str
    """The version of this contract; change it with every change of rows, labels or pictures."""
    time_field: str
    """`game_clock_s` or `video_ts`: seconds of video."""
    fields: Mapping[str, Vocabulary]
    """Every identity field of every event type, with its vocabulary."""
    events: tuple[EventType, ...]
    update_field: str
    """T2's field."""
    state_field: str
    """T3's field."""
    labels: LabelRule
    value: str
    """V in a word, as the ground-truth document names it: `white_expected_score_wdl`."""
    media: Media
    hud: tuple[HudElement, ...]
    prose: Prose
    shapes: ShapeRule
    type_field: str | None = "type"
    """None for a game of one event kind whose rows do not name it (doudizhu)."""
    engine: str | None = None
    """The default pin, where V is asked of an engine."""
    options: tuple[RecordOption, ...] = ()
    suffixes: tuple[str, ...] = ()
    """Endings of record files looked for when the user names a folder: `.pgn`, `.pgn.zst`."""
    carried: tuple[str, ...] = ("idx",)
    """Fields that are written and never scored."""
    conditional: bool = False
    """True where T2 and T3 are computed over matched events only (DOTA 2, SC2)."""
    shortcut: FewerLeft | None = None
    """Measured over every corpus, written into its CASE_TYPES.json."""
    attribution: str = ""
    """The text of `ATTRIBUTION.md`, where the records' licence wants one to travel with them."""
    tail_s: int = 3
    """The video goes on at least this long after the last event."""
    adapter_version: str = "0"
    """The version of the distribution that describes the game."""

    def __post_init__(self) -> None:
        """Check the parts against each other.

        Raises:
            SpecError: a field without a vocabulary, a T2/T3 field that is also an identity field,
                two event types of one name, or an impossible picture.
        """
        if not self.name.isalnum() or self.name != self.name.lower():
            raise SpecError(f"{self.name!r}: a game's name is lower case letters and digits")
        names = [event.name for event in self.events]
        if not names or len(set(names)) != len(names):
            raise SpecError(f"{self.name}: event types must be there and differ, got {names}")
        for event in self.events:
            for field in event.identity:
                if field not in self.fields:
                    raise SpecError(f"{self.name}: {event.name}.{field} has no vocabulary")
                if field in {self.update_field, self.state_field, self.time_field}:
                    raise SpecError(f"{self.name}: {field} cannot identify an event")
        if self.media.width % 2 or self.media.height % 2:
            raise SpecError(f"{self.name}: yuv420p needs an even picture size")
        if self.media.max_gop_s * self.media.fps < 2:
            raise SpecError(f"{self.name}: max_gop_s must be two frames or more")

    def event_type(self, name: str) -> EventType:
        """The declared event type of that name.

        Raises:
            KeyError: the game has no such event type.
        """
        for event in self.events:
            if event.name == name:
                return event
        raise KeyError(f"{self.name} has no event type {name!r}")

    def time_of(self, frame: int) -> float:
        """The video second of a frame, to the millisecond: index / fps.

        >>> # at 25 fps, frame 51 stands at 2.04 s
        """
        return round(float(Fraction(frame) / self.media.fps), 3)

    def digest(self) -> str:
        """sha256 of the whole contract; two cases of one corpus must agree on it."""
        return digest(_plain(asdict(self)))


def _plain(value: object) -> Json:
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    if isinstance(value, Fraction):
        return str(value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"a spec holds JSON-like data only, not {type(value).__name__}")
