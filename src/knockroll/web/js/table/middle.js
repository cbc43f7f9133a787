/** The middle of the table: piles, spreads, dice, totals, as the game lists them. */

import { h } from "../draw/dom.js";
import { card, diePicture, picture } from "../draw/pieces.js";
import { canTake, chosenMove, dieCounts, legalMoves, onSpread, putMove } from "../model/choices.js";
import { nameOf } from "../model/scene.js";
import { cardName, counted, figure, fill } from "../model/words.js";
import { scoreCard } from "./score_card.js";
import { seatPortrait } from "./seats.js";

/** @import { Dice, Pile, Spreads, Total } from "../model/types.js" */
/** @import { Position } from "../model/choices.js" */
/** @import { Running } from "../model/scene.js" */
/** @import { Spread } from "../model/showing.js" */

/**
 * What clicks in the middle do; nothing in a replay.
 * @typedef {object} PieceActions
 * @property {(pile: Required<Pile>, again: boolean) => void} pile
 * @property {(part: Required<Spreads>, number: number) => void} spread
 * @property {(part: Required<Dice>, index: number) => void} die
 */

/**
 * @param {Running} scene @param {Position} position @param {PieceActions} actions
 * @param {boolean} [carded] whether the score card lies here
 */
export function middle(scene, position, actions, carded = false) {
  const parts = scene.showing.middle;
  const piles = parts.filter((part) => part.is === "pile");
  const rolled = parts.find((part) => part.is === "dice");
  const tray = parts.flatMap((part) => {
    if (part.is === "dice") return [part === rolled ? row(scene, position, actions, part) : aside(scene, part)];
    return part.is === "total" ? [total(position, part)] : [];
  });
  const spreads = parts.find((part) => part.is === "spreads");
  return h(
    "div.middle",
    { class: spreads ? "with-spreads" : "" },
    piles.length > 0 &&
      h(
        "div.piles",
        piles.map((one) => pile(scene, position, actions, one)),
      ),
    spreads && laid(scene, position, actions, spreads),
    tray.length > 0 && h("div.tray", tray),
    carded && scoreCard(scene.showing, scene.view),
    moment(scene),
  );
}

/**
 * @param {Running} scene @param {Position} position @param {PieceActions} actions @param {Required<Pile>} part
 */
function pile(scene, position, actions, part) {
  const { view, showing } = position;
  const value = view[part.field];
  const open = Array.isArray(value);
  const count = open ? value.length : Number(value ?? 0);
  const top = open ? value.slice(-2).filter(Boolean) : [];
  const can = view.legal.includes(part.take);
  const key = showing.verbs.find(({ word }) => word === part.take)?.key;
  const lies = open ? (top.length ? `on top: ${cardName(top.at(-1))}` : "empty") : counted(count, "card", "cards");
  const name = `${part.label}, ${lies}`; // in the name itself: not every screen reader says descriptions
  const warning = can ? fill(view.reading?.warnings[part.take] ?? "", position.names) : "";
  const props = {
    key: part.place,
    type: "button",
    class: [open ? "open" : "covered", can && "can"].filter(Boolean).join(" "),
    "aria-label": name,
    "aria-description": warning || undefined,
    "aria-keyshortcuts": key,
    "data-place": part.place,
    "data-drop": part.put.length ? part.place : undefined,
    "data-drag": can ? `from ${part.place}` : undefined,
    on: { click: (/** @type {MouseEvent} */ event) => actions.pile(part, event.detail > 1) },
  };
  const covered = count > 0 && h("span.card", { class: count > 8 ? "deep" : "" }, picture(null));
  const cards = open ? top.map((one) => h("span.card", { key: one, "data-card": one }, picture(one))) : [covered];
  return h(
    "div.pile",
    { key: part.place },
    h("button.heap", props, count && cards.length ? cards : h("span.empty"), lastMover(scene, part)),
    h("span.label", { "aria-hidden": "true" }, open ? part.label : `${part.label} · ${count}`),
  );
}

/** The portrait of the player of the last move, if it was here: a trace that stays until the next move. */
function lastMover(/** @type {Running} */ scene, /** @type {Required<Pile>} */ { place }) {
  const { trace, you } = scene;
  if (!trace || trace.seat === you || (trace.source !== place && trace.target !== place)) return null;
  const took = trace.source === place;
  return seatPortrait(scene, trace.seat, {
    key: "trace",
    class: took ? "trace took" : "trace",
    title: `${nameOf(scene, trace.seat)} ${took ? "took a card here" : "put this here"}`,
  });
}

