"""The PIMC driver: an engine that computes inside Python. The entry point `pimc`."""

from __future__ import annotations

import functools
import hashlib
import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from va_engines.doudizhu import weights
from va_engines.doudizhu.pins import PimcOptions, SelfPlay, WorldBudget, load_pins
from va_engines.doudizhu.policies import policy
from video_arena.engines import (
    EngineError,
    EngineFailed,
    EngineMismatch,
    EngineMissing,
    EnginePin,
    EngineStatus,
)
from video_arena.values import Evaluation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from va_engines.doudizhu.line import Line
    from va_engines.doudizhu.pimc import Estimate, Pimc
    from va_engines.doudizhu.policy import Policy
    from video_arena.canonical import Json
    from video_arena.values import EngineQuery

METHOD: Final = "PIMC 1"
# ruff: noqa: PLC0415 - `va --help` must not pay for the rules and their tables


class PimcSession:
    """An estimator and its policy; see `pimc.Pimc`."""

    def __init__(self, pimc: Pimc, observed: Mapping[str, Json]) -> None:
        self._pimc = pimc
        self.observed = observed

    def evaluate(self, queries: Sequence[EngineQuery]) -> Iterator[tuple[int, Evaluation]]:
        """Answer each query with the landlord's chance to win.

        Raises:
            EngineFailed: a request is no game of doudizhu.
        """
        for index, query in enumerate(queries):
            found = self._pimc.estimate(_line_of(query))
            yield index, Evaluation(round(found.value, 6), _detail(found))

    def close(self) -> None:
        """Nothing to stop."""


class PimcDriver:
    """An `EngineDriver` for hidden-hand PIMC under a policy that the pin names."""

    name: Final = "pimc"
    batch: Final = 1
    in_process: Final = True

    def pins(self) -> Mapping[str, EnginePin]:
        """The pins; one that plays by DouZero's networks names those that this user has.

        So two users' weights never share a cache entry, and a case says which it was built with.
        """
        return {name: _with_networks(pin) for name, pin in self._pins.items()}

    @functools.cached_property
    def _pins(self) -> dict[str, EnginePin]:
        return load_pins()

    def check(self, pin: EnginePin) -> EngineStatus:
        """Load the policy, and let it play the proof's games where the pin has one."""
        try:
            player = self._policy(pin)
            said = prove(player, pin)
        except EngineError as error:
            return EngineStatus(pin=pin.name, usable=False, reason=str(error))
        where = str(weights.folder() if pin.networks else Path(__file__).parent)
        return EngineStatus(
            pin=pin.name, usable=True, reason=said, location=where, observed=player.observed
        )

    def install(self, pin: EnginePin) -> Path:
        """Say where the policy is: nothing can be fetched.

        Raises:
            EngineMissing: the weights are the user's to bring, and they are not there.
        """
        self._policy(pin)
        return weights.folder() or Path(__file__).parent if pin.networks else Path(__file__).parent

    def open(self, pin: EnginePin) -> PimcSession:
        """Load the policy.

        Raises:
            EngineMissing: weights or torch are not there.
            EngineMismatch: the weights are not the pin's, or the policy plays otherwise.
            EngineError: the pin's budget is none of PIMC's.
        """
        from va_engines.doudizhu.pimc import Budget, Pimc

        try:
            worlds = WorldBudget.model_validate(dict(pin.budget))
            options = PimcOptions.model_validate(dict(pin.options))
        except ValidationError as error:
            raise EngineError(f"pin {pin.name}: {error}") from error
        budget = Budget(
            min_worlds=worlds.min_worlds,
            max_worlds=worlds.max_worlds,
            update_band=float(options.update_band),
            state_band=float(options.state_band),
            stop_sigma=float(options.stop_sigma),
        )
        player = self._policy(pin)
        prove(player, pin)
        return PimcSession(Pimc(player, budget), {"method": METHOD, **player.observed})

    def _policy(self, pin: EnginePin) -> Policy:
        wants_networks = pin.options.get("policy") == "douzero-wp"
        if wants_networks and not weights.digests():
            raise EngineMissing(f"{pin.engine}: no weights: {weights.ADVICE}")
        if wants_networks and pin.networks != weights.digests():
            raise EngineMismatch(f"{pin.engine}: the weights are not those of the pin")
        return policy(str(pin.options["policy"]))


def prove(player: Policy, pin: EnginePin) -> str:
    """Hold a policy to what it played when the pin was made.

    Raises:
        EngineMismatch: it plays otherwise.
    """
    if not pin.proof:
        return f"{player.name} is loaded; its networks are the pin's"
    proof = SelfPlay.model_validate(dict(pin.proof))
    found = self_play_digest(player, proof.seed, proof.games)
    if found != proof.sha256:
        raise EngineMismatch(
            f"{pin.engine}: {player.name} plays otherwise than when the pin was made "
            f"({found[:12]} and not {proof.sha256[:12]}): install va-engines afresh"
        )
    return f"{player.name} plays {proof.games} games from seed {proof.seed} as the pin has them"


def self_play_digest(player: Policy, seed: int, games: int) -> str:
    """sha256 of the actions of some games from a seed."""
    from va_engines.doudizhu.line import action_text
    from va_engines.doudizhu.self_play import deal, play_all

    chance = random.Random(seed)
    deals = [deal(chance)[:3] for _ in range(games)]
    texts = [" ".join(map(action_text, actions)) for actions in play_all(deals, player)]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def _with_networks(pin: EnginePin) -> EnginePin:
    wants = pin.options.get("policy") == "douzero-wp"
    return replace(pin, networks=weights.digests()) if wants else pin


def _line_of(query: EngineQuery) -> Line:
    from va_engines.doudizhu.cards import NotCards, pack
    from va_engines.doudizhu.line import BadLine, Line, action_row

    hand: Any = query.request.get("hand")
    plays: Any = query.request.get("plays")
    try:
        line = Line(pack(hand), tuple(map(action_row, plays)))
        line.check_cards()
    except (NotCards, BadLine, TypeError, AttributeError) as error:
        raise EngineFailed(f"query {query.digest()[:12]}: no game of doudizhu: {error}") from error
    if line.finished:
        raise EngineFailed(f"query {query.digest()[:12]}: the game is over")
    return line


def _detail(found: Estimate) -> dict[str, Json]:
    detail: dict[str, Json] = {
        "error": round(found.error, 6),
        "worlds": found.worlds,
        "exact": found.exact,
    }
    if found.change is not None and found.change_error is not None:
        detail |= {"change": round(found.change, 6), "change_error": round(found.change_error, 6)}
    return detail


driver = PimcDriver()
