/** The settings as a dialog: in groups, with a preview of the table beside what changes its look. */

import { h } from "../draw/dom.js";
import { card } from "../draw/pieces.js";
import { dialog } from "./dialogs.js";
import { nameField } from "./name_field.js";
import { CARD_SIZES, change, requestNotifications, settings } from "./settings.js";

/** @typedef {"theme"|"speed"|"sort"|"confirm"|"felt"|"back"} Choice */
/** @type {Record<Choice, [string, Record<string, string>]>} */
const CHOICES = {
  theme: ["Theme", { system: "System", light: "Light", dark: "Dark" }],
  felt: ["Felt", { green: "Green", blue: "Blue", red: "Red", grey: "Grey" }],
  back: ["Card backs", { blue: "Blue", red: "Red", green: "Green", black: "Black" }],
  speed: ["Speed", { slow: "Slow", normal: "Normal", fast: "Fast", off: "Instant" }],
  sort: ["Sort the hand by", { melds: "Melds", rank: "Rank", suit: "Suit", own: "Manual" }],
  confirm: ["Tap twice to discard", { touch: "On touch screens", always: "Always", never: "Never" }],
};
/** Choices that are shown as colours. @type {Choice[]} */
const COLOURED = ["felt", "back"];
/** @typedef {"sound"|"chime"|"vibrate"|"notify"|"reactions"|"briefly"} Heard */
/** @typedef {Heard|"fourColours"|"bigCards"|"autoContinue"|"leftHanded"|"tips"|"warnBlunders"} Switch */
/** @type {Record<Switch, [string, string]>} */
const SWITCHES = {
  fourColours: ["Four-colour deck", "Diamonds blue, clubs green"],
  bigCards: ["Large-print cards", "One large rank and suit on each card"],
  leftHanded: ["Left-handed", "Scores, piles and buttons change sides"],
  autoContinue: ["Auto-continue", "Deals the next hand after 8 seconds"],
  warnBlunders: ["Warn before a blunder", "At practice tables, if a move would give away a lot"],
  tips: ["Tips", "One sentence at your first table of each game"],
  sound: ["Sounds", "Short sounds for cards, knocks and dice"],
  chime: ["Chime on your turn", "If you've been away or in another tab"],
  vibrate: ["Vibrate on your turn", "On a phone, if you've been away"],
  notify: ["Notify on your turn", "When the page is in the background (your browser will ask)"],
  reactions: ["Reactions", "See, hear and send reactions at the table"],
  briefly: ["Shorter speech", "Screen readers hear the others' moves as one sentence before your turn"],
};
/** The cards of the preview: three suits, so that their colours can be told apart; and a back. */
const PREVIEWED = ["Qh", "Td", "7c", null];

/** The settings. */
export function settingsDialog() {
  dialog("Settings", () => [
    nameField("field"),
    group("Look", [
      preview(),
      settingChoice("theme"),
      settingChoice("felt"),
      settingChoice("back"),
      sizeSlider(),
      setting("fourColours"),
      setting("bigCards"),
    ]),
    group("Play", [
      settingChoice("speed"),
      settingChoice("sort"),
      settingChoice("confirm"),
      setting("autoContinue"),
      setting("leftHanded"),
      setting("warnBlunders"),
      setting("tips"),
    ]),
    group("Sounds and alerts", [setting("sound"), setting("chime"), setting("vibrate"), setting("notify")]),
    group("Company", [setting("reactions"), setting("briefly")]),
  ]);
}

/** @param {string} title @param {import("../draw/dom.js").VNode[]} all */
function group(title, all) {
  return h("section.setting-group", { key: title, "aria-label": title }, h("h3", title), all);
}

/** Some cards on the felt, as they would look. */
function preview() {
  const cards = PREVIEWED.map((one, index) => card(one, { key: index }));
  return h("div.setting-preview", { key: "preview", style: { "--size": settings.cardSize / 100 } }, cards);
}

/** A setting with several choices. @param {Choice} key */
export function settingChoice(key) {
  const [label, choices] = CHOICES[key];
  const all = Object.entries(choices).map(([value, text]) => segment(key, value, text));
  return h("fieldset.choice", { key }, h("legend", label), h("div.segments", all));
}

/** @param {Choice} key @param {string} value @param {string} text */
function segment(key, value, text) {
  const changed = () => change({ [key]: value });
  const input = { type: "radio", name: key, value, checked: settings[key] === value, on: { change: changed } };
  const swatch = COLOURED.includes(key) && h("i.swatch", { class: `${key}-${value}`, "aria-hidden": "true" });
  return h("label", { key: value }, h("input", input), h("span", swatch, text));
}

/** A setting that is on or off. @param {Switch} key */
function setting(key) {
  const [label, help] = SWITCHES[key];
  /** @param {{target: HTMLInputElement}} event */
  const changed = async ({ target }) =>
    change({ [key]: target.checked && (key !== "notify" || (await requestNotifications())) });
  const input = { type: "checkbox", role: "switch", checked: settings[key], on: { change: changed } };
  return h("label.switch", { key }, h("input", input), h("span", h("b", label), h("small", help)));
}

/** How large cards are, at most as large as the window allows. */
function sizeSlider() {
  const [least, most, step] = CARD_SIZES;
  const said = settings.cardSize === most ? "as large as fits" : `${settings.cardSize}%`;
  /** @param {{target: HTMLInputElement}} event */
  const moved = ({ target }) => change({ cardSize: Number(target.value) });
  const input = { type: "range", min: least, max: most, step, value: settings.cardSize, "aria-valuetext": said };
  return h(
    "label.slider",
    { key: "size" },
    h("span", h("b", "Card size"), h("output", said)),
    h("input.scrubber", { ...input, "aria-label": "Card size", on: { input: moved } }),
  );
}
