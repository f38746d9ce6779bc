"""The third stage, once per case and in any process: draw, prove, label, write down."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from video_arena import __version__
from video_arena.build.audits import AuditFailure, Watch, non_interference, visibility
from video_arena.build.chunk import chunks_of, draw_chunk
from video_arena.build.identity import case_digest
from video_arena.canonical import Json, pretty
from video_arena.corpus.tree import CorpusTree, case_id
from video_arena.corpus.truth import (
    EngineFacts,
    GroundTruth,
    SourceFacts,
    SpecFacts,
    ValueFacts,
    VideoFacts,
    count_rows,
    read_truth,
    reference_rows,
    uncertain_facts,
)
from video_arena.files import sha256_of, whole_file, write_whole
from video_arena.labels import bands_of, smooth
from video_arena.plugins import load_game
from video_arena.video.chunks import join_chunks
from video_arena.video.encode import encode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from video_arena.build.chunk import DrawnChunk
    from video_arena.game import GameSpec
    from video_arena.labels import Uncertainty
    from video_arena.match import Event, Match
    from video_arena.plugins import Game


class CaseFailure(Exception):
    """This case cannot be built; the message is the reason in the rejection list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseJob:
    """All that decides a case's bytes."""

    game: str
    number: int
    """Place among the chosen matches, from 1; gives the case id."""
    match: Match
    values: tuple[float, ...]
    """V after every prefix, the start included."""
    states: tuple[Json, ...] | None = None
    """The exact states, where T3 is one."""
    uncertainty: Uncertainty | None = None
    """How well V is known, where the engine samples."""
    engine: Mapping[str, Json] | None
    """EngineFacts as a mapping; None where V is in the record."""
    canary: str
    out: Path

    @property
    def case_id(self) -> str:
        """The permanent id."""
        return case_id(self.game, self.number)

    def digest(self, spec: GameSpec) -> str:
        """sha256 of the inputs: a case of that digest need not be built again."""
        return case_digest(
            case=self.case_id,
            fingerprint=self.match.fingerprint,
            source=asdict(self.match.source),
            frames=self.match.frames,
            values=self.values,
            states=self.states,
            uncertainty=self.uncertainty,
            engine=self.engine,
            canary=self.canary,
            spec=spec.digest(),
            core=__version__,
        )


@dataclass(frozen=True, slots=True)
class BuiltCase:
    """What the corpus-wide files need to know of a finished case."""

    number: int
    truth: GroundTruth
    reused: bool
    """True where the case was there already, built from the same inputs."""


def build_case(job: CaseJob, drawn: Sequence[DrawnChunk] | None = None) -> BuiltCase:
    """Build one case, or find that it is there. The ground-truth file is written last.

    Args:
        job: what to build.
        drawn: the chunks of a moving video, where they were drawn elsewhere.

    Raises:
        CaseFailure: the video cannot be drawn as promised, or an audit failed.
    """
    there = built_already(job)
    if there is not None:
        return there
    game, events = prepare(job)
    tree = CorpusTree(job.out, job.game)
    match = job.match
    if match.record is not None:
        write_whole(tree.source(job.case_id, match.record_suffix), match.record)
    try:
        video, audits = _draw(game, match, events, tree.media(job.case_id), drawn)
    except (AuditFailure, ValueError) as error:
        raise CaseFailure(str(error)) from error
    truth = _write_down(game, job, events, video, audits)
    write_whole(tree.truth(job.case_id), pretty(truth.to_json()))
    game.manager.hook.case_built(game=job.game, case_id=job.case_id, folder=tree.task)
    return BuiltCase(job.number, truth, reused=False)


def prepare(job: CaseJob) -> tuple[Game, tuple[Event, ...]]:
    """The game and the events of a job.

    Raises:
        CaseFailure: the events cannot be those of a case.
    """
    game = load_game(job.game)
    events = game.events(job.match)
    _check_events(game.spec, job.match, events)
    return game, events


def built_already(job: CaseJob) -> BuiltCase | None:
    """The case as it lies there, built from the same inputs."""
    tree = CorpusTree(job.out, job.game)
    truth = finished_case(tree, job.case_id, job.digest(load_game(job.game).spec))
    return None if truth is None else BuiltCase(job.number, truth, reused=True)


