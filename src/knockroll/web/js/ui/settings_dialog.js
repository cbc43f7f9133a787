/** The settings as a dialog. */

import { h } from "../draw/dom.js";
import { dialog } from "./dialogs.js";
import { nameField } from "./name_field.js";
import { change, requestNotifications, settings } from "./settings.js";

/** @typedef {"theme"|"speed"|"sort"|"confirm"} Choice */
/** @type {[Choice, string, Record<string, string>][]} */
const CHOICES = [
  ["theme", "Theme", { system: "System", light: "Light", dark: "Dark" }],
  ["speed", "Speed", { slow: "Slow", normal: "Normal", fast: "Fast", off: "Instant" }],
  ["sort", "Sort the hand by", { melds: "Melds", rank: "Rank", suit: "Suit", own: "Manual" }],
  ["confirm", "Tap twice to discard", { touch: "On touch screens", always: "Always", never: "Never" }],
];
/** @typedef {"sound"|"chime"|"vibrate"|"notify"|"reactions"} Heard */
/** @typedef {Heard|"fourColours"|"bigCards"|"autoContinue"|"briefly"} Switch */
/** @type {[Switch, string, string][]} */
const SWITCHES = [
  ["sound", "Sounds", "Short sounds for cards, knocks and dice"],
  ["chime", "Chime on your turn", "If you've been away or in another tab"],
  ["vibrate", "Vibrate on your turn", "On a phone, if you've been away"],
  ["notify", "Notify on your turn", "When the page is in the background (your browser will ask)"],
  ["fourColours", "Four-colour deck", "Diamonds blue, clubs green"],
  ["bigCards", "Large-print cards", "One large rank and suit on each card"],
  ["autoContinue", "Auto-continue", "Deals the next hand after 8 seconds"],
  ["reactions", "Reactions", "See, hear and send reactions at the table"],
  ["briefly", "Shorter speech", "Screen readers hear the others' moves as one sentence before your turn"],
];

/** The settings. */
export function settingsDialog() {
  dialog("Settings", () => [
    nameField("field"),
    CHOICES.map(([key]) => settingChoice(key)),
    SWITCHES.map(([key, label, help]) => {
      /** @param {{target: HTMLInputElement}} event */
      const changed = async ({ target }) =>
        change({ [key]: target.checked && (key !== "notify" || (await requestNotifications())) });
      const input = { type: "checkbox", role: "switch", checked: settings[key], on: { change: changed } };
      return h("label.switch", { key }, h("input", input), h("span", h("b", label), h("small", help)));
    }),
  ]);
}

/** A setting with several choices. @param {Choice} key */
export function settingChoice(key) {
  const [, label, choices] = CHOICES.find(([name]) => name === key) ?? CHOICES[0];
  const all = Object.entries(choices).map(([value, text]) => segment(key, value, text));
  return h("fieldset.choice", { key }, h("legend", label), h("div.segments", all));
}

/** @param {Choice} key @param {string} value @param {string} text */
function segment(key, value, text) {
  const changed = () => change({ [key]: value });
  const input = { type: "radio", name: key, value, checked: settings[key] === value, on: { change: changed } };
  return h("label", { key: value }, h("input", input), h("span", text));
}
