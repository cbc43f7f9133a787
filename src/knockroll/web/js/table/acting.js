/** What a person can do at the table: with the pointer, by keyboard, by dragging. */

import * as api from "../api.js";
import { measure, nudge, slide } from "../animate.js";
import { ask } from "../dialogs.js";
import { isYours, legalMoves } from "../games/shared.js";
import { nameOf } from "../scene.js";
import { change, settings, times } from "../settings.js";
import { note, say } from "../speech.js";
import { draggable } from "./drag.js";

/**
 * Let a person act at a table.
 * @param {import("../pages/table.js").At} at
 */
export function letsPersonAct(at) {
  const { root, ui } = at;

  /** Nobody has to wait until a card of theirs has landed: what they do meanwhile is done as soon as it has. */
  function soon(act) {
    return function later(...what) {
      const mine = ui.busy || (!at.queue.idle && at.mover === at.scene.you && !at.queue.length);
      if (mine) at.impatient.push(() => later(...what));
      else act(...what);
    };
  }

  function clearSelection() {
    ui.selected = new Set();
    ui.mode = null;
  }

  async function send(move, then = null) {
    if (ui.busy) return;
    ui.busy = true;
    at.pending = then;
    at.render();
    const refused = await at.live.play(move);
    ui.busy = false;
    if (refused) {
      at.pending = null;
      at.impatient = [];
      note(refused.message);
    }
    if (refused || at.queue.idle) at.render();
  }

  /** Say why something is not possible now. What the rules forbid, the server explains. */
  async function explain(move) {
    if (at.forgiving) return undefined; // the second half of a double click
    nudge(root.querySelector(".turn-line"), "shake", times().move);
    if (at.scene.you === null) return note("You are watching; sit down to play.");
    if (at.scene.result) return note("The game is over.");
    if (!at.queue.idle) return note("Wait until the others have played.");
    if (at.scene.view.players[at.scene.you].out) return note("You are out; the game goes on without you.");
    if (at.scene.view.turn !== at.scene.you) return note(`It is not your turn: ${nameOf(at.scene, at.scene.view.turn)} is to move.`);
    const refused = await at.live.play(move);
    if (refused) note(refused.message);
    return undefined;
  }

  const can = (move) => isYours(at.scene) && at.queue.idle && !ui.busy && at.scene.view.legal.includes(move);

  at.does = {
    clearSelection,

    stock: soon(() => (can("draw stock") ? send("draw stock") : explain("draw stock"))),

    discardPile: soon(() => {
      const [card] = ui.selected.size === 1 ? [...ui.selected] : [];
      if (card && can(`discard ${card}`)) send(`discard ${card}`);
      else if (can("draw discard")) send("draw discard");
      else explain("draw discard");
    }),

    /** What a click on a card of yours would do at once. */
    cardMove(card) {
      if (!isYours(at.scene)) return null;
      if (at.game.cardMove) return at.game.cardMove(card, at.scene, ui);
      const move = `discard ${card}`;
      return at.scene.view.legal.includes(move) ? { move, label: "" } : null;
    },

    card: soon((card) => {
      ui.cursor = card;
      const found = at.does.cardMove(card);
      const selecting = at.game.click === "select" || (settings.confirm && ui.mode === null);
      if (!isYours(at.scene) || !at.queue.idle) explain(`discard ${card}`);
      else if (selecting && (found || legalMoves(at.scene.view, "spread").length || legalMoves(at.scene.view, "hit").length)) select(card, at.game.click === "select");
      else if (found && can(found.move)) send(found.move);
      else explain(`discard ${card}`);
    }),

    cardTwice(card) {
      if (at.game.click === "select" && can(`discard ${card}`)) send(`discard ${card}`);
    },

    cursor(card) {
      if (ui.cursor === card) return;
      ui.cursor = card;
      at.render();
    },

    die: soon((index) => {
      if (!isYours(at.scene) || !legalMoves(at.scene.view, "keep").length) {
        explain(`keep ${at.scene.view.dice[index]}`);
        return;
      }
      select(index, true);
    }),

    /** Whether a die is in some set that may be kept. */
    dieScores: (index) => legalMoves(at.scene.view, "keep").some((move) => move.split(" ").includes(String(at.scene.view.dice[index]))),

    spread(number) {
      const [card] = ui.selected.size === 1 ? [...ui.selected] : [];
      if (!card) note("Select the card to hit with first.");
      else if (can(`hit ${card} on ${number}`)) send(`hit ${card} on ${number}`);
      else explain(`hit ${card} on ${number}`);
    },

    act: soon((pressed) => {
      const action = at.game.actions(at.scene, ui).find((one) => (one.id ?? one.name) === (pressed.id ?? pressed.name)) ?? pressed;
      if (!isYours(at.scene) || !at.queue.idle) explain(action.ask ?? action.move ?? "knock");
      else if (action.mode) {
        ui.mode = ui.mode === action.mode ? null : action.mode;
        if (ui.mode) {
          say(at.game.prompt(at.scene, ui));
          root.querySelector('.hand [tabindex="0"]')?.focus({ preventScroll: true });
        }
        at.render();
      } else if (action.move) send(action.move, action.then ?? null);
      else if (!action.why) explain(action.ask);
      else if (!at.forgiving) note(action.why);
    }),

    clear() {
      clearSelection();
      at.render();
    },

    sort(sort) {
      const before = measure(root);
      change({ sort });
      at.render();
      slide(root, before, times().move);
    },

    skip() {
      at.queue.skip();
      at.finishShowdown();
    },

    continue: () => at.finishShowdown(),

    side() {
      ui.side = !ui.side;
      at.render();
      root.querySelector(ui.side ? ".side .close" : ".scores-tool")?.focus();
    },

    async reset() {
      const others = at.scene.table.seats.some((seat) => seat.kind === "person" && seat.seat !== at.scene.you && !seat.free && !seat.gone);
      const text = others ? "A new game begins when everybody at the table has asked for it." : "This game is given up, and a new one is dealt.";
      if (!at.scene.result && !(await ask("Start over?", text, "Start a new game", "Keep playing"))) return;
      at.queue.skip();
      at.finishShowdown();
      await attempt(() => (at.scene.result ? api.rematch(at.id) : api.reset(at.id)));
    },

    again: () => attempt(() => api.rematch(at.id)),
    start: () => attempt(() => api.start(at.id)),

    async sit(event) {
      event.preventDefault();
      const name = new FormData(event.target).get("name").toString().trim();
      change({ name });
      if (await attempt(() => api.sit(at.id, name))) at.live.again();
    },

    async copyLink() {
      try {
        await navigator.clipboard.writeText(ui.link);
        ui.copied = true;
      } catch {
        root.querySelector(".link-line input")?.select();
      }
      at.render();
    },

    drop(what, where) {
      const move = dropMove(what, where);
      if (move && can(move)) send(move);
    },
  };

  async function attempt(request) {
    try {
      return await request();
    } catch (error) {
      note(error.message);
      return null;
    }
  }

  function select(thing, several) {
    const selected = new Set(ui.selected);
    if (!selected.delete(thing)) {
      if (!several) selected.clear();
      selected.add(thing);
    }
    ui.selected = selected;
    at.render();
  }

  function dropMove(what, where) {
    const [kind, card] = what.split(" ");
    if (where === "hand") return kind === "card" ? null : `draw ${kind}`;
    if (kind !== "card") return null;
    if (where === "discard") return at.does.cardMove(card)?.move ?? `discard ${card}`;
    return where.startsWith("spread") ? `hit ${card} on ${where.split(" ")[1]}` : null;
  }

  at.send = send;
  at.explain = explain;
  draggable(root, { can: (what, where) => can(dropMove(what, where) ?? ""), drop: at.does.drop });
}
