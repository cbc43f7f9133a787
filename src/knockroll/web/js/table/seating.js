/** Before the game: sitting down, inviting friends, waiting. */

import { h } from "../dom.js";
import { nameField } from "../naming.js";

/** @import { SeatInfo, TableInfo } from "../types.js" */
/** @import { Does, Ui } from "../pages/table.js" */

/** @param {TableInfo} table @param {number|null} you @param {Ui} ui @param {Does} does */
export function seating(table, you, ui, does) {
  const free = table.seats.filter((seat) => seat.kind === "person" && seat.free);
  const missing = free.length === 1 ? "one more player" : `${free.length} more players`;
  const start = h(
    "button.action.primary",
    { type: "button", on: { click: does.start } },
    h("span", "Start now"),
    free.length > 0 && h("small", "computers take the free seats"),
  );
  return h(
    "section.sheet.seating",
    { "aria-label": "Before the game" },
    h("header", h("h2", table.title), h("p", free.length ? `Waiting for ${missing}.` : "About to begin.")),
    h(
      "div.columns",
      { tabindex: "0", role: "group", "aria-label": "Seats" },
      h(
        "div",
        h(
          "ul.places",
          table.seats.map((seat) => place(seat, you)),
        ),
        you === null ? sitForm(does) : start,
      ),
      free.length > 0 && you !== null && invitation(table, ui, does),
    ),
  );
}

/** @param {SeatInfo} seat @param {number|null} you */
function place(seat, you) {
  const name = seat.free ? "free seat" : seat.seat === you ? `${seat.name} (you)` : seat.name;
  const state = seat.kind === "computer" ? "computer" : seat.free ? "" : "ready";
  return h("li", { key: seat.seat, class: seat.free ? "free" : "" }, h("span", name), h("small", state));
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

/** @param {TableInfo} table @param {Ui} ui @param {Does} does */
function invitation(table, ui, does) {
  /** @param {{target: HTMLInputElement}} event */
  const focus = ({ target }) => target.select();
  const link = { readonly: true, value: ui.link, "aria-label": "Invitation link", on: { focus } };
  const code = { src: `/api/tables/${table.id}/qr.svg`, alt: "The link as a QR code", width: "160", height: "160" };
  const copy = h("button.action", { type: "button", on: { click: does.copyLink } }, ui.copied ? "Copied" : "Copy");
  return h(
    "div.invitation",
    h("p", "Send this link to your friends:"),
    h("div.link-line", h("input", link), copy),
    h("img.qr", code),
  );
}

/** Whether somebody who watches may sit down. @param {TableInfo} table */
export function canJoin(table) {
  return table.status === "running" && (table.can_join || table.seats.some((seat) => seat.free));
}

/** @param {TableInfo} table @param {Does} does */
export function joinForm(table, does) {
  return canJoin(table) && sitForm(does);
}
