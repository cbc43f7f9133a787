/** Gin Rummy at the table. */

import { h } from "../dom.js";
import { nameOf } from "../scene.js";
import { discardAction, legalMoves, wins } from "./shared.js";

const lowestMeaning = (view, moves) =>
  moves.map((move) => Number(/\d+/.exec(view.reading?.meanings[move] ?? "")?.[0] ?? Infinity)).reduce((a, b) => Math.min(a, b), Infinity);

export default {
  click: "discard",
  backs: 10,
  mostCards: 11,

  prompt(scene, ui) {
    if (ui.mode === "knock") return "Click the card to put down with your knock";
    if (legalMoves(scene.view, "discard").length || legalMoves(scene.view, "knock").length) return "Click the card you discard";
    if (legalMoves(scene.view, "pass").length) return "Take the upcard, or pass";
    return "Take the stock or the discard";
  },

  actions(scene, ui) {
    const view = scene.view;
    const knocks = legalMoves(view, "knock");
    const gins = legalMoves(view, "gin");
    const best = lowestMeaning(view, knocks);
    return [
      { name: "Knock", key: "k", mode: knocks.length ? "knock" : null, ask: `knock ${view.hand[0] ?? "As"}`, meaning: knocks.length ? `with ${best} or more` : "" },
      { name: "Gin", key: "g", move: gins[0] ?? null, meaning: "no deadwood", primary: true, hidden: !gins.length },
      { name: "Pass", key: "p", move: legalMoves(view, "pass")[0] ?? null, hidden: !legalMoves(view, "pass").length },
      discardAction(scene, ui),
    ];
  },

  /** The move that a click on a card makes in this mode, and what it would mean. */
  cardMove(card, scene, ui) {
    const word = ui.mode === "knock" ? "knock" : "discard";
    const move = `${word} ${card}`;
    if (scene.view.legal.includes(move)) return { move, label: ui.mode === "knock" ? (scene.view.reading?.meanings[move] ?? "").replace("knock with ", "") : "" };
    const gin = `gin ${card}`;
    return scene.view.legal.includes(gin) ? { move: gin, label: "gin" } : null;
  },

  score: (player) => h("span.score", null, h("b", null, player.score), " points"),
  scoreText: (player) => `${player.score} points`,
  tag: (seat, scene) => (scene.view.knocker === seat ? "knocked" : ""),
  points: (change) => (change ? `+${change}` : "—"),
  countName: "deadwood",

  ending(over, scene) {
    const names = over.winners.map((seat) => nameOf(scene, seat));
    const titles = { gin: `${wins(names)} with gin`, knock: wins(names) + " the hand", undercut: `${wins(names)}: an undercut`, stock: "The stock has run out", turn_limit: "The hand is broken off" };
    const details = { gin: "Every card in a meld.", knock: "The knock held: nobody has less deadwood.", undercut: "The knocker was not the lowest.", stock: "Nobody scores.", turn_limit: "Nobody scores." };
    return { title: titles[over.ending] ?? "Hand over", detail: details[over.ending] ?? "", clause: { gin: "6a", knock: "8", undercut: "R3", stock: "6c" }[over.ending] ?? "6" };
  },
};
