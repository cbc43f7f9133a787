/** The players: their cards, their scores, what they just did; and the race, where scores are one. */

import { h } from "../dom.js";
import { nameOf, usualCards } from "../scene.js";
import { marksOf, scoreLimit } from "../showing.js";
import { counted, figure, signed } from "../words.js";
import { card, cross } from "./pieces.js";

/** @import { View } from "../types.js" */
/** @import { VNode } from "../dom.js" */
/** @import { Running } from "../scene.js" */
/** @import { WholeShowing } from "../showing.js" */

/** Up to how many marks are drawn one by one. */
const MOST_MARKS = 5;

// --- Scores -------------------------------------------------------------------------------------------------------

/**
 * A score in words: `2 of 3 strikes`.
 * @param {WholeShowing} showing @param {View["options"]} options @param {number} score
 */
export function scoreText(showing, options, score) {
  const { one, many, style } = showing.score;
  const limit = scoreLimit(showing, options);
  if (style === "signed") return `${signed(score)} ${Math.abs(score) === 1 ? one : many}`;
  return limit && score <= limit && style !== "race"
    ? `${figure(score)} of ${figure(limit)} ${many}`
    : counted(score, one, many);
}

/** A score on the felt. @param {WholeShowing} showing @param {View["options"]} options @param {number} score */
function scoreNode(showing, options, score) {
  const { one, many, style } = showing.score;
  const limit = scoreLimit(showing, options);
  if (style === "marks" && limit && limit <= MOST_MARKS && score <= limit) return markRow(showing, options, score);
  if (style === "signed") {
    const unit = Math.abs(score) === 1 ? one : many;
    return h("span.score", h("i.chip", { "aria-hidden": "true" }), h("b", signed(score)), ` ${unit}`);
  }
  if (limit && score <= limit) return h("span.score", h("b", figure(score)), ` of ${figure(limit)}`);
  return h("span.score", h("b", figure(score)), ` ${Math.abs(score) === 1 ? one : many}`);
}

/** @param {WholeShowing} showing @param {View["options"]} options @param {number} score */
function markRow(showing, options, score) {
  const marks = Array.from({ length: scoreLimit(showing, options) }, (_, i) =>
    h("i.mark", { class: i < score ? "on" : "", "aria-hidden": "true" }, i < score ? "✕" : ""),
  );
  const label = scoreText(showing, options, score);
  return h(
    "span.score.marks",
    { role: "img", "aria-label": label },
    h("small", { "aria-hidden": "true" }, showing.score.many),
    marks,
  );
}

/** A player's name, score and marks. @param {Running} scene @param {number} seat */
export function plate(scene, seat) {
  const { view, showing, table } = scene;
  const player = view.players[seat];
  const info = table.seats[seat];
  const gone = info?.kind === "person" && seat !== scene.you && (info.away || info.gone);
  const words = [...(player.out ? ["out"] : []), ...marksOf(showing, view, seat), ...(gone ? ["away"] : [])];
  const dealer = { title: "dealer", role: "img", "aria-label": "dealer" };
  return h(
    "div.plate",
    h("span.name", { title: nameOf(scene, seat) }, nameOf(scene, seat)),
    showing.has_dealer && view.dealer === seat && h("span.dealer", dealer, "D"),
    scoreNode(showing, view.options, player.score),
    words.map((word) => h("span.tag", { key: word }, word)),
  );
}

