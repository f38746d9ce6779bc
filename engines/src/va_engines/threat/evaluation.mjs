// How good a quiet position is, and how good a move looks, from the shapes of the empty points.

import { SHAPES } from "./patterns.mjs";

// A line of a shape through an empty point is worth so much to the side that moves next, and to
// the side that has just moved. Order: dead, closed/open one, closed/open two, closed/open three,
// four, open four, five.
const MOVES = [0, 0, 1, 1, 5, 6, 30, 34, 0, 0];
const WAITS = [0, 0, 1, 1, 4, 4, 14, 8, 60, 0];
const TO_MOVE = 20;
export const SCALE = 200; // score to win probability: 1 / (1 + exp(-score / SCALE))
const MOST = 1500;

// The score of a position in which `side` moves next, for that side.
export function evaluate(board, side) {
  const own = board.features[side];
  const theirs = board.features[1 - side];
  let score = TO_MOVE;
  for (let shape = 1; shape < SHAPES; shape++) {
    score += own[shape] * MOVES[shape] - theirs[shape] * WAITS[shape];
  }
  return Math.max(-MOST, Math.min(MOST, Math.round(score)));
}

const ATTACKS = [0, 1, 3, 4, 12, 16, 60, 70, 500, 4000];
const BLOCKS = [0, 1, 2, 3, 9, 10, 40, 45, 300, 2000];

// How promising `p` looks to `side`: what it makes, and what it keeps the other side from making.
export function interest(board, side, p) {
  let score = 0;
  for (let d = 0; d < 4; d++) {
    score += ATTACKS[board.shape(side, d, p)] + BLOCKS[board.shape(1 - side, d, p)];
  }
  return score;
}

export function winRate(score) {
  return 1 / (1 + Math.exp(-score / SCALE));
}
