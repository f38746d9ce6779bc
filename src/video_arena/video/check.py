"""A video file against the picture contract of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from video_arena.video.probe import VideoFacts, VideoFileError, probe
from video_arena.video.x264 import BT601

if TYPE_CHECKING:
    from pathlib import Path

    from video_arena.game import Media

PROFILES = ("High", "Baseline", "Constrained Baseline")


def check_media(path: Path, media: Media, frames: int) -> list[str]:
    """Say in which ways a video breaks the contract; an empty list means in none.

    Args:
        path: the MP4 file.
        media: the contract of the game.
        frames: how many frames the match has.

    Raises:
        OSError: the file cannot be opened.
    """
    try:
        facts = probe(path)
    except VideoFileError as error:
        return [str(error)]
    return [f"{path}: {text}" for text in _differences(facts, media, frames)]


def _differences(facts: VideoFacts, media: Media, frames: int) -> list[str]:
    longest_gop = int(media.max_gop_s * media.fps)
    colours = (facts.matrix, facts.primaries, facts.transfer)
    found = [
        _differs("size", f"{facts.width}x{facts.height}", f"{media.width}x{media.height}"),
        _differs("frame rate", facts.fps, media.fps),
        _differs("frames", facts.frames, frames),
        _differs("codec", facts.codec, "h264"),
        _differs("pixel format", facts.pix_fmt, "yuv420p"),
        _differs("colour tags (matrix, primaries, transfer)", colours, (BT601,) * 3),
    ]
    for wrong, text in (
        (not facts.steady, "frames do not stand at i / fps"),
        (facts.profile not in PROFILES, f"profile is {facts.profile}, expected High or Baseline"),
        (not facts.limited_range, "colour range is not tagged as limited (tv)"),
        (facts.has_audio, "has an audio track; a case has none"),
        (not facts.faststart, "moov does not come before mdat; write it with faststart"),
        (
            facts.longest_gop > longest_gop,
            f"{facts.longest_gop} frames from keyframe to keyframe, at most {longest_gop} allowed",
        ),
        (facts.has_sei, "carries SEI, which names an encoder and its options"),
        (bool(facts.metadata), f"carries metadata: {', '.join(facts.metadata)}"),
    ):
        found.append(text if wrong else None)
    return [text for text in found if text]


def _differs(what: str, got: object, expected: object) -> str | None:
    return None if got == expected else f"{what} is {got}, expected {expected}"
