"""CPU time of a moving video, from drawing to the finished file, beside x264 alone.

    python bench/moving.py [--minutes 20] [--json]
    python bench/moving.py --game badminton --records FILE [--match 1] [--minutes 20]

Chunk by chunk, in turns, on the same frames: x264 is given planes that were made beforehand; the
whole path draws, converts, encodes, writes, joins and checks the file (and, for a game, makes the
proofs of its case). CPU is user and system time of this one process.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import av
import cv2
import numpy as np
import rally

from video_arena.build.case import CaseJob, build_case, prepare
from video_arena.build.chunk import DrawnChunk, draw_chunk
from video_arena.build.plan import with_defaults
from video_arena.corpus.tree import CorpusTree
from video_arena.match import Match, Span
from video_arena.plugins import load_game
from video_arena.records import RecordFile
from video_arena.values import EngineQuery
from video_arena.video.chunks import chunk_spans, join_chunks, write_chunk
from video_arena.video.colour import rgb_to_i420
from video_arena.video.moving import PARAMETERS, QUANTISER
from video_arena.video.planes import Planes
from video_arena.video.x264 import X264

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from video_arena.game import Media
    from video_arena.match import Event, FrameRun
    from video_arena.plugins import Game

TARGET = 1.6
"""Times the CPU of x264 alone that a moving video may cost at most, drawing included."""


class Film(Protocol):
    """What is filmed."""

    media: Media
    frames: int

    def render(self, span: Span) -> Iterator[FrameRun]:
        """Draw the frames of a span."""

    def encode(self, span: Span) -> None:
        """The whole path for one chunk."""

    def finish(self) -> Path:
        """The whole path's end: one file from the chunks."""


class Synthetic:
    """The rally of `rally.py`, any length of it."""

    media = rally.MEDIA

    def __init__(self, minutes: float, folder: Path) -> None:
        self.frames = round(minutes * 60 * self.media.fps)
        self._folder = folder
        self._chunks: dict[Span, Path] = {}

    def render(self, span: Span) -> Iterator[FrameRun]:
        """Draw the frames of a span."""
        return rally.render(span)

    def encode(self, span: Span) -> None:
        """Into a file of its own."""
        self._chunks[span] = self._folder / f"{span.start}.h264"
        write_chunk(self.render(span), span, self.media, self._chunks[span])

    def finish(self) -> Path:
        """Join the files."""
        path = self._folder / "film.mp4"
        join_chunks([self._chunks[span] for span in sorted(self._chunks)], self.media, path)
        return path


class Case:
    """A match of an installed game; its values must be in its record."""

    def __init__(self, game: Game, match: Match, minutes: float, folder: Path) -> None:
        length = round(minutes * 60 * game.spec.media.fps)
        values = [game.value(match, prefix) for prefix in range(match.prefixes + 1)]
        known = [value for value in values if not isinstance(value, EngineQuery)]
        if len(known) < len(values):
            sys.exit(f"{game.name} asks an engine for its values: nothing to measure here")
        states = tuple(getattr(value, "state", None) for value in known)
        self.media, self.frames = game.spec.media, min(match.frames, length)
        self._whole = self.frames == match.frames
        self._game, self._match, self._folder = game, match, folder
        self._job = CaseJob(
            game=game.name,
            number=1,
            match=match,
            values=tuple(value.value for value in known),
            states=None if set(map(str, states)) == {"None"} else states,
            engine=None,
            canary="bench",
            out=folder,
        )
        self._video = CorpusTree(folder, game.name).media(self._job.case_id)
        self._drawn: dict[Span, DrawnChunk] = {}

    @cached_property
    def _events(self) -> tuple[Event, ...]:
        return prepare(self._job)[1]

    def render(self, span: Span) -> Iterator[FrameRun]:
        """Draw the frames of a span."""
        return self._game.render(self._match, span, self._game.allowed_hud())

    def encode(self, span: Span) -> None:
        """As a build does, what the proofs need included."""
        chunk = draw_chunk(self._game, self._match, self._events, span, self._video)
        self._drawn[span] = chunk

    def finish(self) -> Path:
        """Build the case, or join what there is of it."""
        drawn = [self._drawn[span] for span in sorted(self._drawn)]
        if self._whole:
            build_case(self._job, drawn)
        else:  # the proofs need all chunks
            join_chunks([chunk.path for chunk in drawn], self.media, self._video)
        return self._video


@dataclass(frozen=True, slots=True)
class Spent:
    """CPU seconds."""

    x264: float = 0
    drawing: float = 0
    """Of the second time: drawing alone, thrown away."""
    path: float = 0
    """Everything, drawing included."""

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.x264 + other.x264, self.drawing + other.drawing, self.path + other.path)


