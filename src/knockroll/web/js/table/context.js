/** What the parts of a table page share, so that none of them has to know the page itself. */

import { namesOf } from "../model/scene.js";
import { fill } from "../model/words.js";
import { confirms } from "../ui/settings.js";
import { note } from "../ui/speech.js";

/** @import { Position } from "../model/choices.js" */
/** @import { Queue } from "../model/queue.js" */
/** @import { TableState } from "../model/table_state.js" */
/** @import { EventMessage } from "../model/types.js" */
/** @import { TableConnection } from "../net/connection.js" */

/**
 * @typedef {object} TableContext
 * @property {TableState} state What the page knows.
 * @property {HTMLElement} root The element that the page is drawn in.
 * @property {TableConnection} connection The connection to the table.
 * @property {Queue<EventMessage>} queue Messages that have come in and aren't shown yet.
 * @property {() => void} render Draw the page again.
 */

/** The position as the person sees it, with what they have selected. @param {TableState} state @returns {Position} */
export function positionOf({ scene, selection }) {
  if (!scene.view) throw new Error("the game has not begun");
  return { view: scene.view, showing: scene.showing, chosen: selection, names: namesOf(scene), confirms: confirms() };
}

/**
 * Make a request to the server; if it is refused, show why and return null.
 * @template Answer @param {TableState} state @param {() => Promise<Answer>} request @returns {Promise<Answer|null>}
 */
export async function attempt(state, request) {
  try {
    return await request();
  } catch (error) {
    note(fill(error instanceof Error ? error.message : String(error), namesOf(state.scene)));
    return null;
  }
}
