/** Before the game: sitting down, inviting friends, waiting. */

import { h } from "../draw/dom.js";
import { isHost, whoIs } from "../model/company.js";
import { capital } from "../model/words.js";
import { nameField } from "../ui/name_field.js";
import { waitingBots } from "./bot_invitations.js";
import { invitation } from "./invitation.js";
import { lockSwitch, person } from "./people.js";

/** @import { TableInfo } from "../model/types.js" */
/** @import { At, Does } from "../pages/table.js" */

/** @param {At} at @param {TableInfo} table */
export function seating(at, table) {
  const { you } = at.scene;
  const free = table.seats.filter((seat) => seat.kind === "person" && seat.free);
  const missing = free.length === 1 ? "one more player" : `${free.length} more players`;
  return h(
    "section.sheet.seating",
    { "aria-label": "Before the game" },
    h("header", h("h2", table.title), h("p", free.length ? `Waiting for ${missing}.` : "About to begin.")),
    h(
      "div.columns",
      { tabindex: "0", role: "region", "aria-label": "Seats" },
      h(
        "div",
        h(
          "ul.people",
          table.seats.map((seat) => person(at, table, seat)),
        ),
        isHost(table, you) && lockSwitch(table, at.meets),
      ),
      free.length > 0 && you !== null && h("div.ways", invitation(at, table), waitingBots(at, table)),
    ),
    h("footer", you === null ? toSit(at, table) : toBegin(at, table, free.length)),
  );
}

/** @param {At} at @param {TableInfo} table */
function toSit(at, table) {
  return table.locked ? h("p", "The host of this table has locked the seats.") : sitForm(at.does);
}

/** The host begins; the others wait for that. @param {At} at @param {TableInfo} table @param {number} free seats */
function toBegin({ scene, meets }, table, free) {
  const leave = h("button.action", { type: "button", on: { click: meets.leave } }, "Leave the table…");
  if (!isHost(table, scene.you)) {
    const host = table.host === null ? "The host" : `${capital(whoIs(table, scene.you, table.host))}, the host,`;
    return [h("p.hint", `${host} can begin before all seats are taken.`), leave];
  }
  const start = h(
    "button.action.primary",
    { type: "button", on: { click: meets.start } },
    h("span", "Start now"),
    free > 0 && h("small", "computers take the free seats"),
  );
  return [start, leave];
}

/** @param {Does} does */
function sitForm(does) {
  return h(
    "form.sit",
    { on: { submit: does.sit } },
    nameField("sit-name", { required: true }),
    h("button.action.primary", { type: "submit" }, h("span", "Sit down")),
  );
}

/** Whether somebody who watches may sit down. @param {TableInfo} table */
export function canJoin(table) {
  return table.status === "running" && table.can_join;
}

/** @param {TableInfo} table @param {Does} does */
export function joinForm(table, does) {
  return canJoin(table) && sitForm(does);
}
