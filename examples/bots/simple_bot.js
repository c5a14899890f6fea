// A bot for warfront in JavaScript: node and nothing else.
//
//   warfront evaluate "bot:node examples/bots/simple_bot.js" random --games 10
//
// It answers `hello` with `ready` and every `decide` with one of the legal actions: rather
// something than nothing, and what WANTED names first before what it names later.
"use strict";

const readline = require("node:readline");

const WANTED = ["counterattack", "execute", "attack", "claim", "deploy", "aid", "fire", "place", "draw"];
const IDLE = ["done", "pass", "hold", "decline", "withdraw", "no "];

// How much an action is worth, from its words alone.
function worth(words) {
  if (IDLE.some((idle) => words.startsWith(idle))) return -1;
  const place = WANTED.findIndex((wanted) => words.startsWith(wanted));
  return place < 0 ? 0 : WANTED.length - place;
}

// The number of an action among those that are legal.
function choose(request) {
  let best = request.legal[0];
  for (const legal of request.legal) if (worth(legal.words) > worth(best.words)) best = legal;
  return best.action;
}

// Write one message: one line.
function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "ready", protocol: 1, name: "simple_bot.js" });
  else if (message.type === "decide") say({ id: message.id, action: choose(message) });
  else if (message.type === "error") console.error(message.message);
  else if (message.type === "bye") process.exit(0);
});
