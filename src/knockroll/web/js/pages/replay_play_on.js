/** Playing on from the position that a replay shows, at a practice table. */

import { h } from "../draw/dom.js";
import { planFrom } from "../model/play_on.js";
import * as api from "../net/api.js";
import { note } from "../ui/speech.js";
import { openTable } from "./new_table.js";

/** @import { LoadedReplay } from "../model/replay.js" */

/** Only finished games are played on, because their cards are known. @param {LoadedReplay} loaded @param {number} at */
const isPossible = (loaded, at) => loaded.result !== null && loaded.steps[at].view.turn !== null;

/**
 * The button; nothing where nobody is to move.
 * @param {LoadedReplay} loaded @param {number} at @param {string} name of the seat you take @param {() => void} begin
 */
export function playOnButton(loaded, at, name, begin) {
  if (!isPossible(loaded, at)) return null;
  const title = `A practice table that begins here: you play for ${name}, computers for the others`;
  return h(
    "button.quiet.play-on",
    { key: "play-on", type: "button", title, on: { click: begin } },
    "Play on from here",
  );
}

/**
 * Open a practice table at the position, and go there.
 * @param {HTMLElement} root @param {unknown} record @param {LoadedReplay} loaded @param {number} at @param {number} you
 */
export async function playOn(root, record, loaded, at, you) {
  try {
    const [{ position }, games] = await Promise.all([api.position(record, at), api.listGames()]);
    const game = games.find(({ name }) => name === loaded.game);
    if (game) await openTable(root, planFrom(game, loaded.names, loaded.steps[at].view.players.length, you, position));
  } catch (error) {
    note(error instanceof Error ? error.message : String(error));
  }
}
