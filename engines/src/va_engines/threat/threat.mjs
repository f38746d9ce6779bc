// threat-v1: an evaluator of gomoku that sees forced wins. Reads commands from stdin, a line each.

import { Protocol } from "./protocol.mjs";

const protocol = new Protocol((line) => process.stdout.write(`${line}\n`));
let rest = "";

process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) if (!protocol.handle(line)) process.exit(0);
});
process.stdin.on("end", () => process.exit(0));