def cpu_of(work: Callable[[], object]) -> float:
    """CPU seconds that a call takes."""
    before = time.process_time()
    work()
    return time.process_time() - before


def measure_chunk(film: Film, span: Span) -> Spent:
    """One chunk, three ways, on the same frames."""
    planes = Planes()
    pictures = [(planes.show(run).copy(), run.count) for run in film.render(span)]

    def x264_alone() -> None:
        encoder = X264(film.media, QUANTISER, PARAMETERS)
        for picture, count in pictures:
            encoder.encode(picture, count)
        encoder.flush()

    def draw() -> None:
        for _ in film.render(span):
            pass

    return Spent(cpu_of(x264_alone), cpu_of(draw), cpu_of(lambda: film.encode(span)))


def measure(film: Film) -> tuple[Spent, Path]:
    """The whole film; its first chunk once more before, so that nothing is measured cold."""
    spans = chunk_spans(film.frames, film.media)
    measure_chunk(film, spans[0])
    spent = Spent()
    for number, span in enumerate(spans, start=1):
        spent += measure_chunk(film, span)
        if sys.stderr.isatty():
            print(f"\r{number}/{len(spans)} chunks ", end="", file=sys.stderr, flush=True)
    paths: list[Path] = []
    spent += Spent(path=cpu_of(lambda: paths.append(film.finish())))
    return spent, paths[0]


def lowest_psnr(film: Film, path: Path) -> float:
    """PSNR of the planes in dB, the lowest of 20 frames: what the encoder made of its input."""
    sampled = sorted({round(i * (film.frames - 1) / 19) for i in range(20)})
    return min(
        cv2.PSNR(rgb_to_i420(next(film.render(Span(frame, frame + 1))).picture), planes)
        for frame, planes in zip(sampled, _planes(path, set(sampled)), strict=True)
    )


def _planes(path: Path, wanted: set[int]) -> Iterator[NDArray[np.uint8]]:
    with av.open(str(path)) as container:
        for index, frame in enumerate(container.decode(video=0)):
            if index in wanted:
                yield np.asarray(frame.to_ndarray(format="yuv420p"), np.uint8)


def summary(source: str, film: Film, spent: Spent, path: Path) -> dict[str, object]:
    """What `--json` prints."""
    frames, media = film.frames, film.media
    return {
        "source": source,
        "size": f"{media.width}x{media.height}",
        "fps": str(media.fps),
        "frames": frames,
        "cpu_s": {
            "x264_alone": round(spent.x264, 2),
            "drawing": round(spent.drawing, 2),
            "whole_path": round(spent.path, 2),
        },
        "ms_per_frame": {
            "x264_alone": round(1000 * spent.x264 / frames, 2),
            "drawing": round(1000 * spent.drawing / frames, 2),
            "whole_path": round(1000 * spent.path / frames, 2),
        },
        "path_over_x264": round(spent.path / spent.x264, 2),
        "path_without_drawing_over_x264": round((spent.path - spent.drawing) / spent.x264, 2),
        "target": TARGET,
        "megabytes": round(path.stat().st_size / 1e6, 2),
        "psnr_db": round(lowest_psnr(film, path), 1),
    }


def film_of(options: argparse.Namespace, folder: Path) -> Film:
    """What the command line asks for."""
    if options.game is None:
        return Synthetic(options.minutes, folder)
    game = load_game(options.game)
    items = game.parse(RecordFile(options.records), with_defaults(game.spec, {}))
    matches = (item for item in items if isinstance(item, Match))
    return Case(game, next(islice(matches, options.match - 1, None)), options.minutes, folder)


def main() -> int:
    """Measure, print a table or JSON; 1 if the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=20, help="length of the video, at most")
    parser.add_argument("--game", help="an installed game with a moving picture; else a rally")
    parser.add_argument("--records", type=Path, help="a record file or folder of that game")
    parser.add_argument("--match", type=int, default=1, help="which match of it, from 1")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    if options.game and not options.records:
        parser.error("--game needs --records")
    cv2.setNumThreads(1)  # as in a build's workers
    with tempfile.TemporaryDirectory() as folder:
        film = film_of(options, Path(folder))
        spent, path = measure(film)
        found = summary(options.game or "rally", film, spent, path)
    if options.json:
        print(json.dumps(found, indent=2))
    else:
        for name, value in found.items():
            print(f"{name:32}{value}")
    return 0 if spent.path < TARGET * spent.x264 else 1


if __name__ == "__main__":
    sys.exit(main())
