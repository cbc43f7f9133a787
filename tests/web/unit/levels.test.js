/** Levels of play, and who sits down at them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  fillSeats,
  isPreparing,
  levelsOf,
  nearestLevel,
  presetSeats,
} from "../../../src/knockroll/web/js/model/levels.js";

/** @import { GameInfo } from "../../../src/knockroll/web/js/model/types.js" */

/** @param {[string, number, string?][]} players name, strength, state */
function game(...players) {
  const known = players.map(([name, strength, state = "ready"]) => ({ name, strength, state }));
  return /** @type {GameInfo} */ (/** @type {unknown} */ ({ players: known }));
}

const ALL = game(["Mona", 6, "preparing"], ["Ed", 1], ["Amy", 2], ["Max", 3], ["Mia", 4], ["Hal", 5], ["Random", 1]);

test("each strength has a level", () => {
  const levels = [1, 2, 3, 4, 5, 6].flatMap((strength) => levelsOf(game(["Ed", strength])));
  assert.deepEqual(levels, ["easy", "easy", "medium", "medium", "hard", "master"]);
});

test("a game has the levels that it has players for", () => {
  assert.deepEqual(levelsOf(ALL), ["easy", "medium", "hard", "master"]);
  assert.deepEqual(levelsOf(game(["Mona", 6, "missing"], ["Max", 3], ["Random", 1])), ["medium"]);
  assert.equal(isPreparing(ALL, "master"), true);
  assert.equal(isPreparing(ALL, "easy"), false);
});

test("a level that is not there, or not ready, becomes the nearest", () => {
  assert.equal(nearestLevel(ALL, "master"), "hard");
  assert.equal(nearestLevel(game(["Max", 3], ["Hal", 5]), "easy"), "medium");
  assert.equal(nearestLevel(game(["Random", 1]), "easy"), null);
});

test("seats are filled from the level, then from its neighbours, nobody twice", () => {
  assert.deepEqual(new Set(fillSeats(ALL, ["", ""], "medium")), new Set(["Max", "Mia"]));
  const three = fillSeats(ALL, ["", "", ""], "hard");
  assert.equal(three[0], "Hal");
  assert.deepEqual(new Set(three.slice(1)), new Set(["Max", "Mia"]));
  assert.deepEqual(fillSeats(ALL, ["Hal", ""], "hard", () => 0.5)[0], "Hal");
  assert.ok(fillSeats(ALL, ["Hal", ""], "hard")[1] !== "Hal");
});

test("the player that moves at random sits down only if there is no one else", () => {
  assert.deepEqual(fillSeats(game(["Random", 1]), ["", ""], null), ["Random", "Random"]);
  assert.ok(!fillSeats(ALL, Array(5).fill(""), null).includes("Random"));
});

test("presets take the weakest, the strongest, or some of each", () => {
  assert.deepEqual(presetSeats(ALL, "easy", 2), ["Ed", "Amy"]);
  assert.deepEqual(presetSeats(ALL, "toughest", 2), ["Hal", "Mia"]);
  assert.deepEqual(presetSeats(ALL, "mixed", 3), ["Ed", "Max", "Hal"]);
  assert.deepEqual(presetSeats(ALL, "mixed", 1), ["Max"]);
  assert.deepEqual(presetSeats(game(["Random", 1]), "easy", 2), ["Random", "Random"]);
});
