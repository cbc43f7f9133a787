/** Settings, help and questions. */

import { element, h, patch } from "../draw/dom.js";
import { wholeShowing } from "../model/showing.js";
import { capital } from "../model/words.js";
import * as api from "../net/api.js";
import { settleFocus } from "./focus.js";
import { nameField } from "./name_field.js";
import { change, requestNotifications, settings, watch } from "./settings.js";

/** @import { Child } from "../draw/dom.js" */
/** @import { WholeShowing } from "../model/showing.js" */

/**
 * Show a dialog. It is drawn again when a setting changes or a `redraw` event comes, and removed when it is closed.
 * @param {string} title
 * @param {(box: HTMLDialogElement) => Child[]} content
 */
export function dialog(title, content) {
  const box = /** @type {HTMLDialogElement} */ (element(h("dialog", { "aria-label": title })));
  const close = { type: "button", "aria-label": "Close", on: { click: () => box.close() } };
  const draw = () => patch(box, [h("header", h("h2", title), h("button.quiet", close, "✕")), ...content(box)]);
  draw();
  document.body.append(box);
  const unwatch = watch(draw);
  box.addEventListener("redraw", draw);
  box.addEventListener("close", () => {
    unwatch();
    box.remove();
    settleFocus();
  });
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.showModal();
  return box;
}

// --- Settings -----------------------------------------------------------------------------------------------------

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

// --- Help ---------------------------------------------------------------------------------------------------------

const KEYS = [
  ["← →", "move between cards or dice"],
  ["Shift ← →", "move the card within your hand"],
  ["Enter or space", "choose the card or die"],
  ["1 … 9, 0", "choose the first, second … card or die"],
  ["Escape", "clear the selection"],
  ["c", "continue after a hand"],
  ["l", "scoreboard and log"],
  ["o", "people at the table"],
  ["e", "send a reaction"],
  ["w", "hear again whose turn it is and what you hold"],
  ["?", "this help"],
];

/** How to play with the pointer, depending on what the game is played with. @param {WholeShowing} showing */
function howToClick(showing) {
  const cards = "Click a pile to draw, then click a card to discard. You can also drag cards.";
  const select = "Click a pile to draw. Click cards to select them. You can also drag cards.";
  const several = showing.verbs.some(({ takes }) => takes === "cards" || takes === "place");
  const dice = showing.middle.some((part) => part.is === "dice" && part.choose) ? "Click dice to select them." : "";
  const lines = [showing.hand.size ? (several ? select : cards) : "", dice];
  return lines.filter(Boolean).join(" ");
}

/** The help: keys, and how to play with the pointer. @param {string} [name] of a game */
export async function helpDialog(name) {
  const game = name ? await api.game(name).catch(() => undefined) : undefined;
  const showing = game && wholeShowing(game.showing);
  const own = (showing?.verbs ?? []).map((verb) => {
    const follows = verb.follows ? " (takes what you selected first)" : "";
    return [verb.key, verb.phrase + follows];
  });
  dialog("How to play", () => [
    showing && h("p", showing.goal),
    showing && h("p", howToClick(showing)),
    h(
      "table.keys",
      h(
        "tbody",
        [...own, ...KEYS].map(([key, what]) =>
          h("tr", { key: what }, h("th", { scope: "row" }, keysOf(key)), h("td", capital(what))),
        ),
      ),
    ),
    game && h("p", h("a", { href: `/rules/${game.name}`, target: "_blank" }, `Rules of ${game.title}`)),
  ]);
}

/** One key, or two alternatives. @param {string} keys */
function keysOf(keys) {
  return keys.split(" or ").map((key, index) => [index > 0 && " or ", h("kbd", key)]);
}

// --- Questions ----------------------------------------------------------------------------------------------------

/**
 * A question with two answers.
 * @param {string} title @param {string} text @param {string} yes @param {string} no
 * @returns {Promise<boolean>}
 */
export async function ask(title, text, yes, no) {
  return (await question(title, text, [["yes", yes]], no)) !== null;
}

/**
 * A question with several answers, the first of which is the usual one. Returns null for none of them.
 * @template {string} Answer
 * @param {string} title @param {string} text @param {[Answer, string][]} answers each with its words
 * @param {string} none the words for none of them
 * @returns {Promise<Answer|null>}
 */
export function question(title, text, answers, none) {
  return new Promise((resolve) => {
    const box = dialog(title, (self) => {
      /** @param {Answer} answer */
      const give = (answer) => () => {
        resolve(answer);
        self.close();
      };
      return [
        h("p", text),
        h(
          "footer",
          answers.map(([answer, words], index) => {
            const props = { type: "button", key: answer, class: index ? "" : "primary", on: { click: give(answer) } };
            return h("button.action", props, words);
          }),
          h("button.action", { type: "button", key: "none", on: { click: () => self.close() } }, none),
        ),
      ];
    });
    box.addEventListener("close", () => resolve(null));
  });
}
