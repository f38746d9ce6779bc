"""Rollouts of PIMC in plies a second of CPU: `rule-v1`, and DouZero's networks beside DouZero.

Every table is played from the deal to the end, 400 at once, on one thread. Where torch and the
package `douzero` are installed (`pip install torch douzero gitpython`), random weights are put
into both DouZero's own environment with its own agent, and our policy; the winners on the same
deals must be the same.

    python adapters/doudizhu/bench/rollouts.py --games 40
"""

# ruff: noqa: PLC0415 - torch and DouZero need not be there
from __future__ import annotations

import argparse
import random
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from va_engines.doudizhu.cards import RANKS, pack, text_of
from va_engines.doudizhu.rollouts import choose, play_out
from va_engines.doudizhu.rule_v1 import RuleV1
from va_engines.doudizhu.self_play import deal
from va_engines.doudizhu.tables import Tables

if TYPE_CHECKING:
    from va_engines.doudizhu.policy import Policy

CODES = [*range(3, 15), 17, 20, 30]
PLACES = ("landlord", "landlord_down", "landlord_up")


def deals(count: int, seed: int) -> np.ndarray:
    """Packed hands, shape (count, 3)."""
    chance = random.Random(seed)
    return np.array([[pack(hand) for hand in deal(chance)[:3]] for _ in range(count)])


def plies_a_second(policy: Policy, worlds: int, repeats: int) -> float:
    """Plies a second of CPU."""
    play_out(Tables.dealt(deals(worlds, 0)), policy)  # tables of the process, warm caches
    plies, spent = 0, 0.0
    for seed in range(1, repeats + 1):
        tables = Tables.dealt(deals(worlds, seed))
        start = time.process_time()
        while len(tables):
            plies += len(tables)
            tables.act(choose(tables, policy))
            tables = tables.chosen((tables.left > 0).all(axis=1))
        spent += time.process_time() - start
    return plies / spent


def beside_douzero(games: int) -> None:
    """The same random weights in DouZero's own loop and in ours."""
    try:
        import torch
        from douzero.dmc.models import model_dict
        from douzero.env.env import get_obs
        from douzero.env.game import GameEnv
    except ImportError as error:
        print(f"DouZero beside it: skipped ({error})")
        return
    from va_engines.doudizhu.douzero import DouzeroWp

    torch.set_num_threads(1)
    torch.manual_seed(1)
    models = {place: model_dict[place]().eval() for place in PLACES}

    class Agent:
        """As DouZero's DeepAgent, without its loading of files."""

        def __init__(self, place: str) -> None:
            self.model = models[place]

        def act(self, infoset: Any) -> list[int]:  # noqa: ANN401 - DouZero's
            if len(infoset.legal_actions) == 1:
                return infoset.legal_actions[0]
            obs = get_obs(infoset)
            z = torch.from_numpy(obs["z_batch"]).float()
            x = torch.from_numpy(obs["x_batch"]).float()
            values = self.model.forward(z, x, return_value=True)["values"]
            best = np.argmax(values.detach().cpu().numpy(), axis=0)[0]
            return infoset.legal_actions[best]

    hands = deals(games, 77)
    plies, won = 0, []
    start = time.process_time()
    for row in hands:
        cards = [[CODES[RANKS.index(c)] for c in text_of(int(hand))] for hand in row]
        env = GameEnv({place: Agent(place) for place in PLACES})
        data = dict(zip(PLACES, map(list, cards), strict=True))
        env.card_play_init({**data, "three_landlord_cards": cards[0][:3]})
        while not env.game_over:
            env.step()
        plies += len(env.card_play_action_seq)
        won.append(env.get_winner() == "landlord")
    theirs = plies / (time.process_time() - start)
    policy = DouzeroWp([models[place].state_dict() for place in PLACES], {})
    same = int((play_out(Tables.dealt(hands), policy) == np.array(won)).sum())
    ours = plies_a_second(policy, 400, 1)
    print(f"DouZero's environment and agent   {theirs:10,.0f} plies/s")
    print(f"douzero-wp, 400 tables in step    {ours:10,.0f} plies/s, {ours / theirs:.1f} times")
    print(f"the same winner in {same} of {games} games")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30, help="games of DouZero's own loop")
    arguments = parser.parse_args()
    for worlds, repeats in ((400, 10), (4000, 2)):
        speed = plies_a_second(RuleV1(), worlds, repeats)
        print(f"rule-v1, {worlds:5} tables in step      {speed:10,.0f} plies/s")
    beside_douzero(arguments.games)


if __name__ == "__main__":
    main()
