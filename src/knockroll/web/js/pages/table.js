/**
 * The table: one redraw path from what is known to what is seen. What happens, and what a person does, is in table/.
 */

import { h, patch } from "../draw/dom.js";
import { hasCompany } from "../model/company.js";
import { emptyScene, isClosed, isRunning } from "../model/scene.js";
import { wholeShowing } from "../model/showing.js";
import * as api from "../net/api.js";
import { Live, NO_TABLE } from "../net/connection.js";
import { looksForBots } from "../table/bot_invitations.js";
import { letsPersonMeet } from "../table/company.js";
import { emptyFit, fitClass, fitRoom, fitStyle, measureRoom } from "../table/felt_layout.js";
import { own } from "../table/hand.js";
import { findLink } from "../table/invitation.js";
import { listenKeys } from "../table/keyboard.js";
import { middle } from "../table/middle.js";
import { letsPersonAct, positionOf } from "../table/moves.js";
import { callsPerson, offer } from "../table/notifications.js";
import { talks } from "../table/people.js";
import { showsWhatHappens } from "../table/playback.js";
import { forgetAll } from "../table/reactions.js";
import { scoreCardDialog } from "../table/score_card.js";
import { players } from "../table/seats.js";
import { closedTable, gameOver, noTable, showdown } from "../table/showdown.js";
import { side } from "../table/side_panel.js";
import { strip } from "../table/strip.js";
import { seating } from "../table/waiting_room.js";
import { bar, tool } from "../ui/bar.js";
import { rememberFocus } from "../ui/focus.js";
import { rulesButton } from "../ui/rules_dialog.js";
import { tableIsGone } from "../ui/saved_games.js";
import { watch } from "../ui/settings.js";
import { showNotes } from "../ui/speech.js";

/** @import { BotInfo, EventMessage, GameInfo, Message } from "../model/types.js" */
/** @import { Chosen } from "../model/choices.js" */
/** @import { Ways } from "../model/company.js" */
/** @import { Child } from "../draw/dom.js" */
/** @import { Fit } from "../model/layout.js" */
/** @import { Queue } from "../model/queue.js" */
/** @import { Running, Scene } from "../model/scene.js" */
/** @import { Meets } from "../table/company.js" */

/** @typedef {ReturnType<typeof letsPersonAct>} Does what a person can do */

/**
 * What only this page knows.
 * @typedef {object} TableUi
 * @property {Set<string>} cards that are selected
 * @property {Set<number>} dice that are selected, by their places
 * @property {string|null} cursor the card that the keyboard is at
 * @property {number} cursorAt its place in the hand
 * @property {boolean} side whether scoreboard and log are open, on a small screen
 * @property {string} status what is going on, where it is not your turn
 * @property {string} note what the person is told just now, such as why a move was refused
 * @property {boolean} connected
 * @property {boolean} wasLost whether the connection has just come back
 * @property {string} missing why there is no table to be seen
 * @property {Ways|null} ways the links by which others come to the table
 * @property {string} copied the link that was copied
 * @property {BotInfo[]} bots that wait to be invited
 * @property {string[]} invited those that have been
 * @property {string} later the vote that is to be answered later
 * @property {Fit} fit how the table fits the window
 * @property {number} waiting how many messages wait to be shown
 * @property {boolean} showdown whether the end of a hand is being looked at
 * @property {number} continueIn seconds until the next hand
 * @property {boolean} wasAway whether the tab has been left during the game
 * @property {boolean} busy whether a move of yours is on its way
 */
/** @typedef {TableUi & Chosen} Ui */

/**
 * A table as this page has it.
 * @typedef {object} At
 * @property {string} id
 * @property {HTMLElement} root
 * @property {GameInfo|null} game what is played, when that is known
 * @property {Scene} scene what is shown
 * @property {Ui} ui
 * @property {Live} live the connection
 * @property {Queue<EventMessage>} queue what has come in and is not yet shown
 * @property {number} backlog the number up to which messages are old and are not shown one by one
 * @property {string|null} pending the move that follows the one that is on its way
 * @property {(() => void)[]} impatient what was asked for while your own move was on its way
 * @property {boolean} forgiving whether what is impossible is passed over in silence
 * @property {number|null} mover whose move is being shown
 * @property {Does} does
 * @property {Meets} meets
 * @property {ReturnType<typeof callsPerson>} calls
 * @property {ReturnType<typeof looksForBots>} bots
 * @property {() => void} render
 * @property {(message: Message) => void} receive take a message of the server
 * @property {() => void} endShowdown go on after the end of a hand
 * @property {() => void} stop
 */

