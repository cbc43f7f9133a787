/**
 * Everything a table page knows, as plain data: what the server has told it, and what the person has chosen so far.
 *
 * The page around it (pages/table.js) has the elements, the connection and the queue.
 */

import { emptyFit } from "./layout.js";
import { emptyScene } from "./scene.js";
import { wholeShowing } from "./showing.js";

/** @import { Blunder, BotInfo, GameInfo } from "./types.js" */
/** @import { Chosen } from "./choices.js" */
/** @import { InvitationLinks } from "./company.js" */
/** @import { Fit } from "./layout.js" */
/** @import { Scene } from "./scene.js" */

/**
 * @typedef {object} TableState
 * @property {string} id The table's id, as in its address.
 * @property {GameInfo|null} game The game played here; null until the server has described the table.
 * @property {Scene} scene What the table shows.
 * @property {Chosen} selection The cards, dice and verb that you have selected for your next move.
 * @property {string|null} cursor The card in your hand that has the keyboard focus, or would get it.
 * @property {number} cursorAt The cursor's index in your hand. It stays when its card leaves the hand.
 * @property {boolean} sideOpen Whether scoreboard and log are open; only small screens can close them.
 * @property {string} status What is happening, shown when it isn't your turn.
 * @property {string} note A short message to you, such as why a move was refused.
 * @property {boolean} connected Whether the connection to the server is up.
 * @property {boolean} reconnected Whether the connection has just come back, so that the page says so.
 * @property {string} missing Why there is no table to show; empty while there is one or it is still loading.
 * @property {InvitationLinks|null} links The links that others can join with; null until they are known.
 * @property {string} copied The invitation link that was copied last.
 * @property {BotInfo[]} bots The network bots that wait for an invitation.
 * @property {string[]} invitedBots The names of the bots that you have invited.
 * @property {string} postponedVote The id of the vote that you want to answer later.
 * @property {Fit} fit The sizes of everything on the felt.
 * @property {number} queued The number of messages that wait to be shown.
 * @property {boolean} showdown Whether the end of a hand is on show.
 * @property {boolean} details Whether you want to see how the hand was scored.
 * @property {boolean} logOpen Whether the whole log is shown, not only its last lines.
 * @property {number} continueIn Seconds until the next hand starts by itself; 0 if it waits for you.
 * @property {boolean} wasAway Whether you have left the tab during the game.
 * @property {boolean} sending Whether one of your moves is on its way to the server.
 * @property {string|null} nextMove The move to send as soon as the one on its way has been made.
 * @property {number|null} mover The seat whose move is being shown.
 * @property {number} backlog Messages up to this number happened before you came; they aren't shown one by one.
 * @property {{asked: boolean, sentences: string[]}|null} hint The hint at a practice table; `asked` until it comes.
 * @property {Blunder[]} blunders The moves to warn of at a practice table, if they are known.
 * @property {boolean} forgiving Whether an impossible move is ignored, as in the second half of a double click.
 */

/** The showing of a game that isn't known yet. */
const NO_SHOWING = wholeShowing({ score: { one: "", many: "" }, middle: [], verbs: [], events: {}, goal: "" });

/** Nothing selected. @returns {Chosen} */
export const emptySelection = () => ({ cards: new Set(), dice: new Set(), armed: null });

/** The state of a table before its server has answered. @param {string} id @returns {TableState} */
export function newTableState(id) {
  return {
    id,
    game: null,
    scene: emptyScene(NO_SHOWING),
    selection: emptySelection(),
    cursor: null,
    cursorAt: 0,
    sideOpen: false,
    status: "",
    note: "",
    connected: true,
    reconnected: false,
    missing: "",
    links: null,
    copied: "",
    bots: [],
    invitedBots: [],
    postponedVote: "",
    fit: emptyFit(),
    queued: 0,
    showdown: false,
    details: false,
    logOpen: false,
    continueIn: 0,
    wasAway: false,
    sending: false,
    nextMove: null,
    mover: null,
    backlog: 0,
    hint: null,
    blunders: [],
    forgiving: false,
  };
}

/** Show another game at this table, with nothing on the table yet. @param {TableState} state @param {GameInfo} game */
export function setGame(state, game) {
  state.game = game;
  state.scene = emptyScene(wholeShowing(game.showing));
}
