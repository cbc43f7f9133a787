/** Reactions: short remarks that people at the table send each other, shown for a few seconds at their seats. */

import { element, h } from "../draw/dom.js";
import { nameOf } from "../model/scene.js";
import * as api from "../net/api.js";
import { dialog } from "../ui/dialogs.js";
import { settings } from "../ui/settings.js";
import { say } from "../ui/speech.js";

/** @import { Reaction } from "../model/types.js" */
/** @import { Scene } from "../model/scene.js" */
/** @import { TableConnection } from "../net/connection.js" */

/** Milliseconds that a reaction is shown. */
const SEEN = 4500;
const MARGIN = 8;

/** The reactions on show, by seat. @type {Map<number, {bubble: HTMLElement, timer: number}>} */
const seen = new Map();

/** The element that holds the bubbles. */
function layer() {
  const found = document.getElementById("said");
  if (found) return found;
  const made = element(h("div", { id: "said", "aria-hidden": "true" }));
  document.body.append(made);
  return made;
}

/**
 * Show and say what someone at the table has said.
 * @param {Scene} scene @param {HTMLElement} root @param {number} seat @param {string} name of the reaction
 */
export async function hear(scene, root, seat, name) {
  if (!settings.reactions) return;
  const reaction = (await api.reactions().catch(() => [])).find((one) => one.name === name);
  if (!reaction || !scene.table) return;
  say(`${nameOf(scene, seat)}: ${reaction.words}`);
  show(placeOf(root, seat, seat === scene.you), seat, reaction);
}

/** Where a player sits: beside their name. @param {HTMLElement} root @param {number} seat @param {boolean} isYou */
function placeOf(root, seat, isYou) {
  const own = isYou ? root.querySelector(".own") : null;
  const found = own?.querySelector(".plate") ? own : root.querySelector(`[data-seat="${seat}"]`);
  return found?.querySelector(".plate, .name") ?? found ?? root.querySelector(".felt");
}

/** @param {Element|null} beside @param {number} seat @param {Reaction} reaction */
function show(beside, seat, { symbol, words }) {
  forget(seat);
  const place = beside?.getBoundingClientRect();
  if (!place) return;
  const bubble = /** @type {HTMLElement} */ (element(h("p.bubble", h("b", symbol), h("span", words))));
  layer().append(bubble);
  const { width, height } = bubble.getBoundingClientRect();
  const left = place.left + (place.width - width) / 2;
  const above = place.top - height - MARGIN;
  const top = above < MARGIN ? place.bottom + MARGIN : above;
  bubble.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`;
  bubble.style.top = `${Math.max(MARGIN, Math.min(top, innerHeight - height - MARGIN))}px`;
  makeRoom(bubble);
  seen.set(seat, { bubble, timer: window.setTimeout(() => forget(seat), SEEN) });
}

/** Move a bubble below others that are in its way. @param {HTMLElement} bubble */
function makeRoom(bubble) {
  for (const other of [...seen.values()]
    .map((one) => one.bubble.getBoundingClientRect())
    .sort((a, b) => a.top - b.top)) {
    const { left, right, top, bottom } = bubble.getBoundingClientRect();
    const apart = right < other.left || left > other.right || bottom < other.top || top > other.bottom;
    if (!apart) bubble.style.top = `${other.bottom + MARGIN / 2}px`;
  }
}

/** @param {number} seat */
function forget(seat) {
  const found = seen.get(seat);
  if (!found) return;
  clearTimeout(found.timer);
  found.bubble.remove();
  seen.delete(seat);
}

/** Remove all bubbles. */
export function forgetAll() {
  for (const seat of [...seen.keys()]) forget(seat);
}

/** The buttons of the reactions. @param {Reaction[]} reactions @param {(name: string) => void} choose */
function buttons(reactions, choose) {
  return h(
    "div.reactions",
    { role: "group", "aria-label": "Reactions" },
    reactions.map(({ name, words, symbol }, index) => {
      const props = { type: "button", key: name, "aria-keyshortcuts": String(index + 1) };
      const click = () => choose(name);
      return h(
        "button.reaction",
        { ...props, on: { click } },
        h("b", { "aria-hidden": "true" }, symbol),
        h("span", words),
        h("kbd", { "aria-hidden": "true" }, index + 1),
      );
    }),
  );
}

/**
 * Let the person choose what to say, by a click or a number. The dialog opens before the reactions are there, so that
 * a number which comes at once does not choose a card instead.
 * @param {TableConnection} connection
 */
export function reactionDialog(connection) {
  /** @type {Reaction[]} */
  let known = [];
  const coming = api.reactions().catch(() => []);
  /** @param {string|undefined} name */
  const choose = (name) => {
    if (!name || !box.open) return;
    box.close();
    connection.react(name);
  };
  const box = dialog("Send a reaction", () => [buttons(known, choose)]);
  box.addEventListener("keydown", async ({ key }) => choose((await coming)[Number(key) - 1]?.name));
  coming.then((reactions) => {
    known = reactions;
    box.dispatchEvent(new Event("redraw"));
  });
}
