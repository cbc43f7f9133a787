/** Your place at the table: your hand, your score, whose turn it is and what you can do. */

import { h } from "../draw/dom.js";
import { card, cross, picture } from "../draw/pieces.js";
import { inSorting, layHand } from "../model/arrangement.js";
import { ordered } from "../model/card_order.js";
import { cardMove, choices, fitsSpread, prompt } from "../model/choices.js";
import { isClosed, isYours, usualCards } from "../model/scene.js";
import { cardName, figure } from "../model/words.js";
import { orderAt, saveOrder } from "../ui/saved_order.js";
import { settings } from "../ui/settings.js";
import { outcome, plate, seatPortrait } from "./seats.js";
import { endButtons } from "./showdown.js";
import { joinForm } from "./waiting_room.js";

/** @import { Choice, Position } from "../model/choices.js" */
/** @import { Group, Sorting } from "../model/arrangement.js" */
/** @import { TableState } from "../model/table_state.js" */
/** @import { Running } from "../model/scene.js" */
/** @import { WholeShowing } from "../model/showing.js" */
/** @import { Moves } from "./moves.js" */
/** @import { Ending } from "./showdown.js" */

/** @type {Record<Sorting, Sorting>} */
const NEXT_SORTING = { melds: "rank", rank: "suit", suit: "melds", own: "melds" };

/** Your hand as you want it sorted, or in your own order. @param {Running} scene @returns {Group[]} */
function groupsOf({ view, table }) {
  const cards = view.hand ?? [];
  if (settings.sort !== "own") return inSorting(cards, view.reading, settings.sort);
  if (!cards.length) return [];
  const kept = orderAt(table.id);
  const own = ordered(cards, kept, view.reading);
  if (own.join() !== kept.join()) saveOrder(table.id, own); // a drawn card stays where it was put
  return [{ cards: own, meld: false }];
}

/**
 * @param {Running} scene @param {Position} position @param {TableState} state @param {Moves} moves
 * @param {{skip: () => void, ending: Ending|null}} rest how to show the rest at once, and the end of a hand, if it is
 *   shown on the table
 */
export function own(scene, position, state, moves, { skip, ending }) {
  const player = scene.you === null ? undefined : scene.view.players[scene.you];
  if (scene.you === null || !player) {
    const join = joinForm(scene.table, moves);
    return h("section.own.watching", { "aria-label": "You're watching" }, h("p.prompt", "You're watching"), join);
  }
  const cards = usualCards(scene) > 0;
  if (ending && cards) {
    const tally = ending.over.wasOut[scene.you] ? undefined : outcome(scene, ending.over, scene.you);
    return h(
      "section.own.ended",
      { "aria-label": "Your place" },
      h("div.own-line", seatPortrait(scene, scene.you), plate(scene, scene.you, tally)),
      player.out && ending.over.wasOut[scene.you] ? outHand(scene) : hand(scene, position, state, moves, true),
      h("div.turn-line", h("p.prompt", "\u00a0")), // keeps its room, so that nothing moves when the next hand begins
      h("div.actions.ending", endButtons(ending, "")),
    );
  }
  const chosen = state.selection.cards.size + state.selection.dice.size > 0;
  const tool = chosen ? undoButton(moves) : sortButton(scene.showing, moves);
  const line = [seatPortrait(scene, scene.you), plate(scene, scene.you), count(scene), !player.out && tool];
  return h(
    "section.own",
    { class: isYours(scene) ? "yours" : "", "aria-label": "Your place" },
    (cards || scene.showing.score.style !== "race") && h("div.own-line", cards ? line : line.slice(0, 2)),
    cards && (player.out ? outHand(scene) : hand(scene, position, state, moves)),
    h("div.turn-line", turnLine(scene, position, state)),
    player.out ? skipButton(state.queued, skip) : actions(scene, position, state, moves),
  );
}

/** @param {WholeShowing} showing @param {Moves} moves */
function sortButton(showing, moves) {
  const { sort } = settings;
  const click = () => moves.sort(NEXT_SORTING[sort]);
  const name = sort === "own" ? "manual" : sort === "melds" && !showing.hand.melds ? "value" : sort;
  const props = { type: "button", "aria-label": `Sort: ${name}`, title: "Sort the hand", on: { click } };
  return h("button.quiet.sort.sorting", { key: "sort", ...props }, h("span", "Sort: "), name);
}

/** The button that takes the place of the sort button while something is selected. @param {Moves} moves */
function undoButton(moves) {
  const props = { type: "button", "aria-label": "Undo selection", title: "Undo selection", on: { click: moves.clear } };
  return h("button.quiet.sort", { key: "undo", ...props }, "✕", h("span", " undo"));
}

/** The value of your hand. @param {Running} scene */
function count({ view, showing }) {
  const counts = view.reading?.count;
  if (counts === null || counts === undefined || !showing.hand.count) return null;
  return h("span.count", { "aria-live": "off" }, `${showing.hand.count} `, h("b", figure(counts)));
}

