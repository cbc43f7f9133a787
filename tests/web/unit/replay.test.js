import assert from "node:assert/strict";
import { test } from "node:test";
import { outcome } from "../../../src/knockroll/web/js/model/replay.js";
import * as games from "./games.js";

/** @import { LoadedReplay } from "../../../src/knockroll/web/js/model/replay.js" */

/** @param {Partial<LoadedReplay>} fields @returns {LoadedReplay} */
function loaded(fields) {
  const step = { move: null, seat: null, events: [], view: { ...games.view({ turn: 1 }), hands: [] } };
  const about = { game: "test", title: "Test", seats: 2, verified: true, lines: [], hands: [], steps: [step] };
  return { ...about, entropy: null, result: null, showing: games.cards, options: {}, names: ["Ann", null], ...fields };
}

test("winners are named, with everyone's score", () => {
  assert.equal(
    outcome(loaded({ result: { winners: [0], scores: [10050, 9200] } })),
    "Ann won: Ann 10,050 and Seat 2 9,200.",
  );
  const signed = { ...games.cards, score: { ...games.cards.score, style: /** @type {const} */ ("signed") } };
  const tied = loaded({ result: { winners: [0, 1], scores: [2, -1] }, showing: signed, names: ["Ann", "Ben"] });
  assert.equal(outcome(tied), "Ann and Ben won: Ann +2 and Ben −1.");
});

test("of a game that is not over, who is to move", () => {
  assert.equal(outcome(loaded({})), "The game isn't over. It's Seat 2's turn.");
});
