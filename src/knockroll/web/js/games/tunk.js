/** Tunk at the table. */

import { h } from "../dom.js";
import { nameOf } from "../scene.js";
import { discardAction, legalMoves } from "./shared.js";

export default {
  click: "discard",
  lowWins: true,
  scoreIsBad: true,
  backs: 7,
  mostCards: 8,

  prompt(scene) {
    if (legalMoves(scene.view, "tunk").length) return "Click the card you discard, or call tunk";
    if (legalMoves(scene.view, "discard").length) return "Click the card you discard";
    return scene.view.tunker !== null && scene.view.tunker !== undefined ? "Your last turn: take the stock or the discard" : "Take the stock or the discard";
  },

  actions(scene, ui) {
    const tunk = legalMoves(scene.view, "tunk")[0] ?? null;
    const meaning = tunk ? (scene.view.reading?.meanings.tunk ?? "").replace("tunk with ", "with ") : "";
    return [{ name: "Tunk", key: "k", move: tunk, ask: "tunk", meaning, primary: Boolean(tunk) }, discardAction(scene, ui)];
  },

  score: (player, scene) => h("span.score", null, h("b", null, player.score), ` of ${scene.view.options.target ?? 100}`),
  scoreText: (player, scene) => `${player.score} of ${scene.view.options.target ?? 100} points`,
  tag: (seat, scene) => (scene.view.tunker === seat ? "tunk" : ""),
  points: (change) => (change ? `+${change}` : "0"),
  countName: "unmatched",

  ending(over, scene) {
    if (over.ending !== "tunk") return { title: "No tunk", detail: over.ending === "stock" ? "The stock has run out; nobody is charged." : "The hand is broken off; nobody is charged.", clause: "8" };
    const tunker = over.knocker === null ? "" : nameOf(scene, over.knocker);
    const doubled = over.knocker !== null && over.counts[over.knocker] !== undefined && over.points[over.knocker] > over.counts[over.knocker];
    return { title: `${tunker || "Somebody"} called tunk`, detail: doubled ? "But somebody had less: the tunker is charged double." : "Everybody is charged what is unmatched.", clause: "8" };
  },
};