/** @param {Running} scene @param {Position} position @param {TableState} state */
function turnLine(scene, position, state) {
  if (state.note) return h("p.prompt.told", state.note);
  if (scene.result) return h("p.prompt", "The game is over");
  if (isClosed(scene)) return h("p.prompt", "This table is closed");
  if (isYours(scene)) return h("p.prompt.now", h("b", "Your turn"), h("span", prompt(position)));
  const out = scene.you !== null && scene.view.players[scene.you].out;
  return h("p.prompt", out ? "You're out. The others play on." : state.status || "\u00a0");
}

/** @param {Running} scene */
function outHand(scene) {
  const backs = Array.from({ length: Math.min(3, usualCards(scene)) }, (_, i) => card(null, { key: i }));
  return h(
    "div.hand.out-hand",
    { "aria-label": "You're out" },
    h("span.fan", { style: { "--n": backs.length } }, backs, cross()),
  );
}

/**
 * @param {Running} scene @param {Position} position @param {TableState} state @param {Moves} moves
 * @param {boolean} [inert] whether it is only looked at
 */
function hand(scene, position, state, moves, inert = false) {
  const groups = groupsOf(scene);
  const laid = layHand(groups, inert ? { ...state.fit, ...state.fit.opened } : state.fit);
  const order = groups.flatMap((group) => group.cards);
  if (state.cursor === null || !order.includes(state.cursor))
    state.cursor = order[Math.min(state.cursorAt, order.length - 1)] ?? null;
  state.cursorAt = Math.max(0, order.indexOf(state.cursor ?? ""));
  const props = {
    role: "group",
    "aria-label": "Your hand",
    "data-drop": "hand",
    inert,
    style: { "--step": `${laid.step}px` },
  };
  return h(
    "div.hand",
    props,
    laid.rows.map((row, r) =>
      h(
        "div.row",
        { key: `r${r}` },
        row.map((group, g) =>
          h(
            "div.group",
            { key: `g${g}`, class: group.meld ? "meld" : "" },
            group.cards.map((one) => handCard(scene, position, state, moves, one)),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Running} scene @param {Position} position @param {TableState} state @param {Moves} moves
 * @param {string} one
 */
function handCard(scene, position, state, moves, one) {
  const chosen = state.selection.cards.has(one);
  const fresh = scene.fresh === one;
  const move = isYours(scene) ? cardMove(position, one) : null;
  const fits = isYours(scene) && fitsSpread(position, one);
  const props = {
    key: one,
    type: "button",
    class: [chosen && "chosen", fresh && "fresh", move && "can", fits && "fits"].filter(Boolean).join(" "),
    "data-card": one,
    "data-key": `own-${one}`,
    "data-drag": `card ${one}`,
    "aria-label": cardName(one),
    "aria-pressed": chosen ? "true" : undefined,
    "aria-description":
      [fresh ? "just drawn" : "", move?.spoken, fits ? "fits a spread" : ""].filter(Boolean).join(", ") || undefined,
    tabindex: one === state.cursor ? "0" : "-1",
    on: { click: () => moves.card(one), dblclick: () => moves.cardTwice(one), focus: () => moves.cursor(one) },
  };
  return h(
    "button.card.mine",
    props,
    picture(one),
    move?.label && h("span.would", { "aria-hidden": "true" }, move.label),
  );
}

/** @param {number} queued @param {() => void} skip */
function skipButton(queued, skip) {
  const button = h("button.action", { type: "button", on: { click: skip } }, "Skip to the end");
  return h("div.actions", queued > 1 && button);
}

/** @param {Running} scene @param {Position} position @param {TableState} state @param {Moves} moves */
function actions(scene, position, state, moves) {
  const buttons = choices(position).map((choice) => actionButton(choice, isYours(scene), state, moves));
  const undo = state.selection.dice.size > 0 && undoButton(moves);
  const crowded = buttons.length > state.fit.buttonsInRow * state.fit.buttonRows;
  return h("div.actions", { role: "group", "aria-label": "Moves", class: crowded ? "crowded" : "" }, buttons, undo);
}

/** @param {Choice} choice @param {boolean} yours @param {TableState} state @param {Moves} moves */
function actionButton(choice, yours, state, moves) {
  const able = yours && (choice.move !== null || choice.arms !== null);
  const meaning = able && choice.meaning;
  const props = {
    key: choice.id,
    type: "button",
    class: [choice.primary && able && "primary", choice.places && "placing"].filter(Boolean).join(" "),
    "aria-label": meaning ? `${choice.label}, ${meaning}` : choice.label,
    "aria-disabled": able ? undefined : "true",
    "aria-pressed": choice.arms !== null ? String(state.selection.armed === choice.arms) : undefined,
    "aria-keyshortcuts": choice.key || undefined,
    on: { click: () => moves.act(choice) },
  };
  return h("button.action", props, h("span", choice.label), meaning && [" ", h("small", meaning)]);
}
