from __future__ import annotations

import pytest

from va_go.errors import RejectedError
from va_go.komi import read_komi, usual_komi
from va_go.rules import CHINESE, JAPANESE, find_rules


@pytest.mark.parametrize(
    ("text", "komi"),
    [
        ("6.5", 6.5),
        ("7", 7.0),
        ("0", 0.0),
        ("-1.5", -1.5),
        ("0.50", 0.5),
        ("5,5", 5.5),
        ("6.5目", 6.5),
        ("", None),
        # Fox: hundredths, and under Chinese rules stones: 3 3/4 are 7.5 points.
        ("375", 7.5),
        ("325", 6.5),
        ("275", 5.5),
        ("650", 6.5),
        ("750", 7.5),
        ("550", 5.5),
        ("3.75", 7.5),
        ("2.75", 5.5),
    ],
)
def test_komi(text, komi):
    assert read_komi(text)[0] == komi


@pytest.mark.parametrize("text", ["lots", "6.3", "99999", "1e5", "120.5"])
def test_komi_that_is_none(text):
    with pytest.raises(RejectedError):
        read_komi(text)


def test_a_missing_komi_depends_on_rules_handicap_and_time():
    assert usual_komi(JAPANESE, 0, "2020-01-01") == 6.5
    assert usual_komi(CHINESE, 0, "") == 7.5
    assert usual_komi(CHINESE, 3, "2020") == 0.5
    assert usual_komi(JAPANESE, 0, "1846-09-11,14,15") == 0.0


@pytest.mark.parametrize(
    ("text", "komi", "server", "name"),
    [
        ("Japanese", 7.5, "", "japanese"),
        ("japanese", None, "ogs", "japanese"),
        ("Korean", 6.5, "", "korean"),
        ("Chinese", 7.5, "", "chinese"),
        ("Chinese Rules", 7.5, "", "chinese"),
        ("chinese", 7.5, "ogs", "chinese-ogs"),
        ("Chinese", 7.5, "kgs", "chinese-kgs"),
        ("AGA", 7.5, "", "aga"),
        ("NZ", 7, "", "new-zealand"),
        ("GOE", 8, "", "new-zealand"),
        ("Tromp-Taylor", 7.5, "", "tromp-taylor"),
    ],
)
def test_rules_by_name(text, komi, server, name):
    rules, note = find_rules(text, komi, server=server)
    assert (rules.name, note) == (name, None)


def test_unnamed_rules_are_told_by_komi():
    assert find_rules("", 7.5)[0] is CHINESE
    assert find_rules("", 6.5)[0] is JAPANESE
    rules, note = find_rules("my own", None)
    assert (rules, note) == (JAPANESE, "the rules 'my own' are unknown: read as japanese")


def test_what_katago_is_told():
    # KataGo's documentation of its named rules, spelt out.
    assert JAPANESE.for_katago() == {
        "ko": "SIMPLE",
        "score": "TERRITORY",
        "tax": "SEKI",
        "suicide": False,
        "hasButton": False,
        "whiteHandicapBonus": "0",
    }
    assert find_rules("aga", 7.5)[0].for_katago() == {
        "ko": "SITUATIONAL",
        "score": "AREA",
        "tax": "NONE",
        "suicide": False,
        "hasButton": False,
        "whiteHandicapBonus": "N-1",
    }
