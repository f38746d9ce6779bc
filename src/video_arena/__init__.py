"""Video-Arena: from raw game records to verified, scorable benchmark cases.

The names that an adapter needs, and no more:

    >>> from video_arena import hookimpl, GameSpec, Match
"""

from video_arena.game import GameSpec
from video_arena.hooks import HOOK_API_VERSION, hookimpl
from video_arena.match import Match

__all__ = ["HOOK_API_VERSION", "GameSpec", "Match", "__version__", "hookimpl"]
__version__ = "0.1.0"
