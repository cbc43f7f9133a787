/** What a person does about the others at a table, what the host does about everyone, and what is heard of them. */

import { describeEvent, isHost, leaveText, otherPeople, removeText, resetText } from "../model/company.js";
import { applyPresence, applyTable } from "../model/scene.js";
import * as api from "../net/api.js";
import { ask, question } from "../ui/dialogs.js";
import { go } from "../ui/router.js";
import { refreshGame } from "../ui/saved_games.js";
import { note, say } from "../ui/speech.js";
import { attempt } from "./context.js";
import { hear } from "./reactions.js";

/** @import { EventMessage, HostRequest, Message, SeatInfo, TableInfo } from "../model/types.js" */
/** @import { Ballot } from "../model/company.js" */
/** @import { TableContext } from "./context.js" */

/** @typedef {ReturnType<typeof createCompany>} Company */

/** Events that everyone has to see, even those who don't read the log. */
const WORTH_A_NOTE = new Set(["no", "host"]);

/** @param {TableContext} context @param {() => void} skip show the rest of the game's messages at once */
export function createCompany(context, skip) {
  const { state, root } = context;

  /** Show what happens between people at once, whatever is still being played back. @param {Message} message */
  function receive(message) {
    if (message.type === "reaction") hear(state.scene, root, message.seat, message.reaction);
    if (message.type === "presence") state.scene = applyPresence(state.scene, message.online);
    if (message.type === "event" && message.table) {
      const { you } = state.scene;
      if (!state.backlog) tellOf(message, message.table, you);
      const gone = message.kind === "leave" && message.seat === you && !state.backlog;
      state.scene = applyTable(gone ? { ...state.scene, you: null } : state.scene, message.table);
    }
    if (message.type === "presence" || message.type === "event") context.render();
  }

  /** @param {EventMessage} message @param {TableInfo} table @param {number|null} you */
  function tellOf(message, table, you) {
    const text = describeEvent(table, you, message);
    if (!text) return;
    const mine = message.seat !== undefined && message.seat === you;
    const lost = message.kind === "leave" && mine && message.removed;
    if (lost) note(`${text}. You're watching now.`);
    else if (WORTH_A_NOTE.has(message.kind) && !(mine && message.kind === "no")) note(`${text}.`);
    else say(`${text}.`);
  }

  /** @param {HostRequest["do"]} deed @param {number|null} [seat] */
  const asHost = (deed, seat = null) => attempt(state, () => api.host(state.id, deed, seat));

  /** Give the keyboard focus to the table, if what had it is gone. */
  function focusTable() {
    if (document.activeElement && document.activeElement !== document.body) return;
    const next = root.querySelector('.hand [tabindex="0"], .tools .tool');
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  const company = {
    receive,
    start: () => asHost("start"),
    /** @param {boolean} locked */
    lock: (locked) => asHost(locked ? "lock" : "unlock"),
    /** Make another player the host. @param {number} seat */
    makeHost: (seat) => asHost("hand_on", seat),

    /** @param {SeatInfo} seat */
    async remove(seat) {
      const { table } = state.scene;
      if (table && (await ask(`Remove ${seat.name}?`, removeText(seat, table), "Remove", "Cancel"))) {
        await asHost("remove", seat.seat);
      }
    },

    /** Start a new game, or ask the others for one. */
    async reset() {
      const { table, you, result, played, showing } = state.scene;
      if (!table) return;
      const others = otherPeople(table, you).length > 0;
      const host = isHost(table, you);
      const text = resetText(table, you, played.length, showing.round);
      /** @type {[string, string][]} */
      const answers = [];
      if (host || !others) answers.push(["now", "New game"]);
      if (others) answers.push(["ask", "Ask the others"]);
      const said = result ? "ask" : await question("Start a new game?", text, answers, "Keep playing");
      if (!said) return;
      skip();
      if (said === "now" && host) await asHost("reset");
      else await attempt(state, () => (state.scene.result ? api.rematch(state.id) : api.reset(state.id)));
    },

    /** @param {boolean} yes */
    async vote(yes) {
      await attempt(state, () => api.vote(state.id, yes));
      focusTable();
    },
    /** @param {Ballot} vote */
    postpone(vote) {
      state.postponedVote = vote.id;
      context.render();
    },
    handOver: () => attempt(state, () => api.handOver(state.id)),
    async takeBack() {
      await attempt(state, () => api.rejoin(state.id));
      focusTable();
    },

    async leave() {
      const { table, you } = state.scene;
      if (!table || you === null) return;
      const text = leaveText(table, you, Boolean(state.game?.can_join));
      /** @type {[string, string][]} */
      const rest = table.status === "running" ? [["rest", "Let the computer play"]] : [];
      const said = await question("Leave the table?", text, [["leave", "Leave"], ...rest], "Stay");
      if (said === "rest") await company.handOver();
      if (said !== "leave") return;
      const left = await attempt(state, () => api.leave(state.id));
      if (!left) return;
      refreshGame(left.table, left.you);
      go("/");
    },
  };
  return company;
}
