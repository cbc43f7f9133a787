/** What a person can do at the table: with the pointer, by keyboard, by dragging. A click becomes a move here. */

import { measure, nudge, slide } from "../draw/animation.js";
import { moved } from "../model/card_order.js";
import * as choosing from "../model/choices.js";
import { planAgainst } from "../model/rematch.js";
import { isClosed, isRunning, isYours, nameOf, namesOf } from "../model/scene.js";
import { pileAt, piles, spreadsOf } from "../model/showing.js";
import { emptySelection } from "../model/table_state.js";
import { cardName, fill, turnText } from "../model/words.js";
import * as api from "../net/api.js";
import { ask } from "../ui/dialogs.js";
import { isNameValid, ownName } from "../ui/name_field.js";
import { go } from "../ui/router.js";
import { saveOrder } from "../ui/saved_order.js";
import { change, settings, times } from "../ui/settings.js";
import { note, say } from "../ui/speech.js";
import { attempt, positionOf } from "./context.js";
import { draggable } from "./drag.js";
import { shareResult } from "./share.js";

/** @import { Dice, Pile, Spreads } from "../model/types.js" */
/** @import { Sorting } from "../model/arrangement.js" */
/** @import { Choice } from "../model/choices.js" */
/** @import { Refused } from "../net/connection.js" */
/** @import { TableContext } from "./context.js" */
/** @import { Point } from "./drag.js" */

/** @typedef {ReturnType<typeof createMoves>} Moves */

/** The cards of your hand, in the order they lie. @param {HTMLElement} root @returns {HTMLElement[]} */
function handOf(root) {
  return [...root.querySelectorAll(".hand .mine")].filter((node) => node instanceof HTMLElement);
}

/**
 * Return how many of the other cards lie before a point.
 * @param {HTMLElement} root @param {string} card @param {Point} point
 */
function placeAt(root, card, { x, y }) {
  const others = handOf(root).filter((node) => node.dataset.card !== card);
  return others.filter((node) => {
    const { left, width, top, bottom } = node.getBoundingClientRect();
    return bottom < y || (top <= y && left + width / 3 < x);
  }).length;
}

