"""Fresh matches in ShuttleSet's format: never public, and free of anyone's rights.

The course of the score is drawn first, so that a wanted trajectory shape can be asked for; then
every rally is made to be won by who wins it. The same seed and options give the same bytes.
"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from va_badminton.court import HALF_LENGTH, HALF_WIDTH, LENGTH, WIDTH, Side
from va_badminton.homography import CANVASES, CORNERS, FAR_EDGE, NEAR_EDGE
from va_badminton.parse import GENERATED
from va_badminton.picture.camera import CAMERA
from va_badminton.score import Score, is_over
from va_badminton.shots import CHINESE, INTO_NET, LANDED, OUT
from va_badminton.simulate import Made, MadeRally, make_rally
from va_badminton.spec import SPEC
from video_arena.files import write_whole
from video_arena.generation import OptionError, read_options

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from va_badminton.match import Place
    from va_badminton.rows import Player
    from video_arena.canonical import Json

RATE = 30
FIRST_SECOND = 300
MOST_COURSES = 5_000
LEFT, RIGHT = CANVASES[1]
COLUMNS = [
    "rally",
    "ball_round",
    "time",
    "frame_num",
    "roundscore_A",
    "roundscore_B",
    "player",
    "server",
    "type",
    "aroundhead",
    "backhand",
    "hit_height",
    "hit_area",
    "hit_x",
    "hit_y",
    "landing_height",
    "landing_area",
    "landing_x",
    "landing_y",
    "lose_reason",
    "win_reason",
    "getpoint_player",
    "flaw",
    "player_location_area",
    "player_location_x",
    "player_location_y",
    "opponent_location_area",
    "opponent_location_x",
    "opponent_location_y",
    "db",
]
WORDS = {english: chinese for chinese, english in reversed(CHINESE.items())}
REASONS = {
    LANDED: ("對手落地致勝", "落地致勝"),
    OUT: ("出界", "對手出界"),
    INTO_NET: ("掛網", "對手掛網"),
}
NAMES = ("Mira Falk", "Jona Sato", "Ilse Maru", "Tove Lind", "Rafa Quint", "Noor Berg")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The generator's options: `va generate --game badminton --set sets=2`."""

    sets: int = 1
    """1 to 3; A wins the last one and the match."""
    game_to: int = 21
    """Points of a set; reading it needs the same `--game-to`."""
    most_strokes: int = 30
    """Longer rallies are cut."""
    shape: str = ""
    """`blowout`, `tense` or `reversal`: draw again until every set is one."""

    @classmethod
    def of(cls, options: Mapping[str, Json]) -> Wanted:
        """From the options of the hook.

        Raises:
            OptionError: an option that there is not, or a value that cannot be.
        """
        wanted = read_options(cls, "badminton", options)
        counts = (wanted.sets, wanted.game_to, wanted.most_strokes)
        if not all(isinstance(count, int) and count > 0 for count in counts) or wanted.sets > 3:
            raise OptionError("sets is 1 to 3, game_to and most_strokes are whole numbers above 0")
        if wanted.shape not in {"", *SPEC.shapes.labels}:
            raise OptionError(f"shape is {wanted.shape!r}; write {', '.join(SPEC.shapes.labels)}")
        return wanted


def generate(seed: int, folder: Path, options: Mapping[str, Json]) -> Path:
    """Write a ShuttleSet folder with one match; returns `folder/badminton-<seed>`.

    Raises:
        ValueError: a wrong option, or a shape that this length of set does not take.
    """
    wanted = Wanted.of(options)
    random = Random(f"va-badminton {seed}")
    path = folder / f"badminton-{seed}"
    video = f"generated_{seed}"
    winner, loser = random.sample(NAMES, 2)
    downcourt = random.randrange(2)
    left = {"A": random.random() < 0.2, "B": random.random() < 0.2}
    for number in range(1, wanted.sets + 1):
        # With two sets A wins both, with three B wins the second.
        winning: Player = "B" if wanted.sets == 3 and number == 2 else "A"
        a_is_near = (downcourt == 0) == (number % 2 == 1)
        rows = _set_rows(random, wanted, winning, number, left, a_is_near=a_is_near)
        write_whole(path / video / f"set{number}.csv", _csv(COLUMNS, rows))
    match = {
        "id": "1", "video": video, "tournament": f"{GENERATED} {seed}", "round": "Friendly",
        "year": "2026", "month": "1", "day": "1", "set": str(wanted.sets), "duration": "20",
        "winner": winner, "loser": loser, "downcourt": str(downcourt), "url": "",
    }  # fmt: skip
    write_whole(path / "match.csv", _csv(list(match), [match]))
    camera = {"id": "1", "video": video, **_camera()}
    write_whole(path / "homography.csv", _csv(list(camera), [camera]))
    return path


