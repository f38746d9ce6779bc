"""The deterministic judge of one Video-Arena game. Standard library only, CPython 3.8 or later.

    python judge.py --answer ANSWER.json --gt CASE_gt.json --out reward.json --tol 3.0 [--explain]

The game is the data in SPEC below; everything else is the same for all games.

Matching. A predicted row and a reference row may pair when their identity (T1) is equal and their
times differ by at most the tolerance. All such pairs are taken in the order of |dt|, then earlier
reference, then earlier prediction; each row is used once. Rows of equal identity and equal time
are told apart by the text of their labels, so the order of the rows in a file never matters.

Time. Seconds are rounded to whole microseconds before they are compared: a difference of exactly
3.0 s is inside a tolerance of 3.0 s whatever binary floating point makes of it, 3.001 s is not.

Equality. Choices, coordinates and labels: case and surrounding blanks do not count. Whole numbers:
3.0 is 3; "3" and true are not. Names: case does not count. Flags: true and false only.

Score. TP: a pair whose T2 and T3 are equal too, where a null reference label is not compared.
FP and FN: all other predicted and reference rows. A row that is not an object, lacks a T1 field or
has no finite time is a wrong row and costs no more than that. Only an answer that cannot be read
is a `format_error`, which scores zero. Every zero denominator gives zero.
"""

from __future__ import annotations

import argparse
import heapq
import json
import math
import sys
from bisect import bisect_left
from typing import Any, NamedTuple

JUDGE_VERSION = "1"

# SPEC begins: written by video-arena from the game's spec.
SPEC: dict[str, Any] = json.loads(r"""
{}
""")
# SPEC ends.

MAX_ROWS = 100_000
MAX_DEPTH = 64
MAX_DIGITS = 40
MAX_SECONDS = 1e9
METRICS = {"class": "macro_accuracy", "pair": "exact_pair", "fraction": "exact_fraction"}


class FormatError(ValueError):
    """The answer as a whole cannot be read: the case scores zero."""


class BadReference(Exception):
    """The ground-truth file is broken: nothing can be scored, and the answer is not to blame."""


class BadRow(ValueError):
    """One row cannot be an event; the message says why."""


class Row(NamedTuple):
    """One event as the judge compares it: everything after the aliases."""

    number: int  # its place in the file's list, from 0
    time: int  # microseconds
    identity: tuple[Any, ...]  # the type's name, then the T1 fields in the spec's order
    update: Any  # T2: a label of the spec, or None
    state: Any  # T3: a label of the spec, a tuple of whole numbers, or None


# ------------------------------------------------------------------------------------- equality


def folded(value: Any) -> str | None:
    """A choice or a coordinate without regard to case and surrounding blanks."""
    return value.strip().casefold() if isinstance(value, str) else None


def whole(value: Any) -> int | None:
    """A whole number; an integral float is one, true is not."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) else None


def flag(value: Any) -> bool | None:
    """True or false, and nothing that only behaves so."""
    return value if isinstance(value, bool) else None


def name(value: Any) -> str | None:
    """An open word without regard to case."""
    return value.casefold() if isinstance(value, str) else None


ALIASES = {"choice": folded, "integer": whole, "flag": flag, "name": name}


def microseconds(value: Any) -> int:
    """Seconds as whole microseconds.

    Raises:
        BadRow: not a number, not finite, or more than 10^9 seconds from zero.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BadRow("its time is not a number")
    if not -MAX_SECONDS <= value <= MAX_SECONDS:  # NaN fails this, too
        raise BadRow("its time is not finite, or longer than any video")
    return round(value * 1e6)


