/**
 * The scene: what the table shows, as plain data, without rules. Events say what moved and what changed, views say how
 * things are; this module applies both.
 */

import { describeEvent } from "./company.js";
import { describeEnd } from "./endings.js";
import { handSize, marksOf, pileAt, piles, spreadsOf, wholeAccount, wholeEvent } from "./showing.js";
import { fill, happening, placesOf } from "./words.js";

/** @import { EventMessage, Hello, TableInfo, View } from "./types.js" */
/** @import { Line, Over, Shown } from "./endings.js" */
/** @import { Spread, WholeEvent, WholeShowing } from "./showing.js" */

/**
 * A finished hand, for the scoreboard and the end of the game.
 * @typedef {object} Played
 * @property {number[]} points
 * @property {number[]} winners
 * @property {number|null} turn the seat whose turn it was
 * @property {number[]} scores after it
 * @property {(number|null)[]} counts
 * @property {Record<number, Shown>} shown
 */

/**
 * The last thing that a player did with cards, shown until the next.
 * @typedef {object} Trace
 * @property {number} seat
 * @property {string} source
 * @property {string} target
 * @property {string[]} cards as far as you may see them
 */

/**
 * @typedef {object} Scene
 * @property {WholeShowing} showing how to show the game
 * @property {number|null} you your seat; null for a spectator
 * @property {TableInfo|null} table the table as it is shown
 * @property {TableInfo|null} latest the table as the server last described it, which may not be shown yet
 * @property {View|null} view what your seat may know
 * @property {Record<number, Shown>} shown hands that lie open
 * @property {Over|null} over the hand that has just ended, until the next is dealt
 * @property {{winners: number[], scores: number[]}|null} result the result of the game; null until it is over
 * @property {Line[]} log the log
 * @property {Played[]} played the finished hands of this game
 * @property {Record<number, string>} says what each seat did last
 * @property {Record<number, string>} covered the same without a card that may not be named once it is covered
 * @property {Trace|null} trace the last move of cards
 * @property {string|null} fresh the card you have just drawn
 * @property {{text: string, detail: string, tone: string}|null} moment the banner for something special
 * @property {boolean} dealing whether a deal is being shown
 */

/** @typedef {Scene & {table: TableInfo, view: View}} Running a scene of a game that has begun */

/** Whether a game has begun. @param {Scene} scene @returns {scene is Running} */
export function isRunning(scene) {
  return scene.table !== null && scene.table.status !== "open" && scene.view !== null;
}

/** @param {WholeShowing} showing @returns {Scene} */
export function emptyScene(showing) {
  return {
    showing,
    you: null,
    table: null,
    latest: null,
    view: null,
    shown: {},
    over: null,
    result: null,
    log: [],
    played: [],
    says: {},
    covered: {},
    trace: null,
    fresh: null,
    moment: null,
    dealing: false,
  };
}

/** The name of a seat. @param {Scene} scene @param {number|null} seat */
export function nameOf(scene, seat) {
  if (seat === null) return "";
  if (seat === scene.you) return "You";
  return scene.table?.seats[seat]?.name ?? `Seat ${seat + 1}`;
}

/** The names of all seats, for sentences. @param {Scene} scene */
export function namesOf(scene) {
  const count = Math.max(scene.table?.seats.length ?? 0, scene.view?.players.length ?? 0);
  return Array.from({ length: count }, (_, seat) => nameOf(scene, seat));
}

/** Whether the table is closed. @param {Scene} scene */
export function isClosed(scene) {
  return scene.table?.status === "closed";
}

/** Whether it is your turn, and the computer isn't playing for you. @param {Scene} scene */
export function isYours(scene) {
  if (isClosed(scene) || scene.you === null || scene.table?.seats[scene.you]?.handed_over) return false;
  return scene.view?.turn === scene.you && scene.view.legal.length > 0;
}

/** Apply a hello: the table as it is now. @param {Scene} scene @param {Hello} message @returns {Scene} */
export function applyHello(scene, message) {
  const { you, table } = message;
  if (message.resumed && message.seq > 0) return { ...scene, you, table, latest: table };
  const view = message.view ?? null;
  return { ...emptyScene(scene.showing), you, table, latest: table, view, result: resultOf(view) };
}

