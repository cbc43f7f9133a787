/** How a hand ended, in sentences: for the log, for who listens, and beside the cards. No document in here. */

import { capital, counted, figure, fill, listed } from "./words.js";

/** @import { Term } from "./types.js" */
/** @import { WholeAccount, WholeShowing } from "./showing.js" */

/**
 * A hand that has just ended.
 * @typedef {object} Over
 * @property {WholeAccount|null} account how it is told
 * @property {number[]} points
 * @property {number[]} winners
 * @property {number[]} scores after it
 * @property {(number|null)[]} counts
 * @property {boolean[]} wasOut who was out before it
 * @property {boolean[]} out and who is after it
 * @property {Record<number, Shown>} shown
 * @property {string[][]} marks of each seat
 */
/** @typedef {{cards: string[], melds: string[][]}} Shown a hand that lies open */
/** @typedef {{seat: number|null, text: string}} Line of the log */

/** A summand with its sign, the first without a plus. @param {number} amount @param {boolean} first */
export function summand(amount, first) {
  return `${amount < 0 ? (first ? "−" : "− ") : first ? "" : "+ "}${figure(Math.abs(amount))}`;
}

/**
 * Everything there is to say of a hand that has ended: why, what each player's points are made of, the new totals.
 * Where nobody stops to look at the end, events have told most of it: only what is special is left.
 * @param {Over} over @param {WholeShowing} showing @param {readonly string[]} names
 * @returns {Line[]}
 */
export function tellEnd(over, showing, names) {
  const { account, points, scores } = over;
  const { pauses } = showing.round;
  const why = account ? fill(pauses ? `${account.title}. ${account.detail}` : account.detail, names) : "";
  const lines = why ? [{ seat: null, text: sentence(why) }] : [];
  if (!pauses) return [...lines, ...points.flatMap((_, seat) => nowHas(over, showing, names, seat))];
  const totals = listed(scores.map((score, seat) => `${names[seat]} ${figure(score)}`));
  const ofSeats = points.flatMap((_, seat) => ofSeat(over, showing, names, seat));
  return [...lines, ...ofSeats, { seat: null, text: `New totals: ${totals}.` }];
}

/**
 * A player's new total, if it is another.
 * @param {Over} over @param {WholeShowing} showing @param {readonly string[]} names @param {number} seat
 */
function nowHas({ points, scores }, { score: { one, many } }, names, seat) {
  const has = names[seat] === "You" ? "have" : "has";
  return points[seat] ? [{ seat, text: `${names[seat]} ${has} ${counted(scores[seat], one, many)} now.` }] : [];
}

/**
 * One player's part of it.
 * @param {Over} over @param {WholeShowing} showing @param {readonly string[]} names @param {number} seat
 */
function ofSeat({ account, points }, showing, names, seat) {
  const note = fill(account?.notes[seat] ?? "", names);
  const sum = account?.sums[seat] ?? [];
  const change = points[seat] ?? 0;
  const why = sum.length ? `: ${added(sum, change, names)}` : "";
  const got = sum.length || change ? `${gained(change, showing)}${why}.` : "";
  if (!note) return got ? [{ seat, text: `${names[seat]} ${got}` }] : [];
  return [{ seat, text: `${names[seat]}: ${sentence(note)} ${capital(got)}`.trim() }];
}

/** @param {number} change @param {WholeShowing} showing */
function gained(change, { score: { one, many } }) {
  return change ? `${change < 0 ? "lost" : "got"} ${counted(Math.abs(change), one, many)}` : `got no ${many}`;
}

/**
 * `42 (deadwood of Ann) − 10 (own deadwood) = 32`.
 * @param {Term[]} sum @param {number} points @param {readonly string[]} names
 */
function added(sum, points, names) {
  if (sum.length === 1) return fill(sum[0].text, names);
  const terms = sum.map(({ text, amount }, index) => `${summand(amount, !index)} (${fill(text, names)})`);
  return `${terms.join(" ")} = ${figure(points)}`;
}

/** @param {string} text */
function sentence(text) {
  const said = text.trim();
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