class Rules:
    """SPEC, made ready for reading rows."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self.spec = spec
        self.root_key: str = spec["root_key"]
        self.time_field: str = spec["time_field"]
        self.type_field: str | None = spec["type_field"]
        self.update_field: str = spec["update"]["field"]
        self.state_field: str = spec["state"]["field"]
        self.state_kind: str = spec["state"]["kind"]
        self.types = {folded(kind): (kind, spec["identity"][kind]) for kind in spec["identity"]}
        self.update_labels = {folded(label): label for label in spec["update"]["labels"]}
        self.state_labels = {folded(label): label for label in spec["state"]["labels"]}

    def row(self, number: int, value: Any) -> Row:
        """Read one row.

        Raises:
            BadRow: it is not an object, its type is unknown, a T1 field is missing or of the
                wrong kind, or it has no finite time.
        """
        if not isinstance(value, dict):
            raise BadRow("it is not an object")
        kind, fields = self._type(value)
        identity: list[Any] = [kind]
        for field, vocabulary in fields.items():
            if field not in value:
                raise BadRow(f"it lacks the field {field}")
            word = ALIASES[vocabulary](value[field])
            if word is None:
                raise BadRow(f"its {field} is not a {vocabulary}")
            identity.append(word)
        if self.time_field not in value:
            raise BadRow(f"it lacks the field {self.time_field}")
        time = microseconds(value[self.time_field])
        update = self.update_labels.get(folded(value.get(self.update_field)))
        return Row(number, time, tuple(identity), update, self.state(value.get(self.state_field)))

    def _type(self, value: dict[str, Any]) -> tuple[str, dict[str, str]]:
        if self.type_field is None:
            return next(iter(self.types.values()))
        if self.type_field not in value:
            raise BadRow(f"it lacks the field {self.type_field}")
        found = self.types.get(folded(value[self.type_field]))
        if found is None:
            raise BadRow("there is no event type of that name")
        return found

    def state(self, value: Any) -> Any:
        """T3 as it is compared: a label, or the score of each side; None where it is neither."""
        if self.state_kind == "class":
            return self.state_labels.get(folded(value))
        if self.state_kind == "fraction":
            if not isinstance(value, dict) or len(value) != len(self.state_labels):
                return None
            sides = {folded(side): score for side, score in value.items()}
            value = [sides.get(side) for side in self.state_labels]
        if not isinstance(value, list) or len(value) != len(self.state_labels):
            return None
        score = tuple(whole(part) for part in value)
        return None if None in score else score

    def identity(self, row: Row) -> dict[str, Any]:
        """The T1 fields of a row by name, its type first."""
        kind = row.identity[0]
        named = {} if self.type_field is None else {self.type_field: kind}
        named.update(zip(self.spec["identity"][kind], row.identity[1:]))
        return named

    def missed(self, reference: Row, predicted: Row) -> list[str]:
        """The label fields that a matched prediction got wrong; a null reference has none."""
        wrong = []
        if reference.update is not None and reference.update != predicted.update:
            wrong.append(self.update_field)
        if reference.state is not None and reference.state != predicted.state:
            wrong.append(self.state_field)
        return wrong


# -------------------------------------------------------------------------------------- reading


def read_json(data: bytes) -> Any:
    """Parse JSON text (UTF-8, or UTF-16 or 32 with a mark), the same way on every Python.

    A number of more than 40 digits and the words NaN and Infinity become floats that are not
    finite, so that they cost their row only. Of equal keys in one object the last one counts.

    Raises:
        FormatError: no JSON, or nested deeper than 64 levels.
    """
    try:
        document = json.loads(data.decode(json.detect_encoding(data)), parse_int=_integer)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"no JSON that can be read: {error}") from error
    # Python versions differ in how deep they read; 64 levels are more than any answer has.
    depth, level = 0, [document] if isinstance(document, (dict, list)) else []
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            raise FormatError(f"nested deeper than {MAX_DEPTH} levels")
        parents = [node.values() if isinstance(node, dict) else node for node in level]
        level = [child for node in parents for child in node if isinstance(child, (dict, list))]
    return document


def _integer(text: str) -> int | float:
    return int(text) if len(text) <= MAX_DIGITS else math.nan


def root_list(document: Any, root_key: str) -> list[Any]:
    """The list under the root key.

    Raises:
        FormatError: there is none.
    """
    if not isinstance(document, dict):
        raise FormatError(f"the whole is not an object with the key {root_key!r}")
    if root_key not in document:
        raise FormatError(f"the root key {root_key!r} is missing")
    values = document[root_key]
    if not isinstance(values, list):
        raise FormatError(f"{root_key!r} is not a list")
    return values


def read_answer(data: bytes, rules: Rules) -> tuple[list[Row], dict[int, str]]:
    """The rows that can be events, and for each other row, by its index, why it cannot.

    Raises:
        FormatError: the answer cannot be read, or has more than 100,000 rows.
    """
    values = root_list(read_json(data), rules.root_key)
    if len(values) > MAX_ROWS:
        raise FormatError(f"{len(values)} rows are more than {MAX_ROWS}")
    rows, bad = [], {}
    for index, value in enumerate(values):
        try:
            rows.append(rules.row(index, value))
        except BadRow as error:
            bad[index] = str(error)
    return rows, bad


def read_reference(data: bytes, rules: Rules) -> list[Row]:
    """The rows of a ground-truth file, every one sound.

    Raises:
        BadReference: the file or one of its rows is broken, or a label is not in its label space.
    """
    try:
        values = root_list(read_json(data), rules.root_key)
    except FormatError as error:
        raise BadReference(f"the ground truth cannot be read: {error}") from error
    rows = []
    for index, value in enumerate(values):
        try:
            row = rules.row(index, value)
        except BadRow as error:
            raise BadReference(f"ground truth, row {index}: {error}") from error
        for field, label in ((rules.update_field, row.update), (rules.state_field, row.state)):
            if label is None and value.get(field) is not None:
                raise BadReference(f"ground truth, row {index}: {field} is not in its label space")
        rows.append(row)
    return rows


# ------------------------------------------------------------------------------------- matching


def match(references: list[Row], predicted: list[Row], tolerance: int) -> list[tuple[Row, Row]]:
    """The pairs (reference, predicted) of the greedy matching; `tolerance` in microseconds."""
    groups: dict[Any, tuple[list[Row], list[Row]]] = {}
    for side, rows in enumerate((references, predicted)):
        for row in rows:
            groups.setdefault(row.identity, ([], []))[side].append(row)
    pairs: list[tuple[Row, Row]] = []
    for ours, theirs in groups.values():
        if ours and theirs:
            pairs.extend(match_identity(ours, theirs, tolerance))
    return pairs


def rank(row: Row) -> tuple[int, str, str]:
    """What makes a row earlier than another one: its time, then the text of its labels."""
    return row.time, str(row.update), str(row.state)


def match_identity(ours: list[Row], theirs: list[Row], tolerance: int) -> list[tuple[Row, Row]]:
    """The greedy matching of rows of one identity, in O(n log n) for n rows.

    Rows of one instant pair first. After that an instant holds rows of one side only, so the
    nearest pair is always one of neighbouring instants: a row between two others is nearer to one
    of them. A linked list of instants and a heap of neighbours replace the list of all pairs.
    """
    line = TimeLine(ours, theirs, tolerance)
    while line.heap:
        _, ref_time, pred_time, left, right = heapq.heappop(line.heap)
        refs, preds = line.at[ref_time][0], line.at[pred_time][1]
        if refs and preds:  # else a nearer pair used one of them up
            line.take(refs, preds)
            line.close(left, right)
    return line.pairs


class TimeLine:
    """The unmatched rows of one identity by instant, and the neighbours that may pair."""

    def __init__(self, ours: list[Row], theirs: list[Row], tolerance: int) -> None:
        self.pairs: list[tuple[Row, Row]] = []
        self.tolerance = tolerance
        self.at: dict[int, tuple[list[Row], list[Row]]] = {}
        for side, rows in enumerate((ours, theirs)):
            for row in sorted(rows, key=rank, reverse=True):  # the earliest is popped first
                self.at.setdefault(row.time, ([], []))[side].append(row)
        for refs, preds in self.at.values():
            self.take(refs, preds)
        self.times = sorted(time for time in self.at if any(self.at[time]))
        self.before = list(range(-1, len(self.times) - 1))
        self.after = list(range(1, len(self.times) + 1))
        self.heap: list[tuple[int, int, int, int, int]] = []
        for left in range(len(self.times) - 1):
            self.offer(left, left + 1)

    def take(self, refs: list[Row], preds: list[Row]) -> None:
        """Pair the rows of two instants, earliest with earliest, until one side is used up."""
        while refs and preds:
            self.pairs.append((refs.pop(), preds.pop()))

    def offer(self, left: int, right: int) -> None:
        """Remember two neighbouring instants of different sides, if they are near enough."""
        if left < 0 or right >= len(self.times):
            return
        early, late = self.times[left], self.times[right]
        ours_first = bool(self.at[early][0])
        if late - early > self.tolerance or ours_first == bool(self.at[late][0]):
            return
        ref_time, pred_time = (early, late) if ours_first else (late, early)
        heapq.heappush(self.heap, (late - early, ref_time, pred_time, left, right))

    def close(self, left: int, right: int) -> None:
        """Take instants that are used up out of the list and make their neighbours meet."""
        if not any(self.at[self.times[left]]):
            left = self.before[left]
        if not any(self.at[self.times[right]]):
            right = self.after[right]
        if left >= 0:
            self.after[left] = right
        if right < len(self.times):
            self.before[right] = left
        self.offer(left, right)


# -------------------------------------------------------------------------------------- scoring


def ratio(part: int, of: int) -> float:
    """A share; zero where the denominator is."""
    return part / of if of else 0.0


def tier(
    kind: str, labels: list[str], graded: list[tuple[Any, bool]], labelled: int
) -> dict[str, Any]:
    """T2 or T3 over (reference label, answered right) of the rows that count.

    `labelled` is the number of references with a label, whether they count or not: it belongs to
    the case. Macro accuracy is the mean recall of the classes that occur among the counted rows.
    """
    correct = sum(right for _, right in graded)
    score = ratio(correct, len(graded))
    classes = {}
    if kind == "class":
        for label in labels:
            hits = [right for reference, right in graded if reference == label]
            if hits:
                recall = ratio(sum(hits), len(hits))
                classes[label] = {"n": len(hits), "correct": sum(hits), "recall": recall}
        score = math.fsum(entry["recall"] for entry in classes.values()) / max(1, len(classes))
    return {
        "score": score,
        "kind": METRICS[kind],
        "n": len(graded),
        "correct": correct,
        "labelled": labelled,
        "classes": classes,
    }


def figures(
    rules: Rules, references: list[Row], pairs: list[tuple[Row, Row]], n_pred: int
) -> dict[str, Any]:
    """All scores of one case from its matching."""
    n_ref, matched = len(references), len(pairs)
    tp = sum(not rules.missed(ref, pred) for ref, pred in pairs)
    partner = {ref.number: pred for ref, pred in pairs}
    conditional = rules.spec["conditional"]
    counted = [ref for ref in references if not conditional or ref.number in partner]
    tiers = {}
    for key, part, kind in (("t2", "update", "class"), ("t3", "state", rules.state_kind)):
        graded = []
        for ref in counted:
            label = getattr(ref, part)
            if label is not None:
                pred = partner.get(ref.number)
                graded.append((label, pred is not None and getattr(pred, part) == label))
        labelled = sum(getattr(ref, part) is not None for ref in references)
        tiers[key] = tier(kind, rules.spec[part]["labels"], graded, labelled)
    f1 = ratio(2 * tp, n_ref + n_pred)
    return {
        "reward": f1,
        "f1": f1,
        "precision": ratio(tp, n_pred),
        "recall": ratio(tp, n_ref),
        "tp": tp,
        "fp": n_pred - tp,
        "fn": n_ref - tp,
        "n_ref": n_ref,
        "n_pred": n_pred,
        "t1": {
            "precision": ratio(matched, n_pred),
            "recall": ratio(matched, n_ref),
            "f1": ratio(2 * matched, n_ref + n_pred),
            "matched": matched,
        },
        **tiers,
    }


def judge(
    answer: bytes | None,
    reference: bytes,
    spec: dict[str, Any] | None = None,
    tolerance_s: float | None = None,
    explain: bool = False,
) -> dict[str, Any]:
    """Score the bytes of an answer file (None: there is no file) against a ground-truth file.

    Raises:
        BadReference: the ground truth is broken.
    """
    rules = Rules(SPEC if spec is None else spec)
    seconds = rules.spec["tolerance_s"] if tolerance_s is None else tolerance_s
    tolerance = round(min(seconds, 2 * MAX_SECONDS) * 1e6)
    references = read_reference(reference, rules)
    rows: list[Row] = []
    bad: dict[int, str] = {}
    reason = "there is no answer file"
    if answer is not None:
        try:
            rows, bad = read_answer(answer, rules)
            reason = ""
        except FormatError as error:
            reason = str(error)
    pairs = match(references, rows, tolerance)
    result = {"game": rules.spec["game"], "status": "format_error" if reason else "ok"}
    if reason:
        result["reason"] = reason
    result.update(figures(rules, references, pairs, len(rows) + len(bad)))
    result["bad_rows"] = len(bad)
    result["tolerance_s"] = tolerance / 1e6
    result["judge_version"] = JUDGE_VERSION
    if explain:
        result["explain"] = explanation(rules, references, rows, bad, pairs, tolerance)
    return result


# ----------------------------------------------------------------------------------- explaining


class Side:
    """The rows of one file in order of time, all together and by identity, for looking around."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = sorted(rows, key=rank)
        self.times = [row.time for row in self.rows]
        self.same: dict[Any, tuple[list[int], list[Row]]] = {}
        for row in self.rows:
            times, equals = self.same.setdefault(row.identity, ([], []))
            times.append(row.time)
            equals.append(row)

    def nearest_same(self, row: Row) -> Row | None:
        """The row of equal identity nearest in time."""
        times, equals = self.same.get(row.identity, ([], []))
        place = bisect_left(times, row.time)
        near = equals[max(0, place - 1) : place + 1]
        return min(near, key=lambda other: abs(other.time - row.time), default=None)

    def around(self, row: Row, tolerance: int, reach: int = 8) -> list[Row]:
        """Rows within the tolerance: of those nearest in time at most `reach` on either side."""
        place = bisect_left(self.times, row.time)
        near = self.rows[max(0, place - reach) : place + reach]
        return [other for other in near if abs(other.time - row.time) <= tolerance]


