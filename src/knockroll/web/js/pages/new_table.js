/** Creating a table and sitting down at it. */

import * as api from "../net/api.js";
import { isNameValid, ownName } from "../ui/name_field.js";
import { go } from "../ui/router.js";
import { saveGame } from "../ui/saved_games.js";
import { note } from "../ui/speech.js";

/** What to do when the server opens no more tables for you. */
const TOO_MANY = "Finish or leave a game under “Your games”, or try again in a minute.";

/**
 * Create a table, sit down, and go there. Returns whether that worked. With an invalid name, no table is created.
 * @param {HTMLElement} root the page with the name field @param {api.TablePlan} plan @returns {Promise<boolean>}
 */
export async function openTable(root, plan) {
  if (!isNameValid(root)) return false;
  const name = ownName();
  try {
    const { table } = await api.createTable({ ...plan, name });
    const seated = await api.sit(table.id, name);
    saveGame(seated.table, seated.you);
    go(`/table/${table.id}`);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    note(api.isTooMany(error) ? `${reason} ${TOO_MANY}` : reason);
    return false;
  }
}
