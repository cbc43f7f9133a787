/** What a person can do at a practice table: ask for a hint, take a move back, be warned before a blunder. */

import { h } from "../draw/dom.js";
import { isRunning, isYours, namesOf } from "../model/scene.js";
import { fill } from "../model/words.js";
import * as api from "../net/api.js";
import { tool } from "../ui/bar.js";
import { settings } from "../ui/settings.js";
import { note, say } from "../ui/speech.js";
import { attempt } from "./context.js";

/** @import { Leaf } from "../draw/dom.js" */
/** @import { TableState } from "../model/table_state.js" */
/** @import { Hint, Message } from "../model/types.js" */
/** @import { TableContext } from "./context.js" */

/** @typedef {ReturnType<typeof createPractice>} Practice */

/** @param {TableContext} context @param {() => void} skip show the rest of the game's messages at once */
export function createPractice(context, skip) {
  const { state, connection } = context;
  const isPractice = () => Boolean(state.scene.table?.practice) && state.scene.you !== null;

  /**
   * Ask for a hint about the position as it is, again and again while hints are getting ready; null if the position
   * has changed meanwhile. @param {() => void} [waits] called if it takes longer @returns {Promise<Hint|null>}
   */
  async function ask(waits = () => {}) {
    const { seq } = connection;
    try {
      const { hint } = await api.hint(state.id, seq);
      return connection.seq === seq ? hint : null;
    } catch (error) {
      const seconds = api.retryAfter(error);
      if (connection.seq !== seq) return null;
      if (!seconds) throw error;
      waits();
      await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
      return connection.seq === seq ? ask(waits) : null;
    }
  }

  return {
    /** A hint is about one position. @param {Message} message */
    receive(message) {
      if (message.type !== "event") return;
      state.hint = null;
      state.blunders = [];
    },

    /** Say the best moves, or put them away. */
    async hint() {
      if (!isPractice() || state.hint?.asked) return;
      if (state.hint) {
        state.hint = null;
        context.render();
        return;
      }
      if (!isYours(state.scene)) {
        note("Hints are for your turn.");
        return;
      }
      const asking = { asked: true, sentences: ["Looking for the best moves…"] };
      state.hint = asking;
      context.render();
      const found = await attempt(state, () =>
        ask(() => {
          asking.sentences = ["Hints are getting ready. The first one of a game takes a while."];
          context.render();
        }),
      );
      if (state.hint !== asking) return;
      const sentences = found?.sentences.map((text) => fill(text, namesOf(state.scene))) ?? [];
      state.hint = found && { asked: false, sentences };
      if (found) say(`Hint. ${sentences.join(" ")}`);
      context.render();
    },

    /** Return to your last decision. */
    async takeBack() {
      if (!isPractice()) return;
      skip();
      await attempt(state, () => api.takeBack(state.id, connection.seq));
    },

    /** It is your turn: find out which moves to warn of. If that fails, nothing is said before a move. */
    async lookAhead() {
      if (!isPractice() || !settings.warnBlunders) return;
      const found = await ask().catch(() => null);
      if (found) state.blunders = found.blunders;
    },
  };
}

/** The buttons in the bar, which stay in sight on a phone. @param {TableState} state @param {Practice} practice */
export function practiceTools({ scene }, practice) {
  if (!scene.table?.practice || scene.you === null || !isRunning(scene) || scene.result) return [];
  return [
    tool("hint", "Hint", practice.hint, { "aria-keyshortcuts": "i", title: "Hint (i)", class: "hint-tool" }),
    tool("undo", "Take back", practice.takeBack, { "aria-keyshortcuts": "u", title: "Take back your last move (u)" }),
  ];
}

/** The hint, above the table. @param {TableState} state @param {Practice} practice @returns {Leaf} */
export function hintStrip({ hint }, practice) {
  if (!hint) return null;
  const close = { type: "button", "aria-label": "Hide the hint", on: { click: practice.hint } };
  return h(
    "section.strip.hint-strip",
    { key: "hint", "aria-label": "Hint", "aria-busy": String(hint.asked) },
    h(
      "ol",
      hint.sentences.map((text, index) => h("li", { key: index }, strong(text))),
    ),
    !hint.asked && h("button.quiet", close, "✕"),
  );
}

/** The move in bold, before its chances. @param {string} text */
function strong(text) {
  const [move, ...rest] = text.split(": ");
  return rest.length ? [h("b", move), `: ${rest.join(": ")}`] : text;
}
