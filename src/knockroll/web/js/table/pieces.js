/** Cards, fans and dice as parts of a page. */

import { back, cardName, face } from "../cards.js";
import { drawn, h } from "../dom.js";

/** A card that lies there. @param {string|null} card null: face down @param {Record<string, any>} [props] */
export function card(card, props = {}) {
  const picture = card ? drawn(`face-${card}`, () => face(card)) : drawn("back", back);
  const name = card ? { role: "img", "aria-label": cardName(card) } : { "aria-hidden": "true" };
  return h("span.card", { ...name, ...props }, picture);
}

/** Cards that overlap. @param {(string|null)[]} cards @param {Record<string, any>} [props] */
export function fan(cards, props = {}, key = (_, index) => `b${index}`) {
  return h("span.fan", { ...props, style: { "--n": cards.length, ...props.style } },
    cards.map((one, index) => card(one, { key: key(one, index), "data-card": one ?? undefined })));
}
