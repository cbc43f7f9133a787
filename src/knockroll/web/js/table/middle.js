/** The middle of the table: stock and discard pile, spreads, dice. */

import { back, cardName, face } from "../cards.js";
import { die } from "../dice.js";
import { drawn, h } from "../dom.js";
import { keepMove } from "../games/farkle.js";
import { isYours } from "../games/shared.js";
import { nameOf } from "../scene.js";
import { card } from "./pieces.js";

/** @param {import("../scene.js").Scene} scene @param {any} game @param {any} ui @param {any} does */
export function middle(scene, game, ui, does) {
  return h("div.middle", null, game.dice ? tray(scene, ui, does) : piles(scene, does), !game.dice && spreads(scene, ui, does), moment(scene));
}

function piles(scene, does) {
  const { stock, discard, pile, legal } = scene.view;
  const top = pile.slice(-2).filter(Boolean);
  return h("div.piles", null,
    h("div.pile", null,
      h("button.stock", {
        type: "button", "aria-label": "Stock", "aria-description": `${stock} cards`, "data-place": "stock", "data-drag": legal.includes("draw stock") ? "stock" : undefined,
        class: legal.includes("draw stock") ? "can" : "", "aria-keyshortcuts": "s", on: { click: does.stock },
      }, stock > 0 ? h("span.card", { class: stock > 8 ? "deep" : "" }, drawn("back", back)) : h("span.empty", null, "empty")),
      h("span.label", { "aria-hidden": "true" }, `Stock · ${stock}`)),
    h("div.pile", null,
      h("button.discard", {
        type: "button", "aria-label": "Discard pile", "aria-description": discard ? `on top: ${cardName(discard)}` : "empty", "data-place": "discard",
        "data-drop": "discard", "data-drag": legal.includes("draw discard") ? "discard" : undefined, class: legal.includes("draw discard") ? "can" : "", "aria-keyshortcuts": "d", on: { click: does.discardPile },
      }, top.length ? top.map((one) => h("span.card", { key: one, "data-card": one }, drawn(`face-${one}`, () => face(one)))) : h("span.empty", null, "empty")),
      h("span.label", { "aria-hidden": "true" }, "Discards")));
}

function spreads(scene, ui, does) {
  const { spreads: laid, legal } = scene.view;
  if (!laid) return null;
  const [chosen] = ui.selected.size === 1 ? [...ui.selected] : [];
  return h("div.spreads", { role: "group", "aria-label": "Spreads", class: laid.length > 4 ? "many" : "" },
    laid.length === 0 && h("p.none", null, "No spreads yet"),
    laid.map((spread) => {
      const can = chosen ? legal.includes(`hit ${chosen} on ${spread.number}`) : false;
      return h("button.spread", {
        key: spread.number, type: "button", "data-place": `spread-${spread.number}`, "data-drop": `spread ${spread.number}`, class: can ? "can" : "",
        "aria-label": `Spread ${spread.number} of ${nameOf(scene, spread.owner)}: ${spread.cards.map(cardName).join(", ")}`,
        on: { click: () => does.spread(spread.number) },
      },
      h("span.fan", { style: { "--n": spread.cards.length } }, spread.cards.map((one) => card(one, { key: one, "data-card": one, role: undefined, "aria-hidden": "true", "aria-label": undefined }))),
      h("span.label", { "aria-hidden": "true" }, `${spread.number} · ${nameOf(scene, spread.owner)}`));
    }));
}

function tray(scene, ui, does) {
  const { dice, kept, turn_score: turnScore, legal, reading, turn } = scene.view;
  const keeping = legal.some((move) => move.startsWith("keep"));
  const move = keepMove(scene, ui);
  const worth = move && legal.includes(move) ? Number(reading?.meanings[move] ?? 0) : null;
  return h("div.tray", { "data-place": "tray" },
    h("div.dice", { role: "group", "aria-label": "Dice thrown" },
      dice.length === 0 && h("p.none", null, turn === null ? "" : kept.length === 6 ? "All six are set aside" : isYours(scene) ? "Throw the dice" : `${nameOf(scene, turn)} to throw`),
      dice.map((face_, index) => h("button.die", {
        key: index, type: "button", "data-die": index, "aria-label": `Die ${index + 1}: ${face_}`, "aria-pressed": keeping ? String(ui.selected.has(index)) : undefined,
        class: `${ui.selected.has(index) ? "chosen" : ""} ${keeping ? (does.dieScores(index) ? "can" : "dull") : ""}`, style: { "--tilt": `${((index * 37) % 11) - 5}deg` },
        on: { click: () => does.die(index) },
      }, drawn(`die-${face_}`, () => die(face_))))),
    h("div.kept", { role: "group", "aria-label": `Set aside: ${kept.join(" ") || "nothing"}` },
      h("span.label", null, "Set aside"),
      Array.from({ length: 6 }, (_, i) => (kept[i] ? h("span.die", { key: `k${i}`, "data-kept": i }, drawn(`die-${kept[i]}`, () => die(kept[i]))) : h("span.slot", { key: `s${i}`, "aria-hidden": "true" })))),
    h("p.turn-score", { "aria-label": "Turn score" },
      h("span", null, "This turn"), h("b", null, turnScore.toLocaleString("en")),
      worth !== null ? h("span.plus", null, ` + ${worth.toLocaleString("en")} = ${(turnScore + worth).toLocaleString("en")}`)
        : h("span.plus", null, move && keeping ? " these do not all score" : "")));
}

function moment(scene) {
  if (!scene.moment) return null;
  return h("div.moment", { class: scene.moment.tone, role: "presentation" }, h("b", null, scene.moment.text), scene.moment.detail && h("span", null, scene.moment.detail));
}
