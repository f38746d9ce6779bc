"""One way to write a value down, so that equal values have equal digests and equal bytes."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"


def compact(value: object) -> str:
    """JSON with sorted keys and no blanks: what is hashed.

    Raises:
        ValueError: the value holds NaN or an infinity, which JSON has no word for.
        TypeError: the value holds something that is not JSON.

    >>> compact({"b": 1, "a": [True, None]})
    '{"a":[true,null],"b":1}'
    """
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def pretty(value: object) -> str:
    """JSON for files that people read: two blanks of indent, the given key order, a final newline.

    A list of scalars stays on one line, because a trajectory of 300 values is one thing.
    """
    return _pretty(value, 0) + "\n"


def _pretty(value: object, depth: int) -> str:
    pad = "  " * (depth + 1)
    close = "  " * depth
    if isinstance(value, dict) and value:
        rows = [
            f"{pad}{json.dumps(str(k), ensure_ascii=False)}: {_pretty(v, depth + 1)}"
            for k, v in value.items()
        ]
        return "{\n" + ",\n".join(rows) + f"\n{close}}}"
    if isinstance(value, (list, tuple)) and any(isinstance(v, (dict, list, tuple)) for v in value):
        # A list of flat rows: one row a line, as in the paper's listings.
        rows = [pad + (_line(v) if _is_flat(v) else _pretty(v, depth + 1)) for v in value]
        return "[\n" + ",\n".join(rows) + f"\n{close}]"
    return _line(value)


def _is_flat(value: object) -> bool:
    if not isinstance(value, dict):
        return True
    return not any(isinstance(v, dict) and v for v in value.values())


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def digest(value: object) -> str:
    """The sha256 of the compact form, 64 hexadecimal digits."""
    return hashlib.sha256(compact(value).encode()).hexdigest()
