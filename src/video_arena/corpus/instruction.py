"""instruction.md: one file per game, from which each protocol's prompt is rendered.

The task part is the same bytes under both protocols. What differs is delivery: it stands at the
end of the file between markers, `<!-- protocol:A -->` to `<!-- /protocol:A -->`, and so for B.
Inside A's delivery `<!-- frames -->` marks where a runner tells of the frames that it sends.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from video_arena.corpus.task_text import task_text
from video_arena.judge.spec import ROOT_KEY

if TYPE_CHECKING:
    from video_arena.game import GameSpec

Protocol = Literal["A", "B"]
PROTOCOLS: tuple[Protocol, ...] = ("A", "B")
FRAMES = "<!-- frames -->"
COMMENT = re.compile(r"<!--\s*(.*?)\s*-->", re.DOTALL)

AGENTIC_WORDS = (
    "answer.json",
    "match.mp4",
    "instruction.md",
    "ffmpeg",
    "ffprobe",
    "in this folder",
    "in the sandbox",
    "overwrite",
    "headless",
    "tool-call",
)
"""What no Protocol A prompt may say: a model that is told of a file it cannot touch may answer
with the empty skeleton."""

ONE_REPLY = "This is one reply and there are no tools"
LAST_BLOCK = "Your answer is the LAST ```json fenced block in this reply"

DELIVERY_A = f"""\
## What you may use

You are given the frames of this match and nothing else - there is no {{tool}}, no code you can \
run, no file to write and no second turn. Every T2 and T3 label has to be judged by you. If you \
happen to recognise this match, do not answer from memory: an answer that does not follow from \
the frames is not what is being measured.

{FRAMES}
## Your reply

{ONE_REPLY}: no sandbox, no file to write, no second turn, and nothing runs after you stop. You \
may reason here first if it helps.

{LAST_BLOCK}. It must hold the COMPLETE JSON object with the single `{ROOT_KEY}` key - every row \
you want scored, in that one block. Print no other JSON anywhere in the reply: no schema sketch, \
no partial dump, no repeat of the answer. Nothing outside that last block is read.
"""

DELIVERY_B = f"""\
## What you may use

The only input is the video `match.mp4` in this folder. It plays at 1:1 real speed. ffmpeg, \
ffprobe, the shell and the Python that is installed are your tools; how you sample the video is \
up to you. There is no {{tool}}. Do not use the network, and install nothing. If you happen to \
recognise this match, do not answer from memory: an answer that does not follow from the video is \
not what is being measured.

## Your answer file

`answer.json` is already in this folder, with the key `{ROOT_KEY}` and an empty list. Do not \
delete it, do not rename it, and do not change the root key. Overwrite it in place - in full, \
valid JSON every time - as soon as you have something to put in it, and keep overwriting it as \
you learn more: read it, add rows, write it back. Each rewrite holds everything the previous one \
had, plus the new rows.