def finished_case(tree: CorpusTree, case: str, build_digest: str) -> GroundTruth | None:
    """The ground truth of a case that is complete and was built from the same inputs."""
    path = tree.truth(case)
    if not path.is_file() or not tree.media(case).is_file():
        return None
    try:
        truth = read_truth(path)
    except ValueError:
        return None
    same = truth.build_digest == build_digest
    return truth if same and sha256_of(tree.media(case)) == truth.video.sha256 else None


def _check_events(spec: GameSpec, match: Match, events: Sequence[Event]) -> None:
    tail = spec.tail_s * spec.media.fps
    last_frame = 0
    for event in events:
        if not 0 < event.prefix <= match.prefixes or event.frame < last_frame:
            raise CaseFailure(
                f"{event.type}: prefix {event.prefix}, frame {event.frame} in disorder"
            )
        missing = [f for f in spec.event_type(event.type).identity if f not in event.fields]
        if missing:
            raise CaseFailure(f"{event.type} at prefix {event.prefix} lacks {', '.join(missing)}")
        last_frame = event.frame
    if not events:
        raise CaseFailure("the match has no event to report")
    if match.frames < last_frame + tail:
        raise CaseFailure(f"the video ends less than {spec.tail_s} s after the last event")


def _draw(
    game: Game,
    match: Match,
    events: Sequence[Event],
    path: Path,
    drawn: Sequence[DrawnChunk] | None,
) -> tuple[VideoFacts, dict[str, Json]]:
    media, hud = game.spec.media, game.allowed_hud()
    watch = Watch(match, events)
    with whole_file(path) as partial:
        if spans := chunks_of(match, media):
            parts = drawn or [draw_chunk(game, match, events, span, path) for span in spans]
            for part in parts:
                watch.add(part.seen)
            facts = join_chunks([part.path for part in parts], media, partial)
        else:
            facts = encode(watch.passing(game.render(match, watch.to_draw, hud)), media, partial)
        if watch.frames != match.frames:
            raise CaseFailure(f"drew {watch.frames} frames where {match.frames} were announced")
        audits: dict[str, Json] = {
            "visibility": visibility(watch),
            "non_interference": non_interference(game, match, watch, hud),
        }
        size = partial.stat().st_size
        mark = sha256_of(partial)
    video = VideoFacts(
        file=path.name,
        sha256=mark,
        bytes=size,
        width=facts.width,
        height=facts.height,
        fps=str(facts.fps),
        frames=facts.frames,
        duration_s=round(float(facts.frames / facts.fps), 3),
    )
    return video, audits


def _write_down(
    game: Game,
    job: CaseJob,
    events: Sequence[Event],
    video: VideoFacts,
    audits: dict[str, Json],
) -> GroundTruth:
    spec, match = game.spec, job.match
    rows = reference_rows(spec, events, job.values, job.states, job.uncertainty)
    smoothed = smooth(job.values, spec.labels.smoothing)
    won_by_up = None if match.winner is None else match.winner == spec.labels.up
    return GroundTruth.model_validate(
        {
            "_canary": job.canary,
            "case_id": job.case_id,
            "game": spec.name,
            "case_type": spec.shapes.classify(smoothed, won_by_up),
            "winner": match.winner,
            "source": _source_facts(match),
            "spec": SpecFacts(
                version=spec.version,
                digest=spec.digest(),
                adapter=spec.adapter_version,
                core=__version__,
            ),
            "engine": None if job.engine is None else EngineFacts.model_validate(dict(job.engine)),
            "value": ValueFacts(
                definition=spec.value,
                trajectory=list(job.values),
                states=None if job.states is None else list(job.states),
                row_prefix=[event.prefix for event in events],
                smoothing=spec.labels.smoothing,
                bands=bands_of(spec.labels),
                **uncertain_facts(job.uncertainty),
            ),
            "video": video,
            "counts": count_rows(spec, rows),
            "audits": audits,
            "build_digest": job.digest(spec),
            "events": rows,
        }
    )


def _source_facts(match: Match) -> SourceFacts:
    source = match.source
    return SourceFacts(
        file=source.file,
        place=source.place,
        id=source.id,
        url=source.url,
        licence=source.licence,
        notes=list(source.notes),
        fingerprint=match.fingerprint,
    )
