/**
 * Who is at a table, what they want of each other, and how that is said. No document in here.
 */

import { capital, counted } from "./words.js";

/** @import { EventMessage, Reach, SeatInfo, TableInfo } from "./types.js" */

/** @param {SeatInfo} seat */
const isPerson = (seat) => seat.kind === "person" && !seat.free && !seat.gone;

/** Whether other people are there, or may come. @param {TableInfo} table @param {number|null} you */
export function hasCompany(table, you) {
  return table.seats.some((seat) => seat.kind === "person" && seat.seat !== you && !seat.gone) || you === null;
}

/** The other people at a table. @param {TableInfo} table @param {number|null} you */
export function otherPeople(table, you) {
  return table.seats.filter((seat) => isPerson(seat) && seat.seat !== you);
}

/** @param {TableInfo} table @param {number|null} you */
export const isHost = (table, you) => you !== null && table.host === you;

/** Who sits at a seat. @param {TableInfo} table @param {number|null} you @param {number} seat */
export function whoIs(table, you, seat) {
  return seat === you ? "you" : (table.seats[seat]?.name ?? `seat ${seat + 1}`);
}

/** Whether somebody is there: nothing is said of computers, of free seats and of yourself. */
/** @typedef {"here"|"gone"|null} Presence */

/** @param {SeatInfo|undefined} seat @param {number|null} you @returns {Presence} */
export function presenceOf(seat, you) {
  if (!seat || !isPerson(seat) || seat.seat === you) return null;
  return seat.online ? "here" : "gone";
}

/** What is to be known of somebody, in a word or two. @param {SeatInfo|undefined} seat @returns {string[]} */
export function statesOf(seat) {
  if (seat?.kind === "computer") return seat.replaced_by ? [`${seat.replaced_by} plays`] : [];
  if (seat?.kind !== "person") return [];
  if (seat.gone) return ["left"];
  if (seat.free) return [];
  return [
    ...(seat.waiting ? ["next hand"] : []),
    ...(seat.handed_over ? ["computer plays"] : seat.away ? ["away"] : []),
  ];
}

// --- Votes --------------------------------------------------------------------------------------------------------

/**
 * A vote as a person sees it.
 * @typedef {object} Ballot
 * @property {string} id of this vote: another one has another
 * @property {string} text what is asked, and by whom
 * @property {string} short the same where there is little room; who asks is to be seen from the voices
 * @property {string} yes the words for it
 * @property {string} no and those against it
 * @property {{seat: number, name: string, said: "yes"|"", words: string}[]} voices what everybody has said who is asked
 * @property {"ask"|"wait"|"watch"} part whether you are asked, have said yes, or only watch
 */

/** @param {TableInfo} table @param {number|null} you @returns {Ballot|null} */
export function ballot(table, you) {
  const { vote } = table;
  if (!vote) return null;
  const by = capital(whoIs(table, you, vote.by));
  const want = vote.by === you ? "want" : "wants";
  const mine = you !== null && vote.yes.includes(you);
  const all = [...new Set([...vote.asked, ...vote.yes])].sort((a, b) => a - b);
  return {
    id: `${table.games} ${vote.what} ${vote.by}`,
    text: `${by} ${want} ${vote.what === "reset" ? "to give up this game and begin a new one" : "to play again"}.`,
    short: shortly(vote.what === "reset", mine),
    yes: vote.what === "reset" ? "Yes, a new game" : "Yes, play again",
    no: vote.what === "reset" ? "No, play on" : "No",
    voices: all.map((seat) => {
      const said = vote.yes.includes(seat);
      const words = said ? "said yes" : `${seat === you ? "have" : "has"} not answered yet`;
      return { seat, name: capital(whoIs(table, you, seat)), said: said ? "yes" : "", words };
    }),
    part: mine ? "wait" : you === null ? "watch" : "ask",
  };
}

/** @param {boolean} reset @param {boolean} mine whether you have said yes */
function shortly(reset, mine) {
  if (mine) return reset ? "You want a new game." : "You want to play again.";
  return reset ? "A new game instead?" : "Play again?";
}

// --- What it does, before it does it --------------------------------------------------------------------------------

/**
 * What a reset does. `hands` have been played.
 * @param {TableInfo} table @param {number|null} you @param {number} hands @param {{one: string, many: string}} round
 */
