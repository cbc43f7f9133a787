/** At the first table of each game: one sentence that says what it is about. */

import { h } from "../draw/dom.js";
import { helpDialog } from "./help_dialog.js";
import { change, settings } from "./settings.js";

/** @import { GameInfo } from "../model/types.js" */

/** The sentence, until it is put away; null if there is nothing to say. @param {GameInfo|null} game */
export function gameTip(game) {
  if (!game || !settings.tips || settings.toldGames.includes(game.name)) return null;
  const told = () => change({ toldGames: [...settings.toldGames, game.name] });
  const help = () => helpDialog(game.name);
  return h(
    "div.banner.offer.tip",
    { key: "tip", role: "note" },
    h("span", game.summary),
    h("button.action.primary", { type: "button", on: { click: told } }, "Got it"),
    h("button.quiet", { type: "button", on: { click: help } }, "How to play"),
  );
}
