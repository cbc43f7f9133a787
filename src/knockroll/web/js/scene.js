/**
 * The scene: what the table shows, as plain data. No document in here, and no rules: events say what moved, views say
 * how things are, and this module carries the one over into the other.
 */

/**
 * @typedef {object} Scene
 * @property {number|null} you your seat; null: you watch
 * @property {any} table the table as the server describes it
 * @property {any} view what you may know
 * @property {Record<number, {cards: string[], melds: string[][]}>} shown hands that lie open
 * @property {any} over the hand that has just ended, until the next is dealt
 * @property {{winners: number[], scores: number[]}|null} result of the game
 * @property {{seat: number|null, text: string, spoken: string, kind: string}[]} log
 * @property {any[]} hands the finished hands of this game
 * @property {Record<number, string>} says what each seat did last
 * @property {string|null} fresh the card you have just drawn
 * @property {{text: string, detail: string, tone: string}|null} moment something worth a pause
 * @property {boolean} dealing
 * @property {number[]} online
 */

/** @returns {Scene} */
export function emptyScene() {
  return {
    you: null, table: null, view: null, shown: {}, over: null, result: null, log: [], hands: [], says: {}, fresh: null,
    moment: null, dealing: false, online: [],
  };
}

/** What a seat is called. @param {Scene} scene @param {number|null} seat */
export function nameOf(scene, seat) {
  if (seat === null || seat === undefined) return "";
  if (seat === scene.you) return "You";
  return scene.table?.seats[seat]?.name ?? `Seat ${seat + 1}`;
}

const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** Cards as text with suit signs. @param {string[]} cards */
export function signs(cards) {
  return cards.map((card) => (card[0] === "T" ? "10" : card[0]) + SIGNS[card[1]]).join(" ");
}

/** A message of kind `hello`. @param {Scene} scene @returns {Scene} */
export function greet(scene, message) {
  const next = { ...scene, you: message.you, table: message.table ?? scene.table };
  if (message.resumed && message.seq > 0) return next;
  return { ...emptyScene(), you: message.you, table: message.table, view: message.view ?? null, result: resultOf(message.view), online: scene.online };
}

function resultOf(view) {
  return view?.winners?.length ? { winners: view.winners, scores: view.players.map((player) => player.score) } : null;
}

/** What is known before the first event of a message. @param {Scene} scene @returns {Scene} */
export function begin(scene, message) {
  let next = { ...scene };
  if (message.table) next.table = message.table;
  else if (message.kind === "sit" || message.kind === "join") next.table = withName(scene.table, message.seat, message.name);
  if (message.kind === "start" || message.kind === "game") {
    next = { ...emptyScene(), you: next.you, table: next.table, online: next.online, view: blank(next, message) };
    if (message.kind === "game") next.log = [line(null, "new game", "new game")];
  }
  const notes = { sit: "sits down", join: "joins", leave: "leaves", away: "is away; a computer plays on", back: "is back", again: "wants another game" };
  if (notes[message.kind] && message.seat !== undefined) {
    next.log = [...next.log, line(message.seat, notes[message.kind], "note")];
  }
  return next;
}

function withName(table, seat, name) {
  if (!table?.seats[seat]) return table;
  const seats = table.seats.map((one, index) => (index === seat ? { ...one, name, free: false } : one));
  return { ...table, seats };
}

/** A view before anything has been dealt. */
function blank(scene, message) {
  const count = message.view?.players.length ?? scene.table?.seats.length ?? 0;
  const players = Array.from({ length: count }, (_, seat) => ({ seat, score: 0, cards: 0, out: false }));
  const rest = message.view ? { options: message.view.options } : {};
  return {
    game: scene.table?.game, seat: scene.you, turn: null, phase: "", dealer: null, players, legal: [], winners: [], options: scene.table?.options ?? {},
    hand: [], stock: 52, discard: null, pile: [], spreads: [], knocker: null, tunker: null, dice: [], kept: [], turn_score: 0, reading: null, ...rest,
  };
}

function line(seat, text, kind, spoken = text) {
  return { seat, text, kind, spoken };
}

