/** What a person can do at the table: with the pointer, by keyboard, by dragging. A click becomes a move here. */

import { measure, nudge, slide } from "../draw/animation.js";
import { cardName } from "../draw/cards.js";
import * as choosing from "../model/choices.js";
import { isClosed, isYours, nameOf, namesOf } from "../model/scene.js";
import { pileAt, piles, spreadsOf } from "../model/showing.js";
import { fill } from "../model/words.js";
import * as api from "../net/api.js";
import { keepOrder, moved } from "../ui/card_order.js";
import { ask } from "../ui/dialogs.js";
import { nameWillDo, ownName } from "../ui/name_field.js";
import { change, confirms, times } from "../ui/settings.js";
import { note, say } from "../ui/speech.js";
import { draggable } from "./drag.js";

/** @import { Dice, Pile, Spreads } from "../model/types.js" */
/** @import { Sorting } from "../model/arrangement.js" */
/** @import { Choice, Position } from "../model/choices.js" */
/** @import { Refused } from "../net/connection.js" */
/** @import { At } from "../pages/table.js" */
/** @import { Point } from "./drag.js" */

/**
 * The position as the person sees it, with what they have chosen so far.
 * @param {Pick<At, "scene"|"ui">} at @returns {Position}
 */
export function positionOf({ scene, ui }) {
  if (!scene.view) throw new Error("the game has not begun");
  return { view: scene.view, showing: scene.showing, chosen: ui, names: namesOf(scene), confirms: confirms() };
}

/**
 * Make a move; what the server refuses is said.
 * @param {At} at @param {string} move @param {string|null} [then] the move that follows at once
 */
export async function send(at, move, then = null) {
  const { ui } = at;
  if (ui.busy) return;
  const warning = at.scene.view?.reading?.warnings[move];
  if (warning && !(await isMeant(at, move, warning))) return;
  ui.busy = true;
  ui.note = "";
  at.pending = then;
  at.render();
  const refused = await at.live.play(move);
  ui.busy = false;
  if (refused) {
    at.pending = null;
    at.impatient = [];
    tellRefusal(at, refused);
  }
  if (refused || at.queue.idle) at.render();
}

/** Ask before a move that may surprise. @param {At} at @param {string} move @param {string} warning */
function isMeant(at, move, warning) {
  const label = choosing.verbOf(at.scene.showing, move)?.label ?? "Yes";
  return ask("Are you sure?", fill(warning, namesOf(at.scene)), label, "Not now");
}

/** @param {At} at @param {Refused} refused */
function tellRefusal(at, { reason }) {
  note(fill(reason, namesOf(at.scene)));
}

/**
 * Say why something is not possible now. What the rules forbid, the server explains.
 * @param {At} at @param {string} move
 */
export async function explain(at, move) {
  if (at.forgiving) return; // the second half of a double click
  nudge(at.root.querySelector(".turn-line"), "shake", times().move);
  const { you, view, result } = at.scene;
  if (!at.ui.connected) note("There is no connection. You can go on as soon as it is back.");
  else if (isClosed(at.scene)) note("This table is closed: nothing can be played here any more.");
  else if (you === null) note("You are watching; sit down to play.");
  else if (result || !view) note("The game is over.");
  else if (!at.queue.idle) note("Wait until the others have played.");
  else if (view.players[you].out) note("You are out; the game goes on without you.");
  else if (view.turn !== you) note(`It is not your turn: ${nameOf(at.scene, view.turn)} is to move.`);
  else {
    const refused = await at.live.play(move);
    if (refused) tellRefusal(at, refused);
  }
}

/**
 * Ask the server for something; what it refuses is said.
 * @template Answer @param {At} at @param {() => Promise<Answer>} request @returns {Promise<Answer|null>}
 */
export async function attempt(at, request) {
  try {
    return await request();
  } catch (error) {
    note(fill(error instanceof Error ? error.message : String(error), namesOf(at.scene)));
    return null;
  }
}

/** The cards of your hand, as they lie. @param {HTMLElement} root @returns {HTMLElement[]} */
function handOf(root) {
  return [...root.querySelectorAll(".hand .mine")].filter((node) => node instanceof HTMLElement);
}

