import assert from "node:assert/strict";
import { test } from "node:test";
import {
  accepts,
  chanceAt,
  curveOf,
  decisionAt,
  errorsOf,
  glyph,
  lessonsOf,
  neighbour,
  signedPoints,
  verdictWord,
} from "../../../src/knockroll/web/js/model/review.js";

/** @import { DecisionReview, Review } from "../../../src/knockroll/web/js/model/types.js" */

/** @param {number} index @param {number} seat @param {DecisionReview["verdict"]} verdict */
const decision = (index, seat, verdict) => /** @type {DecisionReview} */ ({ index, seat, verdict });

const review = /** @type {Review} */ ({
  decisions: [
    decision(0, 0, "none"),
    decision(2, 0, "blunder"),
    decision(3, 1, "mistake"),
    decision(5, 0, "inaccurate"),
    decision(6, 0, "forced"),
  ],
  curve: [
    { index: 0, chances: [0.5, 0.5] },
    { index: 4, chances: [0.25, 0.75] },
    { index: 8, chances: [1, 0] },
  ],
});

test("a step shows the move before it", () => {
  assert.equal(decisionAt(review, 3)?.verdict, "blunder");
  assert.equal(decisionAt(review, 2), undefined);
});

test("only moves of the seat that gave something away are errors", () => {
  assert.deepEqual(
    errorsOf(review, 0).map(({ at }) => at),
    [3, 6],
  );
  assert.equal(glyph(review.decisions[1]), "??");
  assert.equal(verdictWord(review.decisions[0]), "");
});

test("one steps from mistake to mistake", () => {
  const errors = errorsOf(review, 0);
  assert.equal(neighbour(errors, 0, 1), 3);
  assert.equal(neighbour(errors, 3, 1), 6);
  assert.equal(neighbour(errors, 6, 1), undefined);
  assert.equal(neighbour(errors, 6, -1), 3);
});

test("the curve is that of the seat, and has a value at every step", () => {
  const curve = curveOf(review, 1, 8);
  assert.deepEqual(curve.at(-1), { x: 1, y: 0 });
  assert.equal(chanceAt(curve, 0.6), 0.75);
  assert.equal(chanceAt([], 0.6), 0.5);
});

test("errors are filtered by size, and learned from the biggest first", () => {
  assert.deepEqual(
    errorsOf(review, 0, "mistake").map(({ at }) => at),
    [3],
  );
  const losses = [0.03, 0.2, 0.1].map((loss, index) => ({ ...decision(index, 0, "mistake"), loss }));
  const found = lessonsOf({ ...review, decisions: losses }, 0, "inaccurate");
  assert.deepEqual(
    found.map(({ index }) => index),
    [1, 2, 0],
  );
});

test("a move within the interval of the best one is accepted", () => {
  const candidates = [
    { move: "a", words: "A", chance: 0.5, low: 0.45, high: 0.55, worlds: 64 },
    { move: "b", words: "B", chance: 0.46, low: 0.4, high: 0.5, worlds: 64 },
    { move: "c", words: "C", chance: 0.44, low: 0.4, high: 0.5, worlds: 64 },
  ].map((one) => ({ ...one, points: null, wins_hand: null }));
  const judged = { ...decision(0, 0, "mistake"), best: "a", candidates };
  assert.deepEqual(
    ["a", "b", "c", "d"].map((move) => accepts(judged, move)),
    [true, true, false, false],
  );
});

test("points have a sign", () => {
  assert.deepEqual([0.123, -0.05, 0.0001].map(signedPoints), ["+12.3", "−5.0", "0"]);
});
