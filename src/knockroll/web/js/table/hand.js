/** Your own place: the hand along the bottom, what it counts, what you can do. */

import { cardName, face } from "../cards.js";
import { drawn, h } from "../dom.js";
import { isYours } from "../games/shared.js";
import { fitHand, handGroups } from "../scene.js";
import { settings } from "../settings.js";
import { plate } from "./seats.js";
import { card as lyingCard } from "./pieces.js";

const SORTS = { melds: "rank", rank: "suit", suit: "melds" };

/** @param {import("../scene.js").Scene} scene @param {any} game @param {any} ui @param {any} does */
export function own(scene, game, ui, does) {
  if (scene.you === null || !scene.view.players[scene.you]) return h("section.own.watching", { "aria-label": "You are watching" }, h("p.prompt", null, "You are watching"));
  const player = scene.view.players[scene.you];
  const yours = isYours(scene);
  return h("section.own", { class: yours ? "yours" : "", "aria-label": "Your place" },
    h("div.own-line", null,
      !game.dice && plate(scene, game, scene.you, player, game.tag(scene.you, scene)),
      count(scene, game),
      !game.dice && !player.out && h("button.quiet.sort", { type: "button", "aria-label": `Sort: ${settings.sort}`, title: "Sort the hand", on: { click: () => does.sort(SORTS[settings.sort]) } }, `⇅ ${settings.sort}`)),
    game.dice ? null : player.out ? outHand(game) : hand(scene, game, ui, does),
    h("div.turn-line", null, prompt(scene, game, ui, yours, player)),
    actions(scene, game, ui, does, yours, player));
}

function count(scene, game) {
  const reading = scene.view.reading;
  if (game.dice || !reading || reading.count === null || reading.count === undefined) return null;
  return h("span.count", { "aria-live": "off" }, `${reading.count_name} `, h("b", null, reading.count));
}

function prompt(scene, game, ui, yours, player) {
  if (scene.result) return h("p.prompt", null, "The game is over");
  if (yours) return h("p.prompt.now", null, h("b", null, "Your turn"), h("span", null, game.prompt(scene, ui)));
  if (player.out) return h("p.prompt", null, "You are out; the game goes on");
  return h("p.prompt", null, ui.status || "\u00a0");
}

function outHand(game) {
  return h("div.hand.out-hand", { "aria-label": "You are out" },
    h("span.fan", { style: { "--n": game.backs } }, Array.from({ length: Math.min(3, game.backs) }, (_, i) => lyingCard(null, { key: i })),
      h("svg.cross", { viewBox: "0 0 100 100", preserveAspectRatio: "none", role: "img", "aria-label": "out of the game" }, h("path", { d: "M6 6L94 94M94 6L6 94" }))));
}

function hand(scene, game, ui, does) {
  const groups = handGroups(scene.view.hand, scene.view.reading, settings.sort);
  const fit = fitHand(groups, ui.handWidth, ui.cardSize, ui.handWidth < 600 ? 10 : 20);
  const order = groups.flatMap((group) => group.cards);
  ui.order = order;
  if (!order.includes(ui.cursor)) ui.cursor = order[Math.min(ui.cursorAt ?? 0, order.length - 1)] ?? null;
  ui.cursorAt = Math.max(0, order.indexOf(ui.cursor));
  return h("div.hand", { role: "group", "aria-label": "Your hand", "data-place": "own-hand", "data-drop": "hand", class: `rows-${fit.rows.length}`, style: { "--own-card": `${fit.size}px`, "--step": `${fit.step}px` } },
    fit.rows.map((row, r) => h("div.row", { key: `r${r}` }, row.map((group, g) => h("div.group", { key: `g${g}`, class: group.meld ? "meld" : "" },
      group.cards.map((one) => handCard(one, scene, game, ui, does)))))));
}

function handCard(one, scene, game, ui, does) {
  const chosen = ui.selected.has(one);
  const move = does.cardMove(one);
  const label = move?.label;
  const classes = [chosen && "chosen", scene.fresh === one && "fresh", move && "can"].filter(Boolean).join(" ");
  return h("button.card.mine", {
    key: one, type: "button", class: classes, "data-card": one, "data-key": `own-${one}`, "data-drag": `card ${one}`,
    "aria-label": cardName(one), "aria-pressed": chosen ? "true" : undefined,
    "aria-description": [scene.fresh === one ? "just drawn" : "", label].filter(Boolean).join(", ") || undefined,
    tabindex: one === ui.cursor ? "0" : "-1",
    on: { click: () => does.card(one), dblclick: () => does.cardTwice(one), focus: () => does.cursor(one) },
  }, drawn(`face-${one}`, () => face(one)), label && h("span.would", { "aria-hidden": "true" }, label));
}

function actions(scene, game, ui, does, yours, player) {
  if (player.out) return h("div.actions", null, ui.waiting > 1 && h("button.action", { type: "button", on: { click: does.skip } }, "Skip to the end"));
  const list = game.actions(scene, ui).filter((action) => !action.hidden);
  return h("div.actions", { role: "group", "aria-label": "Moves" }, list.map((action) => {
    const able = yours && (action.move || action.mode);
    return h("button.action", {
      key: action.id ?? action.name, type: "button", class: action.primary && able ? "primary" : "",
      "aria-label": action.name, "aria-description": action.meaning || undefined, "aria-disabled": able ? undefined : "true",
      "aria-pressed": action.mode !== undefined ? String(Boolean(action.mode) && ui.mode === action.mode) : undefined,
      "aria-keyshortcuts": action.key || undefined, on: { click: () => does.act(action) },
    }, h("span", null, action.name), action.meaning && able && h("small", null, action.meaning));
  }),
  ui.selected.size > 0 && h("button.quiet", { key: "clear", type: "button", on: { click: does.clear } }, "Undo selection"));
}
