// Forced wins: by fours alone, and by threats of any kind.
//
// A threat is a stone after which its side, were it to move again, would complete five, or make a
// four that two points complete. The defender's answers are all that can help: a point that spoils
// every such continuation, or a four of its own. So a win that is found is a win, and within its
// depth and budget none is missed.

import { BUILDS, COMPLETES, MAKES_FOUR, WINS } from "./board.mjs";

const FAILED = 1 << 16; // entries of the table of positions without a win
const LONGEST = 60; // plies of a line of fours
const COUNTER_FOURS = 6; // in a row, by the defender

export class ThreatSearch {
  constructor(board) {
    this.board = board;
    this.nodes = 0;
    this.limit = 0;
    this.failedLow = [new Int32Array(FAILED), new Int32Array(FAILED)];
    this.failedHigh = [new Int32Array(FAILED), new Int32Array(FAILED)];
    this.failedDepth = [new Int8Array(FAILED), new Int8Array(FAILED)];
    this.line = []; // the winning side's first move, of the last search that found a win
  }

  get exhausted() {
    return this.nodes >= this.limit;
  }

  // Plies to five for `side`, to move, by fours alone; 0 when there is no such win in the budget.
  fours(side, budget, plies = LONGEST) {
    this.limit = this.nodes + budget;
    return this.nextFour(side, plies);
  }

  // Plies to five for `side`, to move, by threats within `depth` plies (an odd number); or 0.
  threats(side, depth, budget) {
    this.limit = this.nodes + budget;
    return this.attack(side, depth);
  }

  nextFour(side, plies) {
    const board = this.board;
    const other = 1 - side;
    this.nodes++;
    if (board.levels[side][COMPLETES]) return this.found(board.completion(side), 1);
    const must = this.blockOf(side);
    if (must < 0 || plies < 3) return 0;
    if (!must && board.levels[side][WINS]) return this.found(board.first(side, WINS), 3);
    if (!board.levels[side][MAKES_FOUR] && !board.levels[side][WINS]) return 0;
    if (this.exhausted || this.hasFailed(0, side, plies)) return 0;
    for (const p of must ? [must] : board.pointsOf(side, MAKES_FOUR)) {
      if (board.level(side, p) < MAKES_FOUR) continue;
      board.place(p, side);
      let left = 0;
      if (board.levels[side][COMPLETES] > 1) left = board.levels[other][COMPLETES] ? 0 : 2;
      else if (!board.levels[other][COMPLETES]) {
        const block = board.completion(side);
        board.place(block, other);
        left = this.nextFour(side, plies - 2);
        board.remove(block, other);
        if (left) left++;
      }
      board.remove(p, side);
      if (left) return this.found(p, left + 1);
      if (this.exhausted) return 0;
    }
    this.fail(0, side, plies);
    return 0;
  }

  // The point that `side` must take now because the other side would complete five there;
  // 0 where there is none, -1 where one stone does not help.
  blockOf(side) {
    const count = this.board.levels[1 - side][COMPLETES];
    if (!count) return 0;
    return count > 1 ? -1 : this.board.completion(1 - side);
  }

  found(move, plies) {
    this.line = [move];
    return plies;
  }

  // `side` moves and has `depth` plies left, its own included.
  attack(side, depth) {
    const board = this.board;
    this.nodes++;
    if (board.levels[side][COMPLETES]) return this.found(board.completion(side), 1);
    const must = this.blockOf(side);
    if (must < 0 || depth < 3) return 0;
    if (!must && board.levels[side][WINS]) return this.found(board.first(side, WINS), 3);
    if (this.exhausted) return 0;
    const byFours = this.nextFour(side, Math.max(depth, 21));
    if (byFours) return byFours;
    if (depth < 5 || this.exhausted || this.hasFailed(1, side, depth)) return 0;
    for (const p of must ? [must] : board.pointsOf(side, BUILDS)) {
      board.place(p, side);
      const left = this.threatens(side) ? this.defend(side, depth - 1, COUNTER_FOURS) : 0;
      board.remove(p, side);
      if (left) return this.found(p, left + 1);
      if (this.exhausted) return 0;
    }
    this.fail(1, side, depth);
    return 0;
  }

  threatens(side) {
    const levels = this.board.levels[side];
    return levels[COMPLETES] > 0 || levels[WINS] > 0;
  }

  // The other side moves against a threat of `side`: plies to five against the best answer, or 0.
  defend(side, depth, counters) {
    const board = this.board;
    const other = 1 - side;
    this.nodes++;
    if (board.levels[other][COMPLETES]) return 0;
    const completions = board.levels[side][COMPLETES];
    if (completions > 1) return 2;
    if (completions) {
      const left = this.answered(board.completion(side), side, depth);
      return left ? left + 1 : 0;
    }
    let longest = 4; // any other answer: the open four, a stone in vain, five
    for (const p of this.answers(side)) {
      const counter = board.level(other, p) >= MAKES_FOUR;
      const left = counter
        ? this.countered(p, side, depth, counters)
        : this.answered(p, side, depth);
      if (!left) return 0;
      longest = Math.max(longest, left + 1);
    }
    return longest;
  }

  answered(p, side, depth) {
    this.board.place(p, 1 - side);
    const left = this.attack(side, depth - 1);
    this.board.remove(p, 1 - side);
    return left;
  }

  // The defender makes a four at `p`; `side` must block it and still threaten.
  countered(p, side, depth, counters) {
    const board = this.board;
    const other = 1 - side;
    let left = 0;
    board.place(p, other);
    if (board.levels[other][COMPLETES] === 1 && counters > 0) {
      const block = board.completion(other);
      board.place(block, side);
      if (this.threatens(side)) left = this.defend(side, depth, counters - 1);
      board.remove(block, side);
      if (left) left++;
    }
    board.remove(p, other);
    return left;
  }

  // All moves that might stop `side`, which threatens to make a four that two points complete.
  answers(side) {
    const board = this.board;
    const other = 1 - side;
    let common = null;
    for (const p of board.pointsOf(side, WINS)) {
      const spoiling = this.spoilers(p, side);
      common = common ? common.filter((q) => spoiling.includes(q)) : spoiling;
      if (!common.length) break;
    }
    const answers = common ?? [];
    for (const p of board.pointsOf(other, MAKES_FOUR)) if (!answers.includes(p)) answers.push(p);
    return answers;
  }

  // Where a stone of the other side makes the stone at `p` no win: on it, or on a completion where
  // there are only two.
  spoilers(p, side) {
    const board = this.board;
    board.place(p, side);
    const completions = board.pointsOf(side, COMPLETES);
    board.remove(p, side);
    return completions.length > 2 ? [p] : [p, ...completions];
  }

  slot(kind, side) {
    return (this.board.hashLow ^ (side * 0x5bd1)) & (FAILED - 1);
  }

  hasFailed(kind, side, depth) {
    const slot = this.slot(kind, side);
    return (
      this.failedDepth[kind][slot] >= depth &&
      this.failedLow[kind][slot] === (this.board.hashLow ^ side) &&
      this.failedHigh[kind][slot] === this.board.hashHigh
    );
  }

  fail(kind, side, depth) {
    const slot = this.slot(kind, side);
    this.failedDepth[kind][slot] = depth;
    this.failedLow[kind][slot] = this.board.hashLow ^ side;
    this.failedHigh[kind][slot] = this.board.hashHigh;
  }
}
