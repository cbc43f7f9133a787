/** The race of a dice game: everybody's way to the target. */

import { h } from "../dom.js";
import { nameOf } from "../scene.js";

/** @param {import("../scene.js").Scene} scene @param {any} game */
export function race(scene, game) {
  const { players, options, turn } = scene.view;
  const target = options.target ?? 10000;
  const best = Math.max(target, ...players.map((player) => player.score));
  return h("ol.race", { "aria-label": `The race to ${target.toLocaleString("en")}`, class: players.length > 5 ? "long" : "" },
    players.map((player) => {
      const active = turn === player.seat && !scene.result;
      const risk = active ? scene.view.turn_score : 0;
      const tag = game.tag(player.seat, scene);
      return h("li.runner", {
        key: player.seat, class: `${active ? "active" : ""} ${player.seat === scene.you ? "you" : ""}`, "data-seat": player.seat,
        "aria-label": `${nameOf(scene, player.seat)}, ${player.score} points${active ? ", to move" : ""}${tag ? `, ${tag}` : ""}`,
      },
      h("span.name", null, nameOf(scene, player.seat)),
      h("span.track", { "aria-hidden": "true" },
        h("i.done", { style: { width: `${Math.max(0, (100 * player.score) / best)}%` } }),
        h("i.risk", { style: { width: `${Math.min(100, (100 * risk) / best)}%` } })),
      h("b.total", null, player.score.toLocaleString("en")),
      h("span.note", null, tag || (active ? "" : scene.says[player.seat] ?? "")));
    }));
}
