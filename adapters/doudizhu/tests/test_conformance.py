"""Everything that Video-Arena asks of an adapter."""

from __future__ import annotations

from types import MappingProxyType

from video_arena.testing import AdapterConformance


class TestDoudizhu(AdapterConformance):
    game = "doudizhu"
    records = ("games.jsonl",)
    engine = "pimc-rule-v1"
    # So few worlds leave labels open: null rows are verified, scored and rebuilt here as well.
    budget = MappingProxyType({"min_worlds": 20, "max_worlds": 20})
