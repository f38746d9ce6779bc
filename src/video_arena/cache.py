"""Where things live that can be made again: engines and evaluations."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

CACHE_VARIABLE = "VIDEO_ARENA_CACHE"


def cache_folder(*parts: str) -> Path:
    """A folder below the user's cache, or below $VIDEO_ARENA_CACHE; not created."""
    root = os.environ.get(CACHE_VARIABLE) or platformdirs.user_cache_dir("video-arena")
    return Path(root, *parts)
