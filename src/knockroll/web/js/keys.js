/** A whole game by keyboard. The list for people is in dialogs.js. */

import { helpDialog } from "./dialogs.js";
import { isYours } from "./games/shared.js";
import { nameOf } from "./scene.js";
import { say } from "./speech.js";

/**
 * @param {HTMLElement} root
 * @param {{scene: () => any, game: () => any, ui: any, does: any}} at
 * @returns {() => void} stop listening
 */
export function listenKeys(root, { scene, game, ui, does }) {
  const pieces = () => [...root.querySelectorAll(game().dice ? ".dice .die" : ".hand .mine")];

  function step(by) {
    const list = pieces();
    if (!list.length) return;
    const at = list.indexOf(document.activeElement);
    list[at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length].focus({ preventScroll: true });
  }

  function speakState() {
    const { view, you } = scene();
    if (!view) return;
    const count = view.reading?.count !== null && view.reading?.count !== undefined ? `, ${view.reading.count_name} ${view.reading.count}` : "";
    const held = view.hand?.length ? `You hold ${view.hand.join(" ")}${count}. ` : "";
    const pile = view.discard ? `On the discard pile ${view.discard}. ` : "";
    say(`${held}${pile}${view.turn === you ? `Your turn: ${view.legal.join(", ")}` : `${nameOf(scene(), view.turn)} to move`}`);
  }

  const simple = {
    s: does.stock, d: does.discardPile, l: does.side, w: speakState, Escape: does.clear,
    ArrowRight: () => step(1), ArrowDown: () => step(1), ArrowLeft: () => step(-1), ArrowUp: () => step(-1),
    "?": () => helpDialog(scene().table?.game),
  };

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.target instanceof HTMLTextAreaElement) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key.startsWith("Arrow") && event.target instanceof Element && event.target.closest(".scroll")) return;
    if (ui.done) {
      if (key === "c") does.continue();
      else if (key === "?" || key === "l") simple[key]();
      return;
    }
    if (!scene().view) return;
    if (game().dice && "sdw".includes(key) && key !== "w") return;
    const done = simple[key] ?? number(key) ?? action(key);
    if (!done) return;
    event.preventDefault();
    done();
  }

  function number(key) {
    if (!/^\d$/.test(key)) return null;
    return () => {
      const node = pieces()[(Number(key) + 9) % 10];
      node?.focus({ preventScroll: true });
      node?.click();
    };
  }

  function action(key) {
    if (!scene().view || scene().you === null) return null;
    const list = game().actions(scene(), ui).filter((one) => one.key === key && (!one.hidden || isYours(scene())));
    const found = list.find((one) => one.move || one.mode) ?? list[0];
    return found ? () => does.act(found) : null;
  }

  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}
