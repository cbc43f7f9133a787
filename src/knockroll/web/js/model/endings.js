/** How a hand ended, in sentences for the log, for screen readers, and beside the cards. */

import { capital, counted, figure, fill, listed } from "./words.js";

/** @import { Term } from "./types.js" */
/** @import { WholeAccount, WholeShowing } from "./showing.js" */

/**
 * A hand that has just ended.
 * @typedef {object} Over
 * @property {WholeAccount|null} account the game's own words for it
 * @property {number[]} points
 * @property {number[]} winners
 * @property {number[]} scores after it
 * @property {(number|null)[]} counts
 * @property {boolean[]} wasOut by seat, whether the player was out before it
 * @property {boolean[]} out by seat, whether the player is out after it
 * @property {Record<number, Shown>} shown
 * @property {string[][]} marks of each seat
 * @property {string[][]} added by seat, the cards that the player added to the melds of another
 * @property {number|null} onto the seat whose melds they were added to
 */
/** @typedef {{cards: string[], melds: string[][]}} Shown a hand that lies open */
/**
 * A line of the log.
 * @typedef {object} Line
 * @property {number|null} seat
 * @property {string} text
 * @property {string} [covered] the text without its card, for a pile that no one may look through
 * @property {string} [whole] the text with its card, while that is covered
 */

/** The cards that others have added to the melds of a seat. @param {Over|null} over @param {number} seat */
export function addedTo(over, seat) {
  return over?.onto === seat ? over.added.flat() : [];
}

/** A term of a sum with its sign; the first has no plus. @param {number} amount @param {boolean} first */
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
 * Describe how a hand ended: why, how each player's points add up, and the new totals. If the game doesn't pause at
 * the end of a hand, the events have said most of that already, and only the rest is left.
 * @param {Over} over @param {WholeShowing} showing @param {readonly string[]} names
 * @returns {Line[]}
 */
export function describeEnd(over, showing, names) {
  const { account, points, scores } = over;
  const { pauses } = showing.round;
  const why = account ? fill(pauses ? `${account.title}. ${account.detail}` : account.detail, names) : "";
  const lines = why ? [{ seat: null, text: sentence(why) }] : [];
  if (!pauses) return [...lines, ...points.flatMap((_, seat) => newTotal(over, showing, names, seat))];
  const totals = listed(scores.map((score, seat) => `${names[seat]} ${figure(score)}`));
  const ofSeats = points.flatMap((_, seat) => describeSeat(over, showing, names, seat));
  return [...lines, ...ofSeats, { seat: null, text: `New totals: ${totals}.` }];
}

/**
 * A player's new total, if it has changed.
 * @param {Over} over @param {WholeShowing} showing @param {readonly string[]} names @param {number} seat
 */
function newTotal({ points, scores }, { score: { one, many } }, names, seat) {
  return points[seat] ? [{ seat, text: `${names[seat]}: ${counted(scores[seat], one, many)}.` }] : [];
}

/**
 * How the hand ended for one player.
 * @param {Over} over @param {WholeShowing} showing @param {readonly string[]} names @param {number} seat
 */
function describeSeat({ account, points }, showing, names, seat) {
  const note = fill(account?.notes[seat] ?? "", names);
  const sum = account?.sums[seat] ?? [];
  const change = points[seat] ?? 0;
  const how = sum.length ? added(sum, change) : "";
  const why = how && fill(/^(to|from) /.test(how) ? ` ${how}` : `: ${how}`, names); // `lost 1 chip to Ann`
  const got = sum.length || change ? `${describeChange(change, showing)}${why}.` : "";
  if (!note) return got ? [{ seat, text: `${names[seat]} ${got}` }] : [];
  return [{ seat, text: `${names[seat]}: ${sentence(note)} ${capital(got)}`.trim() }];
}

/** @param {number} change @param {WholeShowing} showing */
function describeChange(change, { score: { one, many } }) {
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
