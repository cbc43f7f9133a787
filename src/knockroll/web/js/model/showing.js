/**
 * How a game is shown, with the defaults filled in that the server leaves out, so that the rest of the page can rely on
 * every field. See knockroll.engine.showing for what the fields mean.
 */

/** @import { Account, Dice, Event, Explanation, GameInfo, Happening } from "./types.js" */
/** @import { Holding, Mark, OpenHands, Part, Pile, Round } from "./types.js" */
/** @import { Score, Showing, Spreads, Total, Verb, View, Worth } from "./types.js" */

/** @typedef {{number: number, owner: number, cards: string[]}} Spread cards on the table, see Spreads */
/** @typedef {Required<Event>} WholeEvent */
/** @typedef {Required<Happening>} WholeHappening */
/** @typedef {Required<Account>} WholeAccount */
/** @typedef {Required<Verb>} WholeVerb */
/** @typedef {Required<Mark>} WholeMark */
/** @typedef {Required<Worth>} WholeWorth */
/** @typedef {Required<Pile>|Required<Spreads>|Required<OpenHands>|Required<Dice>|Required<Total>} WholePart */
/**
 * @typedef {object} WholeShowing
 * @property {Required<Score>} score
 * @property {WholePart[]} middle
 * @property {WholeVerb[]} verbs
 * @property {Record<string, Happening>} events
 * @property {Required<Round>} round
 * @property {Required<Holding>} hand
 * @property {WholeMark[]} marks
 * @property {Record<string, string>} prompts
 * @property {boolean} has_dealer
 * @property {string} goal
 * @property {Required<Explanation>[]} explanation
 * @property {string[]} picture
 * @property {WholeWorth[]} worth
 */

/** @type {Omit<WholeVerb, "word"|"label"|"phrase"|"key">} */
const VERB = {
  takes: "",
  asks: "",
  worth: "",
  worth_one: "",
  usual: false,
  any_card: false,
  at_place: "",
  follows: "",
};
/** @type {Omit<WholeEvent, "kind">} */
const EVENT = {
  seat: null,
  text: "",
  cards: [],
  count: 0,
  source: "",
  target: "",
  dice: [],
  points: [],
  winners: [],
  ending: "",
  melds: [],
  changes: {},
  account: null,
};

/** @type {Required<Round>} */
const ROUND = {
  one: "hand",
  many: "hands",
  pauses: true,
  number: "",
  in_turn: false,
  nothing: "",
  has_winner: true,
};

/** @param {Showing} showing @returns {WholeShowing} */
export function wholeShowing(showing) {
  return {
    score: { best: "high", style: "number", limit: "", survival: false, ...showing.score },
    middle: showing.middle.map(wholePart),
    verbs: showing.verbs.map((verb) => ({ ...VERB, ...verb })),
    events: showing.events,
    round: { ...ROUND, ...showing.round },
    hand: { size: 0, size_option: "", drawn: 1, count: "", best: "low", melds: true, ...showing.hand },
    marks: (showing.marks ?? []).map((mark) => ({ kind: "seat", at_least: 1, ...mark })),
    prompts: showing.prompts ?? {},
    has_dealer: showing.has_dealer ?? true,
    goal: showing.goal,
    explanation: (showing.explanation ?? []).map((one) => ({ examples: [], ...one })),
    picture: showing.picture ?? [],
    worth: (showing.worth ?? []).map((one) => ({ dice: [], label: "", points: 0, said: "", when: {}, ...one })),
  };
}

/** Games with the best known first. @param {readonly GameInfo[]} games */
export function inOrder(games) {
  const fame = (/** @type {GameInfo} */ { showing }) => showing.popularity ?? 0;
  return [...games].sort((a, b) => fame(b) - fame(a));
}

/** @param {Part} part @returns {WholePart} */
function wholePart(part) {
  switch (part.is) {
    case "pile":
      return { take: "", put: [], only_top: false, ...part };
    case "spreads":
      return { put: [], ...part };
    case "open hands":
      return { melds: "", added: "", ...part };
    case "dice":
      return { choose: "", slots: 0, none: "", ...part };
    case "total":
      return { adds: "", ...part };
  }
}

/** @param {Event} event @returns {WholeEvent} */
export function wholeEvent(event) {
  return { ...EVENT, ...event };
}

/** @param {Account} account @returns {WholeAccount} */
export function wholeAccount(account) {
  return { detail: "", clause: "", sums: [], notes: [], counting: [], ...account };
}

/**
 * The pile in the middle that events call by this name.
 * @param {WholeShowing} showing @param {string} place
 */
export function pileAt(showing, place) {
  return piles(showing).find((pile) => pile.place === place);
}

/** @param {WholeShowing} showing */
export function piles(showing) {
  return showing.middle.filter((part) => part.is === "pile");
}

/** @param {WholeShowing} showing */
export function spreadsOf(showing) {
  return showing.middle.find((part) => part.is === "spreads");
}

/** The number of cards that each player is dealt. @param {WholeShowing} showing @param {View["options"]} options */
export function handSize(showing, options) {
  const { size, size_option: option } = showing.hand;
  return option && Number(options[option]) > 0 ? Number(options[option]) : size;
}

/** The limit of the score, or 0. @param {WholeShowing} showing @param {View["options"]} options */
export function scoreLimit(showing, options) {
  return showing.score.limit ? Number(options[showing.score.limit] ?? 0) : 0;
}

/**
 * The words beside a player's name.
 * @param {WholeShowing} showing @param {View} view @param {number} seat
 */
export function marksOf(showing, view, seat) {
  return showing.marks.flatMap(({ field, text, kind, at_least: least }) => {
    const value = view[field];
    if (kind === "seat") return value === seat ? [text] : [];
    if (!Array.isArray(value)) return [];
    if (kind === "seats") return value.includes(seat) ? [text] : [];
    return value[seat] >= least ? [text.replace("{n}", String(value[seat]))] : [];
  });
}