/**
 * How many of the other cards lie before a point.
 * @param {HTMLElement} root @param {string} card @param {Point} point
 */
function placeAt(root, card, { x, y }) {
  const others = handOf(root).filter((node) => node.dataset.card !== card);
  return others.filter((node) => {
    const { left, width, top, bottom } = node.getBoundingClientRect();
    return bottom < y || (top <= y && left + width / 3 < x);
  }).length;
}

/** Let a person act at a table. @param {At} at */
export function letsPersonAct(at) {
  const { root, ui } = at;

  /**
   * Nobody has to wait until a card of theirs has landed: what they do meanwhile is done as soon as it has.
   * @template {unknown[]} What
   * @param {(...what: What) => void} act
   * @returns {(...what: What) => void}
   */
  function soon(act) {
    return function later(...what) {
      const mine = ui.busy || (!at.queue.idle && at.mover === at.scene.you && !at.queue.length);
      if (mine && ui.connected) at.impatient.push(() => later(...what));
      else act(...what);
    };
  }

  const free = () => isYours(at.scene) && at.queue.idle && !ui.busy && ui.connected;

  /** Make a move if it is legal, or say why it is not. @param {string|null} move @param {string} tries */
  function make(move, tries) {
    if (move && free() && at.scene.view?.legal.includes(move)) send(at, move);
    else explain(at, move ?? tries);
  }

  /** The one card that is selected. */
  const selected = () => (ui.cards.size === 1 ? [...ui.cards][0] : null);

  const does = {
    clearSelection() {
      ui.cards = new Set();
      ui.dice = new Set();
      ui.armed = null;
    },

    /** Take from a pile, or put the selected card there. */
    pile: soon((/** @type {Required<Pile>} */ pile) => {
      const card = selected();
      const put = card && choosing.putMove(positionOf(at), pile.put, card);
      if (put) make(put, put);
      else if (pile.take) make(pile.take, pile.take);
    }),

    card: soon((/** @type {string} */ card) => {
      ui.cursor = card;
      const position = positionOf(at);
      const several = choosing.selects(position.showing);
      const selecting = (several || position.confirms) && ui.armed === null;
      const again = !several && ui.cards.has(card); // a second tap means it
      if (free() && selecting && !again && choosing.isUseful(position, card)) does.select(card, several);
      else make(choosing.cardMove(position, card)?.move ?? null, choosing.triesCard(position, card));
    }),

    /** A double click: the plain use of the card, where one click selects. @param {string} card */
    cardTwice(card) {
      const position = positionOf(at);
      const move = choosing.selects(position.showing) ? choosing.cardMove(position, card)?.move : null;
      if (move && free()) send(at, move);
    },

    /** @param {string} card */
    cursor(card) {
      if (ui.cursor === card) return;
      ui.cursor = card;
      at.render();
    },

    /** @param {string} card @param {boolean} several */
    select(card, several) {
      const cards = new Set(ui.cards);
      if (!cards.delete(card)) {
        if (!several) cards.clear();
        cards.add(card);
      }
      ui.cards = cards;
      at.render();
    },

    die: soon((/** @type {Required<Dice>} */ part, /** @type {number} */ index) => {
      const { view } = positionOf(at);
      if (!part.choose) return;
      if (!free() || !choosing.legalMoves(view, part.choose).length) {
        const row = view[part.field];
        explain(at, `${part.choose} ${Array.isArray(row) ? row[index] : ""}`);
        return;
      }
      const dice = new Set(ui.dice);
      if (!dice.delete(index)) dice.add(index);
      ui.dice = dice;
      at.render();
    }),

    spread: soon((/** @type {Required<Spreads>} */ part, /** @type {number} */ number) => {
      const card = selected();
      const verb = at.scene.showing.verbs.find(({ word }) => part.put.includes(word));
      if (!verb) return;
      if (!card) note(verb.asks || "Select a card first.");
      else
        make(
          choosing.putMove(positionOf(at), part.put, card, choosing.onSpread(number)),
          `${verb.word} ${card}${choosing.onSpread(number)}`,
        );
    }),

    /** A button, as it is when its time has come. */
    act: soon((/** @type {Choice} */ pressed) => {
      const found = choosing.choices(positionOf(at)).find(({ id }) => id === pressed.id) ?? pressed;
      if (!free()) explain(at, found.move ?? found.tries);
      else if (found.arms !== null) arm(found.arms);
      else if (found.move !== null) send(at, found.move, found.next);
      else if (found.hint) note(found.hint);
      else explain(at, found.tries);
    }),

    /** A verb by its key. Returns whether there is one. @param {string} key */
    key(key) {
      const position = positionOf(at);
      const found = choosing.choices(position).filter((choice) => choice.key === key);
      const able = found.find((choice) => choice.move !== null || choice.arms !== null);
      const verbs = position.showing.verbs.filter((verb) => verb.key === key);
      const pile = piles(position.showing).find((one) => verbs.some(({ word }) => word === one.take));
      const verb = verbs.find(({ word }) => choosing.legalMoves(position.view, word).length);
      if (able) does.act(able);
      else if (pile && (!verb || verb.word === pile.take)) does.pile(pile);
      else if (verb?.asks) note(verb.asks);
      else if (found.length) does.act(found[0]);
      else return false;
      return true;
    },

    clear() {
      does.clearSelection();
      at.render();
    },

    /** @param {Sorting} sort */
    sort(sort) {
      const before = measure(root);
      change({ sort });
      at.render();
      slide(root, before, times().move);
    },

    /** A card goes to another place in your hand, which is in your own order from then on. */
    place(/** @type {string} */ card, /** @type {number} */ place) {
      const cards = handOf(root).map((node) => node.dataset.card ?? "");
      const before = measure(root);
      keepOrder(at.id, moved(cards, card, place));
      change({ sort: "own" });
      slide(root, before, times().move);
      say(`${cardName(card)}: place ${place + 1} of ${cards.length}`);
    },

    skip() {
      at.queue.skip();
      at.endShowdown();
    },

    continue: () => at.endShowdown(),

    side() {
      ui.side = !ui.side;
      at.render();
      const next = root.querySelector(ui.side ? ".side .close" : ".scores-tool");
      if (next instanceof HTMLElement) next.focus();
    },

    again: () => attempt(at, () => api.rematch(at.id)),

    /** @param {SubmitEvent} event */
    async sit(event) {
      event.preventDefault();
      if (nameWillDo(root) && (await attempt(at, () => api.sit(at.id, ownName())))) at.live.again();
    },
  };

  /** A verb waits for its card; the same button again, and it does not. @param {string} word */
  function arm(word) {
    ui.armed = ui.armed === word ? null : word;
    if (ui.armed) {
      say(choosing.prompt(positionOf(at)));
      const first = root.querySelector('.hand [tabindex="0"]');
      if (first instanceof HTMLElement) first.focus({ preventScroll: true });
    }
    at.render();
  }

  /** The move that something makes which is dropped somewhere. @param {string} what @param {string} where */
  function dropMove(what, where) {
    const position = positionOf(at);
    const [kind, thing] = what.split(" ");
    if (kind === "from") return where === "hand" ? (pileAt(position.showing, thing)?.take ?? null) : null;
    const pile = pileAt(position.showing, where);
    if (pile) return choosing.putMove(position, pile.put, thing) ?? choosing.cardMove(position, thing)?.move ?? null;
    const spreads = spreadsOf(position.showing);
    if (!spreads || !where.startsWith("spread ")) return null;
    return choosing.putMove(position, spreads.put, thing, choosing.onSpread(Number(where.split(" ")[1])));
  }

  /** @param {string} what @param {string} where */
  const droppable = (what, where) => {
    const move = free() ? dropMove(what, where) : null;
    return move && at.scene.view?.legal.includes(move) ? move : null;
  };
  draggable(root, {
    can: (what, where) => droppable(what, where) !== null,
    drop: (what, where) => {
      const move = droppable(what, where);
      if (move) send(at, move);
    },
    place(what, point) {
      const [kind, card] = what.split(" ");
      if (kind === "card") does.place(card, placeAt(root, card, point));
    },
  });
  return does;
}
