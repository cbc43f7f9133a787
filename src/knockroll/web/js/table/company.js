/** What a person does about the others at a table, and the host about all; and what is heard of them. */

import { hasCompany, isHost, leaveText, otherPeople, removeText, resetText, told } from "../model/company.js";
import { here, meet } from "../model/scene.js";
import * as api from "../net/api.js";
import { ask, dialog, question } from "../ui/dialogs.js";
import { go } from "../ui/router.js";
import { refreshGame } from "../ui/saved_games.js";
import { note, say } from "../ui/speech.js";
import { attempt } from "./moves.js";
import { peopleList, talks } from "./people.js";
import { forgetAll, hear, sayDialog } from "./reactions.js";

/** @import { EventMessage, HostRequest, Message, SeatInfo, TableInfo } from "../model/types.js" */
/** @import { Ballot } from "../model/company.js" */
/** @import { At } from "../pages/table.js" */

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