/**
 * One event after the other.
 * @param {Scene} scene @param {any} event @param {any} message the message that it came with
 * @returns {Scene}
 */
export function apply(scene, event, message) {
  if (!scene.view) return scene;
  const next = { ...scene, moment: null, view: { ...scene.view, legal: [], players: scene.view.players.map((p) => ({ ...p })) } };
  (HAPPENINGS[event.kind] ?? moved)(next, event, message);
  if (event.text || NOTED[event.kind]) tellLog(next, event);
  return next;
}

/** The end of a message: things are as the view says. @param {Scene} scene @returns {Scene} */
export function settle(scene, message) {
  if (!message.view) return scene;
  const view = message.view;
  return { ...scene, view, dealing: false, result: resultOf(view), fresh: view.hand?.includes(scene.fresh) ? scene.fresh : null };
}

const NOTED = { reshuffle: true, farkle: true, "hot dice": true, "hand over": true, "game over": true, cut: true };

function tellLog(scene, event) {
  const text = event.text || NOTES[event.kind]?.(scene, event) || event.kind;
  const drew = event.kind === "draw" && event.cards?.length ? `${text} (${event.cards.join(" ")})` : text;
  scene.log = [...scene.log, line(event.seat ?? null, drew, event.kind, drew)];
  if (event.seat !== undefined && event.seat !== null && event.kind !== "hand over") scene.says = { ...scene.says, [event.seat]: saying(event) };
}

const NOTES = {
  reshuffle: () => "the discards are shuffled to make a new stock",
  cut: (scene, event) => `cut ${event.cards.join(" ")}`,
  "hand over": (scene, event) => `${handName(scene)} over: ${(event.ending || "").replace("_", "-")}`,
  "game over": (scene, event) => `game over: ${event.winners.map((seat) => nameOf(scene, seat)).join(" and ")} won`,
};

/** What ends with a "hand over": where nobody holds cards, a turn. @param {Scene} scene */
export function handName(scene) {
  return scene.view.players.some((player) => player.cards) ? "hand" : "turn";
}

/** What a seat did, for the bubble at its place. */
function saying(event) {
  const cards = event.cards?.length ? signs(event.cards) : "";
  switch (event.kind) {
    case "draw": return event.source === "discard" ? `took ${cards}` : "drew from the stock";
    case "discard": return `discarded ${cards}`;
    case "knock": return cards ? `knocked, discarding ${cards}` : "knocked";
    case "gin": return `gin! discarded ${cards}`;
    case "spread": return `spread ${cards}`;
    case "hit": return `hit ${event.target} with ${cards}`;
    case "add": return `added ${cards}`;
    case "show": return "showed";
    case "cut": return `cut ${cards}`;
    case "pass": return "passed";
    case "drop": return "dropped";
    case "tunk": return "called tunk";
    case "throw": return `threw ${event.dice.join(" ")}`;
    case "keep": return `kept ${event.dice.join(" ")}`;
    case "bank": return "banked";
    default: return event.kind;
  }
}

