// The whole answer to a position: what is forced, and an alpha-beta search where nothing is.

import { COMPLETES, EMPTY, MAKES_FOUR, WINS } from "./board.mjs";
import { evaluate, interest } from "./evaluation.mjs";
import { ThreatSearch } from "./threats.mjs";

export const MATE = 30000;
export const FORCED = MATE - 1000; // scores beyond are distances to five
const INFINITY = MATE + 1;
const DEEPEST = 24;
const LONGEST = 80; // plies from the root, forced ones included
const WIDTHS = [40, 24, 16, 14, 12, 10]; // moves looked at, by plies from the root
const LEAF_FOURS = 60; // nodes of the search for fours at a leaf
const INNER_THREATS = 400; // nodes of the threat search inside the tree
const ENTRIES = 1 << 18;
const EXACT = 1;
const LOWER = 2;
const UPPER = 3;

export class Search {
  constructor(board) {
    this.board = board;
    this.forced = new ThreatSearch(board);
    this.entryLow = new Int32Array(ENTRIES);
    this.entryHigh = new Int32Array(ENTRIES);
    this.entryScore = new Int16Array(ENTRIES);
    this.entryMove = new Int16Array(ENTRIES);
    this.entryDepth = new Int8Array(ENTRIES);
    this.entryBound = new Uint8Array(ENTRIES);
  }

  get nodes() {
    return this.own + this.forced.nodes;
  }

  // The best move of `side` and its score, searched to a number of nodes or a depth.
  // `report` is told of every depth that was completed; `excluded` moves are not considered.
  run(side, { nodes, depth, excluded = new Set() }, report) {
    this.own = 0;
    this.forced.nodes = 0;
    this.budget = nodes;
    this.deepest = 0;
    this.stopped = false;
    this.excluded = excluded;
    if (excluded.size === 0 && this.forcedWin(side, nodes, report)) return;
    this.mayStop = false; // not before there is an answer
    for (let d = 1; d <= Math.min(depth, DEEPEST); d++) {
      this.root = null;
      const score = this.alphaBeta(side, d, -INFINITY, INFINITY, 0);
      if (this.stopped || !this.root) return; // out of nodes, or every move is excluded
      report({ depth: d, score, move: this.root, reached: this.deepest, nodes: this.nodes });
      if (Math.abs(score) > FORCED || this.nodes >= nodes) return;
      this.mayStop = true;
    }
  }

  // Fours first, then threats, deeper and deeper, with at most half of the nodes.
  forcedWin(side, nodes, report) {
    let plies = this.forced.fours(side, nodes >> 2);
    for (let depth = 5; !plies && depth <= 17 && this.nodes < nodes >> 1; depth += 2) {
      plies = this.forced.threats(side, depth, (nodes >> 1) - this.nodes);
    }
    if (!plies) return false;
    const move = this.forced.line[0];
    report({ depth: plies, score: MATE - plies, move, reached: plies, nodes: this.nodes });
    return true;
  }

  alphaBeta(side, depth, alpha, beta, ply) {
    const board = this.board;
    const other = 1 - side;
    this.own++;
    if (ply > this.deepest) this.deepest = ply;
    if (this.mayStop && this.nodes >= this.budget) this.stopped = true;
    if (this.stopped) return 0;
    const decided = this.decided(side, ply);
    if (decided !== null) return decided;
    if (board.full) return 0;
    const must = board.completion(other);
    if (ply >= LONGEST) return evaluate(board, side);
    if (!must && depth <= 0) return this.leaf(side, ply);
    const entry = this.lookUp(side);
    const known = entry >= 0 && ply > 0 ? this.scoreOf(entry, depth, alpha, beta, ply) : null;
    if (known !== null) return known;
    if (!must && ply > 0 && depth >= 2) {
      const plies = this.forced.threats(side, 9, INNER_THREATS);
      if (plies) return MATE - ply - plies;
    }
    const moves = this.moves(side, ply, must, entry >= 0 ? this.entryMove[entry] : 0);
    if (!moves.length) return this.lost(side, ply);
    return this.tryMoves(side, moves, must ? depth : depth - 1, alpha, beta, ply, depth);
  }

  // A win or a loss that needs no search.
  decided(side, ply) {
    const { levels } = this.board;
    const other = 1 - side;
    if (ply === 0 && this.excluded.size) return null;
    if (levels[side][COMPLETES]) return this.atRoot(ply, side, COMPLETES, MATE - ply - 1);
    if (levels[other][COMPLETES] > 1) {
      if (ply === 0) this.root = this.board.completion(other);
      return -(MATE - ply - 2);
    }
    if (!levels[other][COMPLETES] && levels[side][WINS]) {
      return this.atRoot(ply, side, WINS, MATE - ply - 3);
    }
    return null;
  }

