"""A KataGo that misbehaves on demand: a real process that speaks the analysis protocol.

    python fake_katago.py MODE FOLDER analysis ...
    python fake_katago.py MODE FOLDER version

Its winrate depends on the position alone (see `winrate`), so that a test can tell a right value
from another position's. FOLDER remembers the starts, for modes that fail only once.
"""

import json
import os
import sys
import time
import zlib
from pathlib import Path

VERSION = "9.9.9"
HASH = "0123456789abcdef0123456789abcdef01234567"


def winrate(query, turn):
    """Black's, in [0, 1), for a query and a number of moves."""
    keys = ("rules", "komi", "boardXSize", "boardYSize", "initialStones", "initialPlayer")
    position = [query[key] for key in keys] + [query["moves"][:turn]]
    return zlib.crc32(json.dumps(position, sort_keys=True).encode()) % 10_000 / 10_000


def say(*messages):
    for message in messages:
        line = message if isinstance(message, str) else json.dumps(message)
        sys.stdout.write(line + "\n")
    sys.stdout.flush()


class Engine:
    def __init__(self, mode, folder):
        self.mode = mode
        starts = Path(folder) / "starts"
        with starts.open("a") as stream:
            stream.write(f"{os.getpid()}\n")
        self.start = len(starts.read_text().splitlines())
        self.answered = 0
        self.log = Path(folder) / "queries"

    def fails(self, name):
        return self.mode == f"{name}-always" or (self.mode == f"{name}-once" and self.start == 1)

    def answer(self, query, turn):
        player = (
            query["initialPlayer"] if not turn else "BW"["WB".index(query["moves"][turn - 1][0])]
        )
        if self.mode == "wrong-player":
            player = "BW"["WB".index(player)]
        root = {
            "winrate": winrate(query, turn),
            "visits": query["maxVisits"],
            "scoreLead": 1.5,
            "currentPlayer": player,
        }
        if self.mode == "not-a-number":
            root["winrate"] = float("nan")
        reply = {"id": query["id"], "turnNumber": turn, "isDuringSearch": False, "rootInfo": root}
        if self.mode == "during":
            say({**reply, "isDuringSearch": True, "rootInfo": {**root, "winrate": 0.123}})
        if self.mode == "twice":
            say(reply)
        if self.mode == "stranger":
            reply["id"] = "somebody else"
        if self.fails("noresults"):
            reply = {"id": query["id"], "turnNumber": turn, "noResults": True}
        say(reply)
        self.answered += 1

    def query(self, query):
        with self.log.open("a") as stream:
            stream.write(json.dumps(query) + "\n")
        if self.mode == "appimage":
            say("fuse: failed to exec fusermount: No such file or directory", "", "Cannot mount")
        if self.mode == "error" and query["komi"] == 7:
            say({"error": "Illegal move 1: E5", "field": "moves", "id": query["id"]})
            return
        if self.mode == "warning":
            say({"warning": "Unused", "field": "priority", "id": query["id"]})
        if self.mode == "warning-rules" and query["komi"] == 7:
            say({"warning": "Unknown", "field": "rules", "id": query["id"]})
        turns = list(query["analyzeTurns"])
        if self.mode == "shuffled":
            turns.reverse()
        for turn in turns:
            self.misbehave()
            self.answer(query, turn)

    def misbehave(self):
        """Before an answer: die, fall silent, or break off within a line."""
        if self.fails("die-at-once") or (self.fails("die") and self.answered == 2):
            sys.stderr.write("Killed, honestly\n")
            sys.stderr.flush()
            os._exit(3)
        # Every process of this mode answers one position and dies.
        if self.mode == "die-often" and self.answered == 1:
            os._exit(3)
        if self.fails("quiet") or (self.fails("silent") and self.answered == 1):
            time.sleep(3600)
        if self.fails("broken") and self.answered == 1:
            say('{"id": "g1", "turnNumb')

    def run(self):
        if self.mode == "appimage":
            say("dlopen(): error loading libfuse.so.2", "AppImages require FUSE to run.")
        if self.mode == "mute":
            time.sleep(3600)
        for line in sys.stdin:
            message = json.loads(line)
            if message.get("action") == "query_version":
                version = "1.0" if self.mode == "other-version" else VERSION
                reply = {"id": message["id"], "action": "query_version"}
                say(reply | {"version": version, "git_hash": HASH})
            elif message.get("action") == "terminate_all":
                return
            elif "action" not in message:
                self.query(message)


if __name__ == "__main__":
    if "version" in sys.argv[3:4]:
        shown = "1.0" if sys.argv[1] == "old" else VERSION
        backend = "Eigen" if sys.argv[1] == "eigen" else "OpenCL"
        say(f"KataGo v{shown}", f"Git revision: {HASH}", f"Using {backend} backend")
    else:
        Engine(*sys.argv[1:3]).run()
