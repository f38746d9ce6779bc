// The board, with the shapes of every empty point kept up to date as stones come and go.

import {
  BLACK, CLOSED_THREE, CLOSED_TWO, FIVE, FOUR, OPEN_FOUR, OPEN_THREE, OPEN_TWO, SHAPES, WHITE,
  shapeTables, shiftOf,
} from "./patterns.mjs";

export const EMPTY = 0;
const OUTSIDE = 3;
const STRIDE = 32;
const CELLS = STRIDE * STRIDE;
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
for (let index = 0; index < LEVEL.length; index++) LEVEL[index] = levelOf(index);

function levelOf(index) {
  const shapes = PLACES.map((place) => ((index / place) | 0) % 10);
  const count = (shape) => shapes.filter((other) => other === shape).length;
  if (count(FIVE)) return COMPLETES;
  if (count(OPEN_FOUR) || count(FOUR) > 1) return WINS;
  if (count(FOUR)) return MAKES_FOUR;
  if (count(OPEN_THREE) > 1) return TWO_THREES;
  if (count(OPEN_THREE)) return THREE;
  if (count(CLOSED_THREE)) return BUILDS;
  return count(OPEN_TWO) || count(CLOSED_TWO) ? SOME : QUIET;
}

// By rule: the shapes of both colours in one number, black's in the low byte.
const rules = new Map();

function ruleOf(exact) {
  if (!rules.has(exact)) {
    const { reach, tables } = shapeTables(exact);
    const both = Uint16Array.from(tables[BLACK], (shape, i) => shape | (tables[WHITE][i] << 8));
    rules.set(exact, { reach, both });
  }
  return rules.get(exact);
}

export class Board {
  // size: 5 to 22 points a side; exact: whether six in a row is no win.
  constructor(size, exact) {
    const { reach, both } = ruleOf(exact);
    this.size = size;
    this.exact = exact;
    this.reach = reach;
    this.both = both;
    // By distance: where in a point's line a stone that lies before it, or after it, is seen.
    this.before = Int32Array.from({ length: reach + 1 }, (_, k) => (k ? shiftOf(-k, reach) : 0));
    this.after = Int32Array.from({ length: reach + 1 }, (_, k) => (k ? shiftOf(k, reach) : 0));
    this.content = new Uint8Array(CELLS).fill(OUTSIDE); // 0 empty, 1 black, 2 white
    this.points = []; // the centre first
    for (let i = 0; i < size * size; i++) this.points.push(this.point(i % size, (i / size) | 0));
    this.points.sort((a, b) => this.eccentricity(a) - this.eccentricity(b) || a - b);
    for (const p of this.points) this.content[p] = EMPTY;
    this.lines = new Int32Array(4 * CELLS); // by direction: what each point sees
    this.shapes = new Uint16Array(4 * CELLS); // by direction: both colours' shapes there
    this.index = [BLACK, WHITE].map(() => new Uint16Array(CELLS)); // a colour's four, as a decimal
    this.features = [BLACK, WHITE].map(() => new Int32Array(SHAPES)); // lines through empty points
    this.levels = [BLACK, WHITE].map(() => new Int32Array(LEVELS)); // empty points of each level:
    this.lists = Array.from({ length: 2 * LEVELS }, () => new Int16Array(CELLS)); // which,
    this.places = [BLACK, WHITE].map(() => new Int16Array(CELLS)); // and where in the list
    this.stones = 0;
    this.hashLow = 0;
    this.hashHigh = 0;
    for (const p of this.points) this.read(p);
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

  eccentricity(p) {
    const off = (at) => Math.abs(2 * at + 1 - this.size);
    return Math.max(off(this.x(p)), off(this.y(p)));
  }

  get full() {
    return this.stones === this.points.length;
  }

  level(colour, p) {
    return LEVEL[this.index[colour][p]];
  }

  shape(colour, direction, p) {
    return (this.shapes[direction * CELLS + p] >> (8 * colour)) & 255;
  }

  // The empty points where `colour` reaches at least `level`, the strongest first.
  pointsOf(colour, level) {
    const found = [];
    for (let at = COMPLETES; at >= level; at--) {
      const list = this.lists[LEVELS * colour + at];
      const count = this.levels[colour][at];
      for (let i = 0; i < count; i++) found.push(list[i]);
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

  // Tell all points in reach, on the four lines, that a stone came or went.
  spread(p, colour) {
    const { content, before, after, reach } = this;
    const stone = colour + 1;
    this.hashLow ^= ZOBRIST[2 * (2 * p + colour)];
    this.hashHigh ^= ZOBRIST[2 * (2 * p + colour) + 1];
    for (let d = 0; d < 4; d++) {
      const step = STEPS[d];
      for (let k = 1, q = p + step; k <= reach && content[q] !== OUTSIDE; k++, q += step) {
        this.see(q, d, stone << before[k]);
      }
      for (let k = 1, q = p - step; k <= reach && content[q] !== OUTSIDE; k++, q -= step) {
        this.see(q, d, stone << after[k]);
      }
    }
  }

  see(q, d, change) {
    const at = d * CELLS + q;
    const now = this.both[(this.lines[at] ^= change)];
    const was = this.shapes[at];
    if (now === was) return;
    this.shapes[at] = now;
    const empty = this.content[q] === EMPTY;
    if ((now ^ was) & 255) this.reshape(BLACK, q, d, was & 255, now & 255, empty);
    if ((now ^ was) >> 8) this.reshape(WHITE, q, d, was >> 8, now >> 8, empty);
  }

  reshape(colour, q, d, was, now, empty) {
    const index = this.index[colour];
    const before = index[q];
    const after = before + (now - was) * PLACES[d];
    index[q] = after;
    if (!empty) return;
    const features = this.features[colour];
    features[was]--;
    features[now]++;
    if (LEVEL[before] === LEVEL[after]) return;
    this.unlist(colour, LEVEL[before], q);
    this.list(colour, LEVEL[after], q);
  }

  enter(p) {
    for (let colour = 0; colour < 2; colour++) {
      this.list(colour, this.level(colour, p), p);
      for (let d = 0; d < 4; d++) this.features[colour][this.shape(colour, d, p)]++;
    }
  }

  leave(p) {
    for (let colour = 0; colour < 2; colour++) {
      this.unlist(colour, this.level(colour, p), p);
      for (let d = 0; d < 4; d++) this.features[colour][this.shape(colour, d, p)]--;
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

  // The shapes of a point of the empty board.
  read(p) {
    for (let d = 0; d < 4; d++) {
      let line = 0;
      for (let k = 1; k <= this.reach; k++) {
        line |= this.content[p - k * STEPS[d]] << this.before[k];
        line |= this.content[p + k * STEPS[d]] << this.after[k];
      }
      this.lines[d * CELLS + p] = line;
      this.shapes[d * CELLS + p] = this.both[line];
      for (const colour of [BLACK, WHITE]) {
        this.index[colour][p] += this.shape(colour, d, p) * PLACES[d];
      }
    }
    this.enter(p);
  }
}

// Fixed numbers, so that every process searches alike (xorshift32).
const ZOBRIST = new Int32Array(4 * CELLS);
let state = 0x9e3779b9 | 0;
for (let i = 0; i < ZOBRIST.length; i++) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  ZOBRIST[i] = state;
}
