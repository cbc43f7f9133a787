/** A review in figures: the biggest errors, what each hand cost and how lucky it was, and the kinds of error. */

import { h } from "../draw/dom.js";
import { chanceWords, signedPoints } from "../model/review.js";
import { capital } from "../model/words.js";

/** @import { ChanceReview, Review, SeatReview } from "../model/types.js" */

/**
 * The biggest errors, as buttons.
 * @param {Review} review @param {SeatReview} headline @param {string} round what a hand is called
 * @param {(to: number) => void} go
 */
export function biggestErrors(review, headline, round, go) {
  const found = headline.biggest.flatMap((index) => review.decisions.find((one) => one.index === index) ?? []);
  if (!found.length) return null;
  const lines = found.map(({ hand, index, words, best_words, loss }) => {
    const button = { type: "button", on: { click: () => go(index + 1) } };
    return h(
      "li",
      { key: index },
      h(
        "button.quiet",
        button,
        h("small.muted", `${capital(round)} ${hand + 1}`),
        h("span", h("b", signedPoints(-loss)), ` ${words}; ${best_words} was better`),
      ),
    );
  });
  return [h("h3", { key: "title" }, "Biggest errors"), h("ol", { key: "errors" }, lines)];
}

/** What errors of each kind cost. @param {Review} review @param {SeatReview} headline */
export function kindsOfError(review, headline) {
  const kinds = Object.entries(headline.kinds).map(([kind, loss]) =>
    h("li", { key: kind }, h("span", review.kinds[kind] ?? kind), h("b", signedPoints(-loss))),
  );
  return (
    kinds.length > 0 && [h("h3", { key: "kinds title" }, "Kinds of error"), h("ul.kinds", { key: "kinds" }, kinds)]
  );
}

const MOST_SWINGS = 3;

/**
 * The biggest swings of luck, as buttons.
 * @param {{at: number, event: ChanceReview}[]} swings @param {number} seat @param {string[]} names
 * @param {string} round what a hand is called @param {(to: number) => void} go
 */
export function biggestSwings(swings, seat, names, round, go) {
  const found = [...swings]
    .sort((a, b) => Math.abs(b.event.luck[seat]) - Math.abs(a.event.luck[seat]))
    .slice(0, MOST_SWINGS);
  if (!found.length) return null;
  const lines = found.map(({ at, event }) =>
    h(
      "li",
      { key: at },
      h(
        "button.quiet",
        { type: "button", on: { click: () => go(at) } },
        h("small.muted", `${capital(round)} ${event.hand + 1}`),
        h("span", h("b", signedPoints(event.luck[seat])), ` ${capital(chanceWords(event, names))}`),
      ),
    ),
  );
  return [h("h3", { key: "title" }, "Biggest swings of luck"), h("ol", { key: "swings" }, lines)];
}

/**
 * What each hand cost.
 * @param {SeatReview} headline @param {{one: string, many: string}} round
 * @param {(hand: number) => void} toHand
 */
export function handScores(headline, round, toHand) {
  const hands = headline.hands.filter(({ decisions }) => decisions > 0);
  if (!hands.length) return null;
  const hasLuck = headline.luck !== null && !headline.luck_is_uncertain;
  const rows = hands.map(({ hand, given_away, luck }) => {
    const button = {
      type: "button",
      "aria-label": `Go to ${round.one} ${hand + 1}`,
      on: { click: () => toHand(hand) },
    };
    return h(
      "tr",
      { key: hand },
      h("th", { scope: "row" }, h("button.quiet", button, String(hand + 1))),
      h("td", signedPoints(-given_away)),
      hasLuck && h("td", signedPoints(luck)),
    );
  });
  const heads = [capital(round.one), "Given away", ...(hasLuck ? ["Luck"] : [])].map((text) =>
    h("th", { key: text, scope: "col" }, text),
  );
  return h(
    "details.by-hand.fold-out",
    { key: "hands" },
    h("summary", `By ${round.one}`),
    h("p.muted", "In points of the chance to win."),
    h("table", h("thead", h("tr", heads)), h("tbody", rows)),
  );
}