/** @param {TableContext} context */
export function createMoves(context) {
  const { state, root } = context;
  /** What the person did while their own move was on its way. @type {(() => void)[]} */
  let deferred = [];

  /** Send a move, and show why if it is refused. @param {string} move @param {string|null} [next] the move after it */
  async function send(move, next = null) {
    if (state.sending) return;
    const warning = state.scene.view?.reading?.warnings[move];
    if (warning && !(await isMeant(move, warning))) return;
    const bold = boldness(move); // no wait if there is nothing to ask: the next click may come at once
    if (bold && !(await ask(bold.title, bold.text, bold.yes, "Not yet"))) return;
    const blunder = state.blunders.find((one) => one.move === move);
    if (blunder && !(await ask("Is this a blunder?", blunder.sentence, "Play it anyway", "Think again"))) return;
    state.sending = true;
    state.note = "";
    state.nextMove = next;
    context.render();
    const refused = await context.connection.play(move);
    state.sending = false;
    if (refused) {
      state.nextMove = null;
      deferred = [];
      showRefusal(refused);
    }
    if (refused || context.queue.idle) context.render();
  }

  /** Ask before a move that may surprise. @param {string} move @param {string} warning */
  function isMeant(move, warning) {
    const label = choosing.verbOf(state.scene.showing, move)?.label ?? "Yes";
    return ask("Are you sure?", fill(warning, namesOf(state.scene)), label, "Not now");
  }

  /** What to ask before the first bold move of a kind that this person makes in this browser. @param {string} move */
  function boldness(move) {
    const { showing, view } = state.scene;
    const verb = choosing.verbOf(showing, move);
    const said = verb && view?.reading?.bold[verb.word];
    const known = `${state.game?.name} ${verb?.word}`;
    if (!verb || !said || settings.warned.includes(known)) return null;
    change({ warned: [...settings.warned, known] });
    return { title: `${verb.label}?`, text: fill(said, namesOf(state.scene)), yes: verb.label };
  }

  /** @param {Refused} refused */
  function showRefusal({ reason }) {
    note(fill(reason, namesOf(state.scene)));
  }

  /** Say why a move is not possible now. If the rules forbid it, the server explains. @param {string} move */
  async function explain(move) {
    if (state.forgiving) return; // the second half of a double click
    nudge(root.querySelector(".turn-line"), "shake", times().move);
    const { you, view, result } = state.scene;
    if (!state.connected) note("You're offline. Hang on, reconnecting…");
    else if (isClosed(state.scene)) note("This table is closed. You can't play here.");
    else if (you === null) note("You're watching. Sit down to play.");
    else if (result || !view) note("The game is over.");
    else if (!context.queue.idle) note("Not yet: the others are still playing.");
    else if (view.players[you].out) note("You're out. The others play on.");
    else if (view.turn !== you) note(`It's ${turnText(nameOf(state.scene, view.turn))}.`);
    else {
      const refused = await context.connection.play(move);
      if (refused) showRefusal(refused);
    }
  }

  /**
   * Do something now, or as soon as the person's own move has been shown: no one has to wait for a card to land.
   * @template {unknown[]} Arguments
   * @param {(...given: Arguments) => void} act
   * @returns {(...given: Arguments) => void}
   */
  function soon(act) {
    return function later(...given) {
      const { queue } = context;
      const ownMove = state.sending || (!queue.idle && state.mover === state.scene.you && !queue.length);
      if (ownMove && state.connected) deferred.push(() => later(...given));
      else act(...given);
    };
  }

  const canMove = () => isYours(state.scene) && context.queue.idle && !state.sending && state.connected;

  /** Make a move if it is legal, or say why it is not. @param {string|null} move @param {string} tried */
  function make(move, tried) {
    if (move && canMove() && state.scene.view?.legal.includes(move)) send(move);
    else explain(move ?? tried);
  }

  /** The selected card, if exactly one is selected. */
  const selected = () => (state.selection.cards.size === 1 ? [...state.selection.cards][0] : null);

  const moves = {
    clearSelection() {
      state.selection = emptySelection();
    },

    /** Forget what the person did while their own move was on its way. */
    dropDeferred() {
      deferred = [];
    },

    /**
     * Everything has been shown: send the move that follows the last one, or do what the person did meanwhile.
     * Returns whether they are still to move.
     */
    resume() {
      const [acts, next] = [deferred, state.nextMove];
      deferred = [];
      state.nextMove = null;
      if (!isYours(state.scene)) return false;
      if (next && state.scene.view?.legal.includes(next)) {
        deferred = acts;
        send(next);
        return false;
      }
      if (next) explain(next);
      state.forgiving = true;
      for (const act of acts) act();
      state.forgiving = false;
      return !state.sending;
    },

    /**
     * Take from a pile, or put the selected card there. The second half of a double click is no mistake, even if the
     * first has already been answered.
     */
    pile: soon((/** @type {Required<Pile>} */ pile, again = false) => {
      const card = selected();
      const put = card && choosing.putMove(positionOf(state), pile.put, card);
      const move = put || pile.take;
      if (move && (!again || state.scene.view?.legal.includes(move))) make(move, move);
    }),

    card: soon((/** @type {string} */ card) => {
      state.cursor = card;
      const position = positionOf(state);
      const several = choosing.selects(position.showing);
      const selecting = (several || position.confirms) && state.selection.armed === null;
      const again = !several && state.selection.cards.has(card); // a second tap means it
      if (canMove() && selecting && !again && choosing.isUseful(position, card)) moves.select(card, several);
      else make(choosing.cardMove(position, card)?.move ?? null, choosing.triesCard(position, card));
    }),

    /** A double click: the plain use of the card, where one click selects. @param {string} card */
    cardTwice(card) {
      const position = positionOf(state);
      const move = choosing.selects(position.showing) ? choosing.cardMove(position, card)?.move : null;
      if (move && canMove()) send(move);
    },

    /** @param {string} card */
    cursor(card) {
      if (state.cursor === card) return;
      state.cursor = card;
      context.render();
    },

    /** @param {string} card @param {boolean} several */
    select(card, several) {
      const cards = new Set(state.selection.cards);
      if (!cards.delete(card)) {
        if (!several) cards.clear();
        cards.add(card);
      }
      state.selection = { ...state.selection, cards };
      context.render();
    },

    die: soon((/** @type {Required<Dice>} */ part, /** @type {number} */ index) => {
      const { view } = positionOf(state);
      if (!part.choose) return;
      if (!canMove() || !choosing.legalMoves(view, part.choose).length) {
        const row = view[part.field];
        explain(`${part.choose} ${Array.isArray(row) ? row[index] : ""}`);
        return;
      }
      const dice = new Set(state.selection.dice);
      if (!dice.delete(index)) dice.add(index);
      state.selection = { ...state.selection, dice };
      context.render();
    }),

    spread: soon((/** @type {Required<Spreads>} */ part, /** @type {number} */ number) => {
      const card = selected();
      const verb = state.scene.showing.verbs.find(({ word }) => part.put.includes(word));
      if (!verb) return;
      if (!card) note(verb.asks || "Select a card first.");
      else
        make(
          choosing.putMove(positionOf(state), part.put, card, choosing.onSpread(number)),
          `${verb.word} ${card}${choosing.onSpread(number)}`,
        );
    }),

    /** Press a button. What it does is looked up when its time has come. */
    act: soon((/** @type {Choice} */ pressed) => {
      const found = choosing.choices(positionOf(state)).find(({ id }) => id === pressed.id) ?? pressed;
      if (!canMove()) explain(found.move ?? found.tries);
      else if (found.arms !== null) arm(found.arms);
      else if (found.move !== null) send(found.move, found.next);
      else if (found.hint) note(found.hint);
      else explain(found.tries);
    }),

    /** Use a verb by its key. Returns whether there is one. @param {string} key */
    key(key) {
      const position = positionOf(state);
      const found = choosing.choices(position).filter((choice) => choice.key === key);
      const able = found.find((choice) => choice.move !== null || choice.arms !== null);
      const verbs = position.showing.verbs.filter((verb) => verb.key === key);
      const pile = piles(position.showing).find((one) => verbs.some(({ word }) => word === one.take));
      const verb = verbs.find(({ word }) => choosing.legalMoves(position.view, word).length);
      if (able) moves.act(able);
      else if (pile && (!verb || verb.word === pile.take)) moves.pile(pile);
      else if (verb?.asks) note(verb.asks);
      else if (found.length) moves.act(found[0]);
      else return false;
      return true;
    },

    clear() {
      moves.clearSelection();
      context.render();
    },

    /** @param {Sorting} sort */
    sort(sort) {
      const before = measure(root);
      change({ sort });
      context.render();
      slide(root, before, times().move);
    },

    /** Move a card to another place in your hand, which is in your own order from then on. */
    place(/** @type {string} */ card, /** @type {number} */ place) {
      const cards = handOf(root).map((node) => node.dataset.card ?? "");
      const before = measure(root);
      saveOrder(state.id, moved(cards, card, place));
      change({ sort: "own" });
      slide(root, before, times().move);
      say(`${cardName(card)}: place ${place + 1} of ${cards.length}`);
    },

    /** Open or close the scoreboard and log on a small screen. */
    side() {
      state.sideOpen = !state.sideOpen;
      context.render();
      const next = root.querySelector(state.sideOpen ? ".side .close" : ".scores-tool");
      if (next instanceof HTMLElement) next.focus();
    },

    again: () => attempt(state, () => api.rematch(state.id)),

    /** Play another game by the same rules against other computers. @param {string[]} opponents */
    async against(opponents) {
      const { table } = state.scene;
      const plan = table && planAgainst(table, opponents);
      const made = plan && (await attempt(state, () => api.createTable(plan)));
      if (made && (await attempt(state, () => api.sit(made.table.id, ownName())))) go(`/table/${made.table.id}`);
    },

    share() {
      const { scene } = state;
      if (isRunning(scene) && scene.result) shareResult(scene, scene.result);
    },

    /** Show the whole log, or fold it to its last lines. */
    log() {
      state.logOpen = !state.logOpen;
      context.render();
    },

    /** @param {SubmitEvent} event */
    async sit(event) {
      event.preventDefault();
      const seated = isNameValid(root) && (await attempt(state, () => api.sit(state.id, ownName())));
      if (seated) context.connection.reconnect();
    },
  };

  /** Let a verb wait for its card; pressing the same button again stops that. @param {string} word */
  function arm(word) {
    const armed = state.selection.armed === word ? null : word;
    state.selection = { ...state.selection, armed };
    if (armed) {
      say(choosing.prompt(positionOf(state)));
      const first = root.querySelector('.hand [tabindex="0"]');
      if (first instanceof HTMLElement) first.focus({ preventScroll: true });
    }
    context.render();
  }

  /** The move that dropping something somewhere makes. @param {string} what @param {string} where */
  function dropMove(what, where) {
    const position = positionOf(state);
    const [kind, thing] = what.split(" ");
    if (kind === "from") return where === "hand" ? (pileAt(position.showing, thing)?.take ?? null) : null;
    const pile = pileAt(position.showing, where);
    if (pile) return choosing.putMove(position, pile.put, thing) ?? choosing.cardMove(position, thing)?.move ?? null;
    const spreads = spreadsOf(position.showing);
    if (!spreads || !where.startsWith("spread ")) return null;
    return choosing.putMove(position, spreads.put, thing, choosing.onSpread(Number(where.split(" ")[1])));
  }

  /** The same, if it is legal now. @param {string} what @param {string} where */
  const legalDrop = (what, where) => {
    const move = canMove() ? dropMove(what, where) : null;
    return move && state.scene.view?.legal.includes(move) ? move : null;
  };
  draggable(root, {
    can: (what, where) => legalDrop(what, where) !== null,
    drop: (what, where) => {
      const move = legalDrop(what, where);
      if (move) send(move);
    },
    place(what, point) {
      const [kind, card] = what.split(" ");
      if (kind === "card") moves.place(card, placeAt(root, card, point));
    },
  });
  return moves;
}
