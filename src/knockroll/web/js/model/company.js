/** The people at a table, what they ask of each other, and the words for it. */

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

/** The name of the player in a seat. @param {TableInfo} table @param {number|null} you @param {number} seat */
export function playerName(table, you, seat) {
  return seat === you ? "you" : (table.seats[seat]?.name ?? `seat ${seat + 1}`);
}

/** @typedef {"here"|"gone"|null} Presence whether a player is connected; null for computers, free seats and yourself */

/** @param {SeatInfo|undefined} seat @param {number|null} you @returns {Presence} */
export function presenceOf(seat, you) {
  if (!seat || !isPerson(seat) || seat.seat === you) return null;
  return seat.online ? "here" : "gone";
}

/** The state of a player in a word or two. @param {SeatInfo|undefined} seat @returns {string[]} */
export function statesOf(seat) {
  if (seat?.kind === "computer") return seat.replaced_by ? [`${seat.replaced_by} plays`] : [];
  if (seat?.kind !== "person") return [];
  if (seat.gone) return ["left"];
  if (seat.free) return ["free seat"];
  return [
    ...(seat.waiting ? ["next hand"] : []),
    ...(seat.handed_over ? ["computer plays"] : seat.away ? ["away"] : []),
  ];
}

// --- Votes --------------------------------------------------------------------------------------------------------

/**
 * A vote as a person sees it.
 * @typedef {object} Ballot
 * @property {string} id unique to this vote
 * @property {string} text the question, and who asks it
 * @property {string} short a shorter question for small screens
 * @property {string} yes the words for yes
 * @property {string} no the words for no
 * @property {{seat: number, name: string, said: "yes"|"", words: string}[]} voices the answers so far
 * @property {"ask"|"wait"|"watch"} part whether you are asked, have said yes, or only watch
 */

/** @param {TableInfo} table @param {number|null} you @returns {Ballot|null} */
export function ballot(table, you) {
  const { vote } = table;
  if (!vote) return null;
  const by = capital(playerName(table, you, vote.by));
  const want = vote.by === you ? "want" : "wants";
  const mine = you !== null && vote.yes.includes(you);
  const all = [...new Set([...vote.asked, ...vote.yes])].sort((a, b) => a - b);
  return {
    id: `${table.games} ${vote.what} ${vote.by}`,
    text: `${by} ${want} ${vote.what === "reset" ? "to start a new game" : "to play again"}.`,
    short: shortly(vote.what === "reset", mine),
    yes: vote.what === "reset" ? "Yes, new game" : "Yes, play again",
    no: vote.what === "reset" ? "No, keep playing" : "No",
    voices: all.map((seat) => {
      const said = vote.yes.includes(seat);
      const words = said ? "said yes" : `${seat === you ? "haven't" : "hasn't"} answered yet`;
      return { seat, name: capital(playerName(table, you, seat)), said: said ? "yes" : "", words };
    }),
    part: mine ? "wait" : you === null ? "watch" : "ask",
  };
}

/** @param {boolean} reset @param {boolean} mine whether you have said yes */
function shortly(reset, mine) {
  if (mine) return reset ? "You want a new game." : "You want to play again.";
  return reset ? "New game?" : "Play again?";
}

// --- What an action means, for the question before it --------------------------------------------------------------

/**
 * What a new game means for this one. `hands` is the number of hands played.
 * @param {TableInfo} table @param {number|null} you @param {number} hands @param {{one: string, many: string}} round
 */
export function resetText(table, you, hands, round) {
  const others = otherPeople(table, you);
  const played = hands ? ` (${counted(hands, round.one, round.many)} played)` : "";
  const what = `This ends the current game${played}. A new one starts with the same players and rules.`;
  if (!others.length) return what;
  if (isHost(table, you)) return `${what} As host, you can start it right away or ask the others first.`;
  const host = table.host === null ? "the host" : `the host, ${playerName(table, you, table.host)}`;
  return `${what} Everyone, including ${host}, has to agree.`;
}