/** Everything about a seat in words. @param {Running} scene @param {number} seat */
export function aboutSeat(scene, seat) {
  const { view, showing } = scene;
  const player = view.players[seat];
  const held = usualCards(scene) ? counted(player.cards, "card", "cards") : "";
  const parts = [
    nameOf(scene, seat),
    scoreText(showing, view.options, player.score),
    player.out ? "out" : held,
    showing.has_dealer && view.dealer === seat ? "dealer" : "",
    ...marksOf(showing, view, seat),
    isActive(scene, seat) ? "to move" : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** @param {Running} scene @param {number} seat */
const isActive = (scene, seat) => scene.view.turn === seat && !scene.result;

// --- The others ---------------------------------------------------------------------------------------------------

/** All other players, or everybody in a race. @param {Running} scene @returns {VNode} */
export function players(scene) {
  return scene.showing.score.style === "race" && !usualCards(scene) ? race(scene) : opponents(scene);
}

/** The seats clockwise from the one at your left. @param {Running} scene */
function othersClockwise({ view, you }) {
  const seats = view.players.map((player) => player.seat);
  const seated = /** @type {number[]} */ (view.order ?? []);
  const order = seated.length ? seated : seats;
  const all = [...order, ...seats.filter((seat) => !order.includes(seat))];
  const at = you === null ? -1 : all.indexOf(you);
  return at < 0 ? all : [...all.slice(at + 1), ...all.slice(0, at)];
}

/** @param {Running} scene */
function opponents(scene) {
  const seats = othersClockwise(scene);
  const middle = (seats.length - 1) / 2;
  return h(
    "div.opponents",
    { class: `of-${seats.length}`, style: { "--seats": seats.length } },
    seats.map((seat, index) => opponent(scene, seat, Math.abs(index - middle) / Math.max(1, middle))),
  );
}

/** @param {Running} scene @param {number} seat @param {number} outward how far from the middle of the row, 0 to 1 */
function opponent(scene, seat, outward) {
  const player = scene.view.players[seat];
  const props = {
    key: seat,
    "data-seat": seat,
    class: `${isActive(scene, seat) ? "active" : ""} ${player.out ? "out" : ""}`,
    "aria-label": aboutSeat(scene, seat),
    style: { "--outward": outward.toFixed(2) },
  };
  const says = h("p.says", { "aria-hidden": "true" }, scene.says[seat] ?? "");
  return h("section.seat", props, usualCards(scene) > 0 && fan(scene, seat), plate(scene, seat), says);
}

/** @param {Running} scene @param {number} seat */
function fan(scene, seat) {
  const player = scene.view.players[seat];
  const open = openCards(scene, seat);
  const cards = open ?? Array(player.out ? usualCards(scene) : player.cards).fill(null);
  return h(
    "div.fan",
    { class: open ? "open" : "", style: { "--n": Math.max(1, cards.length) } },
    cards.map((one, i) => card(one, { key: one ?? `back-${i}` })),
    player.out && cross(),
  );
}

/** The cards of a seat that lie open. @param {Running} scene @param {number} seat @returns {string[]|null} */
function openCards({ view, showing, shown }, seat) {
  if (shown[seat]) return shown[seat].cards;
  for (const part of showing.middle) {
    if (part.is !== "open hands") continue;
    const rows = view[part.field];
    if (Array.isArray(rows) && rows[seat]?.length) return rows[seat];
  }
  return null;
}

// --- The race -----------------------------------------------------------------------------------------------------

/** Everybody's way to the target. @param {Running} scene */
function race(scene) {
  const { view, showing } = scene;
  const limit = scoreLimit(showing, view.options);
  const best = Math.max(1, limit, ...view.players.map((player) => player.score));
  const props = { "aria-label": `The race to ${figure(limit)}`, class: view.players.length > 5 ? "long" : "" };
  return h(
    "ol.race",
    props,
    view.players.map(({ seat }) => runner(scene, seat, best)),
  );
}

/** @param {Running} scene @param {number} seat @param {number} best */
function runner(scene, seat, best) {
  const { view, showing } = scene;
  const { score } = view.players[seat];
  const active = isActive(scene, seat);
  const total = showing.middle.find((part) => part.is === "total");
  const risk = active && total ? Number(view[total.field] ?? 0) : 0;
  const marks = marksOf(showing, view, seat).join(", ");
  const props = {
    key: seat,
    class: `${active ? "active" : ""} ${seat === scene.you ? "you" : ""}`,
    "data-seat": seat,
    "aria-label": aboutSeat(scene, seat),
  };
  return h(
    "li.runner",
    props,
    h("span.name", nameOf(scene, seat)),
    h(
      "span.track",
      { "aria-hidden": "true" },
      h("i.done", { style: { width: `${Math.max(0, (100 * score) / best)}%` } }),
      h("i.risk", { style: { width: `${Math.min(100, (100 * risk) / best)}%` } }),
    ),
    h("b.total", figure(score)),
    h("span.note", marks || (active ? "" : (scene.says[seat] ?? ""))),
  );
}
