import assert from "node:assert/strict";
import { test } from "node:test";
import {
  accepts,
  chanceAt,
  chanceWords,
  countOfErrors,
  countOfSwings,
  curveOf,
  curveWords,
  decisionAt,
  errorsOf,
  glyph,
  inReading,
  intervalWords,
  lessonsOf,
  luckAt,
  neighbour,
  percent,
  reasonsOf,
  signedPoints,
  swingsOf,
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

test("one steps from error to error", () => {
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

test("what is counted is what the filter shows", () => {
  const errors = errorsOf(review, 0);
  assert.equal(countOfErrors(errors, 0, "inaccurate"), "2 errors");
  assert.equal(countOfErrors(errors, 6, "inaccurate"), "2 of 2 errors");
  assert.equal(countOfErrors(errors.slice(0, 1), 1, "mistake"), "1 mistake or blunder");
  assert.equal(countOfErrors([], 3, "blunder"), "no blunders");
});

test("reasons name the players, and say what another opponent would change", () => {
  const reasons = [{ key: "danger", text: "7♠ helps {1} in 40% of the hands they may hold.", numbers: {}, cards: [] }];
  const names = ["You", "Aunt Vera", "Penny"];
  const judged = { ...decision(0, 0, "mistake"), reasons, second: null };
  assert.deepEqual(reasonsOf(judged, names), ["7♠ helps Aunt Vera in 40% of the hands they may hold."]);
  const second = { opponent: "Penny", best: "a", loss: 0, low: 0, high: 0, verdict: /** @type {const} */ ("none") };
  const sentence = "Against Penny it would be no error.";
  assert.deepEqual(reasonsOf({ ...judged, reasons: [], second: { ...second, sentence } }, names), [sentence]);
});

test("the curve is told in words", () => {
  assert.equal(
    curveWords(curveOf(review, 0, 8), 0.6),
    "Chance to win: 50% at the start, 25% here, 100% at the end; between 25% and 100%.",
  );
});

test("only what is certain is 0% or 100%", () => {
  assert.deepEqual([0, 0.001, 0.5, 0.999, 1].map(percent), ["0%", "<1%", "50%", ">99%", "100%"]);
});

test("moves to choose from stand in the order of their ranks", () => {
  const moves = ["discard Kh", "discard Ad", "keep 1 5", "discard Th", "discard 3s", "keep 1"];
  const candidates = /** @type {DecisionReview["candidates"]} */ (
    /** @type {unknown} */ (moves.map((move) => ({ move })))
  );
  assert.deepEqual(
    inReading(candidates).map(({ move }) => move),
    ["discard Ad", "discard 3s", "discard Th", "discard Kh", "keep 1", "keep 1 5"],
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

/** @param {object} headline */
const withLuck = (headline) =>
  /** @type {Review} */ (
    /** @type {unknown} */ ({
      headlines: [{ seat: 0, luck: 0.1, luck_is_uncertain: false, ...headline }],
      chances: [
        { what: "dealer", index: 0, seat: null, text: "{1}", luck: [0.001, -0.001] },
        { what: "deal", index: 0, seat: null, text: "A♠ | K♠", luck: [0.06, -0.06] },
        { what: "draw", index: 4, seat: 1, text: "7♥", luck: [-0.083, 0.083] },
        { what: "throw", index: 9, seat: 0, text: "1 5", luck: [0.02, -0.02] },
      ],
    })
  );

test("one steps through swings of luck: a draw is a move, a deal or a roll follows one", () => {
  const swings = swingsOf(withLuck({}), 0);
  assert.deepEqual(
    swings.map(({ at }) => at),
    [0, 5],
  );
  assert.equal(countOfSwings(swings, 5), "2 of 2 swings of luck");
  assert.equal(countOfSwings([], 5), "no swings of luck");
  assert.deepEqual(swingsOf(withLuck({ luck_is_uncertain: true }), 0), []);
  assert.deepEqual(swingsOf(withLuck({ luck: null }), 0), []);
});

test("a step says what chance gave there", () => {
  const names = ["Ann", "Ben"];
  assert.deepEqual(luckAt(withLuck({}), 0, 0, names), ["Luck: the deal. Ann's chance to win: +6.0 points."]);
  assert.deepEqual(luckAt(withLuck({}), 0, 5, names), ["Luck: Ben drew 7♥. Ann's chance to win: −8.3 points."]);
  assert.deepEqual(luckAt(withLuck({}), 0, 9, names), ["Luck: Ann rolled 1 5. Ann's chance to win: +2.0 points."]);
  assert.deepEqual(luckAt(withLuck({ luck_is_uncertain: true }), 0, 5, names), []);
  assert.equal(chanceWords(withLuck({}).chances[0], names), "the first dealer is Ben");
});

test("it is told how well the loss of an error is known", () => {
  const error = { ...decision(0, 0, "mistake"), low: 0.0312, high: 0.08 };
  assert.equal(intervalWords(error), "Given away: 3.1 to 8.0 points (95% interval)");
  assert.equal(intervalWords({ ...error, high: error.low }), "");
  assert.equal(intervalWords({ ...error, verdict: "none" }), "");
});

test("points have a sign", () => {
  assert.deepEqual([0.123, -0.05, 0.0001].map(signedPoints), ["+12.3", "−5.0", "0"]);
});
