"""Conformance: the GameSpec."""

from __future__ import annotations

from typing import TYPE_CHECKING

from video_arena.corpus.canary import canary_of
from video_arena.corpus.instruction import check_prompts, compose_instruction
from video_arena.judge.emit import emit_judge
from video_arena.plugins import find_pin

if TYPE_CHECKING:
    from video_arena.plugins import Game


class ContractChecks:
    """The spec is complete, stable, and good for a judge and an instruction."""

    def test_spec_is_stable(self, va_game: Game) -> None:
        """describe_game is asked in every process: all must get the same contract."""
        again = va_game.manager.hook.describe_game()
        assert again.digest() == va_game.spec.digest(), "describe_game() differs when asked again"

    def test_spec_leaves_nothing_blank(self, va_game: Game) -> None:
        """Whatever a reader of the instruction or of `va` is told must be there."""
        spec = va_game.spec
        told = {
            "title": spec.title,
            "genre": spec.genre,
            "version": spec.version,
            "value": spec.value,
            "prose.title": spec.prose.title,
            "prose.video": spec.prose.video,
            "prose.events": spec.prose.events,
            "prose.value": spec.prose.value,
            **{f"events: meaning of {event.name}": event.meaning for event in spec.events},
            **{f"hud: what {element.name} reveals": element.reveals for element in spec.hud},
            **{f"options: help of {option.name}": option.help for option in spec.options},
        }
        blank = [name for name, text in told.items() if not text.strip()]
        assert not blank, f"the spec leaves blank: {', '.join(blank)}"

    def test_time_field_is_the_benchmarks(self, va_game: Game) -> None:
        """Two names are in use; a third would be one more thing for models to get wrong."""
        assert va_game.spec.time_field in {"game_clock_s", "video_ts"}

    def test_judge_and_instruction_can_be_written(self, va_game: Game) -> None:
        """Vocabularies are told apart by the judge, and no prompt speaks of the other protocol."""
        assert emit_judge(va_game.spec)
        text = compose_instruction(va_game.spec, canary_of(va_game.name, []))
        problems = check_prompts(text)
        assert not problems, "instruction.md: " + "; ".join(problems)

    def test_hud_elements_are_declared_once(self, va_game: Game) -> None:
        """strip_hud may let stay only what the spec declares."""
        names = [element.name for element in va_game.spec.hud]
        assert len(set(names)) == len(names), f"a HUD element is declared twice: {names}"
        unknown = va_game.allowed_hud() - set(names)
        assert not unknown, f"strip_hud() lets stay what the spec does not declare: {unknown}"

    def test_engine_pin_is_known(self, va_game: Game) -> None:
        """The spec's pin belongs to an installed driver."""
        if va_game.spec.engine is not None:
            _, pin = find_pin(va_game.spec.engine)
            assert pin.reproducible, f"the default pin {pin.name} gives other values every time"