/** @param {View|null} view @returns {Scene["result"]} */
function resultOf(view) {
  return view?.winners.length ? { winners: view.winners, scores: view.players.map(({ score }) => score) } : null;
}

/**
 * Apply what the server says of the people at a table at once: seats, host, votes. What concerns the game waits until
 * it is shown. @param {Scene} scene @param {TableInfo} latest @returns {Scene}
 */
export function applyTable(scene, latest) {
  const { table } = scene;
  if (!table) return { ...scene, latest };
  const { host, locked, vote, votes, can_join } = latest;
  const same = table.games === latest.games && table.seats.length === latest.seats.length;
  const seats = same ? latest.seats : table.seats;
  return { ...scene, latest, table: { ...table, host, locked, vote, votes, can_join, seats } };
}

/**
 * Apply which seats are connected.
 * @param {Scene} scene @param {readonly number[]} online the seats @returns {Scene}
 */
export function applyPresence(scene, online) {
  const { latest } = scene;
  if (!latest) return scene;
  const seats = latest.seats.map((seat) => ({ ...seat, online: online.includes(seat.seat) }));
  return applyTable(scene, { ...latest, seats });
}

/**
 * Apply what a message says before its first event.
 * @param {Scene} scene @param {EventMessage} message @returns {Scene}
 */
export function beginMessage(scene, message) {
  const { kind, seat = null } = message;
  let next = { ...scene, table: message.table ?? withName(scene.table, message) };
  if (kind === "start" || kind === "game") {
    const you = message.view ? message.view.seat : next.you; // another game may number the seats differently
    next = { ...emptyScene(scene.showing), you, table: next.table, latest: scene.latest };
    next.view = blank(next, message);
    if (kind === "game") next.log = [{ seat: null, text: "New game" }];
  }
  if (kind === "take_back") {
    const played = next.played.slice(0, message.hands);
    const none = { shown: {}, over: null, says: {}, covered: {}, trace: null, fresh: null, moment: null };
    next = { ...next, ...none, played };
  }
  if (next.latest && next.latest.seq > message.seq) next = applyTable(next, next.latest);
  const text = next.table && describeEvent(next.table, scene.you, message);
  if (text && !message.events.some((event) => event.kind === kind)) next.log = [...next.log, { seat, text }];
  return next;
}

/**
 * Apply at once what happened before you came. Someone else may have had your seat before you sat down.
 * @param {Scene} scene @param {readonly EventMessage[]} missed @returns {Scene}
 */
export function catchUp(scene, missed) {
  const { you } = scene;
  const came = missed.findLastIndex(({ kind, seat }) => (kind === "sit" || kind === "join") && seat === you);
  let next = scene;
  for (const [index, message] of missed.entries()) {
    next = applyAll({ ...next, you: index < came ? null : you }, message);
  }
  return next;
}

/** The table with the name of someone who has sat down. @param {TableInfo|null} table @param {EventMessage} message */
function withName(table, { kind, seat, name }) {
  if (!table || seat === undefined || (kind !== "sit" && kind !== "join")) return table;
  const seats = table.seats.map((one) => (one.seat === seat ? { ...one, name: name ?? one.name, free: false } : one));
  return { ...table, seats };
}

/** A view before anything has happened. @param {Scene} scene @param {EventMessage} message @returns {View} */
function blank(scene, message) {
  const count = message.view?.players.length ?? scene.table?.seats.length ?? 0;
  const view = {
    game: scene.table?.game ?? "",
    seat: scene.you,
    turn: null,
    phase: "",
    dealer: null,
    players: Array.from({ length: count }, (_, seat) => ({ seat, score: 0, cards: 0, out: false })),
    legal: [],
    hands_played: 0,
    winners: [],
    options: message.view?.options ?? scene.table?.options ?? {},
  };
  return { ...view, last_hand: null, reading: null, ...cleared(scene.showing) };
}

/** The fields of an empty table, before a deal. @param {WholeShowing} showing @returns {Record<string, unknown>} */
function cleared(showing) {
  /** @type {Record<string, unknown>} */
  const fields = { hand: [], reading: null, turn: null };
  for (const part of showing.middle) fields[part.field] = part.is === "total" ? 0 : [];
  return fields;
}

