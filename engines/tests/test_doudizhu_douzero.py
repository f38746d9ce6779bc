"""DouZero's networks: features by hand, and scores against the plain architecture."""

from __future__ import annotations

import random
from types import MappingProxyType

import numpy as np
import pytest

from va_engines.doudizhu import weights
from va_engines.doudizhu.cards import RANKS, pack, text_of
from va_engines.doudizhu.combinations import table
from va_engines.doudizhu.douzero import STATE, DouzeroWp, view_of
from va_engines.doudizhu.driver import driver
from va_engines.doudizhu.rollouts import choose
from va_engines.doudizhu.self_play import deal
from va_engines.doudizhu.tables import SEATS, Tables
from video_arena.values import EngineQuery


class Anyhow:
    """Plays anything: features must hold at moments that no good player reaches."""

    name = "anyhow"
    observed = MappingProxyType({})

    def __init__(self, seed):
        self.chance = np.random.default_rng(seed)

    def choose(self, tables, moves):
        return self.chance.integers(moves.start, np.append(moves.start[1:], len(moves.row)))


def code(text):
    """54 numbers: four for each rank from 3 to 2, filled from the first; small and big joker."""
    out = []
    for rank in RANKS[:13]:
        out += [1] * text.count(rank) + [0] * (4 - text.count(rank))
    return [*out, text.count("B"), text.count("R")]


def one_hot(number, size):
    return [int(i == number - 1) for i in range(size)]


class Plain:
    """A game kept as texts, with DouZero's features as its paper's tables 4 and 5 list them."""

    def __init__(self, hands):
        self.hands = list(hands)
        self.actions = []

    def act(self, text):
        seat = len(self.actions) % 3
        for card in text:
            self.hands[seat] = self.hands[seat].replace(card, "", 1)
        self.actions.append(text)

    def last(self, seat):
        own = self.actions[seat::3]
        return own[-1] if own else ""

    def view(self):
        seat = len(self.actions) % 3
        own, others = self.hands[seat], "".join(h for i, h in enumerate(self.hands) if i != seat)
        recent = [*self.actions[-2:], ""]
        lead = recent[-2] if len(self.actions) > 1 else (self.actions or [""])[-1]
        if self.actions and not lead:
            lead = self.actions[-2] if len(self.actions) > 1 else ""
        played = ["".join(self.actions[i::3]) for i in range(3)]
        left = [len(hand) for hand in self.hands]
        bombs = sum(a == "BR" or (len(a) == 4 and len(set(a)) == 1) for a in self.actions)
        bomb = [int(i == bombs) for i in range(15)]
        if seat == 0:
            sets = (own, others, lead, played[2], played[1])
            counts = one_hot(left[2], 17) + one_hot(left[1], 17)
        else:
            mate = 3 - seat
            sets = (own, others, played[0], played[mate], lead, self.last(0), self.last(mate))
            counts = one_hot(left[0], 20) + one_hot(left[mate], 17)
        return [number for cards in sets for number in code(cards)] + counts + bomb


def moments(seed, games=6):
    """Tables of one and the plain game beside them, after every action of some games."""
    chance, player = random.Random(seed), Anyhow(seed)
    for _ in range(games):
        hands = deal(chance)[:3]
        tables = Tables.dealt(np.array([[pack(hand) for hand in hands]]))
        plain = Plain(hands)
        while (tables.left > 0).all():
            yield tables, plain
            row = choose(tables, player)
            plain.act(text_of(int(table().cards[row[0]])))
            tables.act(row)


def test_the_view_is_douzeros():
    seen = set()
    for tables, plain in moments(1):
        view = view_of(tables)
        assert view.shape == (1, STATE[tables.seat])
        assert view[0].tolist() == plain.view()
        seen.add(tables.seat)
    assert seen == {0, 1, 2}


@pytest.fixture(scope="module")
def torch():
    return pytest.importorskip("torch", reason="torch is an extra")


@pytest.fixture(scope="module")
def states(torch):
    """Random weights of DouZero's architecture."""
    torch.manual_seed(7)
    torch.set_num_threads(1)
    out = []
    for size in STATE:
        layers = torch.nn.ModuleDict({"lstm": torch.nn.LSTM(162, 128, batch_first=True)})
        sizes = [128 + size + 54, 512, 512, 512, 512, 512, 1]
        for i in range(6):
            layers[f"dense{i + 1}"] = torch.nn.Linear(sizes[i], sizes[i + 1])
        out.append(layers.state_dict())
    return out


