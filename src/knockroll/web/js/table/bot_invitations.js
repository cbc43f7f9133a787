/** Bots that wait at the server until somebody asks them to a table: the host can. */

import { h } from "../draw/dom.js";
import { isHost } from "../model/company.js";
import * as api from "../net/api.js";
import { say } from "../ui/speech.js";
import { attempt } from "./moves.js";

/** @import { BotInfo, TableInfo } from "../model/types.js" */
/** @import { At } from "../pages/table.js" */

/** After how many milliseconds it is asked again who waits. */
const AGAIN = 5000;

/** Whether bots can be invited: before the game, while there is a seat. @param {At} at */
function canInvite({ scene: { table, you } }) {
  return table?.status === "open" && table.can_join && isHost(table, you);
}

/** Keep an eye on the bots that wait, for as long as one can be invited. @param {At} at */
export function looksForBots(at) {
  const look = async () => {
    if (document.hidden || !canInvite(at)) return;
    const bots = await api.bots().catch(() => at.ui.bots);
    if (JSON.stringify(bots) === JSON.stringify(at.ui.bots)) return;
    at.ui.bots = bots;
    at.render();
  };
  const timer = setInterval(look, AGAIN);
  return { look, stop: () => clearInterval(timer) };
}

/** @param {At} at @param {string} name */
async function invite(at, name) {
  if (!(await attempt(at, () => api.invite(at.id, name)))) return;
  at.ui.invited = [...at.ui.invited, name];
  say(`${name} is invited.`);
  at.render();
}

/** Those that play this game and are not here yet. @param {At} at @param {TableInfo} table */
export function waitingBots(at, table) {
  const here = new Set(table.seats.map(({ name }) => name));
  const bots = canInvite(at)
    ? at.ui.bots.filter(({ name, games }) => games.includes(table.game) && !here.has(name))
    : [];
  return (
    bots.length > 0 &&
    h(
      "div.bots",
      h("p", "Or invite a bot that waits at this server:"),
      h(
        "ul",
        { "aria-label": "Bots" },
        bots.map((bot) => row(at, bot)),
      ),
    )
  );
}

/** @param {At} at @param {BotInfo} bot */
function row(at, { name, character }) {
  const invited = at.ui.invited.includes(name);
  const props = { type: "button", "aria-label": `Invite ${name}`, on: { click: () => invite(at, name) } };
  const words = invited ? { ...props, "aria-label": `Invited: ${name}. Invite again` } : props;
  return h(
    "li",
    { key: name },
    h("span.bot", h("b", name), character && h("small", character)),
    h("button.action", words, invited ? "Invited" : "Invite"),
  );
}