const HAPPENINGS = {
  dealer(scene, event) {
    scene.view.dealer = event.seat;
  },
  deal(scene, event) {
    if (!scene.dealing) clear(scene);
    scene.dealing = true;
    scene.view.players[event.seat].cards = event.count;
    scene.view.stock -= event.count;
    if (event.seat === scene.you) scene.view.hand = event.cards ?? [];
  },
  upcard(scene, event) {
    scene.dealing = false;
    scene.view.pile = [event.cards[0]];
    scene.view.discard = event.cards[0];
    scene.view.stock -= 1;
  },
  reshuffle(scene, event) {
    scene.view.stock = event.count;
    scene.view.pile = scene.view.pile.slice(-1);
  },
  show(scene, event) {
    scene.shown = { ...scene.shown, [event.seat]: { cards: event.cards ?? [], melds: event.melds ?? [] } };
  },
  cut() {},
  farkle(scene, event) {
    scene.moment = { text: "Farkle", detail: `${nameOf(scene, event.seat)}: nothing scores, ${scene.view.turn_score || "nothing"} lost`, tone: "bad" };
    scene.view.turn_score = 0;
  },
  "hot dice"(scene, event) {
    scene.moment = { text: "Hot dice", detail: `${nameOf(scene, event.seat)}: all six score, and may be thrown again`, tone: "good" };
  },
  bank(scene, event) {
    scene.moment = { text: `${nameOf(scene, event.seat)}: ${scene.view.turn_score.toLocaleString("en")} banked`, detail: "", tone: "good" };
  },
  throw(scene, event) {
    const kept = scene.view.kept ?? [];
    scene.view.turn = event.seat;
    if (event.dice.length === 6) scene.view.kept = [];
    scene.view.dice = event.dice;
    scene.view.last_throw = event.dice;
    if (event.dice.length === 6 && kept.length !== 6) scene.view.turn_score = 0;
  },
  keep(scene, event) {
    const dice = [...scene.view.dice];
    for (const face of event.dice) dice.splice(dice.indexOf(face), 1);
    scene.view.dice = dice;
    scene.view.kept = [...scene.view.kept, ...event.dice];
    scene.view.turn_score += event.points?.[0] ?? 0;
  },
  "hand over"(scene, event, message) {
    const view = scene.view;
    const before = view.players.map((player) => player.score);
    const after = message.view?.players;
    view.players.forEach((player, seat) => {
      player.score += event.points?.[seat] ?? 0;
    });
    const last = message.view?.last_hand;
    const counts = last && sameHand(last, event) ? last.counts : [];
    scene.over = {
      ending: event.ending, points: event.points ?? [], winners: event.winners ?? [], before, counts,
      scores: view.players.map((player) => player.score), out: after ? after.map((player) => player.out) : [],
      wasOut: view.players.map((player) => player.out), shown: scene.shown, turn: view.turn,
      knocker: view.knocker ?? view.tunker ?? null, spreads: view.spreads ?? [],
    };
    scene.hands = [...scene.hands, { ending: event.ending, points: event.points ?? [], winners: event.winners ?? [], scores: scene.over.scores, turn: view.turn }];
    if (view.dice) Object.assign(view, { dice: [], kept: [], turn_score: 0 });
  },
  "game over"(scene, event) {
    scene.result = { winners: event.winners, scores: event.points };
    scene.view.turn = null;
  },
  join() {},
  leave() {},
};

function sameHand(last, event) {
  return last.ending === event.ending && String(last.points) === String(event.points ?? []);
}

/** The table is cleared for a new deal. */
function clear(scene) {
  scene.shown = {};
  scene.over = null;
  scene.says = {};
  scene.fresh = null;
  Object.assign(scene.view, { hand: [], stock: 52, pile: [], discard: null, spreads: [], knocker: null, tunker: null, reading: null, turn: null });
  for (const player of scene.view.players) player.cards = 0;
}

/** A move of a card game: cards go from a source to a target. */
function moved(scene, event) {
  const view = scene.view;
  const seat = event.seat;
  if (seat === undefined || seat === null) return;
  view.turn = seat;
  if (event.kind === "knock" || event.kind === "gin") view.knocker = seat;
  if (event.kind === "tunk") view.tunker = seat;
  const count = event.count ?? 0;
  if (event.source === "stock" && count) view.stock -= count;
  if (event.source === "discard") {
    view.pile = view.pile.slice(0, -1);
    view.discard = view.pile.at(-1) ?? null;
  }
  if (event.source === "hand") {
    view.players[seat].cards = Math.max(0, view.players[seat].cards - count);
    if (seat === scene.you) view.hand = view.hand.filter((card) => !(event.cards ?? []).includes(card));
  }
  if (event.target === "hand" && count) {
    view.players[seat].cards += count;
    if (seat === scene.you) {
      view.hand = [...view.hand, ...(event.cards ?? [])];
      scene.fresh = event.cards?.[0] ?? null;
    }
  }
  if (event.target === "discard") {
    view.pile = [...view.pile, event.cards[0]];
    view.discard = event.cards[0];
    if (seat === scene.you) scene.fresh = null;
  }
  if (event.target?.startsWith("spread") && view.spreads) lay(view, Number(event.target.split(" ")[1]), seat, event.cards);
}