def _csv(columns: list[str], rows: list[dict[str, str]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _course(random: Random, wanted: Wanted, winning: Player) -> list[Player]:
    """Who wins which rally of a set.

    Raises:
        ValueError: no course of that shape came up.
    """
    for _ in range(MOST_COURSES):
        strength = random.uniform(0.42, 0.66)
        score, course = Score(0, 0), []
        while not is_over(score, wanted.game_to):
            winner = winning if random.random() < strength else "AB"[winning == "A"]
            course.append(winner)
            score = score.after(winner)  # type: ignore[arg-type]
        if (score.a > score.b) != (winning == "A"):
            continue
        leads = [0]
        for winner in course:
            leads.append(leads[-1] + (1 if winner == "A" else -1))
        if wanted.shape in {"", SPEC.shapes.classify(leads, winning == "A")}:
            return course  # type: ignore[return-value]
    raise ValueError(f"no set to {wanted.game_to} is a {wanted.shape}; leave out the shape")


def _set_rows(
    random: Random,
    wanted: Wanted,
    winning: Player,
    number: int,
    left: dict[str, bool],
    *,
    a_is_near: bool,
) -> list[dict[str, str]]:
    score, server = Score(0, 0), random.choice(("A", "B"))
    rows: list[dict[str, str]] = []
    second = float(FIRST_SECOND)
    changed = False
    for rally, winner in enumerate(_course(random, wanted, winning), start=1):
        if number == 3 and not changed and max(score) >= (wanted.game_to + 1) // 2:
            changed, second = True, second + 45
        near = "A" if a_is_near != changed else "B"
        sides: dict[str, Side] = {near: "near", "AB"[near == "A"]: "far"}
        players = {side: player for player, side in sides.items()}
        played = make_rally(
            random,
            sides[server],
            sides[winner],
            score.a if server == "A" else score.b,
            (left[players["near"]], left[players["far"]]),
            wanted.most_strokes,
        )
        score = score.after(winner)
        rows += _rally_rows(played, rally, second, score, winner, players)
        second += played.strokes[-1].seconds + random.uniform(14.0, 24.0)
        server = winner
    return rows


def _rally_rows(
    played: MadeRally,
    rally: int,
    second: float,
    score: Score,
    winner: Player,
    players: dict[Side, str],
) -> list[dict[str, str]]:
    rows = []
    count = len(played.strokes)
    for i, stroke in enumerate(played.strokes):
        row = dict.fromkeys(COLUMNS, "")
        moment = second + stroke.seconds
        row |= {
            "rally": str(rally),
            "ball_round": f"{i + 1}.0",
            "time": _clock(moment),
            "frame_num": f"{round(moment * RATE)}.0",
            "roundscore_A": str(score.a),
            "roundscore_B": str(score.b),
            "player": players[stroke.side],
            "server": "3" if i + 1 == count else "1" if i == 0 else "2",
            "type": WORDS[stroke.shot],
            "aroundhead": "1.0" if stroke.around_head else "",
            "backhand": "1.0" if stroke.backhand else "",
            "hit_height": "2.0" if stroke.low else "1.0",
            "db": "0",
        }
        row |= _places(stroke, service=i == 0)
        if i + 1 == count:
            row["lose_reason"], row["win_reason"] = REASONS[played.ending]
            row["getpoint_player"] = winner
        rows.append(row)
    return rows


def _clock(moment: float) -> str:
    seconds = int(moment)
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def _places(stroke: Made, *, service: bool) -> dict[str, str]:
    cells: dict[str, str] = {}
    places = {
        "hit": None if service else stroke.contact,
        "landing": stroke.landing,
        "player_location": stroke.feet,
        "opponent_location": stroke.other,
    }
    for name, place in places.items():
        if place is not None:
            x, y = _pixel(place)
            cells |= {f"{name}_area": str(_area(place)), f"{name}_x": x, f"{name}_y": y}
    return cells


def _pixel(place: Place) -> tuple[str, str]:
    pixel, _ = CAMERA.project(np.array([place.x, place.y, 0.0]))
    return f"{round(float(pixel[0]))}.0", f"{round(float(pixel[1]))}.0"


def _area(place: Place) -> int:
    """ShuttleSet's code of an area, told as if the place lay in the far half."""
    x, y = (place.x, place.y) if place.y > 0 else (-place.x, -place.y)
    across = LEFT + (x + HALF_WIDTH) / WIDTH * (RIGHT - LEFT)
    along = FAR_EDGE + (HALF_LENGTH - y) / LENGTH * (NEAR_EDGE - FAR_EDGE)
    row = 0 if along > 363 else 1 if along > 201 else 2
    if along < FAR_EDGE:
        return 13
    if across > 305:
        return 10 + row
    if across < 50:
        return 16 - row
    column = 0 if across < 103 else 1 if across > 252 else 2
    return ((1, 2, 7), (5, 6, 8), (3, 4, 9))[row][column]


def _camera() -> dict[str, str]:
    """The matrix from our camera's pixels to the court canvas, and the corners' pixels."""
    x, y = HALF_WIDTH, HALF_LENGTH
    corners = np.array([[-x, y, 0], [x, y, 0], [-x, -y, 0], [x, -y, 0]], dtype=float)
    pixels, _ = CAMERA.project(corners)
    canvas = [(LEFT, FAR_EDGE), (RIGHT, FAR_EDGE), (LEFT, NEAR_EDGE), (RIGHT, NEAR_EDGE)]
    lines, right = [], []
    for (px, py), (cx, cy) in zip(pixels.tolist(), canvas, strict=True):
        lines.append([px, py, 1, 0, 0, 0, -cx * px, -cx * py])
        lines.append([0, 0, 0, px, py, 1, -cy * px, -cy * py])
        right += [cx, cy]
    solved = np.linalg.solve(np.array(lines), np.array(right)).tolist()
    # Ten digits: the last ones differ from machine to machine.
    a, b, c, d, e, f, g, h = (float(f"{value:.10g}") for value in solved)
    cells = {"homography_matrix": json.dumps([[a, b, c], [d, e, f], [g, h, 1.0]])}
    for axis in (0, 1):
        for name, pixel in zip(CORNERS, pixels.tolist(), strict=True):
            cells[f"{name}_{'xy'[axis]}"] = f"{pixel[axis]:.1f}"
    return cells
