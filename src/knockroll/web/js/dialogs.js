/** Settings, help and questions. */

import { element, h, patch } from "./dom.js";
import { change, settings } from "./settings.js";

/** Show a dialog; it is gone when it is closed. @param {string} title @param {() => any[]} content */
function dialog(title, content) {
  const box = /** @type {HTMLDialogElement} */ (element(h("dialog", { "aria-label": title })));
  const draw = () => patch(box, [
    h("header", null, h("h2", null, title), h("button.quiet", { type: "button", "aria-label": "Close", on: { click: () => box.close() } }, "✕")),
    ...content(draw, box),
  ]);
  draw();
  document.body.append(box);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.showModal();
  return box;
}

const CHOICES = {
  theme: ["Theme", { system: "As the system", light: "Light", dark: "Dark" }],
  speed: ["Speed", { slow: "Slow", normal: "Normal", fast: "Fast", off: "Off" }],
  sort: ["Sort the hand by", { melds: "Melds", rank: "Rank", suit: "Suit" }],
};
const SWITCHES = {
  sound: ["Sounds", "Short, synthesised: cards, knocks, dice"],
  fourColours: ["Four-colour deck", "Diamonds blue, clubs green"],
  bigCards: ["Big index cards", "One large rank and suit on each card"],
  confirm: ["Confirm a discard", "A click selects; a second step discards"],
  autoContinue: ["Continue by itself", "The next hand is dealt after eight seconds"],
};

/** The settings. */
export function settingsDialog() {
  dialog("Settings", (draw) => [
    h("label.field", null, h("span", null, "Your name"), h("input", { value: settings.name, maxlength: "40", autocomplete: "nickname", on: { change: (event) => change({ name: event.target.value.trim() }) } })),
    Object.entries(CHOICES).map(([key, [label, choices]]) => h("fieldset.choice", { key }, h("legend", null, label),
      h("div.segments", null, Object.entries(choices).map(([value, text]) => h("label", { key: value },
        h("input", { type: "radio", name: key, value, checked: settings[key] === value, on: { change: () => { change({ [key]: value }); draw(); } } }), h("span", null, text)))))),
    Object.entries(SWITCHES).map(([key, [label, help]]) => h("label.switch", { key },
      h("input", { type: "checkbox", role: "switch", checked: settings[key], on: { change: (event) => change({ [key]: event.target.checked }) } }),
      h("span", null, h("b", null, label), h("small", null, help)))),
  ]);
}

const KEYS = [
  ["s", "take the top card of the stock"], ["d", "take the top card of the discard pile"],
  ["← →", "go from card to card, or die to die"], ["Enter or space", "choose the card or die"], ["1 … 9, 0", "choose the first, second … card or die"],
  ["k", "knock, tunk or drop"], ["g", "gin"], ["x", "discard the selected card"], ["p", "lay a spread; pass"], ["h", "hit a spread with the selected card"],
  ["t", "throw the dice that are left (what you selected is kept)"], ["b", "bank (what you selected is kept)"],
  ["Escape", "undo the selection"], ["c", "continue to the next hand"], ["l", "scoreboard and log"], ["w", "say again whose turn it is and what you hold"], ["?", "this help"],
];

/** Keys, and how to play with the mouse. @param {string} [game] */
export function helpDialog(game) {
  dialog("How to play here", () => [
    h("p", null, "Click the stock or the discard pile to draw, then a card to discard it. You can also drag cards. Buttons below your hand say what else you can do, and what it would mean."),
    h("table.keys", null, h("tbody", null, KEYS.map(([key, what]) => h("tr", { key }, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, what))))),
    game ? h("p", null, h("a", { href: `/rules/${game}` }, "The rules of this game")) : null,
  ]);
}

/** A question with two answers. @param {string} title @param {string} text @param {string} yes @param {string} no @returns {Promise<boolean>} */
export function ask(title, text, yes, no) {
  return new Promise((resolve) => {
    const box = dialog(title, (draw, self) => [
      h("p", null, text),
      h("footer", null, h("button.action.primary", { type: "button", on: { click: () => { resolve(true); self.close(); } } }, yes), h("button.action", { type: "button", on: { click: () => self.close() } }, no)),
    ]);
    box.addEventListener("close", () => resolve(false));
  });
}
