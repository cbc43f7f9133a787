/** The people at a table, one by one, with what a person and the host can do about them. */

import { h } from "../draw/dom.js";
import { ballot, isHost, statesOf } from "../model/company.js";
import { settings } from "../ui/settings.js";
import { invitation } from "./invitation.js";
import { dot } from "./presence.js";
import { voteContent } from "./strip.js";

/** @import { SeatInfo, TableInfo } from "../model/types.js" */
/** @import { Child } from "../draw/dom.js" */
/** @import { At } from "../pages/table.js" */
/** @import { Meets } from "./company.js" */

/** Whether you may say something to others, and want to. @param {At} at */
export const talks = ({ scene }) => settings.reactions && scene.you !== null;

/** @param {At} at @param {TableInfo} table @param {HTMLDialogElement} box @returns {Child[]} */
export function peopleList(at, table, box) {
  const { you } = at.scene;
  const { meets } = at;
  const vote = ballot(table, you);
  const free = table.can_join && table.status !== "over";
  return [
    vote && h("section.vote", { key: "vote" }, voteContent(at, vote)),
    h(
      "ul.people",
      { key: "people" },
      table.seats.map((seat) => person(at, table, seat)),
    ),
    isHost(table, you) && lockSwitch(table, meets),
    free && h("section", { key: "invitation" }, invitation(at, table)),
    you !== null &&
      h(
        "footer.own-seat",
        { key: "own" },
        talks(at) && opens("say", "Say something…", meets.react, box),
        table.status === "running" && opens("reset", "Start over…", meets.reset, box),
        table.status === "running" && breakButton(table, you, meets),
        opens("leave", "Leave the table…", meets.leave, box),
      ),
  ];
}

/**
 * A button that leads to another dialog; this one goes before it.
 * @param {string} key @param {string} words @param {() => unknown} then @param {HTMLDialogElement} box
 */
function opens(key, words, then, box) {
  const click = () => {
    box.close();
    then();
  };
  return h("button.action", { type: "button", key, on: { click } }, words);
}

/** @param {TableInfo} table @param {number} you @param {Meets} meets */
function breakButton(table, you, meets) {
  const resting = table.seats[you]?.handed_over;
  const click = resting ? meets.takeBack : meets.handOver;
  return h(
    "button.action",
    { type: "button", key: "break", on: { click } },
    h("span", resting ? "Take my seat back" : "Let a computer play"),
    !resting && h("small", "your seat stays yours"),
  );
}

/** @param {TableInfo} table @param {Meets} meets */
export function lockSwitch(table, meets) {
  /** @param {{target: HTMLInputElement}} event */
  const changed = ({ target }) => meets.lock(target.checked);
  const input = { type: "checkbox", role: "switch", checked: table.locked, on: { change: changed } };
  const help = "Nobody else can sit down, link or not";
  return h("label.switch", { key: "lock" }, h("input", input), h("span", h("b", "Lock the seats"), h("small", help)));
}

/** Somebody, and what the host can do about them. @param {At} at @param {TableInfo} table @param {SeatInfo} seat */
export function person(at, table, seat) {
  const { you } = at.scene;
  const { meets } = at;
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
    ...(seat.kind === "computer" ? ["computer"] : statesOf(seat)),
  ];
  const rules = isHost(table, you) && !mine && seat.kind === "person" && !seat.free && !seat.gone;
  return h(
    "li",
    { key: seat.seat, class: seat.free || seat.gone ? "free" : "" },
    h("span.name", dot(seat, you), name),
    words.map((word) => h("span.tag", { key: word, class: word === "host" ? "win" : "" }, word)),
    rules &&
      h(
        "span.powers",
        { key: "powers" },
        h(
          "button.quiet",
          { type: "button", "aria-label": `Make host: ${seat.name}`, on: { click: () => meets.handOn(seat.seat) } },
          "Make host",
        ),
        h(
          "button.quiet",
          { type: "button", "aria-label": `Remove ${seat.name}`, on: { click: () => meets.remove(seat) } },
          "Remove",
        ),
      ),
  );
}
