/** Cards and dice as parts of a page. */

import { cardName } from "../model/words.js";
import { back, face } from "./cards.js";
import { die } from "./dice.js";
import { drawn, h } from "./dom.js";
import { face as drawFace } from "./faces.js";

/** @import { Face } from "../model/types.js" */
/** @import { Props } from "./dom.js" */

/** The picture of a card. @param {string|null} card null: face down */
export function picture(card) {
  return card ? drawn(`face-${card}`, () => face(card)) : drawn("back", back);
}

/** The picture of a die. @param {number} number */
export function diePicture(number) {
  return drawn(`die-${number}`, () => die(number));
}

/** A card on the table. @param {string|null} card null: face down @param {Props} [props] */
export function card(card, props = {}) {
  const name = card ? { role: "img", "aria-label": cardName(card) } : { "aria-hidden": "true" };
  return h("span.card", { ...name, ...props }, picture(card));
}

/**
 * Cards or dice that show something, as one picture.
 * @param {readonly string[]} some cards ("Ah"), dice ("5"), or nothing for a card face down
 */
export function pieces(some) {
  const isDie = (/** @type {string} */ one) => /^\d$/.test(one);
  const name = some.map((one) => (isDie(one) ? `die ${one}` : one ? cardName(one) : "a card")).join(", ");
  const all = some.map((one, index) =>
    isDie(one)
      ? h("span.die", { key: index }, diePicture(Number(one)))
      : h("span.card", { key: index }, picture(one || null)),
  );
  return h("span.pieces", { role: "img", "aria-label": name }, all);
}

/** The features of computer players, by name. @type {Map<string, readonly Face[]>} */
const looks = new Map();

/** Know how the computer players of a game look. @param {readonly {name: string, look: readonly Face[]}[]} players */
export function knowFaces(players) {
  for (const { name, look } of players) looks.set(name, look);
}

/** The portrait of a player; what it stands for is said beside it. @param {string} name @param {Props} [props] */
export function portrait(name, props = {}) {
  const picture = drawn(`face-of-${name}`, () => drawFace(name, looks.get(name)));
  return h("span.portrait", { "aria-hidden": "true", ...props }, picture);
}

/** The cross over the cards of a player who is out. */
export function cross() {
  const box = { viewBox: "0 0 100 100", preserveAspectRatio: "none", role: "img", "aria-label": "out of the game" };
  return h("svg.cross", box, h("path", { d: "M6 6L94 94M94 6L6 94" }));
}
