/** Before the game: sitting down, inviting friends, waiting. */

import { h } from "../draw/dom.js";
import { isHost, playerName } from "../model/company.js";
import { nameField } from "../ui/name_field.js";
import { waitingBots } from "./bot_invitations.js";
import { invitation } from "./invitation.js";
import { lockSwitch, person } from "./people.js";

/** @import { TableInfo } from "../model/types.js" */
/** @import { BotInvitations } from "./bot_invitations.js" */
/** @import { Company } from "./company.js" */
/** @import { Moves } from "./moves.js" */
/** @import { PeopleParts } from "./people.js" */

/** @typedef {PeopleParts & {moves: Moves, bots: BotInvitations}} WaitingParts */

const practiceText = "Practice table: everyone can ask for hints and take moves back, and the result doesn't count.";

/** @param {WaitingParts} parts @param {TableInfo} table */
export function waitingRoom(parts, table) {
  const { state, company, moves } = parts;
  const { you } = state.scene;
  const free = table.seats.filter((seat) => seat.kind === "person" && seat.free);
  const missing = free.length === 1 ? "one more player" : `${free.length} more players`;
  return h(
    "section.sheet.seating",
    { "aria-label": "Before the game" },
    h(
      "header",
      h("h2", table.title),
      h("p", free.length ? `Waiting for ${missing}.` : "About to start."),
      table.practice && h("p.practice-mark", practiceText),
    ),
    h(
      "div.columns",
      { tabindex: "0", role: "region", "aria-label": "Seats" },
      h(
        "div",
        h(
          "ul.people",
          table.seats.map((seat) => person(table, you, seat, company)),
        ),
        isHost(table, you) && lockSwitch(table, company),
      ),
      free.length > 0 &&
        you !== null &&
        h("div.ways", invitation(state, table, parts.invitation), waitingBots(state, table, parts.bots)),
    ),
    h("footer", you === null ? toSit(table, moves) : toBegin(table, you, company, free.length)),
  );
}

/** @param {TableInfo} table @param {Moves} moves */
function toSit(table, moves) {
  return table.locked ? h("p", "The host has locked the seats.") : sitForm(moves);
}

/**
 * The host starts the game; the others wait for that.
 * @param {TableInfo} table @param {number} you @param {Company} company @param {number} free seats
 */
function toBegin(table, you, company, free) {
  const leave = h("button.action", { type: "button", on: { click: company.leave } }, "Leave the table…");
  if (!isHost(table, you)) {
    const host = table.host === null ? "The host" : `The host, ${playerName(table, you, table.host)},`;
    return [h("p.hint", `${host} can start before all seats are taken.`), leave];
  }
  const start = h(
    "button.action.primary",
    { type: "button", on: { click: company.start } },
    h("span", "Start now"),
    free > 0 && h("small", "computers fill the free seats"),
  );
  return [start, leave];
}

/** @param {Moves} moves */
function sitForm(moves) {
  return h(
    "form.sit",
    { on: { submit: moves.sit } },
    nameField("sit-name", { required: true }),
    h("button.action.primary", { type: "submit" }, h("span", "Sit down")),
  );
}

/** Whether a spectator can sit down. @param {TableInfo} table */
export function canJoin(table) {
  return table.status === "running" && table.can_join;
}

/** @param {TableInfo} table @param {Moves} moves */
export function joinForm(table, moves) {
  return canJoin(table) && sitForm(moves);
}