def explanation(
    rules: Rules,
    references: list[Row],
    rows: list[Row],
    bad: dict[int, str],
    pairs: list[tuple[Row, Row]],
    tolerance: int,
) -> dict[str, Any]:
    """What became of every row of both files; `dt_s` is predicted minus reference time."""
    missed = {ref.number: rules.missed(ref, pred) for ref, pred in pairs}
    pred_of = {ref.number: pred for ref, pred in pairs}
    ref_of = {pred.number: ref for ref, pred in pairs}
    out: dict[str, Any] = {}
    for key, mine, other, partner, back, sign in (
        ("reference", references, Side(rows), pred_of, ref_of, 1),
        ("predicted", rows, Side(references), ref_of, pred_of, -1),
    ):
        lines = []
        for row in mine:
            t1 = {field: brief(value) for field, value in rules.identity(row).items()}
            line: dict[str, Any] = {"row": row.number, "time_s": row.time / 1e6, "t1": t1}
            friend = partner.get(row.number)
            if friend is None:
                line.update(why_unmatched(rules, row, other, back, tolerance, sign))
            else:
                wrong = missed[row.number if sign > 0 else friend.number]
                line["outcome"] = "wrong_label" if wrong else "correct"
                line.update({"with": friend.number, "dt_s": seconds(row, friend, sign)})
                line["missed"] = wrong
            lines.append(line)
        out[key] = lines
    out["predicted"] += [{"row": i, "outcome": "bad_row", "reason": bad[i]} for i in bad]
    out["predicted"].sort(key=lambda line: line["row"])
    return out