/** @returns {Ui} */
function newUi() {
  return {
    cards: new Set(),
    dice: new Set(),
    armed: null,
    cursor: null,
    cursorAt: 0,
    side: false,
    status: "",
    note: "",
    connected: true,
    wasLost: false,
    missing: "",
    ways: null,
    copied: "",
    bots: [],
    invited: [],
    later: "",
    fit: emptyFit(),
    waiting: 0,
    showdown: false,
    continueIn: 0,
    wasAway: false,
    busy: false,
  };
}

/** Before the game is known. */
const NO_SHOWING = wholeShowing({ score: { one: "", many: "" }, middle: [], verbs: [], events: {}, goal: "" });

/** @param {HTMLElement} root @param {string} id */
export function tablePage(root, id) {
  root.classList.add("table-page");
  const ui = newUi();
  const at = /** @type {At} */ ({ id, root, ui, game: null, scene: emptyScene(NO_SHOWING), render });
  Object.assign(at, { backlog: 0, pending: null, impatient: [], forgiving: false, mover: null });
  Object.assign(at, showsWhatHappens(at));
  at.does = letsPersonAct(at);
  at.meets = letsPersonMeet(at);
  at.calls = callsPerson(at);
  at.bots = looksForBots(at);
  let frame = 0;

  function render() {
    cancelAnimationFrame(frame);
    const keepFocus = rememberFocus(root);
    const room = measureRoom(root);
    ui.fit = fitRoom(at.scene, room);
    patch(root, page(at));
    const left = measureRoom(root); // when a game begins, the scoreboard takes its part of the room
    if (left.width !== room.width || left.height !== room.height) {
      ui.fit = fitRoom(at.scene, left);
      patch(root, page(at));
    }
    at.meets.redraw();
    at.calls.redraw();
    followLists(root);
    keepFocus();
  }

  const unlisten = listenKeys(at);
  const unwatch = watch(render);
  const unnote = showNotes((text) => {
    ui.note = text;
    render();
  });
  const resized = () => {
    forgetAll(); // where people sit changes
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(render);
  };
  window.addEventListener("resize", resized);
  connect(at);
  render();

  return () => {
    at.live.end();
    at.stop();
    at.meets.stop();
    at.calls.stop();
    at.bots.stop();
    unlisten();
    unwatch();
    unnote();
    window.removeEventListener("resize", resized);
    document.getElementById("flights")?.replaceChildren();
  };
}

/** Messages are taken as soon as it is known how their game is shown. @param {At} at */
function connect(at) {
  const { ui } = at;
  const games = api.listGames();
  const forget = () => {
    ui.wasLost = false;
    at.render();
  };
  at.live = new Live(at.id, {
    message(message) {
      games.then(
        (list) => {
          const game = message.type === "hello" ? list.find(({ name }) => name === message.table.game) : undefined;
          if (game && !at.scene.table) {
            at.game = game;
            at.scene = emptyScene(wholeShowing(game.showing));
            findLink(at);
          }
          at.receive(message);
          if (message.type === "hello") at.bots.look();
        },
        (error) => {
          ui.missing = error.message;
          at.render();
        },
      );
    },
    connection(up) {
      if (up === ui.connected) return;
      ui.connected = up;
      ui.wasLost = up;
      if (up) setTimeout(forget, 3000);
      else ui.status = "Waiting for the connection";
      at.render();
    },
    gone(code) {
      if (code !== NO_TABLE) return; // it is closed, and says so itself
      ui.missing = "There is no table at this address.";
      tableIsGone(at.id);
      at.render();
    },
  });
}

// --- Drawing ------------------------------------------------------------------------------------------------------

