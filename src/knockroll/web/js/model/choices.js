/**
 * The choices of the player to move: legal moves and a game's verbs become buttons, clicks on cards, and a prompt.
 * There are no rules in here: the view says what is legal, the game says what it is called.
 */

import { piles, spreadsOf } from "./showing.js";
import { capital, figure, fill, listed, signs } from "./words.js";

/** @import { Reading, View } from "./types.js" */
/** @import { Spread, WholeShowing, WholeVerb } from "./showing.js" */

/**
 * What a person has selected so far.
 * @typedef {object} Chosen
 * @property {ReadonlySet<string>} cards
 * @property {ReadonlySet<number>} dice by their places in the row
 * @property {string|null} armed the verb that waits for its card
 */

/**
 * A button.
 * @typedef {object} Choice
 * @property {string} id
 * @property {string} label
 * @property {string} key
 * @property {string} meaning what it would mean, in words: `with 4`
 * @property {string|null} move the move it makes now; null if there is none
 * @property {string|null} next the move that follows at once
 * @property {string|null} arms the verb that then waits for a card
 * @property {string} tries an impossible move to send instead: the server says why it is refused
 * @property {string} hint what to say instead of that
 * @property {boolean} primary whether it is the usual move, which is highlighted
 * @property {boolean} places whether it puts a card in a place, so that its label is long
 */

/**
 * A position as the player to move sees it.
 * @typedef {object} Position
 * @property {View} view
 * @property {WholeShowing} showing
 * @property {Chosen} chosen
 * @property {readonly string[]} names of the players
 * @property {boolean} confirms whether a card is selected first, and played in a second step
 */

/** The legal moves of a verb. @param {View} view @param {string} word @returns {string[]} */
export function legalMoves(view, word) {
  return view.legal.filter((move) => move === word || move.startsWith(`${word} `));
}

/** The objects of a move: everything after its verb. @param {string} move @param {string} word */
function objects(move, word) {
  return move.slice(word.length).split(" ").filter(Boolean);
}

/** The verb of a move. @param {WholeShowing} showing @param {string} move @returns {WholeVerb|undefined} */
export function verbOf(showing, move) {
  return showing.verbs
    .filter(({ word }) => move === word || move.startsWith(`${word} `))
    .sort((a, b) => b.word.length - a.word.length)[0];
}

/** Whether cards are selected before anything is done with them, in this game. @param {WholeShowing} showing */
export function selects(showing) {
  return showing.verbs.some(({ takes }) => takes === "cards" || takes === "place");
}

/** Whether some legal move needs this card. @param {Position} position @param {string} card */
export function isUseful({ view }, card) {
  return view.legal.some((move) => move.split(" ").includes(card));
}

/** The selected card, if exactly one is selected. @param {Chosen} chosen */
function onlyCard(chosen) {
  return chosen.cards.size === 1 ? [...chosen.cards][0] : null;
}

// --- Numbers in words ---------------------------------------------------------------------------------------------

/** @param {View} view @returns {Partial<Reading>} */
const reading = (view) => view.reading ?? {};

/**
 * What moves of a verb would mean: `with 4`, `with 4 to 9`.
 * @param {View} view @param {WholeVerb} verb @param {string[]} moves
 */
function meaning(view, verb, moves) {
  const worth = moves.map((move) => reading(view).worth?.[move]).filter((number) => number !== undefined);
  return inWords(verb, worth);
}

/** @param {WholeVerb} verb @param {number[]} worth */
function inWords(verb, worth) {
  if (!verb.worth || !worth.length) return "";
  const [least, most] = [Math.min(...worth), Math.max(...worth)];
  const places = { n: least === most ? figure(least) : `${figure(least)} to ${figure(most)}` };
  const text = least === most && Math.abs(least) === 1 ? verb.worth_one || verb.worth : verb.worth;
  return fill(text, [], places);
}

// --- Buttons ------------------------------------------------------------------------------------------------------

/** All buttons, in the order of the game's verbs. @param {Position} position @returns {Choice[]} */
export function choices(position) {
  const taken = new Set(piles(position.showing).map((pile) => pile.take));
  const all = position.showing.verbs
    .filter(({ word }) => !taken.has(word))
    .flatMap((verb) => choicesOf(position, verb));
  const canDraw = piles(position.showing).some(({ take }) => position.view.legal.includes(take));
  const first = canDraw ? undefined : all.find((choice) => choice.move); // drawing is the usual move, if it is possible
  return all.map((choice) => (choice === first ? { ...choice, primary: true } : choice));
}

/** @param {Position} position @param {WholeVerb} verb @returns {Choice[]} */
function choicesOf(position, verb) {
  switch (verb.takes) {
    case "":
      return verb.follows ? following(position, verb) : plain(position, verb);
    case "card":
      return verb.usual ? usual(position, verb) : withCard(position, verb);
    case "cards":
      return withCards(position, verb);
    case "place":
      return withPlace(position, verb);
    case "dice":
      return withDice(position, verb);
  }
}

