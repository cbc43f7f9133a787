import assert from "node:assert/strict";
import { test } from "node:test";
import { entropyLine, handAt, marksIn, outcome, seatOrder } from "../../../src/knockroll/web/js/model/replay.js";
import * as games from "./games.js";

/** @import { LoadedReplay } from "../../../src/knockroll/web/js/model/replay.js" */

/** @param {Partial<LoadedReplay>} fields @returns {LoadedReplay} */
function loaded(fields) {
  const step = { move: null, seat: null, events: [], view: { ...games.view({ turn: 1 }), hands: [] }, readings: [] };
  const about = { game: "test", title: "Test", seats: 2, verified: true, lines: [], hands: [], steps: [step] };
  return { ...about, entropy: null, result: null, showing: games.cards, options: {}, names: ["Ann", null], ...fields };
}

test("winners are named, with everyone's score", () => {
  assert.equal(
    outcome(loaded({ result: { winners: [0], scores: [10050, 9200] } })),
    "Ann won. Final scores: Ann 10,050 and Seat 2 9,200.",
  );
  const signed = { ...games.cards, score: { ...games.cards.score, style: /** @type {const} */ ("signed") } };
  const tied = loaded({ result: { winners: [0, 1], scores: [2, -1] }, showing: signed, names: ["Ann", "Ben"] });
  assert.equal(outcome(tied), "Ann and Ben won. Final scores: Ann +2 and Ben −1.");
});

test("whose entropy is in the shuffles", () => {
  assert.equal(entropyLine(loaded({ entropy: [0, 1] })), "Ann and Seat 2 added entropy.");
  assert.match(entropyLine(loaded({ entropy: [] })), /^No player added entropy/);
  assert.equal(entropyLine(loaded({ entropy: null })), "");
});

test("of a game that is not over, who is to move", () => {
  assert.equal(outcome(loaded({})), "The game isn't over. It's Seat 2's turn.");
});

test("the others sit clockwise from the one at the bottom, who comes last", () => {
  const players = [0, 1, 2].map((seat) => ({ seat, score: 0, cards: 0, out: false }));
  const view = { ...games.view({ turn: 1 }), players, hands: [], order: [0, 1, 2] };
  const replay = loaded({ steps: [{ move: null, seat: null, events: [], view, readings: [] }] });
  assert.deepEqual(seatOrder(replay, 0, 0), [1, 2, 0]);
  assert.deepEqual(seatOrder(replay, 0, 2), [0, 1, 2]);
  view.order = [2, 0, 1];
  assert.deepEqual(seatOrder(replay, 0, 0), [1, 2, 0]);
});

test("a hand has its melds first and says what it counts", () => {
  const view = { ...games.view({ turn: 1 }), hands: [["2c", "7h", "7d", "7s"]] };
  const readings = [{ melds: [["7s", "7h", "7d"]], count: 2 }];
  const replay = loaded({ steps: [{ move: null, seat: null, events: [], view, readings }] });
  const { groups, value } = handAt(replay, 0, 0);
  assert.deepEqual(
    groups.map(({ cards }) => cards.join(" ")),
    ["7s 7h 7d", "2c"],
  );
  assert.equal(value, games.cards.hand.count ? `${games.cards.hand.count} 2` : "");
});

test("ends of hands are marked, and what stood out", () => {
  const view = { ...games.view({ turn: 1 }), hands: [] };
  const step = { move: null, seat: 0, events: [], view, readings: [] };
  const events = { ...games.cards.events, bang: { text: "{who} banged", stands_out: true } };
  const replay = loaded({
    showing: { ...games.cards, events },
    steps: [step, { ...step, events: [{ kind: "bang", seat: 0 }] }, step, { ...step, events: [{ kind: "hand over" }] }],
  });
  assert.deepEqual(
    marksIn(replay).map(({ at, kind }) => [at, kind]),
    [
      [1, "moment"],
      [3, "end"],
    ],
  );
});
