"""Conformance: extract_events and evaluate_prefix."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from video_arena.plugins import find_pin
from video_arena.values import EngineQuery, Recorded, Terminal

if TYPE_CHECKING:
    from video_arena.match import Match
    from video_arena.plugins import Game


class ValueChecks:
    """Events and values are functions of the match."""

    def test_events_are_the_same_when_asked_again(
        self, va_game: Game, va_matches: tuple[Match, ...]
    ) -> None:
        """The builder, the audits and a rebuild all ask."""
        for match in va_matches:
            assert va_game.events(match) == va_game.events(match), (
                f"extract_events differs when asked again about {match.source.place}"
            )

    def test_events_carry_declared_fields_only(
        self, va_game: Game, va_matches: tuple[Match, ...]
    ) -> None:
        """Identity fields and carried ones: whatever else a row held would be a leak."""
        spec = va_game.spec
        for match in va_matches:
            for event in va_game.events(match):
                identity = set(spec.event_type(event.type).identity)
                held = set(event.fields)
                where = f"{event.type} at prefix {event.prefix} of {match.source.place}"
                assert identity <= held, f"{where} lacks {sorted(identity - held)}"
                extra = held - identity - set(spec.carried)
                assert not extra, f"{where} has undeclared fields {sorted(extra)}"

    def test_values_are_the_same_when_asked_again(
        self, va_game: Game, va_matches: tuple[Match, ...]
    ) -> None:
        """V, or the question for V, is a function of match and prefix: any order, any number."""
        for match in va_matches:
            prefixes = range(match.prefixes + 1)
            forth = [va_game.value(match, prefix) for prefix in prefixes]
            back = [va_game.value(match, prefix) for prefix in reversed(prefixes)][::-1]
            for prefix in prefixes:
                assert forth[prefix] == back[prefix], (
                    f"evaluate_prefix({match.source.place}, {prefix}) differs when asked again"
                )

    def test_values_are_probabilities_or_questions(
        self, va_game: Game, va_matches: tuple[Match, ...]
    ) -> None:
        """Known values lie in the label rule's bounds; questions are for the spec's pin."""
        pin, bounds = va_game.spec.engine, va_game.spec.labels.bounds
        driver = None if pin is None else find_pin(pin)[1].driver
        for match in va_matches:
            for prefix in range(match.prefixes + 1):
                value = va_game.value(match, prefix)
                where = f"evaluate_prefix({match.source.place}, {prefix})"
                if isinstance(value, EngineQuery):
                    assert value.protocol == driver, (
                        f"{where} asks {value.protocol!r}; the pin {pin} belongs to {driver!r}"
                    )
                    assert value.digest(), f"{where}: the request is not JSON"
                else:
                    assert isinstance(value, (Recorded, Terminal)), f"{where} gave {value!r}"
                    low, high = (-inf, inf) if bounds is None else bounds
                    assert low <= value.value <= high, (
                        f"{where} = {value.value} leaves [{low:g}, {high:g}]"
                    )
