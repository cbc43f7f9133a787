/** A review as the replay shows it: the moves that stand out, the chance to win, and the judgement of one move. */

import { capital, counted, fill } from "./words.js";

/** @import { ChanceReview, DecisionReview, Review } from "./types.js" */

/** @typedef {"inaccurate"|"mistake"|"blunder"} ErrorVerdict */

const RANKS = "A23456789TJQK";

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

/** How well the loss of an error is known; nothing if it is exact. @param {DecisionReview} decision */
export const intervalWords = ({ verdict, low, high }) =>
  isError(verdict) && low !== high
    ? `Given away: ${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)} points (95% interval)`
    : "";

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
/** What one steps through: errors from a size on, or swings of luck. @typedef {ErrorSize|"luck"} Marked */

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

/** A chance event that changed the chance to win by this much is a swing of luck. */
const SWING = 0.05;
/** Luck that is smaller is not told. */
const LEAST_LUCK = 0.005;

/** The step that shows what chance gave: a draw is a move, a deal or a roll follows one. @param {ChanceReview} event */
const stepOf = ({ what, index }) => (what === "draw" ? index + 1 : index);

/** Whether the luck of a seat is known well enough to show. @param {Review} review @param {number} seat */
function knowsLuck(review, seat) {
  const headline = review.headlines.find((one) => one.seat === seat);
  return Boolean(headline && headline.luck !== null && !headline.luck_is_uncertain);
}

/**
 * The steps at which chance helped or hurt a seat a lot; none if luck is not known well enough.
 * @param {Review} review @param {number} seat @returns {{at: number, event: ChanceReview}[]}
 */
export const swingsOf = (review, seat) =>
  (knowsLuck(review, seat) ? review.chances : [])
    .filter(({ luck }) => Math.abs(luck[seat]) >= SWING)
    .map((event) => ({ at: stepOf(event), event }));

/** @param {{at: number}[]} swings @param {number} at */
export function countOfSwings(swings, at) {
  const place = swings.findIndex((swing) => swing.at === at) + 1;
  const all = swings.length ? counted(swings.length, "swing of luck", "swings of luck") : "no swings of luck";
  return place ? `${place} of ${all}` : all;
}

/** What chance gave, in words. @param {ChanceReview} event @param {readonly string[]} names */
export function chanceWords({ what, seat, text }, names) {
  if (what === "deal") return "the deal";
  if (what === "dealer") return `the first dealer is ${fill(text, names)}`;
  return `${names[seat ?? 0]} ${what === "draw" ? "drew" : "rolled"} ${text}`;
}

/**
 * What chance gave at a step and what it changed for a seat, in sentences.
 * @param {Review} review @param {number} seat @param {number} at @param {readonly string[]} names
 */
export function luckAt(review, seat, at, names) {
  const events = knowsLuck(review, seat) ? review.chances.filter((event) => stepOf(event) === at) : [];
  return events
    .filter(({ luck }) => Math.abs(luck[seat]) >= LEAST_LUCK)
    .map((event) => {
      const change = `${names[seat]}'s chance to win: ${signedPoints(event.luck[seat])} points`;
      return `Luck: ${chanceWords(event, names)}. ${change}.`;
    });
}

/** The errors of a seat, the biggest first. @param {Review} review @param {number} seat @param {ErrorSize} least */
export const lessonsOf = (review, seat, least) =>
  errorsOf(review, seat, least)
    .map(({ decision }) => decision)
    .sort((a, b) => b.loss - a.loss);

/**
 * Moves as a person looks for them: by what they do, then by rank, from the ace up, and suit.
 * @param {DecisionReview["candidates"]} candidates
 */
export function inReading(candidates) {
  /** @param {{move: string}} candidate */
  const place = ({ move }) =>
    move.replace(/\b([A2-9TJQK])([shdc])\b/g, (_, rank, suit) => String.fromCharCode(65 + RANKS.indexOf(rank)) + suit);
  return [...candidates].sort((a, b) => place(a).localeCompare(place(b), "en", { numeric: true }));
}

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
