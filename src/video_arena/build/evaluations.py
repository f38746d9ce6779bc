"""The evaluation cache: what an engine once answered it never has to answer again."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Self, cast

from video_arena.canonical import Json, compact
from video_arena.values import Evaluation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from video_arena.engines import EnginePin

_SCHEMA = """
CREATE TABLE IF NOT EXISTS evaluation (
    pin TEXT NOT NULL, query TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (pin, query)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS observed (pin TEXT PRIMARY KEY, facts TEXT NOT NULL) WITHOUT ROWID;
"""


class EvaluationCache:
    """One pin's answers in a SQLite file (WAL mode) that many builds and pins may share.

    The key is the digests of pin and query. Answers of irreproducible pins are kept as well: a
    resumed build must not mix two runs of a wall-clock budget.
    """

    def __init__(self, path: Path, pin: EnginePin) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._pin = pin.digest()
        self._db = sqlite3.connect(path, timeout=60.0)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.executescript(_SCHEMA)

    def __enter__(self) -> Self:
        """The cache itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._db.close()

    def get(self, query_digest: str) -> Evaluation | None:
        """The answer to the query of that digest, if it was ever given."""
        row = self._db.execute(
            "SELECT answer FROM evaluation WHERE pin = ? AND query = ?", (self._pin, query_digest)
        ).fetchone()
        if row is None:
            return None
        answer = json.loads(row[0])
        return Evaluation(answer["value"], answer["detail"])

    def put(self, answers: Iterable[tuple[str, Evaluation]]) -> None:
        """Keep answers by query digest; committed together. The first answer to a query stays."""
        rows = [
            (self._pin, query, compact({"value": e.value, "detail": dict(e.detail)}))
            for query, e in answers
        ]
        with self._db:
            self._db.executemany("INSERT OR IGNORE INTO evaluation VALUES (?, ?, ?)", rows)

    def observed(self) -> Mapping[str, Json] | None:
        """What the engine of the pin said it was, when it was first proved."""
        row = self._db.execute("SELECT facts FROM observed WHERE pin = ?", (self._pin,)).fetchone()
        return None if row is None else cast("Mapping[str, Json]", json.loads(row[0]))

    def remember(self, facts: Mapping[str, Json]) -> None:
        """Keep what the engine of the pin said it is."""
        with self._db:
            self._db.execute(
                "INSERT OR IGNORE INTO observed VALUES (?, ?)", (self._pin, compact(dict(facts)))
            )
