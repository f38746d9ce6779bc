"""Pictures to video files and back: the hold encoder, the moving path, and checks.

    >>> from video_arena.video import encode
    >>> facts = encode(runs, spec.media, path)

Importing this package imports PyAV and OpenCV; `video_arena` itself does not import it.
"""

from video_arena.video.check import check_media
from video_arena.video.encode import encode
from video_arena.video.h264 import UnsupportedStreamError
from video_arena.video.probe import VideoFacts, VideoFileError, probe, read_frames

__all__ = [
    "UnsupportedStreamError",
    "VideoFacts",
    "VideoFileError",
    "check_media",
    "encode",
    "probe",
    "read_frames",
]
