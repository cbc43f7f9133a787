/** The people at a table: who is there, what they vote on, and what a person and the host can do about it. */

import * as api from "../api.js";
import {
  ballot,
  hasCompany,
  isHost,
  leaveText,
  otherPeople,
  removeText,
  resetText,
  statesOf,
  told,
} from "../company.js";
import { ask, dialog, question } from "../dialogs.js";
import { h } from "../dom.js";
import { refreshGame } from "../kept.js";
import { go } from "../router.js";
import { here, meet } from "../scene.js";
import { settings } from "../settings.js";
import { note, say } from "../speech.js";
import { attempt } from "./acting.js";
import { invitation } from "./invitation.js";
import { dot } from "./presence.js";
import { forgetAll, hear, sayDialog } from "./reactions.js";

/** @import { EventMessage, HostRequest, Message, SeatInfo, TableInfo } from "../types.js" */
/** @import { Ballot } from "../company.js" */
/** @import { Child, Leaf } from "../dom.js" */
/** @import { At } from "../pages/table.js" */
/** @import { Running } from "../scene.js" */

/** @typedef {ReturnType<typeof letsPersonMeet>} Meets what a person can do about others */

/** What everybody has to see who is not looking at the log. */
const WORTH_A_NOTE = new Set(["no", "host"]);

/** Let a person have to do with others. @param {At} at */
export function letsPersonMeet(at) {
  const { ui } = at;
  /** @type {HTMLDialogElement|null} */
  let box = null;
  let redraw = () => {};

  /** What happens between people is known at once, whatever is still being shown. @param {Message} message */
  function receive(message) {
    if (message.type === "reaction") hear(at, message.seat, message.reaction);
    if (message.type === "presence") at.scene = here(at.scene, message.online);
    if (message.type === "event" && message.table) {
      const { you } = at.scene;
      if (!at.backlog) tellOf(message, message.table, you);
      const gone = message.kind === "leave" && message.seat === you && !at.backlog;
      at.scene = meet(gone ? { ...at.scene, you: null } : at.scene, message.table);
    }
    if (message.type === "presence" || message.type === "event") at.render();
  }

  /** @param {EventMessage} message @param {TableInfo} table @param {number|null} you */
  function tellOf(message, table, you) {
    const text = told(table, you, message);
    if (!text) return;
    const mine = message.seat !== undefined && message.seat === you;
    const lost = message.kind === "leave" && mine && message.removed;
    if (lost) note(`${text}. You are watching now.`);
    else if (WORTH_A_NOTE.has(message.kind) && !(mine && message.kind === "no")) note(`${text}.`);
    else say(`${text}.`);
  }

  /** @param {HostRequest["do"]} deed @param {number|null} [seat] */
  const asHost = (deed, seat = null) => attempt(at, () => api.host(at.id, deed, seat));

  const meets = {
    receive,
    redraw: () => redraw(),
    start: () => asHost("start"),
    /** @param {boolean} locked */
    lock: (locked) => asHost(locked ? "lock" : "unlock"),
    /** @param {number} seat */
    handOn: (seat) => asHost("hand_on", seat),

    /** @param {SeatInfo} seat */
    async remove(seat) {
      const { table } = at.scene;
      if (table && (await ask(`Remove ${seat.name}?`, removeText(seat, table), "Remove", "Cancel"))) {
        await asHost("remove", seat.seat);
      }
    },

    async reset() {
      const { table, you, result, played, showing } = at.scene;
      if (!table) return;
      const others = otherPeople(table, you).length > 0;
      const host = isHost(table, you);
      const text = resetText(table, you, played.length, showing.round);
      /** @type {[string, string][]} */
      const answers = [
        ...(host || !others ? [/** @type {[string, string]} */ (["now", "Start a new game"])] : []),
        ...(others ? [/** @type {[string, string]} */ (["ask", "Ask the others"])] : []),
      ];
      const said = result ? "ask" : await question("Start over?", text, answers, "Keep playing");
      if (!said) return;
      at.does.skip();
      if (said === "now" && host) await asHost("reset");
      else await attempt(at, () => (at.scene.result ? api.rematch(at.id) : api.reset(at.id)));
    },

    /** @param {boolean} yes */
    async vote(yes) {
      await attempt(at, () => api.vote(at.id, yes));
      goOn(at);
    },
    /** @param {Ballot} seen */
    later(seen) {
      ui.later = seen.id;
      at.render();
    },
    handOver: () => attempt(at, () => api.handOver(at.id)),
    async takeBack() {
      await attempt(at, () => api.rejoin(at.id));
      goOn(at);
    },

    async leave() {
      const { table, you } = at.scene;
      if (!table || you === null) return;
      const text = leaveText(table, you, Boolean(at.game?.can_join));
      /** @type {[string, string][]} */
      const rest = table.status === "running" ? [["rest", "Let a computer play"]] : [];
      const said = await question("Leave the table?", text, [["leave", "Leave"], ...rest], "Stay");
      if (said === "rest") await meets.handOver();
      if (said !== "leave") return;
      const left = await attempt(at, () => api.leave(at.id));
      if (!left) return;
      refreshGame(left.table, left.you);
      go("/");
    },

    /** Say something to the others. */
    react() {
      const { table, you } = at.scene;
      if (table && hasCompany(table, you) && talks(at)) sayDialog(at);
    },

    /** Who is there, and what can be done about it. */
    people() {
      if (box || !at.scene.table) return;
      box = dialog("At this table", (self) => {
        redraw = () => self.dispatchEvent(new Event("redraw"));
        return at.scene.table ? peopleList(at, at.scene.table, self) : [];
      });
      box.addEventListener("close", () => {
        box = null;
        redraw = () => {};
      });
    },

    stop: forgetAll,
  };
  return meets;
}

