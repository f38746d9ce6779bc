"""What UCI's lines say: pure functions from a line to what it means."""

from __future__ import annotations

from dataclasses import dataclass

_FLAGS = ("lowerbound", "upperbound")


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """The last exact line of a search, and the move it chose. Scores are the side to move's."""

    bestmove: str | None
    """None where there is no legal move."""
    wdl: tuple[int, int, int] | None = None
    """Wins, draws, losses in 1000, as the engine expects them; None if it does not say."""
    score_cp: int | None = None
    """Centipawns; None where the score is a mate."""
    mate: int | None = None
    """Moves (not plies) to mate, negative when being mated."""
    depth: int = 0
    """Plies; 0 where the engine gave no exact line."""
    nodes: int = 0
    pv: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UciOption:
    """An option as the engine offers it."""

    name: str
    type: str
    default: str = ""
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()

    def refusal(self, value: str | float | bool) -> str | None:  # noqa: FBT001
        """Why the option cannot take `value`, or None."""
        if self.type == "check" and not isinstance(value, bool):
            return f"takes true or false, not {value!r}"
        if self.type == "spin":
            if isinstance(value, bool) or not isinstance(value, int):
                return f"takes a whole number, not {value!r}"
            low = self.minimum if self.minimum is not None else value
            high = self.maximum if self.maximum is not None else value
            if not low <= value <= high:
                return f"takes {low} to {high}, not {value}"
        if self.type == "combo" and value not in self.choices:
            return f"takes one of {', '.join(self.choices)}, not {value!r}"
        return None


def is_exact(line: str) -> bool:
    """Whether a line is an `info` with an exact score of the best line of play.

    >>> is_exact("info depth 9 multipv 1 score cp 31 lowerbound nodes 812 pv e2e4")
    False
    """
    return (
        line.startswith("info ")
        and " score " in line
        and not line.startswith("info string")
        and not any(flag in line for flag in _FLAGS)
        and (" multipv " not in line or " multipv 1 " in line)
    )


def read_result(info: str | None, bestmove: str) -> SearchResult:
    """The result that the last exact `info` line and the `bestmove` line make.

    Raises:
        ValueError: a number is none, or is missing.
    """
    words = bestmove.split()
    if len(words) < 2:
        raise ValueError(f"no move in {bestmove!r}")
    move = None if words[1] in {"(none)", "0000"} else words[1]
    if info is None:
        return SearchResult(bestmove=move)
    fields = info.split()
    pv: tuple[str, ...] = ()
    if "pv" in fields:
        at = fields.index("pv")
        fields, pv = fields[:at], tuple(fields[at + 1 :])
    unit, score = _after(fields, "score", 2)
    if unit not in {"cp", "mate"}:
        raise ValueError(f"a score in {unit!r}")
    return SearchResult(
        bestmove=move,
        wdl=_wdl(fields),
        score_cp=int(score) if unit == "cp" else None,
        mate=int(score) if unit == "mate" else None,
        depth=int(_after(fields, "depth", 1)[0]),
        nodes=int(_after(fields, "nodes", 1)[0]) if "nodes" in fields else 0,
        pv=pv,
    )


def _wdl(fields: list[str]) -> tuple[int, int, int] | None:
    if "wdl" not in fields:
        return None
    win, draw, loss = (int(word) for word in _after(fields, "wdl", 3))
    if min(win, draw, loss) < 0 or win + draw + loss != 1000:
        raise ValueError(f"wdl {win} {draw} {loss} does not add up to 1000")
    return win, draw, loss


def _after(fields: list[str], key: str, count: int) -> list[str]:
    at = fields.index(key) + 1
    if len(fields) < at + count:
        raise ValueError(f"nothing after {key!r}")
    return fields[at : at + count]


def read_option(line: str) -> UciOption:
    """An `option name ... type ...` line.

    Raises:
        ValueError: the line has no name or no type.

    >>> read_option("option name Hash type spin default 16 min 1 max 1024").maximum
    1024
    """
    head, found, tail = line.partition(" type ")
    name = head.removeprefix("option name ").strip()
    words = tail.split()
    if not found or not words or not head.startswith("option name ") or not name:
        raise ValueError(f"an option without name or type: {line!r}")
    # A word after a key is its value; `default` may be empty or hold blanks, `var` repeats.
    values: dict[str, list[str]] = {"default": [], "min": [], "max": [], "var": []}
    key = ""
    for word in words[1:]:
        if word in values:
            key = word
        elif key:
            values[key].append(word)
    return UciOption(
        name=name,
        type=words[0],
        default=" ".join(values["default"]),
        minimum=int(values["min"][0]) if values["min"] else None,
        maximum=int(values["max"][0]) if values["max"] else None,
        choices=tuple(values["var"]),
    )


def ply_of(fen: str) -> int:
    """How many plies were played before the position of a FEN, by its own counters.

    >>> ply_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    1
    """
    fields = fen.split()
    number = int(fields[5]) if len(fields) > 5 else 1
    return 2 * (max(number, 1) - 1) + (fields[1] == "b")
