/** Opening a table, and sitting down there. */

import * as api from "../net/api.js";
import { nameWillDo, ownName } from "../ui/name_field.js";
import { go } from "../ui/router.js";
import { keepGame } from "../ui/saved_games.js";
import { note } from "../ui/speech.js";

/**
 * Open a table, sit down, and go there; whether that could be done. No table is opened for a name that nobody may have.
 * @param {HTMLElement} root where the field for the name is @param {api.TablePlan} plan @returns {Promise<boolean>}
 */
export async function openTable(root, plan) {
  if (!nameWillDo(root)) return false;
  const name = ownName();
  try {
    const { table } = await api.createTable({ ...plan, name });
    const seated = await api.sit(table.id, name);
    keepGame(seated.table, seated.you);
    go(`/table/${table.id}`);
    return true;
  } catch (error) {
    note(error instanceof Error ? error.message : String(error));
    return false;
  }
}
