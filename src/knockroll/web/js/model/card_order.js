/** A hand in the order that its player has given it. */

import { inSorting } from "./arrangement.js";

/** @import { Reading } from "./types.js" */

/**
 * The hand in the order it was put into: what has been drawn since comes last. Where most cards are others, the hand is
 * a new one, and nobody has put it into any order yet.
 * @param {readonly string[]} hand @param {readonly string[]} order @param {Reading|null|undefined} reading
 */
export function ordered(hand, order, reading) {
  const placed = order.filter((card) => hand.includes(card));
  if (placed.length * 2 < hand.length) return inSorting(hand, reading, "melds").flatMap(({ cards }) => cards);
  return [...placed, ...hand.filter((card) => !placed.includes(card))];
}

/** @param {readonly string[]} cards @param {string} card @param {number} place among the others */
export function moved(cards, card, place) {
  const others = cards.filter((one) => one !== card);
  return [...others.slice(0, place), card, ...others.slice(place)];
}
