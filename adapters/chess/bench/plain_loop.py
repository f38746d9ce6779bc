"""What one would write without us: python-chess, one engine, position after position.

    python plain_loop.py RECORD DEPTH HASH ENGINE [ARGUMENT ...]

Prints White's expected score at the start and after every ply of the record's first game.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import chess.engine
import chess.pgn


def main() -> None:
    """Evaluate, print."""
    record, depth, hash_mb, *command = sys.argv[1:]
    with Path(record).open(encoding="utf-8") as stream:
        game = chess.pgn.read_game(stream)
    assert game is not None
    values = []
    with chess.engine.SimpleEngine.popen_uci(command, timeout=60) as engine:
        engine.configure({"Threads": 1, "Hash": int(hash_mb), "UCI_ShowWDL": True})
        board = game.board()
        for move in [None, *game.mainline_moves()]:
            if move is not None:
                board.push(move)
            # A new `game` object makes python-chess send ucinewgame: the cleared state.
            limit = chess.engine.Limit(depth=int(depth))
            wdl = engine.analyse(board, limit, game=object())["wdl"].white()
            values.append(round((wdl.wins + wdl.draws / 2) / wdl.total(), 6))
    print(json.dumps(values))


if __name__ == "__main__":
    main()
