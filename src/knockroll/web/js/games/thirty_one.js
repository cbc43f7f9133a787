/** Thirty-One at the table. */

import { h } from "../dom.js";
import { nameOf } from "../scene.js";
import { discardAction, legalMoves, listed } from "./shared.js";

export default {
  click: "discard",
  lowWins: true,
  scoreIsBad: true,
  backs: 3,
  mostCards: 4,

  prompt(scene) {
    if (legalMoves(scene.view, "discard").length) return "Click the card you discard";
    return legalMoves(scene.view, "knock").length ? "Take the stock or the discard, or knock" : "Take the stock or the discard";
  },

  actions(scene, ui) {
    const knock = legalMoves(scene.view, "knock")[0] ?? null;
    const meaning = knock ? `with ${scene.view.reading?.count}` : "";
    return [{ name: "Knock", key: "k", move: knock, ask: "knock", meaning, primary: Boolean(knock) }, discardAction(scene, ui)];
  },

  score(player, scene) {
    const most = scene.view.options.strikes ?? 3;
    if (most > 5) return h("span.score", null, `${player.score} of ${most} strikes`);
    const marks = Array.from({ length: most }, (_, i) => h(i < player.score ? "i.strike.on" : "i.strike", { "aria-hidden": "true" }, i < player.score ? "✕" : ""));
    return h("span.score.strikes", { role: "img", "aria-label": this.scoreText(player, scene) }, h("small", { "aria-hidden": "true" }, "strikes"), marks);
  },

  scoreText(player, scene) {
    return `${player.score} of ${scene.view.options.strikes ?? 3} strikes`;
  },

  tag(seat, scene) {
    return scene.view.knocker === seat ? "knocked" : "";
  },

  points(change) {
    return change > 0 ? `+${change} strike${change > 1 ? "s" : ""}` : change < 0 ? `${change} strike` : "—";
  },

  countName: "value",

  ending(over, scene) {
    const names = over.winners.map((seat) => nameOf(scene, seat));
    if (over.ending === "thirty_one") return { title: `${listed(names)} ${names.length > 1 || names[0] === "You" ? "have" : "has"} 31`, detail: "The hand ends at once; everybody else gets a strike.", clause: "8" };
    const knocker = over.knocker === null ? "" : `${nameOf(scene, over.knocker)} knocked. `;
    return { title: "Showdown", detail: `${knocker}The lowest hand gets a strike${over.knocker === null ? "" : "; a knocker who is lowest gets two"}.`, clause: "10" };
  },
};
