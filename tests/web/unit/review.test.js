import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chanceAt,
  curveOf,
  decisionAt,
  errorsOf,
  glyph,
  neighbour,
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
