/** A review as the replay shows it: the moves that stand out, the chance to win, and the judgement of one move. */

import { capital, counted, fill } from "./words.js";

/** @import { DecisionReview, Review } from "./types.js" */

/** @typedef {"inaccurate"|"mistake"|"blunder"} ErrorVerdict */

/** How moves that gave something away are marked, as in chess. */
const GLYPHS = { inaccurate: "?!", mistake: "?", blunder: "??" };
/** The kinds of error, each in a word. */
export const WORDS = { inaccurate: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" };

/** @param {DecisionReview["verdict"]} verdict @returns {verdict is ErrorVerdict} */
const isError = (verdict) => verdict in GLYPHS;

/** @param {DecisionReview} decision */
export const glyph = ({ verdict }) => (isError(verdict) ? GLYPHS[verdict] : "");

/** The verdict in a word; empty if there is nothing to criticize. @param {DecisionReview} decision */
export const verdictWord = ({ verdict }) => (isError(verdict) ? WORDS[verdict] : "");

/**
 * Why another move was better, and what would be said against another opponent, in sentences.
 * @param {DecisionReview} decision @param {readonly string[]} names the names of the seats
 */
export const reasonsOf = ({ reasons, second }, names) => [
  ...reasons.map(({ text }) => capital(fill(text, names))),
  ...(second ? [second.sentence] : []),
];

/** A chance as people read it; never 0% or 100% for what is not certain. @param {number} chance */
export function percent(chance) {
  if (chance > 0 && chance < 0.005) return "<1%";
  return chance >= 0.995 && chance < 1 ? ">99%" : `${Math.round(100 * chance)}%`;
}

/**
 * The decision that led to a step: a step shows the position after its move.
 * @param {Review} review @param {number} at
 */
export const decisionAt = (review, at) => review.decisions.find(({ index }) => index === at - 1);

/** A difference of chances in points, with its sign. @param {number} difference */
export const signedPoints = (difference) => {
  const points = (100 * difference).toFixed(1);
  return /^-?0\.0$/.test(points) ? "0" : points.replace("-", "−").replace(/^(?=\d)/, "+");
};

/** The smallest errors to look at. @typedef {ErrorVerdict} ErrorSize */

/** @param {DecisionReview} decision @param {ErrorSize} least */
function isAtLeast({ verdict }, least) {
  const sizes = Object.keys(GLYPHS);
  return sizes.includes(verdict) && sizes.indexOf(verdict) >= sizes.indexOf(least);
}

/**
 * The steps after the moves of a seat that gave something away.
 * @param {Review} review @param {number} seat @param {ErrorSize} [least]
 * @returns {{at: number, decision: DecisionReview}[]}
 */
export function errorsOf(review, seat, least = "inaccurate") {
  return review.decisions
    .filter((decision) => decision.seat === seat && isAtLeast(decision, least))
    .map((decision) => ({ at: decision.index + 1, decision }));
}

/** @type {Record<ErrorSize, [string, string]>} */
const COUNTED = {
  inaccurate: ["error", "errors"],
  mistake: ["mistake or blunder", "mistakes and blunders"],
  blunder: ["blunder", "blunders"],
};

/**
 * How many errors there are of at least a size; at one of them, also which one it is.
 * @param {{at: number}[]} errors @param {number} at @param {ErrorSize} least
 */
export function countOfErrors(errors, at, least) {
  const place = errors.findIndex((error) => error.at === at) + 1;
  const all = errors.length ? counted(errors.length, ...COUNTED[least]) : `no ${COUNTED[least][1]}`;
  return place ? `${place} of ${all}` : all;
}

/** The errors of a seat, the biggest first. @param {Review} review @param {number} seat @param {ErrorSize} least */
export const lessonsOf = (review, seat, least) =>
  errorsOf(review, seat, least)
    .map(({ decision }) => decision)
    .sort((a, b) => b.loss - a.loss);

/**
 * Whether a move is as good as the best one: within its interval.
 * @param {DecisionReview} decision @param {string} move
 */
export function accepts({ candidates, best }, move) {
  const [most, tried] = [best, move].map((text) => candidates.find((one) => one.move === text));
  return Boolean(most && tried) && (tried?.chance ?? 0) >= (most?.low ?? 1);
}

/**
 * The next or previous of some steps, if there is one.
 * @param {{at: number}[]} steps @param {number} at @param {1|-1} way
 */
export function neighbour(steps, at, way) {
  const found = steps.map((step) => step.at).filter((step) => (way > 0 ? step > at : step < at));
  return way > 0 ? found[0] : found.at(-1);
}

/**
 * The chance of a seat to win in the course of the game: points between 0 and 1.
 * @param {Review} review @param {number} seat @param {number} last the last step
 */
export const curveOf = (review, seat, last) =>
  review.curve.map(({ index, chances }) => ({ x: last ? index / last : 0, y: chances[seat] }));

/**
 * The curve in words, for those who don't see it.
 * @param {{x: number, y: number}[]} curve @param {number} now where in the game it is looked at, from 0 to 1
 */
export function curveWords(curve, now) {
  const chances = curve.map(({ y }) => y);
  const [first, here, last] = [chances[0], chanceAt(curve, now), chances[chances.length - 1]].map(percent);
  const [least, most] = [Math.min(...chances), Math.max(...chances)].map(percent);
  return `Chance to win: ${first} at the start, ${here} here, ${last} at the end; between ${least} and ${most}.`;
}

/**
 * The chance that a step is at, for a mark on the curve: that of the latest point before it.
 * @param {{x: number, y: number}[]} curve @param {number} x
 */
export const chanceAt = (curve, x) => curve.filter((point) => point.x <= x).at(-1)?.y ?? 0.5;
