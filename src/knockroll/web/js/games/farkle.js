/** Farkle at the table. */

import { h } from "../dom.js";
import { nameOf } from "../scene.js";

/** The move that keeps the selected dice, whether legal or not. */
export function keepMove(scene, ui) {
  const faces = [...ui.selected].map((index) => scene.view.dice[index]).filter(Boolean).sort();
  return faces.length ? `keep ${faces.join(" ")}` : null;
}

const score = (player) => h("span.score", null, h("b", null, player.score.toLocaleString("en")));

export default {
  dice: true,

  prompt(scene, ui) {
    const { legal } = scene.view;
    if (legal.some((move) => move.startsWith("keep"))) {
      const move = keepMove(scene, ui);
      if (!move) return "Click the dice you set aside";
      return legal.includes(move) ? "Throw the rest, or bank" : "Not all of these dice score";
    }
    return legal.includes("bank") ? "Throw on, or bank" : "Throw the dice";
  },

  actions(scene, ui) {
    const { legal, turn_score: turnScore, reading } = scene.view;
    const keep = keepMove(scene, ui);
    if (legal.some((move) => move.startsWith("keep"))) {
      const fine = keep && legal.includes(keep);
      const worth = fine ? Number(reading?.meanings[keep] ?? 0) : 0;
      return [
        { name: "Throw", key: "t", move: fine ? keep : null, then: "throw", ask: keep ?? "throw", why: keep ? "" : "First set aside at least one die that scores.", meaning: fine ? rest(scene, ui) : "", primary: Boolean(fine) },
        { name: "Bank", key: "b", move: fine ? keep : null, then: "bank", ask: keep ?? "bank", why: keep ? "" : "First set aside at least one die that scores.", meaning: fine ? (turnScore + worth).toLocaleString("en") : "" },
      ];
    }
    const bank = legal.includes("bank") ? "bank" : null;
    return [
      { name: "Throw", key: "t", move: legal.includes("throw") ? "throw" : null, ask: "throw", meaning: legal.includes("throw") ? count(scene.view.dice_to_throw ?? 6) : "", primary: legal.includes("throw") },
      { name: "Bank", key: "b", move: bank, ask: "bank", meaning: bank ? turnScore.toLocaleString("en") : "" },
    ];
  },

  score,
  scoreText: (player) => `${player.score} points`,
  tag: (seat, scene) => (scene.view.trigger === seat ? "last turns" : scene.view.farkles?.[seat] > 1 ? `${scene.view.farkles[seat]} farkles in a row` : ""),
  points: (change) => (change ? `+${change.toLocaleString("en")}` : "—"),
  countName: "",
  ending: (over, scene) => ({ title: over.ending === "farkle" ? "Farkle" : `${nameOf(scene, over.turn)} banked`, detail: "", clause: "3c" }),
};

const count = (dice) => (dice === 1 ? "1 die" : `${dice} dice`);

function rest(scene, ui) {
  const left = scene.view.dice.length - ui.selected.size;
  return count(left || 6);
}
