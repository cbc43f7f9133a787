/** Tonk at the table. */

import { h } from "../dom.js";
import { nameOf, signs } from "../scene.js";
import { discardAction, legalMoves, listed, signed, wins } from "./shared.js";

export default {
  click: "select",
  backs: 5,
  mostCards: 6,

  prompt(scene, ui) {
    if (!legalMoves(scene.view, "discard").length) return "Take the stock or the discard, or drop";
    return ui.selected.size ? "Discard, spread or hit with what you have selected" : "Select cards to spread, hit with or discard";
  },

  actions(scene, ui) {
    const view = scene.view;
    const drop = legalMoves(view, "drop")[0] ?? null;
    const chosen = [...ui.selected];
    const spreads = legalMoves(view, "spread").filter((move) => chosen.every((card) => move.split(" ").includes(card)));
    const exact = spreads.filter((move) => move.split(" ").length === chosen.length + 1);
    const hits = chosen.length === 1 ? legalMoves(view, `hit ${chosen[0]}`) : [];
    const drawing = legalMoves(view, "draw").length > 0;
    return [
      { name: "Drop", key: "k", move: drop, ask: "drop", meaning: drop ? `with ${view.reading?.count} points` : "", hidden: !drawing && view.turn === scene.you },
      ...(exact.length ? exact : spreads.slice(0, 2)).map((move, i) => ({
        name: "Spread", id: move, key: i ? "" : "p", move, meaning: signs(move.split(" ").slice(1)), primary: exact.includes(move),
      })),
      ...hits.map((move, i) => ({ name: `Hit ${move.split(" ").at(-1)}`, id: move, key: i ? "" : "h", move, meaning: `with ${signs(chosen)}`, primary: true })),
      discardAction(scene, ui, legalMoves(view, "discard").length > 0),
    ];
  },

  score: (player) => h("span.score", null, h("i.chip", { "aria-hidden": "true" }), h("b", null, signed(player.score)), " chips"),
  scoreText: (player) => `${signed(player.score)} chips`,
  tag: (seat, scene) => (scene.view.blocked?.includes(seat) ? "may not drop" : ""),
  points: (change) => (change ? `${signed(change)} chip${Math.abs(change) === 1 ? "" : "s"}` : "—"),
  countName: "points",

  ending(over, scene) {
    const names = over.winners.map((seat) => nameOf(scene, seat));
    const payers = over.points.map((points, seat) => [points, seat]).filter(([points]) => points < 0).map(([points, seat]) => `${nameOf(scene, seat)} ${signed(points)}`);
    const titles = {
      opening: `${wins(names)}: dealt 49 or 50`, tonk: `${wins(names)} with a tonk`, out: `${wins(names, "go").replace("gos", "goes")} out`, drop: `${wins(names)}: the drop holds`,
      caught: `The drop is caught: ${wins(names).replace("You", "you")}`, stock: `${wins(names)}: the stock is empty`, turn_limit: `${wins(names)}: the hand is broken off`, draw: "Two dealt hands of 49 or 50: a draw",
    };
    const clause = { opening: "6", draw: "6", tonk: "12a", out: "12b", drop: "12c", caught: "12d", stock: "12e" }[over.ending] ?? "12";
    return { title: titles[over.ending] ?? "Hand over", detail: payers.length ? `Paid by ${listed(payers)}.` : "Nobody pays.", clause };
  },
};
