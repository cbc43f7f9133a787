/** A belief map as the replay shows it: for each card, how likely another player held it, and whether one did. */

/** @import { BeliefMap } from "./types.js" */

/**
 * @typedef {object} Belief
 * @property {string} state where the seat saw the card; empty if it did not
 * @property {number} held the chance that another player held it
 * @property {number[]} shares the chance of each seat; 0 for the seat itself
 * @property {number|null} really the other seat that held it, if one did
 */

/**
 * @param {BeliefMap} map @param {readonly (readonly string[])[]} hands all hands, face up
 * @returns {Record<string, Belief>}
 */
export function beliefsOf(map, hands) {
  return Object.fromEntries(
    map.cards.map((card, index) => {
      const shares = map.hands[index].map((share, seat) => (seat === map.seat ? 0 : share));
      const holder = hands.findIndex((cards, seat) => seat !== map.seat && cards.includes(card));
      const held = shares.reduce((sum, share) => sum + share, 0);
      const state = { hand: "in hand", table: "seen on the table" }[map.seen[index]] ?? "";
      return [card, { state, held, shares, really: holder < 0 ? null : holder }];
    }),
  );
}
