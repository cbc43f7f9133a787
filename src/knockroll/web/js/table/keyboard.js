/** A whole game by keyboard. The help in ui/help_dialog.js lists the keys. */

import { prompt } from "../model/choices.js";
import { isYours, nameOf } from "../model/scene.js";
import { figure, signs, turnText } from "../model/words.js";
import { helpDialog } from "../ui/help_dialog.js";
import { say } from "../ui/speech.js";
import { positionOf } from "./context.js";

/** @import { TableState } from "../model/table_state.js" */
/** @import { Moves } from "./moves.js" */
/** @import { People } from "./people.js" */
/** @import { Playback } from "./playback.js" */
/** @import { Practice } from "./practice.js" */

/**
 * @typedef {object} KeyboardParts
 * @property {TableState} state
 * @property {HTMLElement} root
 * @property {Moves} moves
 * @property {People} people
 * @property {Playback} playback
 * @property {Practice} practice
 */

/** @param {EventTarget|null} target */
const isField = (target) =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/** Your hand, what lies open, and whose turn it is, in words. @param {TableState} state */
function spokenState(state) {
  const { view, showing, you } = state.scene;
  if (!view) return "";
  const { count } = view.reading ?? {};
  const counted = typeof count === "number" && showing.hand.count ? `, ${showing.hand.count} ${figure(count)}` : "";
  const held = view.hand?.length ? [`You hold ${signs(view.hand)}${counted}.`] : [];
  const lying = showing.middle.flatMap((part) => {
    const value = view[part.field];
    const top = Array.isArray(value) ? value.at(-1) : null;
    if (part.is === "pile") return top ? [`${part.label}: ${signs([top])}.`] : [];
    if (part.is === "dice") return Array.isArray(value) && value.length ? [`${part.label}: ${value.join(" ")}.`] : [];
    return part.is === "total" ? [`${part.label}: ${figure(Number(value))}.`] : [];
  });
  const turn = isYours(state.scene)
    ? `Your turn: ${prompt(positionOf(state))}`
    : turnText(nameOf(state.scene, view.turn));
  return [...held, ...lying, view.turn === null && you === null ? "" : turn].join(" ");
}

/** @param {KeyboardParts} parts @returns {() => void} stop listening */
export function listenKeys({ state, root, moves, people, playback, practice }) {
  /** The cards of your hand, or the dice. @returns {HTMLElement[]} */
  function pieces() {
    const nodes = [...root.querySelectorAll(".hand .mine, .dice .die")];
    return nodes.filter((node) => node instanceof HTMLElement);
  }

  /** @param {number} by */
  function step(by) {
    const list = pieces();
    const now = list.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = now < 0 ? (by > 0 ? 0 : list.length - 1) : (now + by + list.length) % list.length;
    list[next]?.focus({ preventScroll: true });
  }

  /** Move the focused card to another place in the hand. @param {number} by */
  function carry(by) {
    const list = pieces();
    const now = list.findIndex((node) => node === document.activeElement && node.dataset.card);
    const next = now + by;
    if (now >= 0 && next >= 0 && next < list.length) moves.place(list[now].dataset.card ?? "", next);
  }

  /**
   * What the bar offers, whatever is shown below it: before a game, while somebody who has just sat down is connected
   * again, and at the end of a hand. @type {Record<string, () => void>}
   */
  const always = {
    o: () => people.open(),
    e: () => people.react(),
    "?": () => helpDialog(state.scene.table?.game),
  };

  /** @type {Record<string, () => void>} */
  const simple = {
    l: () => moves.side(),
    w: () => say(spokenState(state)),
    i: () => practice.hint(),
    u: () => practice.takeBack(),
    Escape: () => moves.clear(),
    ArrowRight: () => step(1),
    ArrowDown: () => step(1),
    ArrowLeft: () => step(-1),
    ArrowUp: () => step(-1),
  };

  /** Choose a card or die by its number. @param {string} key */
  function choose(key) {
    const node = pieces()[(Number(key) + 9) % 10];
    node?.focus({ preventScroll: true });
    node?.click();
  }

  /** Handle a key. Returns whether it meant something. @param {string} key */
  function press(key) {
    if (always[key]) {
      always[key]();
      return true;
    }
    if (state.showdown) {
      if (key === "c") playback.continue();
      else if (key === "l") simple.l();
      return false;
    }
    if (!state.scene.view) return false;
    if (simple[key]) simple[key]();
    else if (/^\d$/.test(key)) choose(key);
    else return state.scene.you !== null && moves.key(key);
    return true;
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (isField(event.target)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key.startsWith("Arrow") && event.target instanceof Element && event.target.closest(".scroll")) return;
    const carries = event.shiftKey && { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (carries) carry(carries);
    if (carries || press(key)) event.preventDefault();
  }

  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}
