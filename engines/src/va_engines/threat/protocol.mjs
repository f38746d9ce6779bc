// The Gomocup protocol, with the part of its Yixin dialect that evaluators speak: YXHASHCLEAR,
// YXBOARD, YXNBEST and `INFO SHOW_DETAIL`. What is printed has the words and order of Rapfi.

import { Board, LARGEST } from "./board.mjs";
import { winRate } from "./evaluation.mjs";
import { BLACK, WHITE } from "./patterns.mjs";
import { FORCED, MATE, Search } from "./search.mjs";

export const NAME = "threat";
export const VERSION = "1";
const SMALLEST = 5;
const FREESTYLE = 0;
const STANDARD = 1;
const NODES = 40000; // where no max_node was given

class Refusal extends Error {}

export class Protocol {
  // say: prints one line.
  constructor(say) {
    this.say = say;
    this.settings = new Map();
    this.size = 0;
    this.stones = []; // [x, y, field]: 1 the engine's, 2 the opponent's, in the order of play
    this.reading = null; // "BOARD" or "YXBOARD" while their lines come
  }

  // Carry out one line; false after END.
  handle(line) {
    const words = line.trim().split(/\s+/);
    if (words[0] === "") return true;
    if (words[0].toUpperCase() === "END") return false;
    try {
      if (this.reading) this.readStone(line.trim());
      else this.command(words[0].toUpperCase(), words.slice(1));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.reading = null;
      this.say(`ERROR ${error.message}`);
    }
    return true;
  }

  command(name, words) {
    const commands = {
      START: () => this.start(words[0]),
      RESTART: () => this.start(this.size),
      INFO: () => this.settings.set(String(words[0]).toLowerCase(), words[1]),
      ABOUT: () => this.say(`name="${NAME}", version="${VERSION}", author="Video-Arena"`),
      BEGIN: () => this.begin(),
      TURN: () => this.turn(words.join("")),
      BOARD: () => this.startReading(name),
      YXBOARD: () => this.startReading(name),
      YXNBEST: () => this.move(Number(words[0] ?? 1)),
      // Nothing to do: no table outlives a move.
      YXHASHCLEAR: () => this.say("MESSAGE Transposition table cleared."),
    };
    if (!commands[name]) this.say(`UNKNOWN command ${name}`);
    else commands[name]();
  }

  start(word) {
    const size = Number(word);
    if (!(Number.isInteger(size) && size >= SMALLEST && size <= LARGEST)) {
      throw new Refusal(`board of ${word}: ${SMALLEST} to ${LARGEST} are supported`);
    }
    this.size = size;
    this.stones = [];
    this.say("OK");
  }

  begin() {
    this.stones = [];
    this.move(1);
  }

  turn(text) {
    this.add(text, 2);
    this.move(1);
  }

  startReading(name) {
    if (!this.size) throw new Refusal("START comes first");
    this.reading = name;
    this.stones = [];
  }

  readStone(line) {
    if (line.toUpperCase() !== "DONE") {
      const [x, y, field] = line.split(",");
      this.add(`${x},${y}`, Number(field));
      return;
    }
    const moves = this.reading === "BOARD";
    this.reading = null;
    if (moves) this.move(1);
  }

  add(text, field) {
    const [x, y] = text.split(",").map(Number);
    const there = [x, y].every((at) => Number.isInteger(at) && at >= 0 && at < this.size);
    if (!there || (field !== 1 && field !== 2)) throw new Refusal(`no stone: ${text},${field}`);
    if (this.stones.some((stone) => stone[0] === x && stone[1] === y)) {
      throw new Refusal(`two stones on ${text}`);
    }
    this.stones.push([x, y, field]);
  }

  // Search, print, and play the move inside, as Rapfi does.
  move(lines) {
    const side = this.stones.length % 2 ? WHITE : BLACK;
    const board = this.board(side);
    const found = [];
    for (let pv = 0; pv < Math.max(1, lines) && !board.full; pv++) {
      const best = this.search(board, side, pv, lines, new Set(found));
      if (!best) break;
      found.push(best);
    }
    if (!found.length) throw new Refusal("the board is full");
    this.say(`${board.x(found[0])},${board.y(found[0])}`);
    this.stones.push([board.x(found[0]), board.y(found[0]), 1]);
  }

  board(side) {
    if (!this.size) throw new Refusal("START comes first");
    const rule = Number(this.settings.get("rule") ?? FREESTYLE);
    if (rule !== FREESTYLE && rule !== STANDARD) throw new Refusal(`rule ${rule} is not supported`);
    const board = new Board(this.size, rule === STANDARD);
    for (const [x, y, field] of this.stones) {
      board.place(board.point(x, y), field === 1 ? side : 1 - side);
    }
    return board;
  }

  search(board, side, pv, lines, excluded) {
    if (excluded.size === board.points.length - board.stones) return 0;
    const nodes = Number(this.settings.get("max_node") ?? NODES);
    const depth = Number(this.settings.get("max_depth") ?? 99);
    let move = 0;
    new Search(board).run(side, { nodes, depth, excluded }, (found) => {
      move = found.move;
      if (Number(this.settings.get("show_detail") ?? 0) > 0) this.detail(board, pv, lines, found);
    });
    return move;
  }

  detail(board, pv, lines, { depth, score, move, reached, nodes }) {
    const facts = {
      PV: pv,
      NUMPV: lines,
      DEPTH: depth,
      SELDEPTH: reached,
      NODES: nodes,
      TOTALNODES: nodes,
      EVAL: evalText(score),
      WINRATE: winRateText(score),
      BESTLINE: `${String.fromCharCode(65 + board.x(move))}${board.size - board.y(move)}`,
    };
    for (const [key, value] of Object.entries(facts)) this.say(`INFO ${key} ${value}`);
    this.say("INFO PV DONE");
  }
}

// "+M3": five in 3 plies; "-M2": the other side's five in 2.
function evalText(score) {
  if (score > FORCED) return `+M${MATE - score}`;
  return score < -FORCED ? `-M${MATE + score}` : String(score);
}

function winRateText(score) {
  if (Math.abs(score) > FORCED) return score > 0 ? "1" : "0";
  return winRate(score).toFixed(6);
}
