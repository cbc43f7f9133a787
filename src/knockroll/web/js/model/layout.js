/**
 * The layout of a table: the sizes of cards and dice, the rows of seats and of the hand, and what stands beside what.
 *
 * Plain arithmetic. It asks what a game may need, never what is on the table right now, so that nothing moves when a
 * card is drawn or a button appears. The style sheets keep texts to the heights assumed here.
 */

/**
 * What a table may need room for.
 * @typedef {object} Needs
 * @property {number} width the width of the felt, without its edges
 * @property {number} height
 * @property {number} rem the size of the text, in pixels
 * @property {number} seats seats drawn with their cards: everyone but you
 * @property {number[][]} names for each of these seats, the widths of the words of its name, relative to the text size
 * @property {number} dealt cards dealt to each of them
 * @property {number} racers players in a race, which replaces the seats
 * @property {boolean} playing whether you have a seat
 * @property {boolean} joining whether you are watching and can sit down
 * @property {number} held the most cards you may hold
 * @property {number} piles
 * @property {boolean} spreads whether cards may be laid on the table
 * @property {number} dice
 * @property {number} buttons the most buttons at a time
 * @property {number} cardRows rows of the score card; 0 without one
 */

/**
 * @typedef {object} Fit
 * @property {boolean} beside whether the middle lies beside your place, not above it
 * @property {boolean} flat whether it lies above your hand, and what you can do stands beside both
 * @property {boolean} slim whether texts and buttons are small
 * @property {boolean} cramped whether the felt has to scroll, for lack of room
 * @property {boolean} carded whether the score card lies on the felt
 * @property {boolean} below whether it lies below the dice, not beside them
 * @property {boolean} says whether there is a line for each player's last move
 * @property {number} columns columns of seats, or of the race
 * @property {number} drop how far the outer seats stand below the middle ones, beside the piles
 * @property {boolean} reveals whether the cards of the others can be read at their seats when a hand is over
 * @property {Opened|null} opened where they are read otherwise: in the place of the piles, if there is room
 * @property {boolean} stacked whether spreads lie below the piles, not beside them
 * @property {number} face the size of a portrait at a seat; 0 without one
 * @property {number} seatWidth
 * @property {number} seatGap
 * @property {boolean} narrow whether seats have no room for units beside numbers
 * @property {number} nameLines the most lines of a name
 * @property {number} nameSize the size of its text, in `rem`
 * @property {number} nameWidth the width of a line of it, relative to the text size
 * @property {number} seatCard the width of an opponent's card; 0 if their cards are only counted
 * @property {number} pileCard
 * @property {number} spreadCard
 * @property {number} die
 * @property {number} diceInRow
 * @property {number} diceGap
 * @property {number} runner the height of a row of the race
 * @property {boolean} portrayed whether the racers have portraits
 * @property {number} ownCard
 * @property {number} handRows
 * @property {number} handWidth
 * @property {number} handGap the gap between groups of cards
 * @property {number} turnLines
 * @property {number} buttonRows
 * @property {number} buttonsInRow
 * @property {number} buttonWidth the smallest width of a button
 */

/**
 * What changes at the end of a hand in a window where cards are too small at the seats: they lie open where the piles
 * were, below a headline. If they cannot lie above a hand that takes the whole width, it makes room for them.
 * @typedef {Pick<Fit, "columns"|"seatWidth"|"seatGap"|"seatCard"|"nameLines"|"nameSize"|"nameWidth"|"face"|"says"
 *   |"drop"|"narrow"> & Partial<Fit>} Opened
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
 * Where the middle lies: above your place, beside it, or only above your hand.
 *
 * @typedef {"above"|"beside"|"flat"} Place
 */
/**
 * A layout to try.
 * @typedef {object} Plan
 * @property {Place} place where the middle lies
 * @property {number} columns columns of seats
 * @property {number} tallest names are lower than this, in `rem`
 */

