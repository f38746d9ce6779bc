// What a stone placed on a point would make on one line through it.
//
// A line is seen from its middle point, `reach` points to either side. Five in a row through the
// middle lies within 4 points; where exactly five wins, the 5th tells an overline apart.

export const BLACK = 0;
export const WHITE = 1;

// Shapes, worst first. "Open" shapes can still become an open four, "closed" ones only a four.
export const DEAD = 0;
export const CLOSED_ONE = 1;
export const OPEN_ONE = 2;
export const CLOSED_TWO = 3;
export const OPEN_TWO = 4;
export const CLOSED_THREE = 5;
export const OPEN_THREE = 6;
export const FOUR = 7; // one point completes it
export const OPEN_FOUR = 8; // two points or more complete it: it cannot be stopped
export const FIVE = 9;
export const SHAPES = 10;

const EMPTY = 0;
const OWN = 1;
const CLOSED = 2; // the other side's stone, or off the board

// Two bits a neighbour, as the board keeps them: 0 empty, 1 black, 2 white, 3 off the board.
// Neighbour -reach has the lowest bits; the middle itself has none.
export function shiftOf(offset, reach) {
  return 2 * (offset < 0 ? offset + reach : offset + reach - 1);
}

// tables[colour][neighbours]: the shape that `colour` makes by a stone in the middle.
export function shapeTables(exact) {
  const reach = exact ? 5 : 4;
  const lines = classifyLines(reach, exact);
  const half = 4 ** reach; // neighbours of one side
  const tables = [BLACK, WHITE].map((colour) => {
    const digits = new Int32Array(half);
    for (let code = 0; code < half; code++) {
      for (let slot = reach - 1; slot >= 0; slot--) {
        digits[code] = digits[code] * 3 + seenBy(colour, (code >> (2 * slot)) & 3);
      }
    }
    const table = new Uint8Array(half * half);
    for (let code = 0; code < table.length; code++) {
      table[code] = lines[digits[code % half] + digits[(code / half) | 0] * 3 ** reach];
    }
    return table;
  });
  return { reach, tables };
}

function seenBy(colour, content) {
  return content === 0 ? EMPTY : content === colour + 1 ? OWN : CLOSED;
}

// The shape of every line; its index has a ternary digit for each neighbour.
function classifyLines(reach, exact) {
  const slots = 2 * reach;
  const powers = Array.from({ length: slots }, (_, slot) => 3 ** slot);
  const shapes = new Int8Array(3 ** slots);
  const line = new Uint8Array(slots);
  // A line with one stone more has a higher index, so it is known already.
  for (let index = shapes.length - 1; index >= 0; index--) {
    for (let slot = 0; slot < slots; slot++) line[slot] = ((index / powers[slot]) | 0) % 3;
    shapes[index] = isFive(line, reach, exact) ? FIVE : ahead(line, index, shapes, powers);
  }
  return shapes;
}

// What the best next stone on the line would make decides what the line is now.
function ahead(line, index, shapes, powers) {
  let completions = 0;
  let best = DEAD;
  for (let slot = 0; slot < line.length; slot++) {
    if (line[slot] !== EMPTY) continue;
    const next = shapes[index + powers[slot]];
    if (next === FIVE) completions++;
    else if (next > best) best = next;
  }
  if (completions > 0) return completions > 1 ? OPEN_FOUR : FOUR;
  return Math.max(DEAD, best - 2); // an open four ahead makes an open three, a four a closed one
}

// Neighbours -1, -2, ... lie in slots reach - 1, reach - 2, ...; 1, 2, ... in reach, reach + 1, ...
function isFive(line, reach, exact) {
  let run = 1;
  for (let slot = reach - 1; slot >= 0 && line[slot] === OWN; slot--) run++;
  for (let slot = reach; slot < line.length && line[slot] === OWN; slot++) run++;
  return exact ? run === 5 : run >= 5;
}
