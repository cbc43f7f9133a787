/** A hand in the order that its player has given it. */

import { inSorting } from "./arrangement.js";

/** @import { Reading } from "./types.js" */

/**
 * Put a hand into its saved order, with cards drawn since at the end. If fewer than half of the cards are in that
 * order, the hand is a new one, and is sorted by melds.
 * @param {readonly string[]} hand @param {readonly string[]} order @param {Reading|null|undefined} reading
 */
export function ordered(hand, order, reading) {
  const placed = order.filter((card) => hand.includes(card));
  if (placed.length * 2 < hand.length) return inSorting(hand, reading, "melds").flatMap(({ cards }) => cards);
  return [...placed, ...hand.filter((card) => !placed.includes(card))];
}

/**
 * Move a card to another place.
 * @param {readonly string[]} cards @param {string} card @param {number} place among the others
 */
export function moved(cards, card, place) {
  const others = cards.filter((one) => one !== card);
  return [...others.slice(0, place), card, ...others.slice(place)];
}
