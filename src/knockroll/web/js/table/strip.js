/** What has to be known or answered now: a vote, or that a computer plays for you. */

import { h } from "../draw/dom.js";
import { ballot } from "../model/company.js";

/** @import { Ballot } from "../model/company.js" */
/** @import { Leaf } from "../draw/dom.js" */
/** @import { At } from "../pages/table.js" */
/** @import { Running } from "../model/scene.js" */

/**
 * Above the table, or with the sheet that covers it: a vote, or that a computer plays for you.
 * @param {At} at
 * @param {Running} scene
 * @returns {Leaf}
 */
export function strip(at, scene) {
  const { table, you } = scene;
  const vote = ballot(table, you);
  if (vote && at.ui.later !== vote.id) {
    const later = { type: "button", "aria-label": "Answer later", on: { click: () => at.meets.later(vote) } };
    return h(
      "section.strip.vote",
      { key: "strip", "aria-label": "Vote" },
      voteContent(at, vote),
      h("button.quiet.later", later, "✕"),
    );
  }
  if (you === null || table.status !== "running") return null;
  const seat = table.seats[you];
  if (seat?.handed_over) {
    return h(
      "section.strip",
      { key: "strip", "aria-label": "Your seat" },
      h("p", "A computer plays for you."),
      h("button.action.primary", { type: "button", on: { click: at.meets.takeBack } }, "Take my seat back"),
    );
  }
  if (!seat?.waiting) return null;
  const text = "You are dealt in with the next hand. Until then a computer plays the hand that was dealt here.";
  return h("section.strip", { key: "strip", "aria-label": "Your seat" }, h("p", text));
}

/** @param {At} at @param {Ballot} vote @returns {Leaf[]} */
export function voteContent(at, vote) {
  const { meets } = at;
  /** @param {boolean} yes */
  const say = (yes) => () => meets.vote(yes);
  const voices = vote.voices.map(({ seat, name, said, words }) =>
    h(
      "li",
      { key: seat, class: said },
      h("span.voice", { "aria-hidden": "true" }, said ? "✓" : "…"),
      h("span.name", { title: name }, name),
      h("span.unseen", ` ${words}`),
    ),
  );
  return [
    h("p", { key: "text" }, h("span.whole", vote.text), h("span.short", vote.short)),
    h("ul.voices", { key: "voices" }, voices),
    vote.part === "ask" &&
      h(
        "div.answers",
        { key: "answers" },
        h("button.action.primary", { type: "button", on: { click: say(true) } }, vote.yes),
        h("button.action", { type: "button", on: { click: say(false) } }, vote.no),
      ),
    vote.part === "wait" &&
      h(
        "div.answers",
        { key: "wait" },
        h("button.action", { type: "button", on: { click: say(false) } }, "Take it back"),
      ),
  ];
}
