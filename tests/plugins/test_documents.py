"""The documents for authors: every hook is described as it is, and the tutorial works."""

from __future__ import annotations

import ast
import inspect
import json
import re
from importlib import import_module
from types import ModuleType

import pytest

from video_arena import hookimpl, hooks
from video_arena.plugins import game_from

from .conftest import ROOT

HOOKS_PAGE = (ROOT / "docs/hooks.md").read_text(encoding="utf-8")
TUTORIAL = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples/tictactoe"
SOURCES = {
    "va_tictactoe.adapter": EXAMPLE / "src/va_tictactoe/adapter.py",
    "va_chess.adapter": ROOT / "adapters/chess/src/va_chess/adapter.py",
    "va_journal": ROOT / "examples/journal/src/va_journal/__init__.py",
}
"""The plugins that the hooks' page may name."""


def declared_hooks():
    found = inspect.getmembers(hooks, inspect.isfunction)
    return sorted(name for name, function in found if hasattr(function, "video_arena_spec"))


def sections():
    """Each hook's text by its name: from its heading to the next one of whatever level."""
    found = re.findall(r"^### (\w+)$(.*?)(?=^##|\Z)", HOOKS_PAGE, re.MULTILINE | re.DOTALL)
    assert len(dict(found)) == len(found), "a hook is described twice"
    return dict(found)


def blocks(page, language):
    """The fenced blocks of a language, each as (title or "", text)."""
    fence = rf'^```{language}(?: title="([^"]*)")?\n(.*?)^```$'
    return re.findall(fence, page, flags=re.MULTILINE | re.DOTALL)


def signature(source):
    """A function's arguments and result as written, whatever the layout."""
    (function,) = ast.parse(source.strip() + ": ...").body
    return function.name, ast.unparse(function.args), ast.unparse(function.returns)


def test_every_hook_is_described_and_nothing_else():
    assert sorted(sections()) == declared_hooks()
    assert set(hooks.REQUIRED_HOOKS) <= set(declared_hooks())


@pytest.mark.parametrize("name", declared_hooks())
def test_the_signature_is_the_specified_one(name):
    ((_, shown),) = blocks(sections()[name], "python")
    (function,) = ast.parse(inspect.getsource(getattr(hooks, name))).body
    specified = (name, ast.unparse(function.args), ast.unparse(function.returns))
    assert signature(shown) == specified


@pytest.mark.parametrize("name", declared_hooks())
def test_the_plugins_named_do_use_the_hook(name):
    (line,) = re.findall(r"^Plugins that use it: (.*(?:\n.+)*)", sections()[name], re.MULTILINE)
    named = [word for word in re.findall(r"`([\w.]+)`", line) if word in SOURCES]
    assert named, f"{name}: no plugin that uses it is named"
    for plugin in named:
        functions = ast.parse(SOURCES[plugin].read_text(encoding="utf-8")).body
        implemented = [
            function.name
            for function in functions
            if isinstance(function, ast.FunctionDef)
            and any("hookimpl" in ast.unparse(mark) for mark in function.decorator_list)
        ]
        assert name in implemented, f"{plugin} is named and does not implement {name}"


def test_the_wrapper_shown_wraps():
    ((_, source),) = [block for block in blocks(HOOKS_PAGE, "python") if block[0] == "wrapper"]
    shown = ModuleType("shown")
    exec(compile(source, "docs/hooks.md", "exec"), vars(shown))
    adapter = import_module("va_tictactoe.adapter")
    assert game_from("tictactoe", adapter, shown).spec.title == "Tic-tac-toe (our house rules)"
    assert hookimpl is vars(shown)["hookimpl"]


def lines_of(text):
    return [line for line in text.splitlines() if line.strip()]


def test_the_tutorial_writes_all_of_the_example():
    """Its blocks, put together by title, are the example's files; none is left out."""
    shown: dict[str, list[str]] = {}
    for title, text in blocks(TUTORIAL, "python") + blocks(TUTORIAL, "text"):
        shown.setdefault(title, []).extend(lines_of(text))
    for title, lines in shown.items():
        written = (EXAMPLE / title).read_text(encoding="utf-8")
        assert lines == lines_of(written), f"docs/tutorial.md and {title} differ"
    modules = {str(path.relative_to(EXAMPLE)) for path in EXAMPLE.glob("src/va_tictactoe/*.py")}
    assert modules - set(shown) == {"src/va_tictactoe/__init__.py"}
    assert {"tests/test_conformance.py", "tests/games.ttt"} <= set(shown)
    ((_, tables),) = blocks(TUTORIAL, "toml")
    assert tables.strip() in (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_commands_of_the_tutorial_work(venv, tmp_path):
    """All of them, in order, in a fresh environment; what it says to write is written between."""
    skeleton, *rest = [text for _, text in blocks(TUTORIAL, "sh")]
    first, install, try_it = skeleton.splitlines()
    assert first == "va new-adapter tictactoe va-tictactoe"
    assert install.startswith("pip install -e")
    assert try_it.startswith("python -m pytest")
    venv.run(first, tmp_path)
    made = tmp_path / "va-tictactoe"
    (made / "tests/records.flips").unlink()
    for title, _ in blocks(TUTORIAL, "(?:python|text)"):
        (made / title).write_text("")
    for title, text in blocks(TUTORIAL, "(?:python|text)"):
        with (made / title).open("a") as file:
            file.write(text + "\n\n")
    project = (made / "pyproject.toml").read_text()
    ((_, tables),) = blocks(TUTORIAL, "toml")
    old = re.search(r"\[project\.entry-points.*?(?=\[tool)", project, re.DOTALL)
    (made / "pyproject.toml").write_text(project.replace(old.group(), tables + "\n"))
    commands = [line for text in rest for line in lines_of(text)]
    assert [line for line in commands if line.startswith("pip")] == [install]
    script = "\n".join(line for line in commands if not line.startswith("pip"))
    venv.install(made)
    try:
        out = venv.run(script, tmp_path)
        oracle = json.loads(venv.run("va score corpus --oracle --json", tmp_path))
    finally:
        venv.install(EXAMPLE)
    assert " passed" in out
    assert (tmp_path / "bare.png").read_bytes() != (tmp_path / "preview.png").read_bytes()
    assert set(oracle["overall"].values()) == {1.0}
