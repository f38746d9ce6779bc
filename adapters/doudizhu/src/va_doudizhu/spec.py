"""The contract of a doudizhu case."""

from __future__ import annotations

from fractions import Fraction

from va_doudizhu.times import FPS
from va_engines.doudizhu.combinations import TYPES
from va_engines.doudizhu.policies import POLICIES
from va_engines.doudizhu.tables import SEATS
from video_arena.game import (
    Choice,
    EventType,
    FewerLeft,
    GameSpec,
    HudElement,
    Integer,
    Media,
    Prose,
    RecordOption,
)
from video_arena.labels import DeadBand
from video_arena.shapes import LeadShape

VIDEO = """\
The video shows one deal of doudizhu (Fight the Landlord) at a card table, three seats, one deck
of 54 cards. The landlord sits at the bottom with his hand face up. The three bottom cards, which
he took into it, lie face up at the top. The farmers' hands are seen from behind, one back for each
card: `FARMER DOWN` on the right plays after the landlord, `FARMER UP` on the left before him.

Names, scores, the multiplier, clocks, move counters, card counts as numbers, the result and any
estimate of the chances were removed. The only figures are those on the cards.

The deal takes the first twelve seconds. Then every action, passes included, has six seconds: its
seat's plate lights up, and three seconds later its cards land in front of the seat, with a gold
line under them until the next action, or a tag `PASS` appears there. The first play lands at
15.0 s, the next action at 21.0 s, and so on. What a seat played lies there until that seat's next
turn; the table is cleared when a new trick begins.
"""

EVENTS = """\
Report every play of one card or more as one row, in the order played. A pass is no row.

- `player`: the seat that played. `farmer_down` sits on the right and plays after the landlord,
  `farmer_up` on the left and before him.
- `num_cards`: how many cards were played, wings included.
- `move_type`: the combination. Ranks go 3 4 5 6 7 8 9 10 J Q K A 2, small joker, big joker; suits
  do not matter.
    - `solo`, `pair`, `trio`: one, two, three cards of a rank. `bomb`: four. `rocket`: both jokers.
    - `trio_solo`, `trio_pair`: a trio with a single card or with a pair.
    - `solo_chain`: five or more ranks in a row; `pair_chain`: three or more pairs in a row;
      `trio_chain`: two or more trios in a row. Chains stop at the ace: no 2, no joker.
    - `trio_solo_chain`, `trio_pair_chain`: a `trio_chain` with as many single cards, or pairs, as
      it has trios. The single cards may be any of other ranks, equal ones too.
    - `four_two_solo`: four of a rank with two other cards, which may be equal. `four_two_pair`:
      four of a rank with two pairs.

  Cards that are both a `trio_chain` and a `trio_solo_chain` (333444555666) are a `trio_chain`.
"""

VALUE = """\
It is the landlord's chance to win, between 0 and 1, as he could judge it himself: from his hand,
all actions so far, and how many cards each farmer holds, but not which. It is the share of all
deals that fit these that he wins when every seat plays on by one fixed policy, the same one for
all. After the last card of a hand it is 1 (the landlord is out) or 0 (a farmer is). The farmers
win together.
"""

NOTES = """\
- A deal has a few dozen actions; about half are passes. Watch the whole video: the cards that a
  farmer plays are seen only once.
- Holding fewer cards is not being ahead: a short hand of low cards loses to a long one that keeps
  the lead. Look at what is left: twos, jokers, bombs, and who must still play small cards.
- Most plays of a hand that is played well change V little; one answer for all rows scores badly on
  the others.
"""

HUD = (
    HudElement("players", "names the agents at the seats, and how strong they are"),
    HudElement(
        "card_counts", "says in figures how many cards are left: `num_cards` without a look"
    ),
    HudElement("move_counter", "counts the actions and tells whether one was missed"),
    HudElement("farmer_hands", "shows the hidden cards, with which V is next to certain"),
    HudElement("win_bar", "shows V itself: `impact` and `leader_after`"),
    HudElement("result", "gives away who wins, and so the last `leader_after`"),
)

OPTIONS = (
    RecordOption("min-plays", "int", "leave out games of fewer plays, passes not counted"),
    RecordOption("max-plays", "int", "leave out games of more plays, passes not counted"),
    RecordOption("winner", "str", "only games that this side won", choices=("landlord", "farmers")),
    RecordOption("play", "str", "have deals without plays played by this policy", choices=POLICIES),
    RecordOption(
        "landlord",
        "str",
        "who is the landlord of a deal from before the bidding",
        default="first",
        choices=("first", "second", "third"),
    ),
)

SPEC = GameSpec(
    name="doudizhu",
    title="Doudizhu",
    genre="card",
    version="1",
    time_field="game_clock_s",
    type_field=None,
    fields={
        "player": Choice(SEATS),
        "move_type": Choice(TYPES),
        "num_cards": Integer(1, 20),
    },
    events=(
        EventType("play", ("player", "move_type", "num_cards"), "a seat's cards land on the table"),
    ),
    update_field="impact",
    state_field="leader_after",
    labels=DeadBand(
        up="landlord",
        down="farmers",
        update_band=0.034,
        state_band=0.05,
        neutral_update="neutral",
        abstain_sigma=2.0,
    ),
    value="landlord_win_probability_pimc",
    media=Media(width=1280, height=720, fps=Fraction(FPS)),
    hud=HUD,
    prose=Prose(
        title="Reconstruct a deal of doudizhu from a video of the card table",
        video=VIDEO,
        events=EVENTS,
        value=VALUE,
        notes=NOTES,
    ),
    shapes=LeadShape(margin=0.05),
    engine="pimc-douzero-wp-400-4000",
    options=OPTIONS,
    suffixes=(".jsonl", ".jsonl.gz", ".jsonl.zst"),
    shortcut=FewerLeft(
        player="player",
        taken="num_cards",
        start={"landlord": 20, "farmer_down": 17, "farmer_up": 17},
        sides={"landlord": ("landlord",), "farmers": ("farmer_down", "farmer_up")},
        limit=0.45,
    ),
    adapter_version="0.1.0",
)
