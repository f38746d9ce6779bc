"""`va baselines`: the random controls of a corpus, written and scored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from video_arena.cli.printing import json_option, plain_errors, print_json, print_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from video_arena.corpus.score import AnswerSource, CorpusScore
    from video_arena.protocols.baselines import Control

Answers = dict[tuple[str, str], bytes]
"""An answer file's bytes by game and case id."""


@click.command("baselines")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed, other draws.")
@click.option("--game", "games", multiple=True, help="Only this game; may be repeated.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Also write the answers, to OUT/<control>/<game>/<case_id>.json.",
)
@json_option
def command(
    *, folder: Path, seed: int, games: tuple[str, ...], out: Path | None, as_json: bool
) -> None:
    """Answer the corpus in DIR by chance, in the paper's two ways, and score the answers.

    Random Tuple draws every field and the time; Set-time Random Tuple is given the reference
    times. Both write as many rows as there are reference rows. The vocabularies are those of the
    installed adapters, which must be the version that the corpus was built to.
    """
    from video_arena.corpus.score import CorpusError, score_corpus
    from video_arena.files import write_whole
    from video_arena.protocols.baselines import CONTROLS

    scores: dict[Control, CorpusScore] = {}
    try:
        with plain_errors():
            for control in CONTROLS:
                answers = _answers(control, folder, games, seed)
                for (game, case), answer in answers.items() if out is not None else ():
                    write_whole(Path(str(out)) / control / game / f"{case}.json", answer)
                scores[control] = score_corpus(folder, _given(answers), games)
    except CorpusError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        controls = {control: score.to_json() for control, score in scores.items()}
        print_json({"seed": seed, "controls": controls})
    else:
        _print(scores, seed)


def _answers(control: Control, folder: Path, games: tuple[str, ...], seed: int) -> Answers:
    from video_arena.corpus.score import CorpusError
    from video_arena.judge.spec import judge_spec
    from video_arena.plugins import load_game
    from video_arena.protocols.baselines import control_answer
    from video_arena.protocols.references import corpus_references

    answers: Answers = {}
    for reference in corpus_references(folder, games):
        spec = load_game(reference.game).spec
        if judge_spec(spec) != reference.judge_spec:
            raise CorpusError(
                f"{folder}: its {reference.game} was built to another version of the game's "
                "contract than the installed adapter's; install that version or build again"
            )
        for case in reference.cases:
            answer = control_answer(control, spec, case, seed)
            answers[reference.game, case.case_id] = answer
    return answers


def _given(answers: Answers) -> AnswerSource:
    return lambda tree, case: answers[tree.game, case]


def _print(scores: Mapping[Control, CorpusScore], seed: int) -> None:
    from video_arena.corpus.score import TIERS

    for control, score in scores.items():
        rows = [(game.game, *(_number(game.mean(tier)) for tier in TIERS)) for game in score.games]
        rows.append(("overall", *(_number(score.overall(tier)) for tier in TIERS)))
        title = f"{control.replace('_', ' ')}, seed {seed}"
        print_table(title, ("game", "F1", "T1", "T2", "T3"), rows)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
