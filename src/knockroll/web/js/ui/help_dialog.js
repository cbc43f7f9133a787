/** The help: how each game goes in a few lines, how to play it with finger, pointer and keys. */

import { h } from "../draw/dom.js";
import { inOrder, wholeShowing } from "../model/showing.js";
import { capital, listed } from "../model/words.js";
import * as api from "../net/api.js";
import { dialog } from "./dialogs.js";
import { touched } from "./settings.js";

/** @import { GameInfo } from "../model/types.js" */
/** @import { WholeShowing } from "../model/showing.js" */

/** Keys at every table. @type {[string, string][]} */
const KEYS = [
  ["← →", "move between cards or dice"],
  ["Shift ← →", "move the card within your hand"],
  ["Enter or space", "choose the card or die"],
  ["1 … 9, 0", "choose the first, second … card or die"],
  ["Escape", "clear the selection"],
  ["c", "continue after a hand"],
  ["l", "scoreboard and log"],
  ["o", "people at the table"],
  ["e", "send a reaction"],
  ["i", "hint, at a practice table"],
  ["u", "take back your last move, at a practice table"],
  ["w", "hear again whose turn it is and what you hold"],
  ["?", "this help"],
];

/**
 * How to play with finger or pointer, depending on what the game is played with.
 * @param {WholeShowing} showing @param {boolean} touch
 */
function howToMove(showing, touch) {
  const tap = touch ? "Tap" : "Click";
  const several = showing.verbs.some(({ takes }) => takes === "cards" || takes === "place");
  const card = several ? `${tap} cards to select them.` : `Then ${tap.toLowerCase()} a card to discard it.`;
  const cards = showing.hand.size ? [`${tap} a pile to draw.`, card, "You can also drag cards."] : [];
  const dice = showing.middle.some((part) => part.is === "dice" && part.choose) ? [`${tap} dice to select them.`] : [];
  return [...cards, ...dice].join(" ");
}

/** The keys of a game's verbs, each key once. @param {WholeShowing} showing @returns {[string, string][]} */
function verbKeys(showing) {
  /** @type {Map<string, string[]>} */
  const phrases = new Map();
  for (const { key, phrase, follows } of showing.verbs) {
    const all = phrases.get(key) ?? [];
    phrases.set(key, [...all, phrase + (follows ? " (takes what you selected first)" : "")]);
  }
  return [...phrases].map(([key, all]) => [key, listed(all, "or")]);
}

/** The few lines from which one learns a game. @param {GameInfo} game */
function howItGoes(game) {
  const { explanation, goal } = wholeShowing(game.showing);
  if (!explanation.length) return h("p", goal);
  return h(
    "dl.how-it-goes",
    explanation.map(({ title, text }) => h("div", { key: title }, h("dt", title), h("dd", text))),
  );
}

/** @param {[string, string][]} keys @param {boolean} open */
function keyTable(keys, open) {
  return h(
    "details.fold-out",
    { open },
    h("summary", "Keyboard"),
    h(
      "table.keys",
      h(
        "tbody",
        keys.map(([key, what]) => h("tr", { key }, h("th", { scope: "row" }, keysOf(key)), h("td", capital(what)))),
      ),
    ),
  );
}

/** One key, or two alternatives. @param {string} keys */
function keysOf(keys) {
  return keys.split(" or ").map((key, index) => [index > 0 && " or ", h("kbd", key)]);
}

/** @param {GameInfo} game */
function rulesLink(game) {
  return h(
    "p.to-rules",
    h("a", { href: `/rules/${game.name}`, target: "_blank" }, `Rules of ${game.title}, with pictures`),
  );
}

/** The help; of one game, or of all in the lobby. @param {string} [name] of a game */
export async function helpDialog(name) {
  const games = inOrder(await api.listGames().catch(() => []));
  const game = games.find((one) => one.name === name);
  const touch = touched();
  if (game) {
    const showing = wholeShowing(game.showing);
    dialog(`How to play ${game.title}`, () => [
      howItGoes(game),
      h("p.how-to-move", howToMove(showing, touch)),
      rulesLink(game),
      keyTable([...verbKeys(showing), ...KEYS], !touch),
    ]);
    return;
  }
  dialog("How to play", () => [
    h("p", "Choose a game and press “Play now” to play the computer. “With friends” gives you a link to send."),
    games.map((one) =>
      h("details.fold-out", { key: one.name }, h("summary", one.title), howItGoes(one), rulesLink(one)),
    ),
  ]);
}
