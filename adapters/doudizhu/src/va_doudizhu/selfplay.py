"""`va generate --game doudizhu`: deals from a seed, played greedily by a named policy."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from va_doudizhu.formats import Told, own_line
from va_doudizhu.match import Hands
from va_engines.doudizhu.line import PASSED, action_text
from va_engines.doudizhu.policies import policy
from va_engines.doudizhu.self_play import deal, play
from video_arena.files import write_whole
from video_arena.generation import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from video_arena.canonical import Json

LEAST_PLAYS = 8
"""A landlord who goes out in his first three plays leaves nothing to judge."""


def generate(seed: int, folder: Path, options: Mapping[str, Json]) -> Path:
    """Write one file of games (tau = 0: the policy's best move always).

    Options: `games` (1), `policy` (`rule-v1`), `min_plays` (8), `max_plays` (0 for no limit).

    Raises:
        OptionError: an option that there is not.
        EngineError: the policy is not known, or its weights are missing.
    """
    unknown = sorted(set(options) - {"games", "policy", "min_plays", "max_plays"})
    if unknown:
        raise OptionError(f"doudizhu's generator has no option {', '.join(unknown)}")
    name = str(options.get("policy", "rule-v1"))
    least, most = (int(str(options.get(k, d))) for k, d in _LIMITS)
    player, chance = policy(name), random.Random(seed)
    lines: list[bytes] = []
    while len(lines) < int(str(options.get("games", 1))):
        landlord, down, up, bottom = deal(chance)
        hands = Hands(landlord, down, up)
        actions = tuple(map(action_text, play(hands, player)))
        plays = sum(action != PASSED for action in actions)
        if plays < least or (most and plays > most):
            continue
        told = Told(
            hands=hands,
            bottom=bottom,
            plays=actions,
            id=f"selfplay-{seed}-{len(lines) + 1}",
            players=(name, name, name),
            licence="never-public",
        )
        lines.append(own_line(told, actions, ()))
    path = folder / f"selfplay-{seed}.jsonl"
    write_whole(path, b"".join(lines).decode())
    return path


_LIMITS: tuple[tuple[str, int], ...] = (("min_plays", LEAST_PLAYS), ("max_plays", 0))
