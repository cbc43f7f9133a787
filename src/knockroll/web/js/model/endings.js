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

/** The words of a summand with its amount among them. @param {Term} term */
function withAmount({ text, amount }) {
  return text.replaceAll("{n}", figure(Math.abs(amount)));
}

/** @param {Term} term @param {boolean} first */
function signOf({ amount }, first) {
  return first ? "" : amount < 0 ? "− " : "+ ";
}

/**
 * A summand that says its amount in its words, `− your 10`; nothing if the number stands before the words.
 * @param {Term} term @param {boolean} first @param {readonly string[]} names
 */
export function saidWithAmount(term, first, names) {
  return term.text.includes("{n}") ? fill(`${signOf(term, first)}${withAmount(term)}`, names) : "";
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
  const why = sum.length ? fill(`: ${added(sum, change)}`, names) : "";
  const got = sum.length || change ? `${gained(change, showing)}${why}.` : "";
  if (!note) return got ? [{ seat, text: `${names[seat]} ${got}` }] : [];
  return [{ seat, text: `${names[seat]}: ${sentence(note)} ${capital(got)}`.trim() }];
}

/** @param {number} change @param {WholeShowing} showing */
function gained(change, { score: { one, many } }) {
  return change ? `${change < 0 ? "lost" : "got"} ${counted(Math.abs(change), one, many)}` : `got no ${many}`;
}

/**
 * `Ann's 42 − your 10 + 25 (gin bonus) = 57`, its places not yet filled in.
 * @param {Term[]} sum @param {number} points
 */
function added(sum, points) {
  if (sum.length === 1) return withAmount(sum[0]);
  const terms = sum.map((term, index) => {
    const number = summand(term.amount, !index);
    return term.text.includes("{n}") ? `${signOf(term, !index)}${withAmount(term)}` : `${number} (${term.text})`;
  });
  return `${terms.join(" ")} = ${figure(points)}`;
}

/** @param {string} text */
function sentence(text) {
  const said = text.trim();
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
