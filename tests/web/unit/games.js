/** Games that nobody plays, for tests: one of cards, one of dice. */

import { wholeShowing } from "../../../src/knockroll/web/js/model/showing.js";

/** @import { Showing, TableInfo, View } from "../../../src/knockroll/web/js/model/types.js" */

/** @type {Showing} */
const CARDS = {
  goal: "Get rid of your cards.",
  score: { one: "point", many: "points", limit: "target" },
  hand: { size: 3, size_option: "cards", count: "weight" },
  middle: [
    { is: "pile", place: "stock", label: "Stock", field: "stock", take: "draw stock" },
    { is: "pile", place: "discard", label: "Discards", field: "pile", take: "draw discard", put: ["discard"] },
  ],
  verbs: [
    { word: "draw stock", label: "Draw", phrase: "draw from the stock", key: "s" },
    { word: "draw discard", label: "Take", phrase: "take the discard", key: "d" },
    {
      word: "discard",
      label: "Discard",
      phrase: "discard a card",
      key: "d",
      takes: "card",
      usual: true,
      asks: "Which?",
    },
    { word: "pass", label: "Pass", phrase: "pass", key: "p" },
    { word: "knock", label: "Knock", phrase: "knock", key: "k", takes: "card", asks: "Knock with?", worth: "with {n}" },
    { word: "gin", label: "Gin", phrase: "go gin", key: "g", takes: "card", any_card: true },
  ],
  marks: [
    { field: "knocker", text: "knocked" },
    { field: "blocked", text: "may not", kind: "seats" },
    { field: "misses", text: "{n} misses", kind: "numbers", at_least: 2 },
  ],
  events: {
    deal: { cue: "deal" },
    "draw stock": { text: "{who} drew [{cards} ]from the stock", short: "drew" },
    discard: { text: "{who} discarded {cards}", short: "discarded {cards}" },
    knock: { text: "{who} knocked", banner: "{who} knocked", tone: "good" },
    show: { text: "{who} showed {cards}" },
    "hand over": {},
    "game over": { text: "{winners} won" },
  },
};

export const cards = wholeShowing(CARDS);

export const spreads = wholeShowing({
  ...CARDS,
  middle: [...CARDS.middle, { is: "spreads", label: "Spreads", field: "spreads", put: ["hit"] }],
  verbs: [
    ...CARDS.verbs.slice(0, 3),
    { word: "spread", label: "Spread", phrase: "lay a spread", key: "l", takes: "cards" },
    { word: "hit", label: "Hit", phrase: "hit a spread", key: "h", takes: "place" },
  ],
});

export const dice = wholeShowing({
  goal: "Throw high.",
  score: { one: "point", many: "points", style: "race", limit: "target" },
  round: { one: "turn", many: "turns", pauses: false },
  middle: [
    { is: "dice", label: "Dice", field: "dice", choose: "keep" },
    { is: "dice", label: "Set aside", field: "kept", slots: 6 },
    { is: "total", label: "Turn score", field: "turn_score", adds: "keep" },
  ],
  verbs: [
    {
      word: "throw",
      label: "Throw",
      phrase: "throw",
      key: "t",
      worth: "{n} dice",
      worth_one: "{n} die",
      follows: "keep",
    },
    { word: "bank", label: "Bank", phrase: "bank", key: "b", worth: "{n}", follows: "keep" },
    { word: "keep", label: "Keep", phrase: "set dice aside", key: "k", takes: "dice" },
  ],
  prompts: { keep: "Choose dice" },
  events: { throw: { text: "{who} threw {dice}" } },
});

/** @param {Partial<View>} [fields] @returns {View} */
export function view(fields = {}) {
  return {
    game: "test",
    seat: 0,
    turn: 0,
    phase: "",
    dealer: 0,
    players: [0, 1].map((seat) => ({ seat, score: 0, cards: 3, out: false })),
    legal: [],
    hands_played: 0,
    winners: [],
    options: { target: 100 },
    reading: null,
    last_hand: null,
    hand: ["As", "7h", "Td"],
    stock: 40,
    pile: ["2c"],
    .../** @type {object} */ (fields),
  };
}

/** @param {Partial<import("../../../src/knockroll/web/js/model/types.js").Reading>} fields */
export function reading(fields) {
  return { melds: [], loose: [], count: null, worth: {}, then: {}, warnings: {}, bold: {}, prompt: "", ...fields };
}

/** A table of the game of cards, where people sit. @param {string[]} [people] @returns {TableInfo} */
export function table(people = ["Ann", "Ben"]) {
  return {
    id: "t",
    game: "test",
    title: "Test",
    variant: null,
    options: {},
    status: "running",
    seq: 3,
    turn: 0,
    can_join: false,
    public: false,
    practice: false,
    pace: 0,
    clock: null,
    away: 60,
    substitute: "House",
    created: 0,
    games: 1,
    scores: people.map(() => 0),
    winners: [],
    fair: { commitment: "", next_commitment: "", secret: null, entropy: {}, next_entropy: {} },
    votes: [],
    vote: null,
    host: 0,
    locked: false,
    seats: people.map((name, seat) => ({
      seat,
      kind: "person",
      name,
      player: null,
      free: false,
      online: true,
      away: false,
      gone: false,
      handed_over: false,
      slow: false,
      waiting: false,
      replaced_by: null,
    })),
  };
}
