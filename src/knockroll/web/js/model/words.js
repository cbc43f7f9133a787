/**
 * Filling in the placeholders of a text, as knockroll.engine.words does in Python.
 *
 * `{0}`, `{1}` … are the players in these seats, `{who}` is the player an event is about; `{0's}` is the possessive,
 * "your" or "Ann's". A part in square brackets is left out if a placeholder in it is empty. Inside a sentence, "You"
 * becomes "you".
 */

/** @import { Happening } from "./types.js" */
/** @import { WholeEvent, WholeHappening } from "./showing.js" */

/** @type {Record<string, string>} */
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const PLACE = /\{(\w+)('s)?\}/g;

/** @type {Record<string, string>} */
const RANK_NAMES = {
  A: "ace",
  2: "2",
  3: "3",
  4: "4",
  5: "5",
  6: "6",
  7: "7",
  8: "8",
  9: "9",
  T: "10",
  J: "jack",
  Q: "queen",
  K: "king",
};
/** @type {Record<string, string>} */
const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** A card as people write it: `10♠` for `Ts`. @param {string} card */
export function sign(card) {
  return (card[0] === "T" ? "10" : card[0]) + SIGNS[card[1]];
}

/** Cards as people write them. @param {readonly string[]} cards */
export function signs(cards) {
  return cards.map(sign).join(" ");
}

/** @param {string} card such as "7h" @returns {string} "7 of hearts" */
export function cardName(card) {
  return `${RANK_NAMES[card[0]]} of ${SUIT_NAMES[card[1]]}`;
}

/** `a, b and c`. @param {readonly string[]} words @param {string} [last] the word before the last */
export function listed(words, last = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** A number as people write it: `1,250`, with a real minus sign. @param {number} number */
export function figure(number) {
  return `${number < 0 ? "−" : ""}${Math.abs(number).toLocaleString("en")}`;
}

/** A number with its sign. @param {number} number */
export function signed(number) {
  return number > 0 ? `+${figure(number)}` : figure(number);
}

/** `1 card`, `2 cards`. @param {number} number @param {string} one @param {string} many */
export function counted(number, one, many) {
  return `${figure(number)} ${Math.abs(number) === 1 ? one : many}`;
}

/** `2–10 players`. @param {number} least @param {number} most */
export function seatsText(least, most) {
  return least === most ? counted(least, "player", "players") : `${least}–${most} players`;
}

/** `Ann's turn`, `Your turn`. @param {string} name "You" for the reader */
export function turnText(name) {
  return name === "You" ? "Your turn" : `${name}'s turn`;
}

/** The text with a capital first letter. @param {string} text */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/**
 * Fill in the placeholders of a text.
 * @param {string} text
 * @param {readonly string[]} names the names of the seats, "You" for the reader
 * @param {Record<string, string>} [places]
 */
export function fill(text, names, places = {}) {
  /** @param {string} name */
  const value = (name) =>
    /^\d+$/.test(name) ? (names[Number(name)] ?? `Seat ${Number(name) + 1}`) : places[name] || "";
  const whole = text.replace(/\[([^\]]*)\]/g, (_, inner) =>
    [...inner.matchAll(PLACE)].every(([, name]) => value(name)) ? inner : "",
  );
  return whole.replace(PLACE, (_, name, possessive, at) => {
    const said = possessive ? possessiveOf(value(name)) : value(name);
    const begins = at === 0 || /[.!?]\s*$/.test(whole.slice(0, at));
    return begins ? capital(said) : said.replace(/\bYou(r?)\b/g, "you$1");
  });
}

/** `your`, `Ann's`. @param {string} name */
function possessiveOf(name) {
  return name === "You" || name === "you" ? `${name}r` : `${name}'s`;
}

/**
 * The values of the placeholders in an event's text.
 * @param {WholeEvent} event @param {readonly string[]} names
 * @returns {Record<string, string>}
 */
export function placesOf(event, names) {
  return {
    who: event.seat === null ? "" : fill(`{${event.seat}}`, names),
    cards: signs(event.cards),
    dice: event.dice.join(" "),
    n: event.points.length ? event.points[0].toLocaleString("en") : "",
    count: event.count ? String(event.count) : "",
    target: event.target,
    winners: listed(event.winners.map((seat) => fill(`{${seat}}`, names))),
  };
}

/** @type {WholeHappening} */
const UNTOLD = { text: "", short: "", cue: "", banner: "", tone: "", stands_out: false };

/**
 * The words for an event: those for its kind and source, those for its kind, or a default.
 * @param {Record<string, Happening>} events @param {WholeEvent} event
 * @returns {WholeHappening}
 */
export function happening(events, event) {
  const found = events[`${event.kind} ${event.source}`] ?? events[event.kind];
  if (found) return { ...UNTOLD, ...found };
  return { ...UNTOLD, text: event.seat === null ? event.kind : `{who}: ${event.text || event.kind}` };
}

/**
 * An event as a sentence; empty if it is not worth one.
 * @param {Record<string, Happening>} events @param {WholeEvent} event @param {readonly string[]} names
 */
export function tell(events, event, names) {
  return fill(happening(events, event).text, names, placesOf(event, names));
}