def why_unmatched(
    rules: Rules, row: Row, other: Side, back: dict[int, Row], tolerance: int, sign: int
) -> dict[str, Any]:
    """The nearest miss of a row without a partner."""
    nearest = other.nearest_same(row)
    if nearest is not None:
        near = {"nearest": nearest.number, "dt_s": seconds(row, nearest, sign)}
        if abs(nearest.time - row.time) > tolerance:
            return {"outcome": "unmatched", "reason": "too_far", **near}
        taker = back[nearest.number].number
        return {"outcome": "unmatched", "reason": "taken", **near, "taken_by": taker}
    mine = rules.identity(row)
    best: tuple[list[str], Row] | None = None
    for candidate in other.around(row, tolerance):
        theirs = rules.identity(candidate)
        fields = [*mine, *(field for field in theirs if field not in mine)]
        differs = [f for f in fields if f not in mine or f not in theirs or mine[f] != theirs[f]]
        if best is None or (len(differs), abs(candidate.time - row.time)) < (
            len(best[0]),
            abs(best[1].time - row.time),
        ):
            best = differs, candidate
    line: dict[str, Any] = {"outcome": "unmatched", "reason": "no_such_identity"}
    if best is not None:
        line.update({"nearest": best[1].number, "dt_s": seconds(row, best[1], sign)})
        line["differs"] = best[0]
    return line


