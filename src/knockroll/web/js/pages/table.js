/**
 * The page of a table. Its state is plain data (model/table_state.js); the page around it has the element it is drawn
 * in, the connection, and the queue of messages that wait to be shown. There is one way to redraw: `render`.
 */

import { patch } from "../draw/dom.js";
import { knowFaces } from "../draw/pieces.js";
import { Queue } from "../model/queue.js";
import { newTableState, setGame } from "../model/table_state.js";
import * as api from "../net/api.js";
import { NO_TABLE, TableConnection } from "../net/connection.js";
import { createBotInvitations } from "../table/bot_invitations.js";
import { createCompany } from "../table/company.js";
import { tablePage } from "../table/felt.js";
import { fitRoom, measureRoom } from "../table/felt_layout.js";
import { createInvitation } from "../table/invitation.js";
import { listenKeys } from "../table/keyboard.js";
import { createMoves } from "../table/moves.js";
import { createNotifications } from "../table/notifications.js";
import { createPeople } from "../table/people.js";
import { createPlayback } from "../table/playback.js";
import { createPractice } from "../table/practice.js";
import { forgetAll } from "../table/reactions.js";
import { rememberFocus } from "../ui/focus.js";
import { tableIsGone } from "../ui/saved_games.js";
import { watch } from "../ui/settings.js";
import { showNotes } from "../ui/speech.js";

/** @import { EventMessage, GameInfo, Message } from "../model/types.js" */

/** Milliseconds for which the page says that the connection is back. */
const RECONNECTED_FOR = 3000;

export class TablePage {
  #frame = 0;
  #games = api.listGames();
  /** What to undo when the page is left. @type {(() => void)[]} */
  #cleanups;

  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    root.classList.add("table-page");
    this.root = root;
    this.state = newTableState(id);
    /** @type {Queue<EventMessage>} */
    this.queue = new Queue(
      (message) => this.playback.play(message),
      () => this.playback.idle(),
      () => document.hidden,
    );
    this.connection = new TableConnection(id, {
      message: (message) => this.#receive(message),
      connection: (up) => this.#setConnected(up),
      gone: (code) => this.#setGone(code),
    });
    this.moves = createMoves(this);
    this.notifications = createNotifications(this);
    this.playback = createPlayback(this, this.moves, () => {
      this.notifications.turn();
      this.practice.lookAhead();
    });
    this.practice = createPractice(this, this.playback.skip);
    this.company = createCompany(this, this.playback.skip);
    this.invitation = createInvitation(this);
    this.bots = createBotInvitations(this);
    this.people = createPeople(this);
    const resized = () => {
      forgetAll(); // where people sit changes
      cancelAnimationFrame(this.#frame);
      this.#frame = requestAnimationFrame(this.render);
    };
    window.addEventListener("resize", resized);
    this.#cleanups = [
      () => this.connection.end(),
      this.playback.stop,
      this.notifications.stop,
      this.bots.stop,
      forgetAll,
      listenKeys(this),
      watch(this.render),
      showNotes((text) => {
        this.state.note = text;
        this.render();
      }),
      () => window.removeEventListener("resize", resized),
      () => document.getElementById("flights")?.replaceChildren(),
    ];
    this.render();
  }

  /** Draw the page. */
  render = () => {
    const { root, state } = this;
    cancelAnimationFrame(this.#frame);
    const keepFocus = rememberFocus(root);
    const room = measureRoom(root);
    state.fit = fitRoom(state.scene, room);
    patch(root, tablePage(this));
    const left = measureRoom(root); // when a game begins, the scoreboard takes its part of the room
    if (left.width !== room.width || left.height !== room.height) {
      state.fit = fitRoom(state.scene, left);
      patch(root, tablePage(this));
    }
    this.people.redraw();
    this.notifications.redraw();
    followLists(root);
    keepFocus();
  };

  /** Stop everything that the page has started. */
  leave() {
    for (const cleanup of this.#cleanups) cleanup();
  }

  // --- The connection ---------------------------------------------------------------------------------------------

  /** Take a message as soon as it is known how the game is shown. @param {Message} message */
  #receive(message) {
    this.#games.then(
      (games) => this.#take(message, games),
      (error) => {
        this.state.missing = error.message;
        this.render();
      },
    );
  }

  /** @param {Message} message @param {GameInfo[]} games */
  #take(message, games) {
    const hello = message.type === "hello" ? message : null;
    const game = games.find(({ name }) => name === hello?.table.game);
    if (game && !this.state.scene.table) {
      setGame(this.state, game);
      knowFaces(game.players);
      this.invitation.find();
    }
    this.practice.receive(message);
    this.playback.receive(message);
    this.company.receive(message);
    if (hello) this.bots.look();
  }

  /** @param {boolean} up */
  #setConnected(up) {
    const { state } = this;
    if (up === state.connected) return;
    state.connected = up;
    state.reconnected = up;
    if (up) setTimeout(this.#forgetReconnection, RECONNECTED_FOR);
    else state.status = "Reconnecting…";
    this.render();
  }

  #forgetReconnection = () => {
    this.state.reconnected = false;
    this.render();
  };

  /** @param {number} code */
  #setGone(code) {
    if (code !== NO_TABLE) return; // it is closed, and says so itself
    this.state.missing = "There's no table here.";
    tableIsGone(this.state.id);
    this.render();
  }
}

/** Keep lists at their ends when they grow or get another size. @param {HTMLElement} root */
function followLists(root) {
  for (const list of root.querySelectorAll("[data-follow]")) {
    if (!(list instanceof HTMLElement)) continue;
    list.toggleAttribute("data-more", list.scrollWidth > list.clientWidth + 1);
    const now = [list.dataset.follow, list.clientWidth, list.clientHeight].join();
    if (list.dataset.followed === now) continue;
    if (!list.clientHeight) continue; // a small screen hides it, and it follows when it is opened
    list.scrollTo(list.dataset.grows === "across" ? { left: list.scrollWidth } : { top: list.scrollHeight });
    list.dataset.followed = now;
  }
}