/** @param {Running} scene @param {Position} position @param {PieceActions} actions @param {Required<Spreads>} part */
function laid(scene, position, actions, part) {
  const spreads = /** @type {Spread[]} */ (position.view[part.field] ?? []);
  return h(
    "div.spreads",
    { role: "region", "aria-label": part.label, tabindex: spreads.length ? "0" : undefined },
    spreads.length === 0 && h("p.none", `${part.label}: none yet`),
    spreads.map((one) => spread(scene, position, actions, part, one)),
  );
}

/**
 * @param {Running} scene @param {Position} position @param {PieceActions} actions @param {Required<Spreads>} part
 * @param {Spread} one
 */
function spread(scene, position, actions, part, one) {
  const { cards, number, owner } = one;
  const chosen = [...position.chosen.cards];
  const can =
    chosen.length === 1 ? putMove(position, part.put, chosen[0], onSpread(number)) : canTake(position, number);
  const props = {
    key: number,
    type: "button",
    class: can ? "can" : "",
    "aria-label": `Spread ${number}, ${nameOf(scene, owner)}: ${cards.map(cardName).join(", ")}`,
    "data-place": `spread-${number}`,
    "data-drop": `spread ${number}`,
    on: { click: () => actions.spread(part, number) },
  };
  const plain = { role: undefined, "aria-label": undefined, "aria-hidden": "true" };
  return h(
    "button.spread",
    props,
    h(
      "span.fan",
      { style: { "--n": cards.length } },
      cards.map((name) => card(name, { key: name, "data-card": name, ...plain })),
      h("b.number", { "aria-hidden": "true" }, number),
    ),
    " ",
    h("span.label", { "aria-hidden": "true", title: nameOf(scene, owner) }, nameOf(scene, owner)),
  );
}

/**
 * Dice that can be chosen, or that everybody looks at. @param {Running} scene @param {Position} position
 * @param {PieceActions} actions @param {Required<Dice>} part
 */
function row(scene, position, actions, part) {
  const { view, chosen } = position;
  const dice = /** @type {number[]} */ (view[part.field] ?? []);
  const choosing = part.choose !== "" && legalMoves(view, part.choose).length > 0;
  return h(
    "div.dice",
    { key: part.field, role: "group", "aria-label": part.label, "data-field": part.field },
    dice.length === 0 && h("p.unseen", scene.result ? "" : part.none),
    dice.length === 0 &&
      Array.from({ length: part.slots }, (_, i) => h("span.slot", { key: `s${i}`, "aria-hidden": "true" })),
    dice.map((face, index) => {
      const picked = choosing && chosen.dice.has(index);
      const props = {
        key: index,
        type: "button",
        class: [picked && "chosen", choosing && (dieCounts(view, part.choose, face) ? "can" : "dull")]
          .filter(Boolean)
          .join(" "),
        "data-face": face,
        "aria-label": `Die ${index + 1}: ${face}`,
        "aria-pressed": choosing ? String(picked) : undefined,
        style: { "--tilt": `${((index * 37) % 11) - 5}deg` },
        on: { click: () => actions.die(part, index) },
      };
      return h("button.die", props, diePicture(face));
    }),
  );
}

/** Dice that lie aside, with places for those still to come. @param {Running} scene @param {Required<Dice>} part */
function aside(scene, part) {
  const dice = /** @type {number[]} */ (scene.view[part.field] ?? []);
  const label = `${part.label}: ${dice.join(" ") || "nothing"}`;
  return h(
    "div.kept",
    { key: part.field, role: "group", "aria-label": label, "data-field": part.field },
    h("span.label", part.label),
    Array.from({ length: Math.max(part.slots, dice.length) }, (_, i) =>
      dice[i]
        ? h("span.die", { key: `k${i}` }, diePicture(dice[i]))
        : h("span.slot", { key: `s${i}`, "aria-hidden": "true" }),
    ),
  );
}

/** @param {Position} position @param {Required<Total>} part */
function total(position, part) {
  const { view, showing } = position;
  const now = Number(view[part.field] ?? 0);
  const verb = showing.verbs.find(({ word }) => word === part.adds);
  const move = verb && legalMoves(view, verb.word).length ? chosenMove(position, verb) : null;
  const worth = move ? view.reading?.worth[move] : undefined;
  return h(
    "p.turn-score",
    { key: part.field, "aria-label": part.label },
    h("span", part.label),
    h("b", figure(now)),
    h("span.plus", worth === undefined ? "" : ` + ${figure(worth)} = ${figure(now + worth)}`),
  );
}

/** @param {Running} scene */
function moment({ moment: now }) {
  if (!now) return null;
  return h(
    "div.moment",
    { class: now.tone, role: "presentation" },
    h("b", now.text),
    now.detail && h("span", now.detail),
  );
}