def plain_scores(torch, state, plain, moves):
    """One pass for each move, nothing shared: LSTM, concatenation, five layers."""
    lstm = torch.nn.LSTM(162, 128, batch_first=True)
    lstm.load_state_dict({k[5:]: v for k, v in state.items() if k.startswith("lstm.")})
    past = [""] * (15 - len(plain.actions[-15:])) + plain.actions[-15:]
    z = torch.tensor([code(cards) for cards in past], dtype=torch.float32).reshape(1, 5, 162)
    with torch.inference_mode():
        last = lstm(z)[0][:, -1]
        scores = []
        for move in moves:
            x = torch.tensor([plain.view() + code(move)], dtype=torch.float32)
            x = torch.cat([last, x], dim=1)
            for i in range(1, 7):
                x = x @ state[f"dense{i}.weight"].T + state[f"dense{i}.bias"]
                x = torch.relu(x) if i < 6 else x
            scores.append(float(x))
    return scores


def test_scores_are_those_of_the_plain_network(torch, states):
    policy = DouzeroWp(states, {})
    for tables, plain in moments(2, games=2):
        legal = tables.legal()
        if len(legal.row) > 40:
            continue
        texts = [text_of(int(table().cards[row])) for row in legal.row]
        wanted = plain_scores(torch, states[tables.seat], plain, texts)
        assert policy.scores(tables, legal) == pytest.approx(wanted, abs=1e-5)


def test_many_tables_score_as_one(torch, states):
    policy = DouzeroWp(states, {})
    alone = [tables.chosen(np.array([0])) for tables, _ in moments(3, games=3) if not tables.seat]
    joined = Tables(
        0, *(np.concatenate([getattr(t, name) for t in alone]) for name in Tables.__slots__[1:])
    )
    together = policy.scores(joined, joined.legal())
    apart = np.concatenate([policy.scores(tables, tables.legal()) for tables in alone])
    assert together == pytest.approx(apart, abs=1e-5)


def test_the_same_games_as_douzeros_own_environment(torch, states):
    env = pytest.importorskip("douzero.env.game", reason="DouZero's own package is for this only")
    obs = pytest.importorskip("douzero.env.env")
    models = pytest.importorskip("douzero.dmc.models")
    codes = [*range(3, 15), 17, 20, 30]
    places = ("landlord", "landlord_down", "landlord_up")

    class Agent:
        def __init__(self, place, state):
            self.model = models.model_dict[place]()
            self.model.load_state_dict(state)
            self.model.eval()

        def act(self, infoset):
            if len(infoset.legal_actions) == 1:
                return infoset.legal_actions[0]
            seen = obs.get_obs(infoset)
            z, x = (torch.from_numpy(seen[k]).float() for k in ("z_batch", "x_batch"))
            with torch.inference_mode():
                values = self.model.forward(z, x, return_value=True)["values"]
            return infoset.legal_actions[int(values.argmax())]

    policy, chance = DouzeroWp(states, {}), random.Random(5)
    for _ in range(4):
        hands = deal(chance)[:3]
        cards = [[codes[RANKS.index(card)] for card in hand] for hand in hands]
        theirs = env.GameEnv(
            {place: Agent(place, state) for place, state in zip(places, states, strict=True)}
        )
        theirs.card_play_init(
            {
                **dict(zip(places, map(list, cards), strict=True)),
                "three_landlord_cards": cards[0][:3],
            }
        )
        while not theirs.game_over:
            theirs.step()
        tables = Tables.dealt(np.array([[pack(hand) for hand in hands]]))
        ours = []
        while (tables.left > 0).all():
            row = choose(tables, policy)
            text = text_of(int(table().cards[row[0]]))
            ours.append([codes[RANKS.index(card)] for card in text])
            tables.act(row)
        assert ours == theirs.card_play_action_seq


def test_a_pin_with_weights_answers_and_names_them(torch, states, monkeypatch, tmp_path):
    for name, state in zip(weights.FILES, states, strict=True):
        torch.save(state, tmp_path / name)
    monkeypatch.setenv(weights.VARIABLE, str(tmp_path))
    pin = driver.pins()["pimc-douzero-wp-400-4000"].with_budget({"min_worlds": 8, "max_worlds": 8})
    status = driver.check(pin)
    assert status.usable
    assert status.location == str(tmp_path)
    session = driver.open(pin)
    assert session.observed["networks"] == list(pin.networks)
    landlord = deal(random.Random(1))[0]
    query = EngineQuery("pimc", {"hand": landlord, "plays": []})
    ((_, answer),) = session.evaluate([query])
    assert 0 <= answer.value <= 1
    assert driver.install(pin) == tmp_path


def test_files_that_are_no_networks_are_refused(torch, states, monkeypatch, tmp_path):
    from video_arena.engines import EngineMismatch

    for name in weights.FILES:
        torch.save(states[0], tmp_path / name)  # the landlord's in all seats
    monkeypatch.setenv(weights.VARIABLE, str(tmp_path))
    pin = driver.pins()["pimc-douzero-wp-400-4000"]
    with pytest.raises(EngineMismatch, match="not DouZero's networks"):
        driver.open(pin)
    (tmp_path / "landlord.ckpt").write_bytes(b"nothing")
    with pytest.raises(EngineMismatch, match="no checkpoint"):
        driver.open(driver.pins()[pin.name])
    assert len(SEATS) == len(weights.FILES)