/** The height of a card that is 1 wide. */
const TALL = 1.4;
/** The visible part of a card in your hand: enough to touch it, and to grab it in its middle. */
const LEAST_STEP = 44;
const SHOWN_AT_LEAST = 0.56;
/** The same for a hand of few cards. */
const SHOWN_OF_FEW = 0.8;
const FEW = 5;
/** The largest and smallest widths of cards and dice, in sixteenths of `rem`. */
const MOST = { own: 150, pile: 134, seat: 64, die: 128, spread: 104 };
const LEAST = { own: 44, pile: 36, seat: 24, die: 44, spread: 28 };
/** The least width of a seat: a part of a name, and a score. */
const LEAST_SEAT = 88;
/** The same for a racer; if the dice lie beside your place, there are more columns, and room for a whole name. */
const LEAST_RACER = 144;
const NAMED_RACER = 184;
/** The room beside a name, between its words, and at the end of a full line, relative to the text size. */
const SEAT_EDGES = 14;
const SPACE = 0.35;
const LAST_LETTER = 1;
const GAP = 8;
/** The least width for spreads: two beside each other. */
const SPREADS = 200;
/** The width of the prompt and the buttons where they stand beside the hand, in `rem`, and the lines of the prompt. */
const DOING_WIDTH = 12;
const DOING_LINES = 4;
/** The smallest card at a seat that can be read, and the part of it that has to be seen. */
const READABLE = 40;
const READABLE_PART = 0.2;
/** The same for cards that lie open in a small window: ranks and suits are seen. */
const LEAST_OPEN = 36;
const READABLE_STEP = 0.26;
/** The smallest card at a seat with a portrait over it. */
const PORTRAYED = 34;
/** The width of the score card and of the edges of the dice tray beside it, in `rem`. */
const CARD_WIDTH = 17;
const TRAY_EDGES = 3;
/** The least and the most height of a row of the race, in `rem`, and the part of the spare room that all rows take. */
const RUNNER = 2.25;
const HIGHEST_RUNNER = 3.5;
const RUNNERS_SHARE = 0.4;
/** The same where no score card needs it. */
const RUNNERS_SHARE_ALONE = 0.7;
/** Racers have portraits if they are few, or if their rows are at least this high. */
export const FEW_RACERS = 4;
const PORTRAYED_RUNNER = 2.75;
/** The same in small text: a name, the way and a note below each other. */
const PORTRAYED_SLIM_RUNNER = 3.125;
/** The gap between dice, and where there is no room for two rows. */
const DICE_GAP = 16;
const LEAST_DICE_GAP = 7;
/** Dice grow with the felt up to this size. */
const LARGEST_DIE = 168;
/** Cards that are made smaller by choice stay at least this wide, in pixels. */
const LEAST_SCALED = 46;
/** The height of a line of the prompt in a narrow window, in `rem`. */
const LINE = 1.25;
/** The same in small text, and the height of your name and the value of your hand in the column beside a flat table. */
const SMALL_LINE = 1.0625;
const FLAT_LINES = 3.5;
/** Before your own cards get smaller than this, those of the others are only counted. */
const SMALL = 0.45;
/** If pieces are smaller than this, the window is low, and the middle may lie beside your place. */
const LOW = 0.6;

/** Ways to write names, the best first: the size of the text in `rem`, and the number of lines. */
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

/** The height of the headline over hands that lie open in a small window, in `rem`, by the place of these hands. */
const HEADLINE = { flat: 3.25, beside: 4, above: 6.5 };
/** The width of a name and a result beside cards that lie open over a flat table, in `rem`. */
const ASIDE = { wide: 11, narrow: 7 };
/** The edges of a seat and the gaps in it. */
const SEAT_AIR = 14;

/** Return the best layout for a window. @param {Needs} needs @returns {Fit} */
export function fitTable(needs) {
  const fit = bestOf(needs);
  const flat = fit.beside && fit.handRows > 1 ? best(needs, "flat").fit : null;
  if (!flat || flat.cramped || flat.handRows > 1 || flat.ownCard < fit.ownCard)
    return { ...fit, opened: fit.reveals ? null : openHands(needs, fit) };
  const above = openHands(needs, flat);
  if (above) return { ...flat, opened: above };
  const beside = openHands(needs, fit);
  return { ...flat, opened: beside && { ...fit, ...beside } };
}

/**
 * Lay the hands of the others open in the place of the piles, as large as they can be; null if they could not be read.
 * @param {Needs} needs @param {Fit} fit @returns {Opened|null}
 */