/** The keyboard goes on at the table, if what it was at is gone. @param {At} at */
function goOn({ root }) {
  if (document.activeElement && document.activeElement !== document.body) return;
  const next = root.querySelector('.hand [tabindex="0"], .tools .tool');
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** Whether you may say something to others, and want to. @param {At} at */
export const talks = ({ scene }) => settings.reactions && scene.you !== null;

// --- The list -----------------------------------------------------------------------------------------------------

/** @param {At} at @param {TableInfo} table @param {HTMLDialogElement} box @returns {Child[]} */
function peopleList(at, table, box) {
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
    dot(seat, you),
    h("span.name", name),
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

// --- What has to be known or answered now ---------------------------------------------------------------------------

/** Over the table: a vote, or that a computer plays for you. @param {At} at @param {Running} scene @returns {Leaf} */
export function strip(at, scene) {
  const { table, you } = scene;
  const vote = ballot(table, you);
  if (vote && at.ui.later !== vote.id) {
    const later = { type: "button", "aria-label": "Answer later", on: { click: () => at.meets.later(vote) } };
    return h(
      "section.strip.vote",
      { key: "strip", "aria-label": "Vote" },
      voteContent(at, vote),
      h("button.quiet.later", later, "✕"),
    );
  }
  if (you === null || table.status !== "running") return null;
  const seat = table.seats[you];
  if (seat?.handed_over) {
    return h(
      "section.strip",
      { key: "strip", "aria-label": "Your seat" },
      h("p", "A computer plays for you."),
      h("button.action.primary", { type: "button", on: { click: at.meets.takeBack } }, "Take my seat back"),
    );
  }
  if (!seat?.waiting) return null;
  const text = "You are dealt in with the next hand. Until then a computer plays the hand that was dealt here.";
  return h("section.strip", { key: "strip", "aria-label": "Your seat" }, h("p", text));
}

/** @param {At} at @param {Ballot} vote @returns {Leaf[]} */
function voteContent(at, vote) {
  const { meets } = at;
  /** @param {boolean} yes */
  const say = (yes) => () => meets.vote(yes);
  const voices = vote.voices.map(({ seat, name, said, words }) =>
    h(
      "li",
      { key: seat, class: said },
      h("span.voice", { "aria-hidden": "true" }, said ? "✓" : "…"),
      name,
      h("span.unseen", ` ${words}`),
    ),
  );
  return [
    h("p", { key: "text" }, vote.text),
    h("ul.voices", { key: "voices" }, voices),
    vote.part === "ask" &&
      h(
        "div.answers",
        { key: "answers" },
        h("button.action.primary", { type: "button", on: { click: say(true) } }, vote.yes),
        h("button.action", { type: "button", on: { click: say(false) } }, vote.no),
      ),
    vote.part === "wait" &&
      h(
        "div.answers",
        { key: "wait" },
        h("button.action", { type: "button", on: { click: say(false) } }, "Take it back"),
      ),
  ];
}
