/** The games that a browser has played. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  forgetGame,
  isUnfinished,
  refreshGame,
  resultLine,
  savedGames,
  saveGame,
  tableIsGone,
} from "../../../src/knockroll/web/js/ui/saved_games.js";

/** @import { SavedGame } from "../../../src/knockroll/web/js/ui/saved_games.js" */
/** @import { Score, TableInfo } from "../../../src/knockroll/web/js/model/types.js" */

/** A browser that has kept these things. @param {Record<string, unknown>} [kept] */
function browser(kept = {}) {
  const items = new Map(Object.entries(kept).map(([key, value]) => [key, JSON.stringify(value)]));
  const storage = {
    getItem: (/** @type {string} */ key) => items.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => items.set(key, value),
    removeItem: (/** @type {string} */ key) => items.delete(key),
  };
  Object.assign(globalThis, { localStorage: storage });
}

/** @param {Partial<TableInfo>} [some] @returns {TableInfo} */
function table(some = {}) {
  const seats = ["Ann", "Bob"].map((name) => ({ name, player: null }));
  const known = { id: "t1", game: "g", title: "G", games: 1, status: "running", turn: 0, scores: [0, 0], winners: [] };
  return /** @type {TableInfo} */ (/** @type {unknown} */ ({ ...known, seats, ...some }));
}

const states = () => savedGames().map(({ id, number, status }) => `${id} ${number} ${status}`);

test("the latest comes first, and a table has one line for each of its games", () => {
  browser();
  saveGame(table({ status: "open", games: 0 }), 0);
  saveGame(table({ id: "t2" }), 0);
  saveGame(table({ status: "over", winners: [0] }), 0);
  saveGame(table({ games: 2 }), 0);
  assert.deepEqual(states(), ["t1 2 running", "t1 1 over", "t2 1 running"]);
  saveGame(table({ games: 3 }), 0);
  assert.deepEqual(states(), ["t1 3 running", "t1 2 given up", "t1 1 over", "t2 1 running"]);
  assert.deepEqual(savedGames().map(isUnfinished), [true, false, false, true]);
});

test("what 0.1.0 kept is read, and known when the server has been asked", () => {
  browser({ "knockroll-tables": ["t1", "t2"] });
  assert.deepEqual(states(), ["t1 0 unknown", "t2 0 unknown"]);
  refreshGame(table({ id: "t2", status: "over", games: 2, winners: [1] }), 0);
  assert.deepEqual(states(), ["t1 0 unknown", "t2 2 over"]);
  saveGame(table(), 0);
  assert.deepEqual(states(), ["t1 1 running", "t2 2 over"]);
});

test("asking after a table leaves its place and its day", () => {
  browser({
    "knockroll-games": [
      { id: "t2", number: 1 },
      { id: "t1", number: 1, status: "running", at: 5 },
    ],
  });
  refreshGame(table({ status: "over", winners: [0] }), 0);
  assert.deepEqual(states(), ["t2 1 unknown", "t1 1 over"]);
  assert.equal(savedGames()[1].at, 5);
  refreshGame(table({ games: 2 }), 0);
  assert.deepEqual(states(), ["t2 1 unknown", "t1 2 running", "t1 1 over"]);
});

test("what the server has no more is kept as that, until it is forgotten", () => {
  browser();
  saveGame(table(), 0);
  tableIsGone("t1");
  assert.deepEqual(
    savedGames().map(({ gone }) => gone),
    [true],
  );
  assert.deepEqual(savedGames().map(isUnfinished), [false]);
  forgetGame(savedGames()[0]);
  assert.deepEqual(states(), []);
});

test("a game that you have left is not to be continued, and how it ended is still told from your seat", () => {
  browser();
  saveGame(table(), 0);
  refreshGame(table(), null);
  assert.deepEqual(savedGames().map(isUnfinished), [false]);
  saveGame(table(), 0);
  refreshGame(table({ status: "over", winners: [0] }), null);
  assert.deepEqual(
    savedGames().map(({ you }) => you),
    [0],
  );
});

test("a browser that keeps nonsense, or nothing, still plays", () => {
  browser({ "knockroll-games": { a: 1 }, "knockroll-tables": [3, null] });
  assert.deepEqual(states(), []);
  Object.assign(globalThis, { localStorage: null });
  saveGame(table(), 0);
  assert.deepEqual(states(), []);
});

/** @type {Required<Score>} */
const POINTS = { one: "point", many: "points", best: "high", style: "race", limit: "target", survival: false };

/** @param {Partial<SavedGame>} game @param {Partial<Score>} [score] */
function line(game, score) {
  const names = ["Ann", "Bob", "Cat"].slice(0, game.scores?.length);
  return resultLine(/** @type {SavedGame} */ ({ you: 0, names, ...game }), score && { ...POINTS, ...score });
}

test("results in words", () => {
  assert.equal(line({ winners: [0], scores: [104, 63] }, {}), "You won 104 to 63");
  assert.equal(line({ winners: [1], scores: [63, 1040] }, {}), "Bob won 1,040 to 63");
  assert.equal(line({ winners: [1], scores: [63, 104, 7] }, {}), "Bob won with 104 points, you had 63");
  assert.equal(line({ winners: [0], scores: [104, 63, 7] }, {}), "You won with 104 points");
  assert.equal(line({ winners: [2, 0], scores: [4, 1, 4] }, {}), "You and Cat won with 4 points");
  const strikes = /** @type {Partial<Score>} */ ({ one: "strike", many: "strikes", best: "low", style: "marks" });
  assert.equal(line({ winners: [1], scores: [3, 1] }, strikes), "Bob won with 1 strike, you had 3");
  const chips = /** @type {Partial<Score>} */ ({ one: "chip", many: "chips", style: "signed" });
  assert.equal(line({ winners: [1], scores: [-3, 5, -2] }, chips), "Bob won 5 chips, you lost 3");
  assert.equal(line({ winners: [0], scores: [1, 0, -1] }, chips), "You won 1 chip");
  assert.equal(line({ winners: [], scores: [0, 0] }, {}), "No one won");
  assert.equal(line({ winners: [1], scores: [0, 3] }), "Bob won");
});
