/** The players: their cards, scores and last moves; and the race, for games that are one. */

import { h } from "../draw/dom.js";
import { card, cross, portrait } from "../draw/pieces.js";
import { inMelds } from "../model/arrangement.js";
import { presenceOf, statesOf } from "../model/company.js";
import { addedTo } from "../model/endings.js";
import { endsInWords, FEW_RACERS } from "../model/layout.js";
import { nameOf, usualCards } from "../model/scene.js";
import { marksOf, scoreLimit } from "../model/showing.js";
import { counted, figure, signed } from "../model/words.js";
import { wordWidths } from "./name_widths.js";
import { dot } from "./presence.js";

/** @import { View } from "../model/types.js" */
/** @import { Child, Props, VNode } from "../draw/dom.js" */
/** @import { Fit } from "../model/layout.js" */
/** @import { Over } from "../model/endings.js" */
/** @import { Running } from "../model/scene.js" */
/** @import { WholeShowing } from "../model/showing.js" */

/** The most marks that are drawn one by one. */
const MOST_MARKS = 5;
/** The room for a portrait beside a name, and the least room for what stands below it, relative to the text size. */
const FACE_WIDTH = 3;
const LEAST_TALLY = 6;
/** The part of a portrait that has to be seen beside cards that lie open. */
const FACE_BESIDE = 0.4;

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

/** A score on the felt. @param {Running} scene @param {number} seat */
function score({ showing, view }, seat) {
  const { one, many, style } = showing.score;
  const { score: points } = view.players[seat];
  const limit = scoreLimit(showing, view.options);
  const unit = Math.abs(points) === 1 ? one : many;
  if (style === "marks" && limit && limit <= MOST_MARKS && points <= limit)
    return markRow(showing, view.options, points);
  if (style === "signed") {
    return h("span.score", chips(points), h("b", signed(points)), h("span.unit", ` ${unit}`));
  }
  const rest = limit && points <= limit ? `of ${figure(limit)}` : unit;
  return h("span.score", h("b", figure(points)), h("span.unit", ` ${rest}`));
}

/** A stack of chips that grows with the score, and none for a loss. @param {number} points */
function chips(points) {
  const count = points <= 0 ? 0 : Math.min(5, 1 + Math.floor(Math.log2(points)));
  const stack = Array.from({ length: Math.max(1, count) }, (_, i) => h("i.chip", { key: i }));
  return h("span.stack", { class: count ? "" : "owed", "aria-hidden": "true" }, stack);
}

/** @param {WholeShowing} showing @param {View["options"]} options @param {number} score */
function markRow(showing, options, score) {
  const marks = Array.from({ length: scoreLimit(showing, options) }, (_, i) =>
    h("i.mark", { class: i < score ? "on" : "", "aria-hidden": "true" }, i < score ? "✕" : "♥"),
  );
  const label = scoreText(showing, options, score);
  return h(
    "span.score.marks",
    { role: "img", "aria-label": label },
    h("small", { "aria-hidden": "true" }, showing.score.many),
    marks,
  );
}

/**
 * A player's name with their score and marks, or another tally.
 * @param {Running} scene @param {number} seat @param {Child} [tally]
 */
export function plate(scene, seat, tally = [score(scene, seat), ...tags(scene, seat)]) {
  const { view, showing } = scene;
  const dealer = { title: "dealer", role: "img", "aria-label": "dealer" };
  return h(
    "div.plate",
    h(
      "span.who",
      showing.has_dealer && view.dealer === seat && h("span.dealer", dealer, "D"),
      h("span.name", { title: nameOf(scene, seat) }, dot(scene.table.seats[seat], scene.you), nameOf(scene, seat)),
    ),
    h("span.tally", tally),
  );
}

/** The portrait of the player in a seat. @param {Running} scene @param {number} seat @param {Props} [props] */
export function seatPortrait({ table }, seat, props) {
  const { player = null, name = null } = table.seats[seat] ?? {};
  return portrait(player ?? name ?? `Seat ${seat + 1}`, props);
}

/** The words beside a player's name. @param {Running} scene @param {number} seat */
function tags({ view, showing, table }, seat) {
  const out = view.players[seat].out;
  const words = [...(out ? ["out"] : []), ...marksOf(showing, view, seat), ...statesOf(table.seats[seat])];
  const all = words.join(" · ");
  return all ? [h("span.tag", { title: all }, all)] : [];
}