function openHands(needs, fit) {
  const { width, height, rem, seats, dealt, playing } = needs;
  if (!playing || !seats || !dealt) return null;
  const { beside, flat } = fit;
  const handRows = beside && dealt <= FEW ? 1 : fit.handRows; // without the piles there is room for one row
  const most = handRows < fit.handRows ? width : fit.handWidth;
  const handWidth = beside ? Math.min(most, longestRow(needs, { ...fit, handRows })) : fit.handWidth;
  const doing = DOING_WIDTH * rem;
  const room = flat ? width - doing - GAP : beside ? width - handWidth - doing - 3 * GAP : width;
  const headline = HEADLINE[flat ? "flat" : beside ? "beside" : "above"] * rem;
  const yours = flat ? handHeight(needs, fit) : beside ? 0 : ownHeight(needs, fit);
  const high = height - headline - 2 * GAP - yours;
  const ways = Array.from({ length: seats }, (_, index) => index + 1).flatMap((columns) => {
    const rows = Math.ceil(seats / columns);
    const aside = flat ? (columns > 1 ? ASIDE.narrow : ASIDE.wide) * rem : 0;
    const seatWidth = Math.min((flat ? 40 : 15) * rem, (room - (columns - 1) * 4) / columns);
    const names = namesAt(needs, aside || seatWidth, Number.POSITIVE_INFINITY);
    const below = (Math.max(NAME_LINE, names.nameLines * names.nameSize * NAME_LINE) + 1.2) * rem;
    const byHeight = ((high - (rows - 1) * 4) / rows - SEAT_AIR - (flat ? 0 : below)) / TALL;
    const byWidth = (seatWidth - 16 - aside) / (1 + READABLE_STEP * (dealt - 1));
    const most = flat ? fit.ownCard : MOST.seat * (rem / 16);
    const seatCard = Math.min(most, byHeight, byWidth);
    if (seatCard < LEAST_OPEN || seatWidth - aside < LEAST_SEAT) return [];
    return [{ columns, seatWidth, seatCard, narrow: flat ? columns > 1 : seatWidth < 12 * rem, ...names }];
  });
  const hidden = /** @param {Pick<Fit, "nameWidth"|"nameLines">} way */ ({ nameWidth, nameLines }) =>
    hiddenParts(needs.names, nameWidth, nameLines);
  const [found] = ways.sort((one, other) => hidden(one) - hidden(other) || other.seatCard - one.seatCard);
  return found ? { ...found, seatGap: 4, face: 0, says: false, drop: 0, handWidth, handRows } : null;
}

/** The width of your hand at the end, if all its cards are seen whole. @param {Needs} needs @param {Fit} fit */
function longestRow({ dealt }, { handRows, ownCard, handGap }) {
  const cards = Math.ceil(dealt / handRows) + (handRows > 1 ? 1 : 0); // a meld stays together
  return cards * (ownCard + 4) + 3 * handGap;
}

/** @param {Needs} needs @returns {Fit} */
function bestOf(needs) {
  const above = best(needs, "above");
  const spacious = () => withHigherRace(needs, withCard(needs, above.fit));
  if (above.scale > LOW || needs.width < 1.25 * needs.height) return spacious();
  const beside = best(needs, "beside");
  return beside.scale > above.scale ? beside.fit : spacious();
}

/**
 * Choose the rows of seats in which the most names can be read, and among those the ones that leave the most room. If
 * there is too little room, names get smaller or have fewer lines.
 * @param {Needs} needs @param {Place} place @returns {{fit: Fit, scale: number}}
 */
function best(needs, place, tallest = Number.POSITIVE_INFINITY) {
  const [fewest, ...others] = columnsOf(needs, place).map((columns) => largest(needs, { place, columns, tallest }));
  const hidden = /** @param {Fit} fit */ (fit) => hiddenParts(needs.names, fit.nameWidth, fit.nameLines);
  const found = others.reduce((one, other) => {
    if (other.fit.cramped) return one;
    const more = hidden(one.fit) - hidden(other.fit);
    return more > 0 || (more === 0 && other.scale > one.scale) ? other : one;
  }, fewest);
  const high = found.fit.nameLines * found.fit.nameSize;
  return found.fit.cramped && high > NAMES[0].size ? best(needs, place, high) : found;
}

/**
 * Place the score card beside the dice, which may get a little smaller for it, or below them, or nowhere.
 * @param {Needs} needs @param {Fit} fit @returns {Fit}
 */
function withCard(needs, fit) {
  const { width, height, rem, dice, cardRows } = needs;
  if (!cardRows || !dice) return fit;
  const needed = cardHeight(needs);
  const room = height - playersHeight(needs, fit) - ownHeight(needs, fit) - 2 * GAP;
  const die = Math.min(fit.die, (width - (CARD_WIDTH + TRAY_EDGES + 2) * rem) / dice - DICE_GAP);
  if (die >= 5 * rem && room >= needed) return { ...fit, die, carded: true };
  const below = room >= middleHeight(needs, fit) + 2 * rem + needed;
  return { ...fit, carded: below, below };
}