/**
 * Apply an event.
 * @param {Scene} scene @param {WholeEvent} event @param {EventMessage} message the message that it came with
 * @returns {Scene}
 */
export function apply(scene, event, message) {
  if (!scene.view) return scene;
  const players = scene.view.players.map((player) => ({ ...player }));
  const next = { ...scene, moment: null, view: { ...scene.view, legal: [], players } };
  const before = next.view.turn;
  const again = event.kind === "show" && event.seat !== null && event.seat in scene.shown;
  if (event.kind === "deal") deal(next, event, message);
  else if (event.kind === "show") show(next, event);
  else moveCards(next, event);
  Object.assign(next.view, event.changes);
  if (event.kind === "dealer") next.view.dealer = event.seat;
  if (event.text && event.seat !== null && !("turn" in event.changes)) next.view.turn = event.seat;
  if (event.kind === "hand over") endHand(next, event, message, before);
  if (event.kind === "game over") {
    next.result = { winners: event.winners, scores: event.points };
    next.view.turn = null;
  }
  if (!again) tellOf(next, event);
  return next;
}
/**
 * Apply the view at the end of a message.
 * @param {Scene} scene @param {EventMessage} message @returns {Scene}
 */
export function finishMessage(scene, message) {
  const view = message.view;
  if (!view) return { ...scene, dealing: false };
  const fresh = scene.fresh !== null && view.hand?.includes(scene.fresh) ? scene.fresh : null;
  return { ...scene, view, dealing: false, result: resultOf(view), fresh };
}

/**
 * Apply all events of a message at once.
 * @param {Scene} scene @param {EventMessage} message @returns {Scene}
 */
function applyAll(scene, message) {
  let next = beginMessage(scene, message);
  for (const event of message.events) next = apply(next, wholeEvent(event), message);
  return finishMessage(next, message);
}

// --- Words for it -------------------------------------------------------------------------------------------------

/** Write the log, the words at the seat, and the banner. @param {Scene} scene @param {WholeEvent} event */
function tellOf(scene, event) {
  const told = happening(scene.showing.events, event);
  const names = namesOf(scene);
  const places = placesOf(event, names);
  const text = fill(told.text, names, places);
  if (event.kind === "hand over" || event.kind === "game over") scene.log = uncover(scene.log);
  const hides = [event.source, event.target].some((place) => pileAt(scene.showing, place)?.only_top);
  const without = hides ? { ...places, cards: "" } : null;
  if (hides) {
    scene.log = scene.log.map((line) => (line.covered ? { ...line, text: line.covered, whole: whole(line) } : line));
    scene.says = { ...scene.says, ...scene.covered };
    scene.covered = {};
  }
  if (text) scene.log = [...scene.log, { seat: event.seat, text, ...coveredText(told.text, names, without) }];
  if (event.kind === "hand over" && scene.over) {
    scene.log = [...scene.log, ...describeEnd(scene.over, scene.showing, names)];
  }
  if (told.short && event.seat !== null) {
    scene.says = { ...scene.says, [event.seat]: fill(told.short, names, places) };
    if (without) scene.covered = { ...scene.covered, [event.seat]: fill(told.short, names, without) };
  }
  if (told.banner) scene.moment = { text: fill(told.banner, names, places), detail: text, tone: told.tone };
}

/** @param {Line} line */
const whole = (line) => line.whole ?? line.text;

/** The log with all its cards, once a hand is over. @param {Line[]} log */
function uncover(log) {
  return log.map((line) => (line.covered ? { seat: line.seat, text: whole(line) } : line));
}

/** @param {string} text @param {string[]} names @param {Record<string, string>|null} places without the card */
function coveredText(text, names, places) {
  return places ? { covered: fill(text, names, places).trim() } : {};
}

/**
 * @param {Scene & {view: View}} scene
 * @param {WholeEvent} event @param {EventMessage} message @param {number|null} turn
 */
