/**
 * How a table fits its window: the sizes of cards and dice, rows of seats and of the hand, and what stands beside what.
 *
 * Plain arithmetic, no document in here. It asks what a game may need, never what is on the table just now, so that
 * nothing moves when a card is drawn or a button appears. Texts have the heights that are counted on here: the style
 * sheets hold them to it.
 */

/**
 * What may have to be placed.
 * @typedef {object} Needs
 * @property {number} width of the felt, without its edges
 * @property {number} height
 * @property {number} rem the size of the text
 * @property {number} seats that are drawn with their cards: everybody but you
 * @property {number[][]} names of those who sit there: how wide each word is, in sizes of the text
 * @property {number} dealt cards to each of them
 * @property {number} racers players in a race, which is drawn instead of seats
 * @property {boolean} playing whether you have a place of your own
 * @property {boolean} joining whether you watch, and may sit down
 * @property {number} held the most cards of your hand
 * @property {number} piles
 * @property {boolean} spreads whether cards may be laid on the table
 * @property {number} dice
 * @property {number} buttons how many there may be
 * @property {number} cardRows of the score card; 0: there is none
 */

/**
 * @typedef {object} Fit
 * @property {boolean} beside whether the middle lies beside your place, not above it
 * @property {boolean} slim whether texts and buttons are small
 * @property {boolean} cramped whether there is too little room for everything, so that the felt has to scroll
 * @property {boolean} carded whether the score card lies on the felt
 * @property {boolean} below whether it lies below the dice, not beside them
 * @property {boolean} says whether there is a line for what each player just did
 * @property {number} columns of seats, or of the race
 * @property {boolean} arched whether seats stand in an arc
 * @property {number} seatWidth
 * @property {number} seatGap
 * @property {number} nameLines how many lines a name may take
 * @property {number} nameSize the size of its text, in `rem`
 * @property {number} nameWidth how wide a line of it may be, in sizes of the text
 * @property {number} seatCard the width of a card of the others; 0: their cards are only counted
 * @property {number} pileCard
 * @property {number} spreadCard
 * @property {number} die
 * @property {number} diceInRow
 * @property {number} ownCard
 * @property {number} handRows
 * @property {number} handWidth
 * @property {number} handGap between groups of cards
 * @property {number} turnLines
 * @property {number} buttonRows
 * @property {number} buttonsInRow
 * @property {number} buttonWidth the least
 */

/** What a table needs before a game has begun. @type {Needs} */
export const NO_NEEDS = {
  width: 800,
  height: 600,
  rem: 16,
  seats: 0,
  names: [],
  racers: 0,
  dealt: 0,
  playing: false,
  joining: false,
  held: 0,
  piles: 0,
  spreads: false,
  dice: 0,
  buttons: 0,
  cardRows: 0,
};

/**
 * What is tried.
 * @typedef {object} Plan
 * @property {boolean} beside whether the middle lies beside your place
 * @property {number} columns of seats
 * @property {number} tallest a name is less high than this, in `rem`
 */

/** The height of a card that is 1 wide. */
const TALL = 1.4;
/** How much of a card of yours the next one leaves free: enough to be touched, and to be taken in its middle. */
const LEAST_STEP = 44;
const SHOWN_AT_LEAST = 0.56;
/** The widths of cards and dice, in sixteenths of `rem`: as large as they need be, and as small as they may be. */
const MOST = { own: 150, pile: 134, seat: 64, die: 112, spread: 84 };
const LEAST = { own: 44, pile: 36, seat: 24, die: 44, spread: 28 };
/** The least width of a seat: a part of a name, and a score. */
const LEAST_SEAT = 88;
/** The same of a racer; where the dice lie beside your place, there are more columns, and room for a whole name. */
const LEAST_RACER = 144;
const NAMED_RACER = 184;
/** What is left and right of a name; between its words, and at the end of a line that is full, in sizes of the text. */
const SEAT_EDGES = 14;
const SPACE = 0.35;
const LAST_LETTER = 1;
const GAP = 8;
/** The least width for spreads: two beside each other. */
const SPREADS = 200;
/** Of the score card, in `rem`. */
const CARD_WIDTH = 17;
/** Dice grow with the felt up to this. */
const LARGEST_DIE = 168;
/** The height of a line that says what is to be done, in a narrow window, in `rem`. */
const LINE = 1.25;
/** Before your own cards are as small as this, those of the others are only counted. */
const SMALL = 0.45;
/** A window in which pieces are so small is low, and the middle may lie beside your place. */
const LOW = 0.6;