/** @param {Needs} needs */
const cardHeight = ({ cardRows, rem }) => (1.875 * cardRows + 4) * rem;

/** Let the rows of a race have some of the room that is left. @param {Needs} needs @param {Fit} fit @returns {Fit} */
function withHigherRace(needs, fit) {
  const { height, rem, racers } = needs;
  if (!racers || fit.cramped) return fit;
  const middle = middleHeight(needs, fit);
  const card = cardHeight(needs);
  const both = fit.below ? middle + 2 * rem + card : Math.max(middle + TRAY_EDGES * rem, card);
  const filled = fit.carded ? both : middle;
  const spare = height - playersHeight(needs, fit) - ownHeight(needs, fit) - filled - 2 * GAP;
  const part = fit.carded ? RUNNERS_SHARE : RUNNERS_SHARE_ALONE;
  const share = (part * Math.max(0, spare)) / Math.ceil(racers / fit.columns);
  const runner = Math.min(HIGHEST_RUNNER * rem, fit.runner + share);
  const high = fit.slim ? PORTRAYED_SLIM_RUNNER : PORTRAYED_RUNNER;
  const wide = !fit.slim || needs.width / fit.columns >= NAMED_RACER;
  return { ...fit, runner, portrayed: fit.portrayed || (wide && runner >= high * rem) };
}

/** Ways to show the others, the best first, each down to a size of your own cards. */
const WAYS = [
  { drawn: true, says: true, least: 0.55 },
  { drawn: true, says: false, least: SMALL },
  { drawn: false, says: false, least: 0.2 },
];

/**
 * Choose the largest pieces that fit. Before yours get small, the cards of the others are only counted.
 * @param {Needs} needs @param {Plan} plan
 */
function largest(needs, plan) {
  for (const { drawn, says, least } of WAYS) {
    for (let scale = 1; scale > (needs.held ? least : Math.min(least, 0.2)); scale -= 0.02) {
      const found = fitAt(needs, plan, scale, says);
      const fit = drawn ? found : { ...found, seatCard: 0, face: 0, reveals: false };
      // Where room is short, the prompt may take another line; but beside the hand it has lines enough.
      const spare = drawn || fit.flat ? 0 : LINE * needs.rem;
      if (heightOf(needs, fit) + spare <= needs.height)
        return { fit, scale: drawn ? scale + (says ? 0.02 : 0) : scale / 4 };
    }
  }
  const fit = { ...fitAt(needs, plan, 0, false), ...closeDice(needs, plan), seatCard: 0, face: 0, reveals: false };
  const cramped = heightOf(needs, fit) > needs.height;
  return { fit: { ...fit, cramped }, scale: cramped ? 0 : 0.01 };
}

/** The smallest dice close together in one row, if that is wide enough. @param {Needs} needs @param {Plan} plan */
function closeDice({ dice, width }, { place }) {
  const fits = place === "above" && dice * (LEAST.die + LEAST_DICE_GAP) <= width + LEAST_DICE_GAP;
  return dice && fits ? { diceInRow: dice, diceGap: LEAST_DICE_GAP } : {};
}