Whatever is in `answer.json` when the run stops is what gets scored. If you are cut off, every row \
already written still counts; rows kept only in your reasoning score zero, and so does a text reply.
"""


class InstructionError(ValueError):
    """The markers of an instruction.md are unknown, missing or do not pair."""


def compose_instruction(spec: GameSpec, canary: str) -> str:
    """The text of `tasks/<game>/instruction.md`.

    Args:
        spec: the game.
        canary: the corpus's canary string; it stands in the file as a comment.

    Raises:
        ValueError: the canary could end the comment that holds it.
    """
    if "--" in canary or "\n" in canary:
        raise ValueError(f"{canary!r} cannot stand in an HTML comment")
    tool = "engine" if spec.engine else "record of the match"
    parts = [f"<!-- {canary} -->", task_text(spec).rstrip("\n")]
    for protocol, delivery in zip(PROTOCOLS, (DELIVERY_A, DELIVERY_B), strict=True):
        text = delivery.replace("{tool}", tool)
        parts.append(f"<!-- protocol:{protocol} -->\n{text}<!-- /protocol:{protocol} -->")
    return "\n\n".join(parts) + "\n"


def render_instruction(text: str, protocol: Protocol, frames: str = "") -> str:
    """One protocol's view of an instruction.md: the task part and that protocol's delivery.

    Markers are dropped, and so is the canary comment: it marks files, and a prompt is none. Under
    Protocol A, `frames` (the runner's words on the frames and their times) takes the place of its
    marker. The task part comes first and is the same bytes for both protocols.

    Raises:
        InstructionError: see `check_prompts`, which lists such problems instead of raising.
    """
    task, deliveries = _split(text)
    if protocol not in deliveries:
        raise InstructionError(f"there is no delivery for protocol {protocol}")
    told = f"{frames.strip()}\n\n" if frames.strip() else ""
    delivery = deliveries[protocol].replace(f"{FRAMES}\n", told)
    return f"{task}\n\n{delivery.strip()}\n"


def check_prompts(text: str, root_key: str = ROOT_KEY) -> list[str]:
    """The pre-flight check of an instruction.md: its problems, none if both prompts are sound.

    A Protocol A prompt must have the single-reply tail, name the root key in it and hold no
    agentic delivery text; a Protocol B prompt must tell of `answer.json` and its root key and hold
    none of Protocol A's tail.
    """
    problems = []
    if not any("CANARY" in comment for comment in COMMENT.findall(text)):
        problems.append("no canary comment")
    try:
        task, deliveries = _split(text)
    except InstructionError as error:
        return [*problems, str(error)]
    missing = [protocol for protocol in PROTOCOLS if protocol not in deliveries]
    problems += [f"no delivery for protocol {protocol}" for protocol in missing]
    if f"`{root_key}`" not in task:
        problems.append(f"the task does not name the root key `{root_key}`")
    if "A" in deliveries:
        problems += _problems_of_a(render_instruction(text, "A"), deliveries["A"], root_key)
    if "B" in deliveries:
        problems += _problems_of_b(render_instruction(text, "B"), deliveries["B"], root_key)
    return problems


def _problems_of_a(prompt: str, delivery: str, root_key: str) -> list[str]:
    problems = []
    found = [word for word in AGENTIC_WORDS if word in prompt.casefold()]
    if found:
        problems.append(f"protocol A: agentic delivery text: {', '.join(found)}")
    tail = delivery.partition(ONE_REPLY)[2]
    if LAST_BLOCK not in tail:
        problems.append("protocol A: the single-reply tail is missing")
    elif f"`{root_key}`" not in tail:
        problems.append(f"protocol A: the tail does not name the root key `{root_key}`")
    if delivery.count(FRAMES) != 1:
        problems.append("protocol A: the place of the frames is not marked exactly once")
    return problems


def _problems_of_b(prompt: str, delivery: str, root_key: str) -> list[str]:
    problems = []
    if "`answer.json`" not in delivery or f"`{root_key}`" not in delivery:
        problems.append(f"protocol B: does not tell of `answer.json` and its key `{root_key}`")
    if ONE_REPLY in prompt or LAST_BLOCK in prompt or FRAMES in delivery:
        problems.append("protocol B: holds Protocol A's delivery text")
    return problems


def _split(text: str) -> tuple[str, dict[str, str]]:
    """The task part, and each protocol's delivery by its letter."""
    task: list[str] = []
    deliveries: dict[str, str] = {}
    inside: str | None = None
    end = 0
    for comment in COMMENT.finditer(text):
        between, word = text[end : comment.start()], comment.group(1)
        end = comment.end()
        if inside is None:
            task.append(between)
        else:
            deliveries[inside] += between
        name = word.removeprefix("/").removeprefix("protocol:")
        if word == "frames" and inside is not None:
            deliveries[inside] += FRAMES
        elif word == f"protocol:{name}" and inside is None and name in PROTOCOLS:
            if name in deliveries:
                raise InstructionError(f"protocol {name} is delivered twice")
            inside, deliveries[name] = name, ""
        elif word == f"/protocol:{name}" and inside == name:
            inside = None
        elif "CANARY" not in word or inside is not None:
            raise InstructionError(f"unknown or unbalanced marker <!-- {word} -->")
    if inside is not None:
        raise InstructionError(f"protocol {inside} is opened and never closed")
    if "<!--" in text[end:] or "-->" in text[end:]:
        raise InstructionError("a comment is opened or closed alone")
    return "".join([*task, text[end:]]).strip(), deliveries