/** How names may be written, the best way first: the size of the text in `rem`, and its lines. */
const NAMES = [
  { size: 0.9375, lines: 1 },
  { size: 0.8125, lines: 1 },
  { size: 0.8125, lines: 2 },
  { size: 0.75, lines: 2 },
  { size: 0.6875, lines: 2 },
  { size: 0.6875, lines: 3 },
];
/** The height of a line of text of a name that is 1 high. */
const NAME_LINE = 1.3;

/** The best that can be made of a window. @param {Needs} needs @returns {Fit} */
export function fitTable(needs) {
  const above = best(needs, false);
  if (above.scale > LOW || needs.width < 1.25 * needs.height) return withCard(needs, above.fit);
  const beside = best(needs, true);
  return beside.scale > above.scale ? beside.fit : withCard(needs, above.fit);
}

/**
 * The rows of seats in which the most names can be read, and of those the ones that leave the most room. Where there is
 * no room for it all, names are smaller, or have fewer lines.
 * @param {Needs} needs @param {boolean} beside @returns {{fit: Fit, scale: number}}
 */
function best(needs, beside, tallest = Number.POSITIVE_INFINITY) {
  const [fewest, ...others] = columnsOf(needs, beside).map((columns) => largest(needs, { beside, columns, tallest }));
  const hidden = /** @param {Fit} fit */ (fit) => hiddenParts(needs.names, fit.nameWidth, fit.nameLines);
  const found = others.reduce((one, other) => {
    if (other.fit.cramped) return one;
    const more = hidden(one.fit) - hidden(other.fit);
    return more > 0 || (more === 0 && other.scale > one.scale) ? other : one;
  }, fewest);
  const high = found.fit.nameLines * found.fit.nameSize;
  return found.fit.cramped && high > NAMES[0].size ? best(needs, beside, high) : found;
}

/**
 * The score card lies beside the dice, which may be a little smaller for it, or below them; or there is no room for it.
 * @param {Needs} needs @param {Fit} fit @returns {Fit}
 */
function withCard(needs, fit) {
  const { width, height, rem, dice, cardRows } = needs;
  if (!cardRows || !dice) return fit;
  const needed = (1.875 * cardRows + 4) * rem;
  const room = height - playersHeight(needs, fit) - ownHeight(needs, fit) - 2 * GAP;
  const die = Math.min(fit.die, (width - (CARD_WIDTH + 2) * rem) / dice - 16);
  if (die >= 5 * rem && room >= needed) return { ...fit, die, carded: true };
  const below = room >= middleHeight(needs, fit) + 2 * rem + needed;
  return { ...fit, carded: below, below };
}

/**
 * The largest pieces for which there is room; before yours get small, the cards of the others are only counted.
 * @param {Needs} needs @param {Plan} plan
 */
function largest(needs, plan) {
  for (const drawn of [true, false]) {
    const least = drawn && needs.held ? SMALL : 0.2;
    for (let scale = 1; scale > least; scale -= 0.02) {
      for (const says of [true, false]) {
        if (says && (scale < 0.4 || !drawn)) continue;
        const found = fitAt(needs, plan, scale, says);
        const fit = drawn ? found : { ...found, seatCard: 0 };
        const spare = drawn ? 0 : LINE * needs.rem; // where room is short, what is to be done may take a line more
        if (heightOf(needs, fit) + spare <= needs.height)
          return { fit, scale: drawn ? scale + (says ? 0.02 : 0) : scale / 4 };
      }
    }
  }
  const fit = { ...fitAt(needs, plan, 0, false), seatCard: 0 };
  const cramped = heightOf(needs, fit) > needs.height;
  return { fit: { ...fit, cramped }, scale: cramped ? 0 : 0.01 };
}