/** @param {At} at @returns {Child[]} */
function page(at) {
  const { scene, ui, does } = at;
  const { table } = scene;
  if (!table) {
    const wait = h("p.wait", { role: "status" }, "Coming to the table…");
    const shown = ui.missing ? h("div.cover.plain", noTable(ui.missing)) : wait;
    return [bar(ui.missing ? "No table" : "Table"), h("div.stage", { key: "stage" }, h("main.felt", shown))];
  }
  const running = isRunning(scene);
  const before = () => (isClosed(scene) ? closedTable(scene) : seating(at, table));
  const expanded = { "aria-expanded": String(ui.side), "aria-controls": "side", class: "scores-tool" };
  const company = hasCompany(table, scene.you);
  const tools = [
    company && tool("people", "People", at.meets.people, { "aria-keyshortcuts": "o" }),
    company && talks(at) && tool("say", "Say", at.meets.react, { "aria-keyshortcuts": "e", class: "say-tool" }),
    running &&
      scene.you !== null &&
      !company &&
      !isClosed(scene) &&
      tool("reset", "Reset", at.meets.reset, { title: "Reset: give up this game and begin a new one" }),
  ];
  const worth = () => isRunning(scene) && scoreCardDialog(scene.showing, scene.view);
  const asked = running && !ui.fit.carded && scene.showing.worth.length > 0 && tool("worth", "What scores", worth);
  const scores = running && tool("scores", "Scores", does.side, expanded);
  const fit = running ? { class: fitClass(ui.fit), style: fitStyle(ui.fit) } : {};
  return [
    bar(table.title, tools, table.game, { below: at.game && rulesButton(at.game, table), always: [asked, scores] }),
    connectionBanner(at) || noteBanner(at) || offer(at),
    h(
      "div.stage",
      { key: "stage" },
      running && !isCovered(at) && strip(at, scene),
      h(
        "main.felt",
        { ...fit, "aria-label": `${table.title} table`, "data-shown": shownSeq(at) },
        running ? felt(at, scene) : h("div.cover.plain", { key: "seating" }, before()),
      ),
      running && side(scene, ui, does),
    ),
  ];
}

/** Without a connection, or at a closed table, nothing can be done. @param {At} at @param {Running} known */
function felt(at, known) {
  const { ui, does, queue } = at;
  const closed = isClosed(known);
  const { view } = known;
  const asleep = { ...known, view: { ...view, legal: [], turn: closed ? null : view.turn } };
  const scene = ui.connected && !closed ? known : asleep;
  const position = positionOf({ scene, ui });
  const { over, result } = scene;
  const ended = !ui.showdown && queue.idle;
  const sheet =
    (over && ui.showdown && showdown(scene, over, ui, does)) ||
    (result && ended && gameOver(scene, result, does)) ||
    (closed && ended && closedTable(scene));
  const center = middle(scene, position, does, ui.fit.carded);
  const parts = [players(scene, ui.fit), center, own(scene, position, ui, does)];
  for (const { props } of parts) props.inert = Boolean(sheet); // what is covered is out of reach of keys, too
  return [...parts, sheet && h("div.cover", { key: ui.showdown ? "over" : "final" }, strip(at, scene), sheet)];
}

/** Whether a sheet lies over the table: the end of a hand, of the game, or of the table. @param {At} at */
function isCovered({ scene, ui, queue }) {
  return Boolean(ui.showdown || ((scene.result || isClosed(scene)) && queue.idle));
}

/** The number of the last event that is shown; nothing while something is on its way. @param {At} at */
function shownSeq({ queue, pending, ui, backlog, live }) {
  return queue.idle && !pending && !ui.busy && !backlog ? live?.seq : undefined;
}

/** @param {At} at */
function connectionBanner({ ui, live }) {
  const gone = `The connection is gone. ${live.waits ? "Your move is kept. " : ""}Trying to come back…`;
  if (!ui.connected) return h("div.banner", { key: "connection", role: "alert" }, gone);
  return ui.wasLost ? h("div.banner.good", { key: "connection", role: "status" }, "Connected again.") : null;
}

/** Where there is no line that says whose turn it is, notes stand above the table. @param {At} at */
function noteBanner({ scene, ui, queue }) {
  const covered = ui.showdown || isClosed(scene) || (scene.result && queue.idle);
  const inLine = isRunning(scene) && scene.you !== null && !covered;
  return ui.note && !inLine && h("div.banner.told", { key: "note", "aria-hidden": "true" }, ui.note);
}

/** Lists that grow, or get another size, stay at their ends. @param {HTMLElement} root */
function followLists(root) {
  for (const list of root.querySelectorAll("[data-follow]")) {
    if (!(list instanceof HTMLElement)) continue;
    const now = [list.dataset.follow, list.clientWidth, list.clientHeight].join();
    if (list.dataset.followed === now) continue;
    if (!list.clientHeight) continue; // on a small screen it is put away, and follows when it is opened
    list.scrollTo(list.dataset.grows === "across" ? { left: list.scrollWidth } : { top: list.scrollHeight });
    list.dataset.followed = now;
  }
}