/** @param {WholeVerb} verb @param {Partial<Choice>} [rest] @returns {Choice} */
function choice(verb, rest = {}) {
  const { word, label, key } = verb;
  const none = { move: null, next: null, arms: null, hint: "", meaning: "", primary: false, places: false };
  return { id: word, label, key, tries: word, ...none, ...rest };
}

/**
 * A verb without objects. If the game says what it is worth, its button is always there; otherwise only while it is
 * legal.
 * @param {Position} position @param {WholeVerb} verb
 */
function plain({ view }, verb) {
  const able = view.legal.includes(verb.word);
  if (!able && !verb.worth) return [];
  return [choice(verb, { move: able ? verb.word : null, meaning: able ? meaning(view, verb, [verb.word]) : "" })];
}

/**
 * A verb that follows another one, and may be given together with it.
 * @param {Position} position @param {WholeVerb} verb
 */
function following(position, verb) {
  const { view } = position;
  const lead = position.showing.verbs.find(({ word }) => word === verb.follows);
  if (!lead || !legalMoves(view, lead.word).length) return plain(position, verb);
  const move = chosenMove(position, lead);
  const after = move ? reading(view).then?.[move] : undefined;
  const able = move !== null && view.legal.includes(move) && (after === undefined || verb.word in after);
  const worth = after?.[verb.word];
  return [
    choice(verb, {
      move: able ? move : null,
      next: verb.word,
      tries: move && !view.legal.includes(move) ? move : verb.word,
      meaning: able && worth !== undefined ? inWords(verb, [worth]) : "",
    }),
  ];
}

/** The move of a verb with the selection, legal or not. @param {Position} position @param {WholeVerb} verb */
export function chosenMove({ view, showing, chosen }, verb) {
  if (verb.takes !== "dice") return chosen.cards.size ? [verb.word, ...chosen.cards].join(" ") : null;
  const part = showing.middle.find((one) => one.is === "dice" && one.choose === verb.word);
  const row = part ? view[part.is === "dice" ? part.field : ""] : null;
  if (!Array.isArray(row) || !chosen.dice.size) return null;
  return [verb.word, ...[...chosen.dice].map((index) => row[index]).sort((a, b) => a - b)].join(" ");
}

/**
 * The usual use of a card: a button, unless a click on the card does it at once.
 * @param {Position} position @param {WholeVerb} verb
 */
function usual({ view, showing, chosen, confirms }, verb) {
  const always = selects(showing) && legalMoves(view, verb.word).length > 0;
  const card = onlyCard(chosen);
  const move = card && `${verb.word} ${card}`;
  const able = move !== null && view.legal.includes(move);
  if (!able && !always) return [];
  if (!selects(showing) && !confirms) return [];
  return [choice(verb, { move: able ? move : null, tries: move ?? verb.word, hint: card ? "" : verb.asks })];
}

/** Another use of a card: the button waits for the card. @param {Position} position @param {WholeVerb} verb */
function withCard({ view, chosen }, verb) {
  const moves = legalMoves(view, verb.word);
  if (!moves.length && !verb.worth) return [];
  const card = onlyCard(chosen);
  const named = card && moves.find((move) => move === `${verb.word} ${card}`);
  const move = named || (verb.any_card ? moves[0] : null) || null;
  return [
    choice(verb, {
      move,
      arms: !move && moves.length ? verb.word : null,
      tries: `${verb.word} ${view.hand?.[0] ?? "As"}`,
      meaning: meaning(view, verb, move ? [move] : moves),
    }),
  ];
}

/**
 * A verb with several cards: the moves that fit the selection, or the first legal ones.
 * @param {Position} position @param {WholeVerb} verb
 */
function withCards({ view, chosen }, verb) {
  const picked = [...chosen.cards];
  const fitting = legalMoves(view, verb.word).filter((move) => {
    const cards = objects(move, verb.word);
    return picked.every((card) => cards.includes(card));
  });
  const exact = fitting.filter((move) => objects(move, verb.word).length === picked.length);
  const offered = exact.length ? exact : fitting.slice(0, 2);
  if (!offered.length && picked.length > 1) return [choice(verb, { tries: [verb.word, ...picked].join(" ") })];
  return offered.map((move, index) =>
    choice(verb, { id: move, key: index ? "" : verb.key, move, meaning: signs(objects(move, verb.word)) }),
  );
}

/**
 * A verb with a card and a place for it: the moves with the selected card, or if none is selected, the first legal
 * ones.
 * @param {Position} position @param {WholeVerb} verb
 */
function withPlace(position, verb) {
  const { view, chosen } = position;
  const card = onlyCard(chosen);
  const moves = legalMoves(view, card ? `${verb.word} ${card}` : verb.word);
  const offered = chosen.cards.size > 1 ? [] : card ? moves : moves.slice(0, 2);
  return offered.map((move, index) =>
    choice(verb, {
      id: move,
      key: index ? "" : verb.key,
      move,
      label: placeLabel(position, verb, move),
      places: true,
    }),
  );
}

