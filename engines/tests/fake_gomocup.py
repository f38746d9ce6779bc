"""A Gomocup engine that misbehaves on demand: a real process, for what the driver survives.

    python fake_gomocup.py MODE FOLDER

Its answer depends on the board and the rule alone (see `eval_of`), so that a test can tell a right
value from a stale one. FOLDER remembers how often it was started, for modes that fail only once.
"""

import math
import os
import select
import sys
import time
import zlib
from pathlib import Path

SCALE = 200
DROP_S = 0.08
"""How long after its move the fake does not listen, in the mode `race`."""


def eval_of(size, rule, stones):
    """The score that the fake gives; `stones` as they were sent."""
    return zlib.crc32(repr((size, rule, stones)).encode()) % 800 - 400


def winrate(score, scale=SCALE):
    return 1 / (1 + math.exp(-score / scale))


def say(*lines):
    sys.stdout.write("".join(line + "\n" for line in lines))
    sys.stdout.flush()


def block(score, rate, depth, index=0):
    return [
        f"INFO PV {index}",
        "INFO NUMPV 1",
        f"INFO DEPTH {depth}",
        f"INFO SELDEPTH {depth + 3}",
        f"INFO TOTALNODES {depth * 1000}",
        f"INFO EVAL {score}",
        f"INFO WINRATE {rate:.6g}",
        "INFO BESTLINE H8 H9",
        "INFO PV DONE",
    ]


class Engine:
    def __init__(self, mode, folder):
        self.mode = mode
        starts = Path(folder) / "starts"
        with starts.open("a") as stream:
            stream.write(f"{os.getpid()}\n")
        self.first = len(starts.read_text().splitlines()) == 1
        self.size, self.rule, self.stones = 0, "0", []
        self.board = False
        self.rest = b""
        self.deaf_until = 0.0

    def fails(self, name):
        return self.mode == f"{name}-always" or (self.mode == f"{name}-once" and self.first)

    def lines(self):
        """The lines of stdin; those that come while the fake does not listen are lost."""
        while True:
            chunk = os.read(0, 65536)
            if not chunk:
                return
            dropped = time.monotonic() < self.deaf_until
            *lines, self.rest = (self.rest + chunk).split(b"\n")
            if dropped:
                continue
            for line in lines:
                yield line.decode().strip()

    def run(self):
        say("MESSAGE Load config from /opt/rapfi/config.toml")
        if self.mode == "fallback":
            say("MESSAGE Failed to load weight file mix9svq.bin.lz4", "MESSAGE Evaluator disabled")
        for line in self.lines():
            if line == "END":
                return
            self.command(line)

    def command(self, line):
        word, _, rest = line.partition(" ")
        if self.board:
            if line == "DONE":
                self.board = False
            else:
                self.stones.append(line)
        elif word == "START":
            self.size = int(rest)
            say("OK")
        elif word == "INFO" and rest.startswith("rule "):
            self.rule = rest.split()[1]
        elif word == "ABOUT":
            name = "Other" if self.mode == "wrong-name" else "Fake"
            version = "2.0" if self.mode == "wrong-version" else "1.4"
            say(f'name="{name}", version="{version}", author="nobody"')
        elif word == "YXHASHCLEAR":
            say("MESSAGE Transposition table cleared.")
        elif word == "YXBOARD":
            self.board, self.stones = True, []
        elif word == "YXNBEST":
            self.search()

    def search(self):
        score = eval_of(self.size, self.rule, self.stones)
        say("MESSAGE OptiTime 873ms | MaxTime 970ms", *block(1, winrate(1), 3))
        for name, fail in (("die", self.die), ("silent", self.silence), ("nonsense", self.babble)):
            if self.fails(name):
                fail()
                return
        if self.mode == "fallback-late":
            say("MESSAGE Evaluator nnue disabled, use classical evaluation")
        say(*self.last_block(score))
        # A depth that was not finished, and a summary of it, are no answer.
        say("INFO PV 0", "INFO DEPTH 15", "INFO EVAL 399", "INFO WINRATE 0.9")
        say("MESSAGE Speed 86363 | Depth 15-19 | Eval 399 | Node 83K | Time 971ms")
        say(self.stones[0].rsplit(",", 1)[0] if self.mode == "taken" else "0,0")
        if self.mode == "race":
            self.be_deaf()

    def last_block(self, score):
        scale = 250 if self.mode == "wrong-scale" else SCALE
        return {
            "mate": block("-M4", 0, 9),
            "wrong-mate": block("+M3", 0.8, 9),
            "no-detail": [],
        }.get(self.mode, block(score, winrate(score, scale), 14))

    def die(self):
        sys.stderr.write("Segmentation fault, honestly\n")
        sys.stderr.flush()
        os._exit(3)

    def silence(self):
        time.sleep(3600)

    def babble(self):
        say("INFO PV 0", "INFO EVAL many", "INFO WINRATE 2", "INFO PV DONE", "7,0")

    def be_deaf(self):
        self.deaf_until = time.monotonic() + DROP_S
        time.sleep(DROP_S / 2)
        while select.select([0], [], [], 0)[0] and time.monotonic() < self.deaf_until:
            if not os.read(0, 65536):
                return


if __name__ == "__main__":
    Engine(*sys.argv[1:]).run()
