/** The people at a table, and what you and the host can do about them. */

import { h } from "../draw/dom.js";
import { portrait } from "../draw/pieces.js";
import { ballot, hasCompany, isHost, statesOf } from "../model/company.js";
import { dialog } from "../ui/dialogs.js";
import { settings } from "../ui/settings.js";
import { invitation } from "./invitation.js";
import { dot } from "./presence.js";
import { reactionDialog } from "./reactions.js";
import { voteContent } from "./strip.js";

/** @import { SeatInfo, TableInfo } from "../model/types.js" */
/** @import { Child } from "../draw/dom.js" */
/** @import { Scene } from "../model/scene.js" */
/** @import { TableState } from "../model/table_state.js" */
/** @import { TableConnection } from "../net/connection.js" */
/** @import { Company } from "./company.js" */
/** @import { Invitation } from "./invitation.js" */

/**
 * @typedef {object} PeopleParts
 * @property {TableState} state
 * @property {TableConnection} connection
 * @property {Company} company
 * @property {Invitation} invitation
 */
/** @typedef {ReturnType<typeof createPeople>} People */

/** Whether you can say something to others, and want to. @param {Scene} scene */
export const canReact = ({ table, you }) =>
  settings.reactions && you !== null && table !== null && hasCompany(table, you);

/** The dialogs about the others at a table. @param {PeopleParts} parts */
export function createPeople(parts) {
  const { state } = parts;
  /** @type {HTMLDialogElement|null} */
  let box = null; // it may be closed already: browsers tell of that only with the next frame
  const people = {
    /** Show who is there, and what can be done about it. */
    open() {
      if (box?.open || !state.scene.table) return;
      box = dialog("People at this table", (self) => peopleList(parts, people.react, self));
    },
    /** Say something to the others. */
    react() {
      if (canReact(state.scene)) reactionDialog(parts.connection);
    },
    redraw: () => box?.open && box.dispatchEvent(new Event("redraw")),
  };
  return people;
}

/** @param {PeopleParts} parts @param {() => void} react @param {HTMLDialogElement} box @returns {Child[]} */
function peopleList({ state, company, invitation: links }, react, box) {
  const { you, table } = state.scene;
  if (!table) return [];
  const vote = ballot(table, you);
  const free = table.can_join && table.status !== "over";
  return [
    vote && h("section.vote", { key: "vote" }, voteContent(vote, company)),
    h(
      "ul.people",
      { key: "people" },
      table.seats.map((seat) => person(table, you, seat, company)),
    ),
    isHost(table, you) && lockSwitch(table, company),
    free && h("section", { key: "invitation" }, invitation(state, table, links)),
    you !== null &&
      h(
        "footer.own-seat",
        { key: "own" },
        canReact(state.scene) && opens("say", "Send a reaction…", react, box),
        table.status === "running" && opens("reset", "New game…", company.reset, box),
        table.status === "running" && breakButton(table, you, company),
        opens("leave", "Leave the table…", company.leave, box),
      ),
  ];
}

/**
 * A button that closes this dialog and opens another one.
 * @param {string} key @param {string} words @param {() => unknown} then @param {HTMLDialogElement} box
 */
function opens(key, words, then, box) {
  const click = () => {
    box.close();
    then();
  };
  return h("button.action", { type: "button", key, on: { click } }, words);
}

/** @param {TableInfo} table @param {number} you @param {Company} company */
function breakButton(table, you, company) {
  const resting = table.seats[you]?.handed_over;
  const click = resting ? company.takeBack : company.handOver;
  return h(
    "button.action",
    { type: "button", key: "break", on: { click } },
    h("span", resting ? "Take my seat back" : "Let the computer play"),
    !resting && h("small", "you keep your seat"),
  );
}

/** @param {TableInfo} table @param {Company} company */
export function lockSwitch(table, company) {
  /** @param {{target: HTMLInputElement}} event */
  const changed = ({ target }) => company.lock(target.checked);
  const input = { type: "checkbox", role: "switch", checked: table.locked, on: { change: changed } };
  const help = "No one can join, even with the link";
  return h("label.switch", { key: "lock" }, h("input", input), h("span", h("b", "Lock the seats"), h("small", help)));
}

/**
 * A player, and what the host can do about them.
 * @param {TableInfo} table @param {number|null} you @param {SeatInfo} seat @param {Company} company
 */
export function person(table, you, seat, company) {
  const mine = seat.seat === you;
  const name = seat.free
    ? table.locked
      ? "locked seat"
      : "free seat"
    : mine
      ? `${seat.name} (you)`
      : (seat.name ?? "");
  const words = [
    ...(seat.seat === table.host ? ["host"] : []),
    ...(seat.kind === "computer" ? ["computer"] : seat.free ? [] : statesOf(seat)), // the name says that it is free
  ];
  const rules = isHost(table, you) && !mine && seat.kind === "person" && !seat.free && !seat.gone;
  return h(
    "li",
    { key: seat.seat, class: seat.free || seat.gone ? "free" : "" },
    seat.free ? h("span.portrait.nobody", { "aria-hidden": "true" }) : portrait(seat.player ?? seat.name ?? ""),
    h("span.name", dot(seat, you), name),
    words.map((word) => h("span.tag", { key: word, class: word === "host" ? "win" : "" }, word)),
    rules &&
      h(
        "span.powers",
        { key: "powers" },
        h(
          "button.quiet",
          { type: "button", "aria-label": `Make host: ${seat.name}`, on: { click: () => company.makeHost(seat.seat) } },
          "Make host",
        ),
        h(
          "button.quiet",
          { type: "button", "aria-label": `Remove ${seat.name}`, on: { click: () => company.remove(seat) } },
          "Remove",
        ),
      ),
  );
}
