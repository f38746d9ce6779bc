// The board, with the shapes of every empty point kept up to date as stones come and go.

import {
  BLACK, CLOSED_THREE, CLOSED_TWO, FIVE, FOUR, OPEN_FOUR, OPEN_THREE, OPEN_TWO, SHAPES,
  WHITE, shapeTables, shiftOf,
} from "./patterns.mjs";

export const EMPTY = 0;
const STRIDE = 32;
const MARGIN = 5;
export const LARGEST = STRIDE - 2 * MARGIN;
const STEPS = [1, STRIDE, STRIDE + 1, STRIDE - 1];
const PLACES = [1, 10, 100, 1000]; // a decimal digit for each direction's shape

// What a side threatens by playing on a point, all four directions together, least first.
export const QUIET = 0;
export const SOME = 1; // a two
export const BUILDS = 2; // a closed three: with another line through it, it may be a threat
export const THREE = 3;
export const TWO_THREES = 4;
export const MAKES_FOUR = 5;
export const WINS = 6; // two points or more would complete five
export const COMPLETES = 7; // five
export const LEVELS = 8;

const LEVEL = new Uint8Array(10000);
for (let index = 0; index < LEVEL.length; index++) LEVEL[index] = levelOf(shapesAt(index));

function shapesAt(index) {
  return PLACES.map((place) => ((index / place) | 0) % 10);
}

function levelOf(shapes) {
  const count = (shape) => shapes.filter((other) => other === shape).length;
  if (count(FIVE)) return COMPLETES;
  if (count(OPEN_FOUR) || count(FOUR) > 1) return WINS;
  if (count(FOUR)) return MAKES_FOUR;
  if (count(OPEN_THREE) > 1) return TWO_THREES;
  if (count(OPEN_THREE)) return THREE;
  if (count(CLOSED_THREE)) return BUILDS;
  return count(OPEN_TWO) || count(CLOSED_TWO) ? SOME : QUIET;
}

const tablesByRule = new Map();

function tablesOf(exact) {
  if (!tablesByRule.has(exact)) tablesByRule.set(exact, shapeTables(exact));
  return tablesByRule.get(exact);
}

