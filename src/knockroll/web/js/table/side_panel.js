/** The side panel: the scoreboard and the log. */

import { h } from "../draw/dom.js";
import { nameOf } from "../model/scene.js";
import { legend, scoreboard } from "./scoreboard.js";

/** @import { Line } from "../model/endings.js" */
/** @import { Running } from "../model/scene.js" */

const MOST_LINES = 200;

/**
 * @param {Running} scene @param {{sideOpen: boolean, logOpen: boolean}} state what is open
 * @param {{side: () => void, log: () => void}} toggle
 */
export function side(scene, { sideOpen: open, logOpen: whole }, toggle) {
  const close = { type: "button", "aria-label": "Close scoreboard and log", on: { click: toggle.side } };
  const fold = { type: "button", "aria-expanded": String(whole), "aria-controls": "log", on: { click: toggle.log } };
  const grows = { "data-follow": scene.played.length, "data-grows": "across" };
  const scores = { tabindex: "0", role: "region", "aria-label": "Scores", ...grows };
  return h(
    "aside.side",
    {
      class: [open && "open", whole && "whole"].filter(Boolean).join(" "),
      "aria-label": "Scoreboard and log",
      id: "side",
    },
    h("div.side-head", h("h2", "Scores"), h("button.quiet.close", close, "Close")),
    h("div.scroll.scores", scores, scoreboard(scene)),
    legend(scene),
    h("div.log-head", h("h2", "Log"), h("button.quiet.fold", fold, whole ? "Show less" : "Show all")),
    h(
      "ol.scroll.log",
      { tabindex: "0", id: "log", "aria-label": "Log", "data-follow": scene.log.length },
      logLines(scene),
    ),
  );
}

/** @param {Running} scene */
function logLines(scene) {
  const recent = scene.log.slice(-MOST_LINES);
  const first = scene.log.length - recent.length;
  return recent.map((line, index) => logLine(line, nameOf(scene, line.seat), first + index));
}

/** A line of the log, its player's name in bold. @param {Line} line @param {string} name @param {number} key */
function logLine({ seat, text }, name, key) {
  if (seat === null || !name || !text.startsWith(name))
    return h("li", { key, class: seat === null ? "note" : "" }, text);
  return h("li", { key }, h("b", name), text.slice(name.length));
}
