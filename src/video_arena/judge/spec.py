"""What a judge has to know of a game: a small, JSON-like part of its GameSpec."""

from __future__ import annotations

from typing import TYPE_CHECKING

from video_arena.game import Choice, SpecError

if TYPE_CHECKING:
    from video_arena.canonical import Json
    from video_arena.game import EventType, GameSpec

ROOT_KEY = "events"
TOLERANCE_S = 3.0


def judge_spec(game: GameSpec) -> dict[str, Json]:
    """The SPEC of the game's judge: which fields are compared, and how.

    Raises:
        SpecError: two words of one vocabulary or label space are equal once case is ignored, or a
            game whose rows name no type has several event types.
    """
    if game.type_field is None and len(game.events) != 1:
        raise SpecError(f"{game.name}: rows without a type field can only be of one event type")
    _must_differ(game, "event types", tuple(event.name for event in game.events))
    for field, vocabulary in game.fields.items():
        if isinstance(vocabulary, Choice):
            _must_differ(game, field, vocabulary.values)
    _must_differ(game, game.update_field, game.labels.update_labels)
    _must_differ(game, game.state_field, game.labels.state_labels)
    return {
        "game": game.name,
        "version": game.version,
        "root_key": ROOT_KEY,
        "time_field": game.time_field,
        "type_field": game.type_field,
        "identity": {event.name: _identity(game, event) for event in game.events},
        "update": {"field": game.update_field, "labels": list(game.labels.update_labels)},
        "state": {
            "field": game.state_field,
            "labels": list(game.labels.state_labels),
            "kind": game.labels.state_kind,
        },
        "conditional": game.conditional,
        "tolerance_s": TOLERANCE_S,
    }


def _identity(game: GameSpec, event: EventType) -> dict[str, Json]:
    return {field: game.fields[field].kind for field in event.identity}


def _must_differ(game: GameSpec, what: str, words: tuple[str, ...]) -> None:
    # The judge compares words without regard to case and surrounding blanks.
    if len({word.strip().casefold() for word in words}) != len(words):
        raise SpecError(f"{game.name}: {what} has words that differ in case or blanks only")