export class Board {
  // size: 5 to 22 points a side; exact: whether six in a row is no win.
  constructor(size, exact) {
    this.size = size;
    this.exact = exact;
    const { reach, tables } = tablesOf(exact);
    this.reach = reach;
    this.tables = tables;
    this.up = Array.from({ length: reach + 1 }, (_, k) => (k ? shiftOf(-k, reach) : 0));
    this.down = Array.from({ length: reach + 1 }, (_, k) => (k ? shiftOf(k, reach) : 0));
    this.points = []; // centre first
    this.content = new Uint8Array(STRIDE * STRIDE).fill(3); // 0 empty, 1 black, 2 white, 3 outside
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) this.points.push(this.point(x, y));
    }
    const far = (p) => Math.max(Math.abs(2 * this.x(p) + 1 - size), Math.abs(2 * this.y(p) + 1 - size));
    this.points.sort((a, b) => far(a) - far(b) || a - b);
    for (const p of this.points) this.content[p] = EMPTY;
    this.lines = STEPS.map(() => new Int32Array(STRIDE * STRIDE));
    // shape[4 * colour + direction][point], and the four of them as one decimal number
    this.shape = Array.from({ length: 8 }, () => new Uint8Array(STRIDE * STRIDE));
    this.index = [BLACK, WHITE].map(() => new Uint16Array(STRIDE * STRIDE));
    this.levels = [BLACK, WHITE].map(() => new Int32Array(LEVELS)); // empty points of each level:
    this.lists = Array.from({ length: 2 * LEVELS }, () => new Int16Array(STRIDE * STRIDE)); // which,
    this.places = [BLACK, WHITE].map(() => new Int16Array(STRIDE * STRIDE)); // and where listed
    this.features = [BLACK, WHITE].map(() => new Int32Array(SHAPES)); // and lines of each shape
    this.stones = 0;
    this.hashLow = 0;
    this.hashHigh = 0;
    this.readAll();
  }

  point(x, y) {
    return (y + MARGIN) * STRIDE + x + MARGIN;
  }

  x(p) {
    return (p % STRIDE) - MARGIN;
  }

  y(p) {
    return ((p / STRIDE) | 0) - MARGIN;
  }

  inside(x, y) {
    return x >= 0 && y >= 0 && x < this.size && y < this.size;
  }

  get full() {
    return this.stones === this.points.length;
  }

  level(colour, p) {
    return LEVEL[this.index[colour][p]];
  }

  place(p, colour) {
    this.leave(p);
    this.content[p] = colour + 1;
    this.stones++;
    this.spread(p, colour);
  }

  remove(p, colour) {
    this.spread(p, colour);
    this.content[p] = EMPTY;
    this.stones--;
    this.enter(p);
  }

  readAll() {
    for (const p of this.points) {
      for (let d = 0; d < 4; d++) {
        let code = 0;
        for (let k = 1; k <= this.reach; k++) {
          code |= this.content[p - k * STEPS[d]] << this.up[k];
          code |= this.content[p + k * STEPS[d]] << this.down[k];
        }
        this.lines[d][p] = code;
        for (const colour of [BLACK, WHITE]) {
          const shape = this.tables[colour][code];
          this.shape[4 * colour + d][p] = shape;
          this.index[colour][p] += shape * PLACES[d];
        }
      }
      this.enter(p);
    }
  }

  enter(p) {
    for (let colour = 0; colour < 2; colour++) {
      this.list(colour, LEVEL[this.index[colour][p]], p);
      for (let d = 0; d < 4; d++) this.features[colour][this.shape[4 * colour + d][p]]++;
    }
  }

  leave(p) {
    for (let colour = 0; colour < 2; colour++) {
      this.unlist(colour, LEVEL[this.index[colour][p]], p);
      for (let d = 0; d < 4; d++) this.features[colour][this.shape[4 * colour + d][p]]--;
    }
  }

  list(colour, level, p) {
    const at = this.levels[colour][level]++;
    this.lists[LEVELS * colour + level][at] = p;
    this.places[colour][p] = at;
  }

  unlist(colour, level, p) {
    const list = this.lists[LEVELS * colour + level];
    const last = list[--this.levels[colour][level]];
    const at = this.places[colour][p];
    list[at] = last;
    this.places[colour][last] = at;
  }

  // Tell all points in reach, on the four lines, that a stone came or went.
  spread(p, colour) {
    const stone = colour + 1;
    this.hashLow ^= ZOBRIST[2 * (2 * p + colour)];
    this.hashHigh ^= ZOBRIST[2 * (2 * p + colour) + 1];
    for (let d = 0; d < 4; d++) {
      const step = STEPS[d];
      for (let k = 1, q = p + step; k <= this.reach && this.content[q] !== 3; k++, q += step) {
        this.see(q, d, stone << this.up[k]);
      }
      for (let k = 1, q = p - step; k <= this.reach && this.content[q] !== 3; k++, q -= step) {
        this.see(q, d, stone << this.down[k]);
      }
    }
  }

  see(q, d, change) {
    const code = (this.lines[d][q] ^= change);
    for (let colour = 0; colour < 2; colour++) {
      const shapes = this.shape[4 * colour + d];
      const now = this.tables[colour][code];
      const before = shapes[q];
      if (now === before) continue;
      shapes[q] = now;
      const index = this.index[colour];
      const was = LEVEL[index[q]];
      index[q] += (now - before) * PLACES[d];
      if (this.content[q] !== EMPTY) continue;
      this.features[colour][before]--;
      this.features[colour][now]++;
      const level = LEVEL[index[q]];
      if (level === was) continue;
      this.unlist(colour, was, q);
      this.list(colour, level, q);
    }
  }

  // The empty points where `colour` reaches at least `level`, the strongest first.
  pointsOf(colour, level) {
    const found = [];
    for (let at = COMPLETES; at >= level; at--) {
      const list = this.lists[LEVELS * colour + at];
      for (let i = 0; i < this.levels[colour][at]; i++) found.push(list[i]);
    }
    return found;
  }

  // A point of just that level; there must be one.
  first(colour, level) {
    return this.lists[LEVELS * colour + level][0];
  }

  // A point that completes five for `colour`, or 0; `levels` tells whether there are more.
  completion(colour) {
    return this.levels[colour][COMPLETES] ? this.first(colour, COMPLETES) : 0;
  }
}

// Fixed numbers, so that every process searches alike (xorshift32).
const ZOBRIST = new Int32Array(4 * STRIDE * STRIDE);
let state = 0x9e3779b9 | 0;
for (let i = 0; i < ZOBRIST.length; i++) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  ZOBRIST[i] = state;
}
