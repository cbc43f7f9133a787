/** The table: one redraw path from what is known to what is seen. What happens, and what a person does, is in table/. */

import * as api from "../api.js";
import { bar, tool } from "../bar.js";
import { h, patch } from "../dom.js";
import { showing } from "../games/index.js";
import { listenKeys } from "../keys.js";
import { Live } from "../live.js";
import { emptyScene } from "../scene.js";
import { rememberTable, watch } from "../settings.js";
import { letsPersonAct } from "../table/acting.js";
import { gate, joinBanner } from "../table/gate.js";
import { own } from "../table/hand.js";
import { middle } from "../table/middle.js";
import { showsWhatHappens } from "../table/playing.js";
import { race } from "../table/race.js";
import { opponents } from "../table/seats.js";
import { gameOver, showdown } from "../table/showdown.js";
import { side } from "../table/side.js";

/**
 * A table as this page has it.
 * @typedef {object} At
 * @property {string} id
 * @property {HTMLElement} root
 * @property {import("../scene.js").Scene} scene what is shown
 * @property {any} game how this game is shown
 * @property {any} ui what only this page knows: what is selected, how large a card is
 * @property {Live} live the connection
 * @property {import("../queue.js").Queue} queue what has come in and is not yet shown
 * @property {number} backlog the number up to which messages are old and are not shown one by one
 * @property {string|null} pending the move that follows the one that is on its way
 * @property {(() => void)[]} impatient what was asked for while your own move was on its way
 * @property {boolean} forgiving whether what is impossible is passed over in silence
 * @property {number|null} mover whose move is being shown
 * @property {any} does what a person can do
 * @property {() => void} render
 * @property {(message: any) => void} receive take a message of the server
 * @property {() => void} finishShowdown go on after the end of a hand
 * @property {() => void} stop
 * @property {(move: string, then?: string|null) => Promise<void>} send make a move
 * @property {(move: string) => Promise<void>} explain say why a move is not possible
 */

/** @param {HTMLElement} root @param {string} id */
export function tablePage(root, id) {
  root.classList.add("table-page");
  document.title = "Knock & Roll";
  const ui = {
    selected: new Set(), mode: null, cursor: null, order: [], side: false, status: "", connected: true, wasLost: false, closed: "", link: location.href,
    handWidth: 800, cardSize: 110, waiting: 0, continueIn: 0, copied: false, done: null, busy: false,
  };
  /** @type {At} */
  const at = { id, root, scene: emptyScene(), game: showing(""), ui, live: null, backlog: 0, pending: null, impatient: [], forgiving: false, mover: null, render };
  let frame = 0;
  showsWhatHappens(at);
  letsPersonAct(at);

  function size() {
    const felt = root.querySelector(".felt") ?? root;
    const width = felt.clientWidth || innerWidth;
    ui.handWidth = Math.min(width, 1200) - (width < 600 ? 28 : 64);
    const tall = innerHeight;
    const most = at.game.mostCards ?? 4;
    ui.cardSize = Math.round(Math.max(58, Math.min(tall * (width < 600 ? 0.125 : 0.145), (ui.handWidth - 24) / Math.min(most, width < 600 ? 4 : 6), 168)));
  }

  function render() {
    cancelAnimationFrame(frame);
    if (!at.scene.table) {
      patch(root, [bar("", []), h("div.stage", null, h("main.felt", null, h("p.wait", { role: "status" }, ui.closed || "Coming to the table…")))]);
      return;
    }
    at.game = showing(at.scene.table.game);
    size();
    const focused = document.activeElement;
    const inHand = focused instanceof HTMLElement && focused.closest(".hand");
    patch(root, page());
    for (const list of root.querySelectorAll("[data-follow]")) {
      if (list.dataset.followed !== list.dataset.follow) {
        list.scrollTop = list.scrollHeight;
        list.dataset.followed = list.dataset.follow;
      }
    }
    if (focused && focused !== document.body && document.activeElement !== focused) {
      if (root.contains(focused)) focused.focus({ preventScroll: true });
      else if (inHand) root.querySelector('.hand [tabindex="0"]')?.focus({ preventScroll: true });
    }
  }

  function page() {
    const { scene, game, does, queue } = at;
    const running = scene.table.status !== "open" && scene.view;
    return [
      bar(scene.table.title, [
        running && scene.you !== null && tool("reset", "Reset", does.reset),
        running && tool("scores", "Scores", does.side, { "aria-expanded": String(ui.side), "aria-controls": "side", class: "scores-tool" }),
      ], scene.table.game),
      connection(),
      h("div.stage", { key: "stage" },
        h("main.felt", { class: `game-${scene.table.game} ${game.dice ? "dice-game" : "card-game"}`, "aria-label": `${scene.table.title} table`, "data-shown": shownSeq() },
          running ? [
            game.dice ? race(scene, game) : opponents(scene, game),
            middle(scene, game, ui, does),
            own(scene, game, ui, does),
            scene.over && ui.done && h("div.cover", { key: "over" }, showdown(scene, game, ui, does)),
            scene.result && !ui.done && queue.idle && h("div.cover", { key: "final" }, gameOver(scene, game, ui, does)),
            joinBanner(scene, ui, does),
          ] : h("div.cover.plain", { key: "gate" }, gate(scene, ui, does))),
        running && side(scene, game, ui, does)),
    ];
  }

  /** The number of the last event that is shown; nothing while something is on its way. */
  function shownSeq() {
    return at.queue.idle && !at.pending && !ui.busy && !at.backlog ? at.live?.seq : undefined;
  }

  function connection() {
    if (ui.closed) return h("div.banner", { key: "connection", role: "alert" }, ui.closed);
    if (!ui.connected) return h("div.banner", { key: "connection", role: "alert" }, "The connection is gone. Trying to come back…");
    return ui.wasLost ? h("div.banner.good", { key: "connection", role: "status" }, "Connected again.") : null;
  }

  const unlisten = listenKeys(root, { scene: () => at.scene, game: () => at.game, ui, does: at.does });
  const unwatch = watch(render);
  const resized = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(render);
  };
  window.addEventListener("resize", resized);

  at.live = new Live(id, {
    message: at.receive,
    connection(up) {
      if (up && !ui.connected) {
        ui.wasLost = true;
        setTimeout(() => { ui.wasLost = false; render(); }, 3000);
      }
      if (up === ui.connected) return;
      ui.connected = up;
      render();
    },
    gone(reason) {
      ui.closed = reason;
      rememberTable(id, true);
      render();
    },
  });
  api.table(id).then(({ link }) => { ui.link = link; render(); }, () => {});
  render();

  return () => {
    at.live.end();
    at.stop();
    unlisten();
    unwatch();
    window.removeEventListener("resize", resized);
    document.getElementById("flights").replaceChildren();
  };
}