/** @param {Needs} needs @param {Plan} plan @param {number} scale @param {boolean} says @returns {Fit} */
function fitAt(needs, { place, columns, tallest }, scale, says) {
  const { width } = needs;
  const beside = place === "beside";
  const flat = place === "flat";
  const unit = needs.rem / 16;
  /** @param {"own"|"pile"|"seat"|"die"|"spread"} piece */
  const size = (piece) => Math.max(LEAST[piece], MOST[piece] * unit * scale);
  const seatWidth = Math.min(240 * unit, (width - (columns - 1) * 4) / columns);
  const fan = (seatWidth - 16) / (1 + 0.18 * Math.max(0, needs.dealt - 1));
  const seatCard = Math.min(size("seat"), fan);
  const besideHand = needs.spreads ? 0.17 : 0.24; // your own cards need the room more
  const pileShare = beside && needs.held ? besideHand : needs.spreads ? 0.4 : 0.8;
  const doing = place !== "above" && needs.held ? DOING_WIDTH * needs.rem + GAP : 0;
  const middleRoom = flat ? width - doing : width;
  const pileCard = Math.min(size("pile"), (middleRoom * pileShare) / Math.max(1, needs.piles));
  const middle = beside ? besideWidth(needs, pileCard, size("die")) : 0;
  const handWidth = Math.min(1240 * unit, width - (beside ? middle + 3 * GAP : 0) - doing);
  const handGap = handWidth < 600 ? 8 : 20;
  const hand = handOf(needs.held, handWidth, handGap, size("own"), unit, place !== "above");
  const die = Math.max(LEAST.die, Math.min(0.26 * width, Math.max(1, width / 1400) * size("die"), LARGEST_DIE * unit));
  const diceRoom = beside ? width - handWidth - 3 * GAP : width;
  const buttonWidth = (handWidth < 700 || doing ? 4.375 : 6.5) * needs.rem;
  const buttonRoom = doing || handWidth;
  const buttonsInRow = Math.max(1, Math.floor((buttonRoom + 6) / (buttonWidth + 6)));
  const seatSize = seatCard < LEAST.seat ? 0 : seatCard;
  const step = (seatWidth - 16 - seatSize) / Math.max(1, needs.dealt - 1);
  const around = needs.seats > 1 && columns === needs.seats && place === "above";
  const side = (width - middleWidth(needs, pileCard)) / 2;
  return {
    beside,
    flat,
    says,
    columns,
    seatWidth,
    narrow: seatWidth < 12 * needs.rem,
    seatGap: Math.min(48 * unit, Math.max(4, width / columns - seatWidth)),
    ...namesAt(needs, seatWidth, tallest),
    drop: around && side > seatWidth ? 0.55 * pileCard * TALL : 0,
    reveals: place === "above" && seatSize >= READABLE * unit && step >= READABLE_PART * seatSize,
    opened: null,
    stacked: needs.spreads && place === "above" && width < 34 * needs.rem && needs.height > 43 * needs.rem,
    face: seatSize < PORTRAYED * unit ? 0 : Math.min(3.25 * needs.rem, 0.8 * seatSize),
    pileCard,
    handWidth,
    handGap,
    slim: flat || handWidth < 600,
    cramped: false,
    carded: false,
    below: false,
    seatCard: seatSize,
    spreadCard: Math.max(
      LEAST.spread,
      Math.min(size("spread"), pileCard * (flat ? 0.8 : beside || handWidth < 600 ? 0.66 : 0.78)),
    ),
    die,
    runner: RUNNER * needs.rem,
    portrayed: needs.racers <= FEW_RACERS,
    diceGap: DICE_GAP,
    diceInRow: Math.max(1, needs.dice * (die + DICE_GAP) > diceRoom ? Math.ceil(needs.dice / 2) : needs.dice),
    ownCard: hand.size,
    handRows: hand.rows,
    turnLines: handWidth > 42 * needs.rem ? 1 : 2,
    buttonWidth,
    buttonsInRow,
    buttonRows: Math.min(doing ? 3 : 2, Math.ceil(needs.buttons / buttonsInRow)),
  };
}

/**
 * The numbers of seats to try in a row: as many as fit, or fewer, with rows filled evenly.
 * @param {Needs} needs @param {Place} place
 */
