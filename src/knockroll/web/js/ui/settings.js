/** What a person has chosen; kept in this browser. */

const KEY = "knockroll";

/**
 * A game against the computer, as it was set up last.
 * @typedef {object} Solo
 * @property {string[]} opponents names of computer players; nothing for somebody who is drawn by lot
 * @property {string|null} variant
 * @property {Record<string, unknown>} options what was changed about the rules
 */

/**
 * @typedef {object} Settings
 * @property {string} name
 * @property {"system"|"light"|"dark"} theme
 * @property {"slow"|"normal"|"fast"|"off"} speed
 * @property {boolean} sound
 * @property {boolean} fourColours
 * @property {boolean} bigCards
 * @property {"touch"|"always"|"never"} confirm when a card is selected first and played in a second step
 * @property {import("../model/arrangement.js").Sorting} sort
 * @property {boolean} autoContinue
 * @property {Record<string, Partial<Solo>>} solo what was played alone last, by game
 * @property {boolean} chime whether a chime calls who does not look to their turn
 * @property {boolean} vibrate and whether the phone does
 * @property {boolean} notify and whether a notification does, in another tab or window
 * @property {boolean} notifyAsked whether somebody who came back has been asked for that
 * @property {boolean} reactions whether what others say is seen and heard
 */

/** @type {Settings} */
const DEFAULTS = {
  name: "",
  theme: "system",
  speed: "normal",
  sound: false,
  fourColours: false,
  bigCards: false,
  confirm: "touch",
  sort: "melds",
  autoContinue: false,
  chime: true,
  vibrate: true,
  notify: false,
  notifyAsked: false,
  solo: {},
  reactions: true,
};

/** How long things take, in milliseconds: a movement, and the pause after somebody else's move. */
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

/** The settings as they are now: read them, change them with `change`. */
export const settings = load();

/** @param {Partial<Settings>} some */
export function change(some) {
  Object.assign(settings, some);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  dress();
  for (const listener of listeners) listener();
}

/** @param {() => void} listener called after every change @returns {() => void} stop listening */
export function watch(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether notifications may be shown, asked of the person if need be: only to be called on an action of theirs. */
export async function mayNotify() {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
dark.addEventListener("change", dress);

/** Put what is only a matter of style on the document. */
export function dress() {
  const root = document.documentElement.classList;
  root.toggle("dark", settings.theme === "dark" || (settings.theme === "system" && dark.matches));
  root.toggle("four-colours", settings.fourColours);
  root.toggle("big-cards", settings.bigCards);
}

let touches = matchMedia("(pointer: coarse)").matches;
document.addEventListener("pointerdown", ({ pointerType }) => (touches = pointerType === "touch"), { capture: true });
document.addEventListener("keydown", () => (touches = false), { capture: true });

/** Whether a card that is pointed at now is selected first: a finger is not as sure as a pointer or a key. */
export function confirms() {
  return settings.confirm === "always" || (settings.confirm === "touch" && touches);
}

/** @returns {{move: number, pause: number}} */
export function times() {
  const chosen = TIMES[settings.speed] ?? TIMES.normal;
  return still.matches ? { move: 0, pause: chosen.move + chosen.pause } : chosen;
}