/**
 * What leaving means. In some games, no one can take the seat of a player who has left.
 * @param {TableInfo} table @param {number} you @param {boolean} forGood
 */
export function leaveText(table, you, forGood) {
  const others = otherPeople(table, you);
  const lines = [];
  if (table.status === "running") {
    lines.push(
      forGood
        ? "You give up your seat for the rest of this game."
        : "The computer will finish your hand and someone else can take your seat.",
      "Just need a break? Let the computer play and keep your seat.",
    );
  } else lines.push("Someone else can take your seat.");
  if (isHost(table, you) && others.length) {
    const next = others.length === 1 ? others[0].name : "The player who has been here longest";
    lines.push(`${next} will be the host.`);
  }
  return lines.join(" ");
}

/** What removing a player means. @param {SeatInfo} seat @param {TableInfo} table */
export function removeText(seat, table) {
  const plays = table.status === "running" ? " The computer takes over." : "";
  return `${seat.name} loses their seat.${plays} Anyone with the link can sit back down unless you lock the seats.`;
}

// --- What has happened ----------------------------------------------------------------------------------------------

/**
 * What someone did at the table, apart from the game, as a sentence; empty for anything else.
 * @param {TableInfo} table the table after it @param {number|null} you @param {EventMessage} message @returns {string}
 */
export function describeEvent(table, you, message) {
  const { kind, seat = null, name } = message;
  const mine = seat !== null && seat === you;
  const who = seat === null ? "" : mine ? "You" : (name ?? capital(playerName(table, you, seat)));
  /** @param {string} one @param {string} many */
  const verb = (one, many) => (mine ? many : one);
  const host = table.host === null ? "The host" : capital(playerName(table, you, table.host));
  switch (kind) {
    case "sit":
      return `${who} sat down`;
    case "join":
      return `${who} joined the game`;
    case "leave":
      return message.removed ? `${host} removed ${mine ? "you" : who} from the table` : `${who} left the table`;
    case "away":
      return message.handed_over ? `${who} let the computer play` : `${who} went away. The computer takes over`;
    case "back":
      return `${who} came back`;
    case "again":
      return `${who} ${verb("wants", "want")} ${message.reset ? "a new game" : "to play again"}`;
    case "no":
      return seat === null
        ? "The vote ended because someone left"
        : `${who} said no: ${message.reset ? "this game goes on" : "no new game yet"}`;
    case "host":
      return `${who} ${verb("is", "are")} the host now`;
    case "move":
      return message.player ? `${message.player} moves for ${who}` : "";
    case "take_back":
      return `${who} took back ${mine ? "your" : "their"} last move`;
    case "lock":
      return `${host} ${message.locked ? "locked" : "unlocked"} the seats`;
    case "game":
      return message.by_host ? `${host} started a new game` : "";
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
 * The links that others can join a table with.
 * @typedef {object} InvitationLinks
 * @property {{link: string, at: string|null}[]} links the best first, with the server's address if it isn't this page's
 * @property {string} warning a sentence about who can use them
 * @property {string} remedy the command that lets others in, if there is one
 */

/**
 * @param {string} link the link in this page's address @param {Reach|null} reach the addresses that the server knows
 * @returns {InvitationLinks}
 */
export function invitationLinks(link, reach) {
  if (!isLoopback(link)) return { links: [{ link, at: null }], warning: "", remedy: "" };
  const { pathname } = new URL(link);
  if (reach?.urls.length) {
    const links = reach.urls.map((at) => ({ link: at + pathname, at }));
    const warning = "Others on your network should use:";
    return { links, warning, remedy: "" };
  }
  const warning = "This link only works on this computer.";
  const remedy = reach?.here_only ? "knockroll serve --host 0.0.0.0" : "";
  return { links: [{ link, at: null }], warning, remedy };
}