function columnsOf({ width, seats, racers }, place) {
  const beside = place === "beside";
  const people = racers || seats;
  if (racers && racers <= FEW_RACERS && !beside) return [1];
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
 * How much of the names is hidden: 1 is a whole name.
 * @param {number[][]} names @param {number} width @param {number} lines
 */
function hiddenParts(names, width, lines) {
  const parts = names.map((words) => {
    if (linesOf(words, width) <= lines) return 0;
    return Math.max(0.05, 1 - (lines * width) / words.reduce((sum, word) => sum + SPACE + word, 0));
  });
  return parts.reduce((sum, part) => sum + part, 0);
}

/** The number of lines a name takes. @param {number[]} words @param {number} width */
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
 * Whether a name breaks in the middle of a word: only if it needs too many lines otherwise.
 * @param {number[]} words @param {Fit} fit
 */
export function endsInWords(words, { nameWidth, nameLines }) {
  return isBroken(words, nameWidth) || linesOf(words, nameWidth) > nameLines;
}

/** The width of the middle above your place. @param {Needs} needs @param {number} pile */
function middleWidth({ rem, piles, spreads }, pile) {
  return piles * (pile + 2 * rem) + (spreads ? 27 * rem : 0);
}

/** The width of the middle beside your place. @param {Needs} needs @param {number} pile @param {number} die */
function besideWidth({ width, rem, piles, spreads, dice }, pile, die) {
  if (dice) return Math.min(Math.max(0.62 * width, width - (DOING_WIDTH + 1) * rem), dice * (die + DICE_GAP));
  return piles * (pile + 2 * GAP) + (spreads ? Math.max(SPREADS, 0.2 * width) : GAP);
}

/**
 * Arrange the hand in one row if its cards can be seen well, else in two or three.
 * @param {number} cards @param {number} width @param {number} gap @param {number} wanted @param {number} unit
 * @param {boolean} low whether the window is low, so that a second row costs more than it gives
 */
function handOf(cards, width, gap, wanted, unit, low) {
  let hand = { rows: 1, size: Math.min(wanted, width) };
  for (let rows = 1; rows <= 3 && cards; rows++) {
    const most = Math.ceil(cards / rows);
    const longest = rows > 1 ? most + 1 : most; // a meld stays together, even if its row gets longer
    const room = width - Math.min(3, most - 1) * gap;
    const shown = cards <= FEW ? SHOWN_OF_FEW : SHOWN_AT_LEAST;
    const size = Math.min(wanted, room / (1 + shown * (longest - 1)), room - LEAST_STEP * (most - 1));
    hand = { rows, size: Math.max(LEAST.own, size) };
    if (size >= (low ? 52 : 72) * unit || size >= 0.8 * wanted) break;
  }
  return hand;
}

// --- Heights ------------------------------------------------------------------------------------------------------

/** @param {Needs} needs @param {Fit} fit */
function heightOf(needs, fit) {
  const [players, middle, own] = [playersHeight(needs, fit), middleHeight(needs, fit), ownHeight(needs, fit)];
  if (fit.flat) return players + GAP + Math.max(middle + GAP + handHeight(needs, fit), own);
  return players + GAP + (fit.beside ? Math.max(middle, own) : middle + GAP + own);
}

/** @param {Needs} needs @param {Fit} fit */
function playersHeight({ rem, seats, racers }, { columns, seatCard, nameLines, nameSize, says, runner }) {
  if (racers) return Math.ceil(racers / columns) * (runner + 4);
  const rows = Math.ceil(seats / columns);
  const name = Math.max(1.3, nameLines * nameSize * NAME_LINE) * rem;
  const row = (seatCard ? seatCard * TALL + 14 : 4) + name + (says ? 2.4 : 1.2) * rem;
  return rows * row + (rows - 1) * 4;
}

/** @param {Needs} needs @param {Fit} fit */
function middleHeight({ rem, dice, piles }, { die, pileCard, diceInRow, diceGap, stacked, spreadCard }) {
  const laid = stacked ? spreadCard * TALL + 2.5 * rem + 2 * GAP : 0;
  const cards = piles ? pileCard * TALL + 1.4 * rem + GAP + laid : 0;
  if (!dice) return cards;
  const rows = Math.ceil(dice / diceInRow);
  return cards + rows * (die + diceGap) + (0.5 * die + 20) + 3 * rem + 2 * GAP;
}

/** @param {Needs} needs @param {Fit} fit */
function ownHeight(needs, fit) {
  const { rem, playing, joining, held, racers } = needs;
  const { beside, flat, turnLines, buttonRows, slim } = fit;
  if (!playing) return 2 * rem + (joining ? 4.5 * rem + GAP : 0);
  const line = racers ? 0 : 2 * rem + 4;
  const hand = handHeight(needs, fit);
  const buttons = 4 + buttonRows * (3 * rem + 6);
  if (flat) return (FLAT_LINES + DOING_LINES * SMALL_LINE) * rem + 2 * GAP + buttons;
  if (beside && held) return line + Math.max(hand, DOING_LINES * LINE * rem + buttons);
  return line + hand + turnLines * (slim ? LINE : 1.4) * rem + buttons;
}

/** @param {Needs} needs @param {Fit} fit */
function handHeight({ held }, { handRows, ownCard }) {
  return held ? 22 + handRows * (ownCard * TALL + GAP) : 0;
}

/** The layout before there is a table. */
export const emptyFit = () => fitTable(NO_NEEDS);

/**
 * A layout with smaller cards, if someone likes them so; none becomes too small to be hit.
 * @param {Fit} fit @param {number} scale 0 to 1
 */
export function scaleCards(fit, scale) {
  const scaled = (/** @type {number} */ size) => Math.min(size, Math.max(LEAST_SCALED, size * scale));
  const pieces = { ownCard: scaled(fit.ownCard), pileCard: scaled(fit.pileCard), spreadCard: scaled(fit.spreadCard) };
  const { opened } = fit;
  return { ...fit, ...pieces, opened: opened?.ownCard ? { ...opened, ownCard: scaled(opened.ownCard) } : opened };
}