export function resetText(table, you, hands, round) {
  const others = otherPeople(table, you);
  const lost = hands ? ` and the ${counted(hands, round.one, round.many)} played count for nothing` : "";
  const what =
    `This game is given up${lost}. A new one begins with the same players and rules, ` +
    "and all scores at their start.";
  if (!others.length) return what;
  if (isHost(table, you)) return `${what} As host you can begin it at once, or ask the others first.`;
  const host = table.host === null ? "the host" : `${whoIs(table, you, table.host)}, the host,`;
  return `${what} It begins when everybody at the table has said yes, and ${host} has to be among them.`;
}

/**
 * What leaving does. In some games nobody sits down where somebody has left.
 * @param {TableInfo} table @param {number} you @param {boolean} forGood
 */
export function leaveText(table, you, forGood) {
  const others = otherPeople(table, you);
  const lines = [];
  if (table.status === "running") {
    lines.push(
      forGood
        ? "You give up your seat for the rest of this game."
        : "You give up your seat: a computer plays your hand on, and somebody else may sit down there.",
      "To have a break, hand your seat to a computer instead: it stays yours.",
    );
  } else lines.push("You give up your seat, and somebody else may sit down there.");
  if (isHost(table, you) && others.length) {
    const next = others.length === 1 ? others[0].name : "Whoever has sat here longest";
    lines.push(`${next} will be the host.`);
  }
  return lines.join(" ");
}

/** What it means to take somebody's seat. @param {SeatInfo} seat @param {TableInfo} table */
export function removeText(seat, table) {
  const plays = table.status === "running" ? " A computer plays on." : "";
  return `${seat.name} loses the seat.${plays} Who has the link can sit down again, unless you lock the seats.`;
}

// --- What has happened ----------------------------------------------------------------------------------------------

/**
 * What somebody did beside the game, as a sentence; nothing if it is no such thing.
 * @param {TableInfo} table after it @param {number|null} you @param {EventMessage} message @returns {string}
 */
export function told(table, you, message) {
  const { kind, seat = null, name } = message;
  const mine = seat !== null && seat === you;
  const who = seat === null ? "" : mine ? "You" : (name ?? capital(whoIs(table, you, seat)));
  /** @param {string} one @param {string} many */
  const verb = (one, many) => (mine ? many : one);
  const host = table.host === null ? "The host" : capital(whoIs(table, you, table.host));
  switch (kind) {
    case "sit":
      return `${who} sat down`;
    case "join":
      return `${who} joined the game`;
    case "leave":
      return message.removed ? `${host} took the seat from ${mine ? "you" : who}` : `${who} left the table`;
    case "away":
      return message.handed_over ? `${who} handed the seat to a computer` : `${who} went away; a computer plays on`;
    case "back":
      return `${who} came back`;
    case "again":
      return `${who} ${verb("wants", "want")} ${message.reset ? "a new game" : "to play again"}`;
    case "no":
      return seat === null
        ? "The vote has ended, because somebody left"
        : `${who} said no: ${message.reset ? "this game goes on" : "there is no other game yet"}`;
    case "host":
      return `${who} ${verb("is", "are")} the host now`;
    case "move":
      return message.player ? `${message.player} moves for ${who}` : "";
    case "lock":
      return `${host} ${message.locked ? "locked" : "unlocked"} the seats`;
    case "game":
      return message.by_host ? `${host} began a new game` : "";
    default:
      return "";
  }
}

// --- A link that others can reach -----------------------------------------------------------------------------------

/** @param {string} link */
function isLoopback(link) {
  const { hostname } = new URL(link);
  return hostname === "localhost" || hostname.endsWith(".localhost") || /^127\.|^\[::1\]$/.test(hostname);
}

/**
 * The links by which others reach a table, and what is to be said about them.
 * @typedef {object} InvitationLinks
 * @property {{link: string, at: string|null}[]} links the best first; `at` is the address of the server, if another
 * @property {string} warning
 * @property {string} remedy a command, if there is one
 */

/**
 * @param {string} link as this page knows it @param {Reach|null} reach what the server says of itself
 * @returns {InvitationLinks}
 */
export function invitationLinks(link, reach) {
  if (!isLoopback(link)) return { links: [{ link, at: null }], warning: "", remedy: "" };
  const { pathname } = new URL(link);
  if (reach?.urls.length) {
    const links = reach.urls.map((at) => ({ link: at + pathname, at }));
    const warning =
      "You have opened this page at an address that only this computer knows. Others in your network use:";
    return { links, warning, remedy: "" };
  }
  const warning = "This link leads to this computer only: nobody else can reach it.";
  const remedy = reach?.here_only ? "knockroll serve --host 0.0.0.0" : "";
  return { links: [{ link, at: null }], warning, remedy };
}
