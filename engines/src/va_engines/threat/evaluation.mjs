// How good a quiet position is, and how promising a move looks.

import { MAKES_FOUR, WINS } from "./board.mjs";

// What an empty point of each level is worth to the side that reaches it there: quiet, a two, a
// closed three, an open three, two of them, a four. Fitted to half of the reference games, see
// docs/engines.md, and rounded.
const WORTH = [0, 6, 18, 25, 35, 55];
const WAITING_WIN = 70; // an open four that the side to move must prevent
const TO_MOVE = 130;
const MOST = 1500;
export const SCALE = 200; // score to win probability: 1 / (1 + exp(-score / SCALE))

// The score of a position in which `side` moves next, for that side.
export function evaluate(board, side) {
  const own = board.levels[side];
  const theirs = board.levels[1 - side];
  let score = TO_MOVE - WAITING_WIN * theirs[WINS];
  for (let level = 1; level <= MAKES_FOUR; level++) {
    score += WORTH[level] * (own[level] - theirs[level]);
  }
  return Math.max(-MOST, Math.min(MOST, score));
}

export function winRate(score) {
  return 1 / (1 + Math.exp(-score / SCALE));
}

// By shape: what making it promises, and what keeping the other side from it does.
const ATTACKS = [0, 1, 3, 4, 12, 16, 60, 70, 500, 4000];
const BLOCKS = [0, 1, 2, 3, 9, 10, 40, 45, 300, 2000];
const attacks = summed(ATTACKS);
const blocks = summed(BLOCKS);

// The four directions of a point together, by its index on the board.
function summed(values) {
  return Int32Array.from({ length: 10000 }, (_, index) =>
    [1, 10, 100, 1000].reduce((sum, place) => sum + values[((index / place) | 0) % 10], 0));
}

// How promising `p` looks to `side`.
export function interest(board, side, p) {
  return attacks[board.index[side][p]] + blocks[board.index[1 - side][p]];
}