/** Everything about a seat in words. @param {Running} scene @param {number} seat */
export function aboutSeat(scene, seat) {
  const { view, showing, table } = scene;
  const player = view.players[seat];
  const held = usualCards(scene) ? counted(player.cards, "card", "cards") : "";
  const parts = [
    nameOf(scene, seat),
    scoreText(showing, view.options, player.score),
    player.out ? "out" : held,
    showing.has_dealer && view.dealer === seat ? "dealer" : "",
    ...marksOf(showing, view, seat),
    ...statesOf(table.seats[seat]),
    presenceOf(table.seats[seat], scene.you) === "gone" ? "not connected" : "",
    isActive(scene, seat) ? "their turn" : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** @param {Running} scene @param {number} seat */
const isActive = ({ view, result, over, showing }, seat) =>
  view.turn === seat && !result && !(over && showing.round.pauses);

// --- The others ---------------------------------------------------------------------------------------------------

/**
 * All other players, or everybody in a race.
 * @param {Running} scene @param {Fit} [fit] @param {Over} [over] the hand that has ended, to show what it came to
 * @returns {VNode}
 */
export function players(scene, fit, over) {
  return isRace(scene) ? race(scene, fit) : opponents(scene, fit, over);
}

/**
 * What a hand brought a player, for their place at the table.
 * @param {Running} scene @param {Over} over @param {number} seat
 */
export function outcome({ showing }, over, seat) {
  const { one, many, best } = showing.score;
  const points = over.points[seat] ?? 0;
  const counts = over.counts[seat] ?? null;
  const bad = best === "low" ? points > 0 : points < 0;
  const out = over.out[seat] && !over.wasOut[seat];
  const unit = Math.abs(points) === 1 ? one : many;
  return [
    counts !== null && h("span.counts", h("span.unit", `${showing.hand.count} `), h("b", figure(counts))),
    h(
      "b.got",
      { class: points ? (bad ? "bad" : "good") : "", title: points ? `${signed(points)} ${unit}` : "no change" },
      points ? [signed(points), h("span.unit", ` ${unit}`)] : "±0",
    ),
    out && h("span.tag.bad", "out"),
  ];
}

/** Whether scores are shown as a race. @param {Running} scene */
export function isRace(scene) {
  return scene.showing.score.style === "race" && !usualCards(scene);
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

/** @param {Running} scene @param {Fit} [fit] @param {Over} [over] */
function opponents(scene, fit, over) {
  const seats = othersClockwise(scene);
  const middle = (seats.length - 1) / 2;
  return h(
    "div.opponents",
    seats.map((seat, index) => opponent(scene, seat, Math.abs(index - middle) / Math.max(1, middle), fit, over)),
  );
}

/**
 * @param {Running} scene @param {number} seat @param {number} outward how far from the middle of the row, 0 to 1
 * @param {Fit} [fit] @param {Over} [over]
 */
function opponent(scene, seat, outward, fit, over) {
  const player = scene.view.players[seat];
  const deals = scene.showing.has_dealer && scene.view.dealer === seat;
  const broken = fit && endsInWords(wordWidths(scene, seat, deals), fit);
  const props = {
    key: seat,
    "data-seat": seat,
    class: [
      isActive(scene, seat) && "active",
      player.out && "out",
      broken && "broken",
      scene.trace?.seat === seat && "moved",
    ]
      .filter(Boolean)
      .join(" "),
    "aria-label": aboutSeat(scene, seat),
    style: { "--outward": (outward ** 4).toFixed(3) },
  };
  const cards = usualCards(scene) > 0;
  const counted = cards && fit?.seatCard === 0 && held(player.cards);
  const words = tags(scene, seat);
  if (over && !over.wasOut[seat]) {
    return h(
      "section.seat",
      props,
      fan(scene, seat, Boolean(fit?.face && fit.seatGap >= FACE_BESIDE * fit.face)),
      plate(scene, seat, outcome(scene, over, seat)),
      fit?.says &&
        h(
          "p.says",
          { "aria-hidden": "true" },
          over.marks[seat].map((mark) => h("span.tag", { key: mark }, mark)),
        ),
    );
  }
  const news = !fit?.says && words.length > 0; // where there is one line for both, news comes before the score
  return h(
    "section.seat",
    props,
    cards && !counted && fan(scene, seat, Boolean(fit?.face)),
    counted && fit && hasRoomForFace(scene, seat, fit) && seatPortrait(scene, seat),
    plate(scene, seat, news ? words : [score(scene, seat), counted]),
    fit?.says && h("p.says", { "aria-hidden": "true" }, words.length ? words : h("span", scene.says[seat] ?? "")),
  );
}

/**
 * Whether a name that stands alone leaves room for a portrait beside it.
 * @param {Running} scene @param {number} seat @param {Fit} fit
 */
function hasRoomForFace(scene, seat, { nameLines, nameWidth }) {
  const name = wordWidths(scene, seat, true).reduce((sum, word) => sum + word + 0.35, 0);
  return nameLines === 1 && Math.max(name, LEAST_TALLY) + FACE_WIDTH <= nameWidth;
}

/** How many cards somebody holds, where there is no room for them. @param {number} cards */
function held(cards) {
  return h("span.held", { title: counted(cards, "card", "cards") }, card(null), figure(cards));
}

/** @param {Running} scene @param {number} seat @param {boolean} portrayed */
function fan(scene, seat, portrayed) {
  const player = scene.view.players[seat];
  const open = openCards(scene, seat);
  const others = scene.shown[seat] ? addedTo(scene.over, seat) : [];
  const cards = open ? [...open, ...others] : Array(player.out ? usualCards(scene) : player.cards).fill(null);
  const counting = scene.over?.account?.counting[seat] ?? [];
  const melded = scene.shown[seat]?.melds.flat() ?? [];
  /** @param {string|null} one */
  const kind = (one) => {
    if (!one || !scene.over) return "";
    if (others.includes(one) || scene.over.added[seat]?.includes(one)) return "added";
    if (counting.length) return counting.includes(one) ? "" : "idle";
    return melded.includes(one) ? "melded" : "";
  };
  return h(
    "div.fan",
    { class: open ? "open" : "", style: { "--n": Math.max(1, cards.length) } },
    portrayed && seatPortrait(scene, seat),
    cards.map((one, i) => card(one, { key: one ?? `back-${i}`, class: kind(one) })),
    player.out && cross(),
  );
}

/** The cards of a seat that lie open. @param {Running} scene @param {number} seat @returns {string[]|null} */
function openCards({ view, showing, shown }, seat) {
  if (shown[seat]) return inMelds(shown[seat].cards, shown[seat].melds).flatMap((group) => group.cards);
  for (const part of showing.middle) {
    if (part.is !== "open hands") continue;
    const rows = view[part.field];
    if (Array.isArray(rows) && rows[seat]?.length) return rows[seat];
  }
  return null;
}

// --- The race -----------------------------------------------------------------------------------------------------

/** Everybody's way to the target. @param {Running} scene @param {Fit} [fit] */
function race(scene, fit) {
  const { view, showing } = scene;
  const limit = scoreLimit(showing, view.options);
  const best = Math.max(1, limit, ...view.players.map((player) => player.score));
  const many = fit ? fit.columns > 1 : view.players.length > 4;
  const portrayed = fit ? fit.portrayed : view.players.length <= FEW_RACERS;
  const tall = portrayed && view.players.length > FEW_RACERS; // with portraits, many rows are high
  const kind = [many && "many", portrayed && "portrayed", tall && "tall"].filter(Boolean).join(" ");
  const props = { "aria-label": `Race to ${figure(limit)}`, class: kind };
  return h(
    "ol.race",
    props,
    view.players.map(({ seat }) => runner(scene, seat, best, portrayed)),
  );
}

/** @param {Running} scene @param {number} seat @param {number} best @param {boolean} portrayed */
function runner(scene, seat, best, portrayed) {
  const { view, showing } = scene;
  const { score } = view.players[seat];
  const active = isActive(scene, seat);
  const total = showing.middle.find((part) => part.is === "total");
  const risk = active && total ? Number(view[total.field] ?? 0) : 0;
  const note = marksOf(showing, view, seat).join(", ") || (active ? "" : (scene.says[seat] ?? ""));
  const props = {
    key: seat,
    class: `${active ? "active" : ""} ${seat === scene.you ? "you" : ""}`,
    "data-seat": seat,
    "aria-label": aboutSeat(scene, seat),
  };
  return h(
    "li.runner",
    props,
    portrayed && seatPortrait(scene, seat),
    h("span.name", { title: nameOf(scene, seat) }, dot(scene.table.seats[seat], scene.you), nameOf(scene, seat)),
    h("b.total", figure(score)),
    h(
      "span.way",
      h(
        "span.track",
        { "aria-hidden": "true" },
        h("i.done", { style: { width: `${Math.max(0, (100 * score) / best)}%` } }),
        h("i.risk", { style: { width: `${Math.min(100, (100 * risk) / best)}%` } }),
      ),
      h("span.note", { title: note }, note),
    ),
  );
}