  atRoot(ply, side, level, score) {
    if (ply === 0) this.root = this.board.first(side, level);
    return score;
  }

  // Nothing helps against the open four to come; at the root, some move must be named.
  lost(side, ply) {
    if (ply === 0 && !this.excluded.size) this.root = this.board.first(1 - side, WINS);
    return -(MATE - ply - 4);
  }

  leaf(side, ply) {
    if (this.board.levels[side][MAKES_FOUR] > 1) {
      const plies = this.forced.fours(side, LEAF_FOURS, 21);
      if (plies) return MATE - ply - plies;
    }
    return evaluate(this.board, side);
  }

  tryMoves(side, moves, depthLeft, alpha, beta, ply, depth) {
    const board = this.board;
    let best = -INFINITY;
    let bestMove = 0;
    let bound = UPPER;
    for (const move of moves) {
      board.place(move, side);
      let score;
      if (bestMove && beta - alpha > 1) {
        score = -this.alphaBeta(1 - side, depthLeft, -alpha - 1, -alpha, ply + 1);
        if (score > alpha && score < beta) {
          score = -this.alphaBeta(1 - side, depthLeft, -beta, -alpha, ply + 1);
        }
      } else score = -this.alphaBeta(1 - side, depthLeft, -beta, -alpha, ply + 1);
      board.remove(move, side);
      if (this.stopped) return best;
      if (score <= best) continue;
      best = score;
      bestMove = move;
      if (ply === 0) this.root = move;
      if (score <= alpha) continue;
      alpha = score;
      bound = EXACT;
      if (alpha >= beta) {
        bound = LOWER;
        break;
      }
    }
    if (ply > 0 || !this.excluded.size) this.store(side, depth, best, bound, bestMove, ply);
    return best;
  }

  moves(side, ply, must, first) {
    const other = 1 - side;
    let points;
    if (must) points = [must];
    else if (this.board.levels[other][WINS]) points = this.forced.answers(other);
    else points = this.near(side, WIDTHS[Math.min(ply, WIDTHS.length - 1)]);
    if (ply === 0 && this.excluded.size) points = points.filter((p) => !this.excluded.has(p));
    const at = points.indexOf(first);
    if (at > 0) points.unshift(...points.splice(at, 1));
    return points;
  }

  // The most interesting points for either side, best first; of equal ones the nearest the centre.
  near(side, width) {
    const board = this.board;
    const found = [];
    const scores = [];
    for (const p of board.points) {
      if (board.content[p] !== EMPTY) continue;
      const score = interest(board, side, p);
      if (found.length === width && score <= scores[width - 1]) continue;
      let at = found.length === width ? width - 1 : found.length;
      for (; at > 0 && scores[at - 1] < score; at--) {
        found[at] = found[at - 1];
        scores[at] = scores[at - 1];
      }
      found[at] = p;
      scores[at] = score;
    }
    return found;
  }

  slot(side) {
    return (this.board.hashLow ^ (side * 0x2545f)) & (ENTRIES - 1);
  }

  lookUp(side) {
    const slot = this.slot(side);
    const same =
      this.entryBound[slot] > 0 &&
      this.entryLow[slot] === (this.board.hashLow ^ side) &&
      this.entryHigh[slot] === this.board.hashHigh;
    return same ? slot : -1;
  }

  scoreOf(slot, depth, alpha, beta, ply) {
    if (this.entryDepth[slot] < depth) return null;
    let score = this.entryScore[slot];
    if (score > FORCED) score -= ply;
    else if (score < -FORCED) score += ply;
    const bound = this.entryBound[slot];
    if (bound === EXACT) return score;
    if (bound === LOWER && score >= beta) return score;
    return bound === UPPER && score <= alpha ? score : null;
  }

  store(side, depth, score, bound, move, ply) {
    const slot = this.slot(side);
    this.entryLow[slot] = this.board.hashLow ^ side;
    this.entryHigh[slot] = this.board.hashHigh;
    this.entryScore[slot] = score > FORCED ? score + ply : score < -FORCED ? score - ply : score;
    this.entryMove[slot] = move;
    this.entryDepth[slot] = depth;
    this.entryBound[slot] = bound;
  }
}
