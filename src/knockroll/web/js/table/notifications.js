/** Notifications that it is your turn, for when you look elsewhere: the tab, a chime, a vibration, a notification. */

import { h } from "../draw/dom.js";
import { prompt } from "../model/choices.js";
import { hasCompany } from "../model/company.js";
import { isRunning, isYours } from "../model/scene.js";
import { change, requestNotifications, settings } from "../ui/settings.js";
import * as sound from "../ui/sound.js";
import { positionOf } from "./context.js";

/** @import { TableState } from "../model/table_state.js" */
/** @import { TableContext } from "./context.js" */

/** @typedef {ReturnType<typeof createNotifications>} Notifications */

/** After this many milliseconds without a touch, you may not be looking. */
const IDLE = 15_000;
const BUZZ = [60, 80, 60];
const SIGNS = ["pointerdown", "pointermove", "keydown"];

/** @param {TableContext} context */
export function createNotifications({ state, render }) {
  let touched = performance.now();
  /** @type {Notification|null} */
  let shown = null;

  const touch = () => {
    touched = performance.now();
  };
  const elsewhere = () => document.hidden || !document.hasFocus();

  /** If you leave the tab in company, you are asked on coming back whether you want notifications. */
  function lookedAway() {
    const { table, you, result } = state.scene;
    if (!document.hidden) hush();
    else if (table?.status === "running" && you !== null && !result && hasCompany(table, you)) state.wasAway = true;
    render();
  }

  function hush() {
    shown?.close();
    shown = null;
  }

  for (const sign of SIGNS) document.addEventListener(sign, touch, { passive: true });
  document.addEventListener("visibilitychange", lookedAway);

  return {
    /** It has just become the person's turn. */
    turn() {
      const away = elsewhere() || performance.now() - touched > IDLE;
      if (settings.sound) sound.play("turn");
      else if (away && settings.chime) sound.chime();
      if (away && settings.vibrate) navigator.vibrate?.(BUZZ);
      if (elsewhere()) shown = notification(state) ?? shown;
    },

    /** What the tab shows. */
    redraw() {
      const { scene } = state;
      const yours = isRunning(scene) && isYours(scene) && !scene.result;
      if (!yours) hush();
      dressTab(scene.table?.title ?? "", yours);
    },

    /** @param {boolean} yes */
    async answer(yes) {
      const notify = yes && (await requestNotifications());
      change({ notify, notifyAsked: true });
    },

    stop() {
      hush();
      dressTab("", false);
      for (const sign of SIGNS) document.removeEventListener(sign, touch);
      document.removeEventListener("visibilitychange", lookedAway);
    },
  };
}

/** @param {string} title of the table @param {boolean} yours whether it is your turn */
function dressTab(title, yours) {
  document.title = [yours && "Your turn", title, "Knock & Roll"].filter(Boolean).join(" · ");
  const address = yours ? "/icon-turn.svg" : "/icon.svg";
  // Not favicon.ico, which browsers that know the drawn icon pass over.
  const icon = document.querySelector('link[rel="icon"][type="image/svg+xml"]');
  if (icon?.getAttribute("href") !== address) icon?.setAttribute("href", address);
}

/** @param {TableState} state @returns {Notification|null} */
function notification(state) {
  if (!settings.notify || !("Notification" in window) || Notification.permission !== "granted") return null;
  const body = `${state.scene.table?.title}: ${prompt(positionOf(state))}`;
  try {
    const made = new Notification("Your turn", { body, tag: `knockroll ${state.id}`, icon: "/icon.svg" });
    made.addEventListener("click", () => {
      window.focus();
      made.close();
    });
    return made;
  } catch {
    return null; // some phones show none without a worker; they have the tab and the chime
  }
}

/**
 * The question whether you want notifications, when you are back from elsewhere.
 * @param {TableState} state @param {Notifications} notifications
 */
export function offer(state, { answer }) {
  const able = "Notification" in window && Notification.permission !== "denied" && window.isSecureContext;
  if (!able || !state.wasAway || settings.notify || settings.notifyAsked || document.hidden) return null;
  /** @param {boolean} yes */
  const say = (yes) => () => answer(yes);
  return h(
    "section.banner.offer",
    { key: "offer", "aria-label": "Notifications" },
    h("p", "Notify me when it's my turn?"),
    h("button.action.primary", { type: "button", on: { click: say(true) } }, "Notify me"),
    h("button.action", { type: "button", on: { click: say(false) } }, "No"),
  );
}
