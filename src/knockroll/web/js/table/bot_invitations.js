/** Network bots that wait at the server until a host invites them to a table. */

import { h } from "../draw/dom.js";
import { isHost } from "../model/company.js";
import * as api from "../net/api.js";
import { say } from "../ui/speech.js";
import { attempt } from "./context.js";

/** @import { BotInfo, TableInfo } from "../model/types.js" */
/** @import { TableState } from "../model/table_state.js" */
/** @import { TableContext } from "./context.js" */

/** @typedef {ReturnType<typeof createBotInvitations>} BotInvitations */

/** Milliseconds between two requests for the list of bots. */
const INTERVAL = 5000;

/** Whether bots can be invited: before the game, while there is a seat. @param {TableState} state */
function canInvite({ scene: { table, you } }) {
  return table?.status === "open" && table.can_join && isHost(table, you);
}

/** Keep the list of waiting bots up to date for as long as one can be invited. @param {TableContext} context */
export function createBotInvitations({ state, render }) {
  const look = async () => {
    if (document.hidden || !canInvite(state)) return;
    const bots = await api.bots().catch(() => state.bots);
    if (JSON.stringify(bots) === JSON.stringify(state.bots)) return;
    state.bots = bots;
    render();
  };
  const timer = setInterval(look, INTERVAL);
  return {
    look,
    /** @param {string} name */
    async invite(name) {
      if (!(await attempt(state, () => api.invite(state.id, name)))) return;
      state.invitedBots = [...state.invitedBots, name];
      say(`${name} has been invited.`);
      render();
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * The waiting bots that play this game and aren't at the table yet.
 * @param {TableState} state @param {TableInfo} table @param {BotInvitations} invitations
 */
export function waitingBots(state, table, invitations) {
  const here = new Set(table.seats.map(({ name }) => name));
  const bots = canInvite(state)
    ? state.bots.filter(({ name, games }) => games.includes(table.game) && !here.has(name))
    : [];
  return (
    bots.length > 0 &&
    h(
      "div.bots",
      h("p", "Or invite a bot from this server:"),
      h(
        "ul",
        { "aria-label": "Bots" },
        bots.map((bot) => row(bot, state.invitedBots.includes(bot.name), invitations)),
      ),
    )
  );
}

/** @param {BotInfo} bot @param {boolean} invited @param {BotInvitations} invitations */
function row({ name, character }, invited, { invite }) {
  const props = { type: "button", "aria-label": `Invite ${name}`, on: { click: () => invite(name) } };
  const words = invited ? { ...props, "aria-label": `Invited: ${name}. Invite again` } : props;
  return h(
    "li",
    { key: name },
    h("span.bot", h("b", name), character && h("small", character)),
    h("button.action", words, invited ? "Invited" : "Invite"),
  );
}