/** `Add 4♦ to Ann's run`. @param {Position} position @param {WholeVerb} verb @param {string} move */
function placeLabel({ view, showing, names }, verb, move) {
  const [card, , number] = objects(move, verb.word);
  const part = spreadsOf(showing);
  const laid = /** @type {Spread[]} */ ((part && view[part.field]) ?? []);
  const spread = laid.find((one) => String(one.number) === number);
  if (!verb.at_place || !spread) return `${verb.label} ${signs([card])} on ${number}`;
  const meld = new Set(spread.cards.map(([rank]) => rank)).size === 1 ? "set" : "run";
  const text = verb.at_place.replaceAll("{owner", `{${spread.owner}`);
  return fill(text, names, { cards: signs([card]), meld });
}

/**
 * Whether some legal move puts this card on a spread that is there. @param {Position} position @param {string} card
 */
export function fitsSpread({ view, showing }, card) {
  const words = spreadsOf(showing)?.put ?? [];
  return words.some((word) => legalMoves(view, `${word} ${card}`).length > 0);
}

/** Whether some legal move puts a card on this spread. @param {Position} position @param {number} number */
export function canTake({ view, showing }, number) {
  const words = spreadsOf(showing)?.put ?? [];
  return words.some((word) => legalMoves(view, word).some((move) => move.endsWith(onSpread(number))));
}

/**
 * A verb with dice, unless another verb is given together with it.
 * @param {Position} position @param {WholeVerb} verb
 */
function withDice(position, verb) {
  const { view, showing } = position;
  if (showing.verbs.some(({ follows }) => follows === verb.word)) return [];
  if (!legalMoves(view, verb.word).length) return [];
  const move = chosenMove(position, verb);
  const able = move !== null && view.legal.includes(move);
  return [
    choice(verb, {
      move: able ? move : null,
      tries: move ?? verb.word,
      hint: move ? "" : verb.asks,
      meaning: able ? meaning(view, verb, [move]) : "",
    }),
  ];
}

// --- Cards, piles, spreads, dice ----------------------------------------------------------------------------------

/**
 * What a click on one of your cards would do at once, and what to write on the card.
 * @param {Position} position @param {string} card
 * @returns {{move: string, label: string, spoken: string}|null}
 */
export function cardMove({ view, showing, chosen }, card) {
  if (chosen.armed !== null) {
    const move = `${chosen.armed} ${card}`;
    const verb = verbOf(showing, move);
    if (!verb || !view.legal.includes(move)) return null;
    const worth = reading(view).worth?.[move];
    return { move, label: worth === undefined ? "" : figure(worth), spoken: meaning(view, verb, [move]) };
  }
  const verbs = showing.verbs.filter(({ takes }) => takes === "card");
  const plainly = verbs.filter((verb) => verb.usual).map(({ word }) => `${word} ${card}`);
  const move = plainly.find((one) => view.legal.includes(one));
  if (move) return { move, label: "", spoken: "" };
  const others = verbs.filter(({ word }) => view.legal.includes(`${word} ${card}`));
  if (others.length !== 1) return null;
  const label = others[0].label.toLowerCase();
  return { move: `${others[0].word} ${card}`, label, spoken: label };
}

/**
 * An impossible move with this card to send: the server says why it is refused.
 * @param {Position} position @param {string} card
 */
export function triesCard({ showing, chosen }, card) {
  const verb = showing.verbs.find((one) => one.takes === "card" && one.usual) ?? showing.verbs[0];
  return `${chosen.armed ?? verb.word} ${card}`;
}

/**
 * The move that puts a card somewhere by one of these verbs.
 * @param {Position} position @param {readonly string[]} words @param {string} card @param {string} [place]
 */
export function putMove({ view, chosen }, words, card, place = "") {
  const wanted = chosen.armed !== null ? [chosen.armed] : words;
  return wanted.map((word) => `${word} ${card}${place}`).find((move) => view.legal.includes(move)) ?? null;
}

/** The part of a move that names a spread. @param {number} number */
export const onSpread = (number) => ` on ${number}`;

/** Whether a die is in any legal selection. @param {View} view @param {string} word @param {number} face */
export function dieCounts(view, word, face) {
  return legalMoves(view, word).some((move) => objects(move, word).includes(String(face)));
}

// --- Prompts ------------------------------------------------------------------------------------------------------

/** The prompt: what the player can do now. @param {Position} position */
export function prompt(position) {
  const { view, showing, chosen, names } = position;
  const armed = showing.verbs.find(({ word }) => word === chosen.armed);
  if (armed) return armed.asks;
  const before = fill(reading(view).prompt ?? "", names);
  const fixed = showing.prompts[view.phase];
  if (fixed) return before ? `${before}. ${fixed}` : fixed;
  const phrases = showing.verbs.filter(({ word }) => legalMoves(view, word).length).map(({ phrase }) => phrase);
  const list = listed(phrases, "or");
  return before ? `${before}: ${list}` : capital(list);
}
