"""A UCI engine that misbehaves on demand: a real process, for tests of what the driver survives.

    python fake_uci.py MODE FOLDER

Its answer depends on the `position` line alone (see `wins`), so that a test can tell a right value
from a stale one. FOLDER remembers how often it was started, for the modes that fail only once.
"""

import os
import sys
import time
import zlib
from pathlib import Path

DEPTH = 5


def wins(position):
    """Wins in 1000 that the fake gives for a `position` line; there are no draws."""
    return zlib.crc32(position.encode()) % 1000 + 1


def info(position, depth=DEPTH, *, flag="", wdl=True, win=None):
    win = wins(position) if win is None else win
    odds = f" wdl {win} 0 {1000 - win}" if wdl else ""
    return (
        f"info depth {depth} seldepth {depth} multipv 1 score cp {win}{flag}{odds} "
        f"nodes {win * 7} nps 1 time 1 pv e2e4 e7e5"
    )


def say(*lines):
    sys.stdout.write("".join(line + "\n" for line in lines))
    sys.stdout.flush()


class Engine:
    def __init__(self, mode, folder):
        self.mode = mode
        starts = Path(folder) / "starts"
        with starts.open("a") as stream:
            stream.write(f"{os.getpid()}\n")
        self.first = len(starts.read_text().splitlines()) == 1
        self.position = "position startpos"
        self.searches = 0

    def fails(self, name):
        return self.mode == f"{name}-always" or (self.mode == f"{name}-once" and self.first)

    def greet(self):
        if self.fails("mute"):
            time.sleep(3600)
        say("Fake 1 by nobody", f"id name {'Other 2' if self.mode == 'wrong-id' else 'Fake 1'}")
        if self.mode != "no-option":
            say("option name Threads type spin default 1 min 1 max 1")
        say("option name Hash type spin default 16 min 1 max 1024")
        say("option name UCI_ShowWDL type check default false")
        net = "nn-wrong.nnue" if self.mode == "wrong-net" else "nn-fake.nnue"
        say(f"option name EvalFile type string default {net}", "uciok")

    def go(self):
        self.searches += 1
        here = self.position
        for name, fail in (("die", self.die), ("hang", self.hang), ("nonsense", self.nonsense)):
            if self.fails(name):
                fail(here)
                return
        if self.fails("late") and self.searches > 1:
            # What an earlier search had to say comes only now.
            say(info(here, 2, win=1), "bestmove a2a3")
        if self.mode == "shallow":
            say(info(here, 3), "bestmove e2e4")
        elif self.mode == "finished":
            say("info depth 0 score mate 0", "bestmove (none)")
        else:
            self.answer(here)

    def die(self, here):
        sys.stderr.write("Segmentation fault, honestly\n")
        sys.stderr.flush()
        say(info(here, 3))
        os._exit(3)

    def hang(self, here):
        say(info(here, 3))
        time.sleep(3600)

    def nonsense(self, here):
        say("info depth five score cp many wdl x y z pv e2e4", "bestmove e2e4")

    def answer(self, here):
        if self.mode == "garbage":
            say("", "\x00\xff???", "info", "info string score cp 1 wdl 1 0 999", "readyok?")
        say(info(here, DEPTH - 1, win=1), info(here, DEPTH, wdl=self.mode != "no-wdl"))
        if self.mode == "bound-last":
            say(info(here, DEPTH, flag=" lowerbound", win=999), info(here, 6, flag=" upperbound"))
        if self.mode == "multipv":
            say(info(here, DEPTH, win=3).replace("multipv 1", "multipv 2"))
        if self.mode == "flood":
            say(*[info(here)] * 50_000)
            sys.stderr.write("noise\n" * 200_000)
            sys.stderr.flush()
        say("bestmove d2d4" if self.mode == "other-move" else "bestmove e2e4 ponder e7e5")

    def run(self):
        for line in sys.stdin:
            command = line.strip()
            if command == "uci":
                self.greet()
            elif command == "isready":
                say("readyok")
            elif command.startswith("position"):
                self.position = command
            elif command == "d" and self.mode == "drops-moves":
                say("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
            elif command.startswith("go"):
                self.go()
            elif command == "quit" and self.mode != "deaf":
                return
        if self.mode == "deaf":
            time.sleep(3600)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    Engine(*sys.argv[1:]).run()
