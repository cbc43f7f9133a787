/** The settings, saved in this browser. */

const KEY = "knockroll";

/**
 * A game against the computer, as it was set up last.
 * @typedef {object} Solo
 * @property {string[]} opponents the names of computer players; empty for a random one
 * @property {string|null} variant the set of rules
 * @property {Record<string, unknown>} options the changed options
 * @property {boolean} practice whether it is played at a practice table
 * @property {import("../model/levels.js").Level} [level] of opponents that are not chosen by name
 */

/**
 * @typedef {object} Settings
 * @property {string} name
 * @property {"system"|"light"|"dark"} theme
 * @property {"slow"|"normal"|"fast"|"off"} speed
 * @property {boolean} sound
 * @property {boolean} fourColours
 * @property {boolean} bigCards
 * @property {"green"|"blue"|"red"|"grey"} felt
 * @property {"blue"|"red"|"green"|"black"} back of the cards
 * @property {number} cardSize in percent of what fits
 * @property {boolean} leftHanded
 * @property {"touch"|"always"|"never"} confirm when a card is selected first and discarded with a second tap
 * @property {import("../model/arrangement.js").Sorting} sort
 * @property {boolean} autoContinue
 * @property {import("../model/levels.js").Level} level the one that was chosen last, in any game
 * @property {Record<string, Partial<Solo>>} solo the last game against the computer, by game
 * @property {boolean} chime whether a chime calls you when you are away
 * @property {boolean} vibrate whether the phone vibrates then
 * @property {boolean} notify whether a notification is shown while you look at another tab or window
 * @property {boolean} notifyAsked whether you have been asked about notifications
 * @property {boolean} reactions whether reactions are shown
 * @property {string[]} warned the bold moves that you have been asked about, each as game and verb
 * @property {boolean} warnBlunders whether you are asked before a blunder at a practice table
 * @property {boolean} briefly whether others' moves are said as one sentence before your turn
 * @property {boolean} tips whether the first table of a game begins with a sentence about it
 * @property {string[]} toldGames the games whose sentence has been put away
 */

/** @type {Settings} */
const DEFAULTS = {
  name: "",
  theme: "system",
  speed: "normal",
  sound: true,
  fourColours: false,
  bigCards: false,
  felt: "green",
  back: "blue",
  cardSize: 100,
  leftHanded: false,
  confirm: "touch",
  sort: "melds",
  autoContinue: false,
  chime: true,
  vibrate: true,
  notify: false,
  notifyAsked: false,
  level: "medium",
  solo: {},
  reactions: true,
  warned: [],
  warnBlunders: true,
  briefly: false,
  tips: true,
  toldGames: [],
};

/** The least and the most that cards are scaled to, in percent, and the steps between. */
export const CARD_SIZES = [60, 100, 5];

/** Milliseconds of an animation, and of the pause after another player's move. */
const TIMES = {
  slow: { move: 700, pause: 900 },
  normal: { move: 420, pause: 450 },
  fast: { move: 170, pause: 90 },
  off: { move: 0, pause: 0 },
};

/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {Settings} */
function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof kept.confirm === "boolean") kept.confirm = kept.confirm ? "always" : DEFAULTS.confirm; // as in 0.1.0
    return { ...DEFAULTS, ...kept };
  } catch {
    return { ...DEFAULTS };
  }
}

/** The current settings: read them here, change them with `change`. */
export const settings = load();

/** @param {Partial<Settings>} some */
export function change(some) {
  Object.assign(settings, some);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage one can still play.
  }
  applySettings();
  for (const listener of listeners) listener();
}

/** @param {() => void} listener called after every change @returns {() => void} stop listening */
export function watch(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ask for permission to show notifications, if need be. Only to be called when the person has just clicked. */
export async function requestNotifications() {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
dark.addEventListener("change", applySettings);

/** Set the classes of the document that the style sheets know. */
export function applySettings() {
  const root = document.documentElement.classList;
  root.toggle("dark", settings.theme === "dark" || (settings.theme === "system" && dark.matches));
  root.toggle("four-colours", settings.fourColours);
  root.toggle("big-cards", settings.bigCards);
  root.toggle("left-handed", settings.leftHanded);
  for (const name of [...root]) if (/^(felt|back)-/.test(name)) root.remove(name);
  root.add(`felt-${settings.felt}`, `back-${settings.back}`);
}

let touches = matchMedia("(pointer: coarse)").matches;
document.addEventListener("pointerdown", ({ pointerType }) => (touches = pointerType === "touch"), { capture: true });
document.addEventListener("keydown", () => (touches = false), { capture: true });

/** Whether the person uses a finger, as far as is known. */
export const touched = () => touches;

/** Whether a card is selected first and played with a second tap: a finger is less precise than a pointer or a key. */
export function confirms() {
  return settings.confirm === "always" || (settings.confirm === "touch" && touches);
}

/** @returns {{move: number, pause: number}} */
export function times() {
  const chosen = TIMES[settings.speed] ?? TIMES.normal;
  return still.matches ? { move: 0, pause: chosen.move + chosen.pause } : chosen;
}