def seconds(row: Row, other: Row, sign: int) -> float:
    """Predicted minus reference time, where `sign` is 1 if `row` is the reference."""
    return sign * (other.time - row.time) / 1e6


def brief(value: Any) -> Any:
    """A T1 value short enough to print, whatever a model wrote."""
    text = str(value)
    return value if len(text) <= 40 else text[:40] + "..."


def sentence(side: str, line: dict[str, Any]) -> str:
    """One line of explanation for people; ASCII only, for any terminal."""
    other = "predicted" if side == "reference" else "reference"
    if line["outcome"] == "bad_row":
        return f"{side} {line['row']}: wrong row: {line['reason']}"
    t1 = " ".join(str(value) for value in line["t1"].values()).encode("ascii", "backslashreplace")
    head = f"{side} {line['row']}: {t1.decode()} at {line['time_s']:.3f} s: "
    if "with" in line:
        verdict = "wrong " + ", ".join(line["missed"]) if line["missed"] else "correct"
        return f"{head}{verdict}; with {other} {line['with']}, dt {line['dt_s']:+.3f} s"
    if "nearest" not in line:
        return f"{head}no {other} row like it"
    near = f"nearest is {other} {line['nearest']}, dt {line['dt_s']:+.3f} s"
    if line["reason"] == "too_far":
        return f"{head}too far in time; {near}"
    if line["reason"] == "taken":
        return f"{head}{near}, taken by {side} {line['taken_by']}"
    return (
        f"{head}no {other} row has this identity; {near}, differs in {', '.join(line['differs'])}"
    )