function lay(view, number, owner, cards) {
  const there = view.spreads.find((spread) => spread.number === number);
  view.spreads = there
    ? view.spreads.map((spread) => (spread === there ? { ...spread, cards: [...spread.cards, ...cards] } : spread))
    : [...view.spreads, { number, owner, cards }];
}

const RANKS = "A23456789TJQK";
const SUITS = "shdc";

/**
 * Your hand in groups, as you want it sorted.
 * @param {string[]} hand @param {any} reading @param {string} sort melds, rank or suit
 * @returns {{cards: string[], meld: boolean}[]}
 */
export function handGroups(hand, reading, sort) {
  const byRank = (a, b) => RANKS.indexOf(a[0]) - RANKS.indexOf(b[0]) || SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]);
  const bySuit = (a, b) => SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]) || RANKS.indexOf(a[0]) - RANKS.indexOf(b[0]);
  if (sort === "melds") {
    const melds = (reading?.melds ?? []).map((meld) => meld.filter((card) => hand.includes(card))).filter((meld) => meld.length);
    const melded = melds.flat();
    const loose = hand.filter((card) => !melded.includes(card)).sort(byRank);
    return [...melds.map((cards) => ({ cards, meld: true })), ...(loose.length ? [{ cards: loose, meld: false }] : [])];
  }
  return hand.length ? [{ cards: [...hand].sort(sort === "rank" ? byRank : bySuit), meld: false }] : [];
}

/** How much of a card the next one leaves free: more than half, so that it can be taken in its middle. */
const SHOWN_AT_LEAST = 0.56;

/**
 * How the hand fits into a width: rows of groups, the size of a card and the step from card to card.
 * Steps stay at 44 pixels or more, so that every card can be touched.
 * @param {{cards: string[], meld: boolean}[]} groups @param {number} width @param {number} largest
 * @param {number} gap between groups
 */
export function fitHand(groups, width, largest, gap = 14, mostRows = 3) {
  const total = groups.reduce((sum, group) => sum + group.cards.length, 0);
  for (let rows = 1; rows <= mostRows; rows++) {
    const split = splitRows(groups, rows, total);
    const fits = split.map((row) => {
      const cards = row.reduce((sum, group) => sum + group.cards.length, 0);
      return (width - (row.length - 1) * gap) / (SHOWN_AT_LEAST * (cards - row.length) + row.length);
    });
    const size = Math.max(52, Math.min(rows === 1 ? largest : largest * (rows === 2 ? 0.86 : 0.72), ...fits));
    const steps = split.map((row) => {
      const cards = row.reduce((sum, group) => sum + group.cards.length, 0);
      const room = width - (row.length - 1) * gap - row.length * size;
      return cards > row.length ? room / (cards - row.length) : room < 0 ? 0 : size;
    });
    const step = Math.min(size + 6, ...steps);
    if ((step >= 44 && size >= 0.7 * largest) || rows === mostRows) return { rows: split, size, step: Math.max(20, step) };
  }
  return { rows: [groups], size: largest, step: largest };
}

function splitRows(groups, rows, total) {
  if (rows === 1) return [groups];
  const share = Math.ceil(total / rows);
  const split = [[]];
  let filled = 0;
  for (const group of groups) {
    let cards = group.cards;
    while (cards.length) {
      const room = share - filled;
      const whole = cards.length <= room + 1 && (group.meld || cards.length <= room);
      if (!whole && group.meld && filled > 0 && split.length < rows) {
        split.push([]);
        filled = 0;
        continue;
      }
      const part = whole || split.length === rows ? cards : cards.slice(0, Math.max(1, room));
      split.at(-1).push({ ...group, cards: part });
      cards = cards.slice(part.length);
      filled += part.length;
      if (filled >= share && split.length < rows) {
        split.push([]);
        filled = 0;
      }
    }
  }
  return split.filter((row) => row.length);
}
