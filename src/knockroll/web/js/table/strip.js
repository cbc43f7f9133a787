/** The strip above the table: a vote, or a note that the computer is playing for you. */

import { h } from "../draw/dom.js";
import { ballot } from "../model/company.js";

/** @import { Ballot } from "../model/company.js" */
/** @import { Leaf } from "../draw/dom.js" */
/** @import { Running } from "../model/scene.js" */
/** @import { Company } from "./company.js" */

/**
 * The strip, above the table or on the sheet that covers it.
 * @param {Running} scene @param {string} postponed the id of the vote that is to be answered later
 * @param {Company} company
 * @returns {Leaf}
 */
export function strip(scene, postponed, company) {
  const { table, you } = scene;
  const vote = ballot(table, you);
  if (vote && postponed !== vote.id) {
    const later = { type: "button", "aria-label": "Answer later", on: { click: () => company.postpone(vote) } };
    return h(
      "section.strip.vote",
      { key: "strip", "aria-label": "Vote" },
      voteContent(vote, company),
      h("button.quiet.later", later, "✕"),
    );
  }
  if (you === null || table.status !== "running") return null;
  const seat = table.seats[you];
  if (seat?.handed_over) {
    return h(
      "section.strip",
      { key: "strip", "aria-label": "Your seat" },
      h("p", "The computer is playing for you."),
      h("button.action.primary", { type: "button", on: { click: company.takeBack } }, "Take my seat back"),
    );
  }
  if (!seat?.waiting) return null;
  const text = "You'll be dealt in next hand. The computer plays this one.";
  return h("section.strip", { key: "strip", "aria-label": "Your seat" }, h("p", text));
}

/** @param {Ballot} vote @param {Company} company @returns {Leaf[]} */
export function voteContent(vote, company) {
  /** @param {boolean} yes */
  const say = (yes) => () => company.vote(yes);
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