# -------------------------------------------------------------------------------------- program


def tolerance_seconds(text: str) -> float:
    """A tolerance as typed; `inf` for none at all."""
    value = float(text)
    if not value >= 0:
        raise ValueError("a tolerance is zero or more seconds")
    return value


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; exit code 0 for every answer that was judged, 2 otherwise."""
    parser = argparse.ArgumentParser(description="Score an answer of one Video-Arena case.")
    parser.add_argument("--answer", required=True, metavar="ANSWER.json", help="what to score")
    parser.add_argument("--gt", required=True, metavar="GT.json", help="the case's ground truth")
    parser.add_argument("--out", required=True, metavar="reward.json", help="where figures go")
    parser.add_argument("--tol", type=tolerance_seconds, default=None, metavar="SECONDS")
    parser.add_argument(
        "--explain", action="store_true", help="say of every row what became of it, in both places"
    )
    given = parser.parse_args(arguments)
    try:
        answer = read_file(given.answer)
    except OSError:  # an agent that deleted its answer has left none
        answer = None
    try:
        result = judge(answer, read_file(given.gt), SPEC, given.tol, given.explain)
        text = json.dumps(result, indent=2, allow_nan=False) + "\n"
        with open(given.out, "w", encoding="ascii", newline="\n") as stream:
            stream.write(text)
    except (OSError, BadReference) as error:
        print(f"judge: {error}; nothing was scored", file=sys.stderr)
        return 2
    for side, lines in result.get("explain", {}).items():
        for line in lines:
            print(sentence(side, line))
    print("{game}: {status}, strict F1 {f1:.4f} (tp {tp}, fp {fp}, fn {fn})".format(**result))
    return 0


def read_file(path: str) -> bytes:
    """The bytes of a file."""
    with open(path, "rb") as stream:
        return stream.read()


if __name__ == "__main__":
    sys.exit(main())