/** @param {Needs} needs @param {Plan} plan @param {number} scale @param {boolean} says @returns {Fit} */
function fitAt(needs, { beside, columns, tallest }, scale, says) {
  const { width } = needs;
  const unit = needs.rem / 16;
  /** @param {"own"|"pile"|"seat"|"die"|"spread"} piece */
  const size = (piece) => Math.max(LEAST[piece], MOST[piece] * unit * scale);
  const seatWidth = Math.min(240 * unit, (width - (columns - 1) * 4) / columns);
  const fan = (seatWidth - 16) / (1 + 0.18 * Math.max(0, needs.dealt - 1));
  const seatCard = Math.min(size("seat"), fan);
  const pileCard = Math.min(size("pile"), (width * (needs.spreads ? 0.4 : 0.8)) / Math.max(1, needs.piles));
  const middle = beside ? besideWidth(needs, pileCard, size("die")) : 0;
  const handWidth = Math.min(1240 * unit, width - (beside ? middle + 3 * GAP : 0));
  const handGap = handWidth < 600 ? 8 : 20;
  const hand = handOf(needs.held, handWidth, handGap, size("own"), unit);
  const die = Math.max(LEAST.die, Math.min(0.26 * width, Math.max(1, width / 1400) * size("die"), LARGEST_DIE * unit));
  const diceRoom = beside ? width - handWidth - 3 * GAP : width;
  const buttonWidth = (handWidth < 700 ? 4.375 : 6.5) * needs.rem;
  const buttonsInRow = Math.max(1, Math.floor((handWidth + 6) / (buttonWidth + 6)));
  return {
    beside,
    says,
    columns,
    seatWidth,
    seatGap: Math.min(48 * unit, Math.max(4, width / columns - seatWidth)),
    ...namesAt(needs, seatWidth, tallest),
    arched: needs.seats > 2 && columns === needs.seats && width > 900,
    pileCard,
    handWidth,
    handGap,
    slim: handWidth < 600,
    cramped: false,
    carded: false,
    below: false,
    seatCard: seatCard < LEAST.seat ? 0 : seatCard,
    spreadCard: Math.max(LEAST.spread, Math.min(size("spread"), pileCard * 0.66)),
    die,
    diceInRow: Math.max(1, needs.dice * (die + 16) > diceRoom ? Math.ceil(needs.dice / 2) : needs.dice),
    ownCard: hand.size,
    handRows: hand.rows,
    turnLines: handWidth > 42 * needs.rem ? 1 : 2,
    buttonWidth,
    buttonsInRow,
    buttonRows: Math.min(2, Math.ceil(needs.buttons / buttonsInRow)),
  };
}

/**
 * How many seats may stand in a row: as many as there can be, or fewer; rows are each as full as the others.
 * @param {Needs} needs @param {boolean} beside
 */
function columnsOf({ width, seats, racers }, beside) {
  const people = racers || seats;
  if (racers && racers <= 4 && !beside) return [1];
  const least = !racers ? LEAST_SEAT : beside ? NAMED_RACER : LEAST_RACER;
  const fitting = Math.max(1, Math.floor(width / least));
  const most = racers && !beside ? Math.min(2, fitting) : fitting;
  const rows = Math.ceil(people / most);
  const evenly = /** @param {number} rows */ (rows) => Math.max(1, Math.ceil(people / rows));
  return racers ? [evenly(rows)] : [evenly(rows), evenly(rows + 1)];
}

/**
 * The largest text in which names can be read whole, or the most of them.
 * @param {Needs} needs @param {number} seatWidth @param {number} tallest
 */
function namesAt({ rem, names }, seatWidth, tallest) {
  const ways = NAMES.filter(({ size, lines }) => size * lines < tallest).map(({ size, lines }) => {
    const nameWidth = (seatWidth - SEAT_EDGES) / (size * rem);
    return { nameSize: size, nameLines: lines, nameWidth, hidden: hiddenParts(names, nameWidth, lines) };
  });
  const { hidden: _, ...way } = ways.reduce((one, other) => (other.hidden < one.hidden ? other : one));
  return way;
}

/**
 * How much of the names cannot be read: 1 is a whole name.
 * @param {number[][]} names @param {number} width @param {number} lines
 */
function hiddenParts(names, width, lines) {
  const parts = names.map((words) => {
    if (linesOf(words, width) <= lines) return 0;
    return Math.max(0.05, 1 - (lines * width) / words.reduce((sum, word) => sum + SPACE + word, 0));
  });
  return parts.reduce((sum, part) => sum + part, 0);
}