function endHand(scene, event, message, turn) {
  const { view, showing } = scene;
  const last = message.view?.last_hand;
  const same = last && last.ending === event.ending && String(last.points) === String(event.points);
  for (const player of view.players) player.score += event.points[player.seat] ?? 0;
  const account = event.account ?? (same ? last.account : null);
  const { points, winners } = event;
  scene.over = {
    account: account && wholeAccount(account),
    points,
    winners,
    scores: view.players.map(({ score }) => score),
    counts: same ? last.counts : [],
    added: (same && last.added) || [],
    onto: same ? (last.onto ?? null) : null,
    wasOut: view.players.map(({ out }) => out),
    out: (message.view ?? view).players.map(({ out }) => out),
    shown: scene.shown,
    marks: view.players.map(({ seat }) => marksOf(showing, view, seat)),
  };
  const { scores, counts, shown } = scene.over;
  scene.played = [...scene.played, { points, winners, turn, scores, counts, shown }];
}

// --- Cards that move ----------------------------------------------------------------------------------------------

/** @param {Scene & {view: View}} scene @param {WholeEvent} event @param {EventMessage} message */
function deal(scene, event, message) {
  if (!scene.dealing) {
    Object.assign(scene, { shown: {}, over: null, says: {}, covered: {}, trace: null, fresh: null, dealing: true });
    Object.assign(scene.view, cleared(scene.showing));
    for (const pile of piles(scene.showing)) {
      const then = message.view?.[pile.field];
      if (typeof then === "number") scene.view[pile.field] = then;
    }
    for (const player of scene.view.players) player.cards = 0;
  }
  if (event.seat === null) return;
  scene.view.players[event.seat].cards = event.count;
  if (event.seat === scene.you) scene.view.hand = event.cards;
}

/** @param {Scene} scene @param {WholeEvent} event */
function show(scene, event) {
  if (event.seat !== null) scene.shown = { ...scene.shown, [event.seat]: { cards: event.cards, melds: event.melds } };
}

/** Move cards from a source to a target. @param {Scene & {view: View}} scene @param {WholeEvent} event */
function moveCards(scene, event) {
  const { view, showing } = scene;
  const { seat, cards, count, source, target } = event;
  if (seat !== null && (source || target)) scene.trace = { seat, cards, source, target };
  const [from, to] = [pileAt(showing, source), pileAt(showing, target)];
  if (from && !scene.dealing) addTo(view, from.field, -count, []);
  if (to) addTo(view, to.field, count, cards);
  const spreads = spreadsOf(showing);
  if (seat !== null && spreads && target.startsWith("spread ")) {
    const laid = /** @type {Spread[]} */ (view[spreads.field] ?? []);
    view[spreads.field] = withCards(laid, Number(target.split(" ")[1]), seat, cards);
  }
  if (seat === null) return;
  const held = view.players[seat].cards + (target === "hand" ? count : 0) - (source === "hand" ? count : 0);
  view.players[seat].cards = Math.max(0, held);
  if (seat !== scene.you || !view.hand) return;
  if (source === "hand") {
    view.hand = view.hand.filter((card) => !cards.includes(card));
    scene.fresh = null;
  }
  if (target === "hand") {
    view.hand = [...view.hand, ...cards];
    scene.fresh = cards[0] ?? null;
  }
}

/**
 * Add cards to a pile or take them away. The view has the cards of an open pile, and the number of a covered one.
 * @param {View} view @param {string} field @param {number} count @param {string[]} cards
 */
function addTo(view, field, count, cards) {
  const there = view[field];
  if (Array.isArray(there)) view[field] = count < 0 ? there.slice(0, there.length + count) : [...there, ...cards];
  else if (typeof there === "number") view[field] = there + count;
}

/** @param {Spread[]} laid @param {number} number @param {number} owner @param {string[]} cards */
function withCards(laid, number, owner, cards) {
  if (!laid.some((spread) => spread.number === number)) return [...laid, { number, owner, cards }];
  return laid.map((one) => (one.number === number ? { ...one, cards: [...one.cards, ...cards] } : one));
}

/** The number of cards that each player is dealt. @param {Scene} scene */
export function usualCards(scene) {
  return handSize(scene.showing, scene.view?.options ?? {});
}
