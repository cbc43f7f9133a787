/** The other players: their cards, their scores, what they just did. */

import { h } from "../dom.js";
import { nameOf } from "../scene.js";
import { card } from "./pieces.js";

/** The seats clockwise from the one at your left. */
export function othersClockwise(scene) {
  const order = scene.view.order?.length ? scene.view.order : scene.view.players.map((player) => player.seat);
  const all = [...order, ...scene.view.players.map((p) => p.seat).filter((seat) => !order.includes(seat))];
  const at = all.indexOf(scene.you);
  return at < 0 ? all : [...all.slice(at + 1), ...all.slice(0, at)];
}

/** All other seats. @param {import("../scene.js").Scene} scene @param {any} game */
export function opponents(scene, game) {
  const seats = othersClockwise(scene);
  const middle = (seats.length - 1) / 2;
  return h("div.opponents", { class: `of-${seats.length}`, style: { "--seats": seats.length } },
    seats.map((seat, index) => opponent(scene, game, seat, Math.abs(index - middle) / Math.max(1, middle))));
}

function opponent(scene, game, seat, outward) {
  const player = scene.view.players[seat];
  const active = scene.view.turn === seat && !scene.result;
  const shown = scene.shown[seat];
  const cards = shown ? shown.cards : Array(player.out ? game.backs ?? 0 : player.cards).fill(null);
  const tag = game.tag(seat, scene);
  const about = [nameOf(scene, seat), game.scoreText(player, scene), player.out ? "out" : game.dice ? "" : `${player.cards} cards`,
    scene.view.dealer === seat && !game.dice ? "dealer" : "", tag, active ? "to move" : ""];
  return h("section.seat", {
    key: seat, "data-seat": seat, class: `${active ? "active" : ""} ${player.out ? "out" : ""}`,
    "aria-label": about.filter(Boolean).join(", "), style: { "--outward": outward.toFixed(2) },
  },
  !game.dice && h("div.fan", { class: shown ? "open" : "", style: { "--n": Math.max(1, cards.length) } },
    cards.map((one, i) => card(one, { key: one ?? `back-${i}` })),
    player.out && h("svg.cross", { viewBox: "0 0 100 100", preserveAspectRatio: "none", role: "img", "aria-label": "out of the game" }, h("path", { d: "M6 6L94 94M94 6L6 94" }))),
  plate(scene, game, seat, player, tag),
  h("p.says", { "aria-hidden": "true" }, scene.says[seat] ?? ""));
}

/** A player's name, score and marks. */
export function plate(scene, game, seat, player, tag) {
  const info = scene.table?.seats[seat];
  const gone = info?.kind === "person" && seat !== scene.you && (info.away || info.gone);
  return h("div.plate", null,
    h("span.name", { title: nameOf(scene, seat) }, nameOf(scene, seat)),
    scene.view.dealer === seat && !game.dice && h("span.dealer", { title: "dealer", role: "img", "aria-label": "dealer" }, "D"),
    game.score(player, scene),
    player.out && h("span.tag", null, "out"),
    tag && h("span.tag", null, tag),
    gone && h("span.tag", null, "away"));
}