/** How many lines a name takes. @param {number[]} words @param {number} width */
function linesOf(words, width) {
  if (isBroken(words, width))
    return Math.ceil((words.reduce((sum, word) => sum + word + SPACE, 0) + LAST_LETTER) / width);
  let [lines, end] = [1, -SPACE];
  for (const word of words) {
    end += SPACE + word;
    if (end <= width) continue;
    lines += 1;
    end = word;
  }
  return lines;
}

/** Whether a word is too long for a line. @param {number[]} words @param {number} width */
function isBroken(words, width) {
  return words.some((word) => word > width);
}

/**
 * Whether lines of a name end where they are full, in the middle of a word: only if there are too few lines otherwise.
 * @param {number[]} words @param {Fit} fit
 */
export function endsInWords(words, { nameWidth, nameLines }) {
  return isBroken(words, nameWidth) || linesOf(words, nameWidth) > nameLines;
}

/** What the middle needs beside your place. @param {Needs} needs @param {number} pile @param {number} die */
function besideWidth({ width, piles, spreads, dice }, pile, die) {
  if (dice) return Math.min(0.62 * width, dice * (die + 16));
  return piles * (pile + 2 * GAP) + (spreads ? Math.max(SPREADS, 0.2 * width) : GAP);
}

/**
 * How a hand is held: in one row if it can be seen well, else in two or three.
 * @param {number} cards @param {number} width @param {number} gap @param {number} wanted @param {number} unit
 */
function handOf(cards, width, gap, wanted, unit) {
  let hand = { rows: 1, size: Math.min(wanted, width) };
  for (let rows = 1; rows <= 3 && cards; rows++) {
    const most = Math.ceil(cards / rows);
    const longest = rows > 1 ? most + 1 : most; // a meld stays together, even if its row gets longer
    const room = width - Math.min(3, most - 1) * gap;
    const size = Math.min(wanted, room / (1 + SHOWN_AT_LEAST * (longest - 1)), room - LEAST_STEP * (most - 1));
    hand = { rows, size: Math.max(LEAST.own, size) };
    if (size >= 72 * unit || size >= 0.8 * wanted) break;
  }
  return hand;
}

// --- Heights ------------------------------------------------------------------------------------------------------

/** @param {Needs} needs @param {Fit} fit */
function heightOf(needs, fit) {
  const [players, middle, own] = [playersHeight(needs, fit), middleHeight(needs, fit), ownHeight(needs, fit)];
  return players + GAP + (fit.beside ? Math.max(middle, own) : middle + GAP + own);
}

/** @param {Needs} needs @param {Fit} fit */
function playersHeight({ rem, seats, racers }, { columns, seatCard, nameLines, nameSize, says, arched }) {
  if (racers) return Math.ceil(racers / columns) * (2.25 * rem + 4);
  const rows = Math.ceil(seats / columns);
  const name = Math.max(1.3, nameLines * nameSize * NAME_LINE) * rem;
  const row = (seatCard ? seatCard * TALL + 14 : 4) + name + (says ? 2.4 : 1.2) * rem;
  return rows * row + (rows - 1) * 4 + (arched ? 18 : 0);
}

/** @param {Needs} needs @param {Fit} fit */
function middleHeight({ rem, dice, piles }, { die, pileCard, diceInRow }) {
  const cards = piles ? pileCard * TALL + 1.4 * rem + GAP : 0;
  if (!dice) return cards;
  const rows = Math.ceil(dice / diceInRow);
  return cards + rows * (die + 16) + (0.5 * die + 20) + 3 * rem + 2 * GAP;
}

/** @param {Needs} needs @param {Fit} fit */
function ownHeight({ rem, playing, joining, held, racers }, { ownCard, handRows, turnLines, buttonRows, slim }) {
  if (!playing) return 2 * rem + (joining ? 4.5 * rem + GAP : 0);
  const line = racers ? 0 : 2 * rem + 4;
  const hand = held ? 22 + handRows * (ownCard * TALL + GAP) : 0;
  return line + hand + turnLines * (slim ? LINE : 1.4) * rem + 4 + buttonRows * (3 * rem + 6);
}

/** The layout before there is a table. */
export const emptyFit = () => fitTable(NO_NEEDS);
