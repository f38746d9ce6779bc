"""Adapters that cannot be loaded: clear words, and no harm to the others."""

from __future__ import annotations

import pytest

from video_arena.plugins import (
    ADAPTERS,
    PLUGINS,
    AdapterError,
    adapter_names,
    all_pins,
    game_from,
    load_game,
    survey,
)

COMPLETE = "from va_tictactoe.adapter import *\n"
"""Every hook of a real adapter."""
RENAMED = (
    COMPLETE
    + """
from dataclasses import replace
from va_tictactoe.spec import SPEC
from video_arena import hookimpl

@hookimpl
def describe_game():
    return replace(SPEC, name="renamed")
"""
)

BROKEN = {
    "import": ("import no_such_module_here\n", "cannot import broken: ModuleNotFoundError"),
    "syntax": ("def (\n", "cannot import broken: SyntaxError"),
    "argument": (
        COMPLETE + "@hookimpl\ndef extract_events(match, speed):\n    return []\n",
        "speed",
    ),
    "unknown hook": (COMPLETE + "@hookimpl\ndef draw_video(match):\n    return []\n", "draw_video"),
    "missing hook": (
        COMPLETE + "del strip_hud, render_video\n",
        "lacks the hooks strip_hud, render_video",
    ),
    "no hook at all": ("x = 1\n", "lacks the hooks describe_game"),
    "other API": (COMPLETE + "HOOK_API = 99\n", "written for hook API 99, this is 1"),
    "other name": (COMPLETE, "describes a game named 'tictactoe'"),
    "raises": (
        COMPLETE + "@hookimpl\ndef describe_game():\n    raise KeyError('title')\n",
        "describe_game raised KeyError: 'title'",
    ),
    "describes nothing": (
        COMPLETE + "@hookimpl\ndef describe_game():\n    return 7\n",
        "describe_game raised AttributeError",
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_wrong_is_said_and_the_others_load(distributions, kind):
    source, words = BROKEN[kind]
    distributions.add("va-broken", ADAPTERS, "broken", "broken", source)
    with pytest.raises(AdapterError) as caught:
        load_game("broken")
    assert words in str(caught.value)
    assert "broken" in str(caught.value)
    assert load_game("tictactoe").spec.name == "tictactoe"


LOUD_DRIVER = """
from va_tictactoe.solver import *

class Loud(Driver):
    def pins(self):
        return {"loud-1": PIN}

    def check(self, pin):
        raise OSError("disk")

driver = Loud()
"""


def test_a_survey_tells_all_this_and_never_raises(distributions):
    """Everything that can be broken is installed at once, beside a game that is not."""
    for number, (source, _) in enumerate(BROKEN.values()):
        distributions.add(f"va-b{number}", ADAPTERS, f"b{number}", f"broken{number}", source)
    group = "video_arena.engines"
    distributions.add("va-dumb-engine", group, "dumb", "dumb:driver", "raise RuntimeError\n")
    distributions.add("va-loud-engine", group, "loud", "loud:driver", LOUD_DRIVER)
    for name, pin in (("renamed", "oracle-9"), ("renamed2", "loud-1")):
        source = RENAMED.replace('name="renamed"', f'name="{name}", engine="{pin}"')
        distributions.add(f"va-{name}", ADAPTERS, name, name, source)
    rows = {row.name: row for row in survey()}
    for number in range(len(BROKEN)):
        row = rows[f"b{number}"]
        assert (row.distribution, row.version, row.usable) == (f"va-b{number}", "1.2", False)
        with pytest.raises(AdapterError) as caught:
            load_game(row.name)
        assert row.reason == str(caught.value)
    assert "no engine pin 'oracle-9'" in rows["renamed"].reason
    assert rows["renamed2"].reason == "checking loud-1 raised OSError: disk"
    assert not rows["renamed"].usable
    assert not rows["renamed2"].usable
    assert rows["tictactoe"].usable, rows["tictactoe"].reason
    assert rows["tictactoe"].reason == ""
    assert "generate_record" in rows["tictactoe"].hooks
    assert {"loud-1", "tictactoe-perfect-1"} <= set(all_pins())


def test_a_name_with_two_claimants_belongs_to_neither(distributions):
    distributions.add("va-one", ADAPTERS, "renamed", "one", RENAMED)
    assert load_game("renamed").spec.name == "renamed"
    load_game.cache_clear()
    distributions.add("va-two", ADAPTERS, "renamed", "two", RENAMED)
    with pytest.raises(AdapterError, match=r"several distributions \(va-one, va-two\)"):
        load_game("renamed")
    assert load_game("tictactoe").spec.name == "tictactoe"


def test_a_game_that_is_not_installed_is_named_with_those_that_are():
    with pytest.raises(AdapterError, match=r"no adapter for 'ludo'.*tictactoe"):
        load_game("ludo")
    assert "tictactoe" in adapter_names()


def test_games_of_plugin_objects_are_checked_as_well():
    with pytest.raises(AdapterError, match="lacks the hooks"):
        game_from("tictactoe", object())


WRAPPER = """
from dataclasses import replace
from video_arena import hookimpl

@hookimpl(wrapper=True)
def describe_game():
    spec = yield
    return replace(spec, title=spec.title + "!")
"""


def test_a_plugin_wraps_a_hook_of_every_game(distributions):
    distributions.add("va-renamed", ADAPTERS, "renamed", "renamed", RENAMED)
    distributions.add("va-loud", PLUGINS, "loud", "loud", WRAPPER)
    assert load_game("tictactoe").spec.title == "Tic-tac-toe!"
    assert load_game("renamed").spec.title == "Tic-tac-toe!"


def test_a_plugin_wraps_a_hook_of_the_games_it_names(distributions):
    distributions.add("va-renamed", ADAPTERS, "renamed", "renamed", RENAMED)
    distributions.add("va-loud", PLUGINS, "loud", "loud", WRAPPER + "GAMES = ('renamed',)\n")
    assert load_game("tictactoe").spec.title == "Tic-tac-toe"
    assert load_game("renamed").spec.title == "Tic-tac-toe!"


def test_a_plugin_that_cannot_be_loaded_stops_the_game_and_is_named(distributions):
    """A corpus must not silently be made without a plugin that was installed to shape it."""
    distributions.add("va-loud", PLUGINS, "loud", "loud", "import no_such_module_here\n")
    with pytest.raises(AdapterError, match=r"va-loud 1\.2: cannot import loud"):
        load_game("tictactoe")
