/** The table, drawn: bar, banners, felt and side panel, from the state of its page. */

import { h } from "../draw/dom.js";
import { ballot, hasCompany } from "../model/company.js";
import { isClosed, isRunning } from "../model/scene.js";
import { bar, tool } from "../ui/bar.js";
import { gameTip } from "../ui/game_tip.js";
import { rulesButton } from "../ui/rules_dialog.js";
import { positionOf } from "./context.js";
import { fitClass, fitStyle } from "./felt_layout.js";
import { closedTable, gameOver, noTable } from "./final.js";
import { own } from "./hand.js";
import { middle } from "./middle.js";
import { offer } from "./notifications.js";
import { canReact } from "./people.js";
import { hintStrip, practiceTools } from "./practice.js";
import { scoreCardDialog } from "./score_card.js";
import { players } from "./seats.js";
import { headline, showdown } from "./showdown.js";
import { side } from "./side_panel.js";
import { strip } from "./strip.js";
import { waitingRoom } from "./waiting_room.js";

/** @import { Child } from "../draw/dom.js" */
/** @import { Running } from "../model/scene.js" */
/** @import { TableContext } from "./context.js" */
/** @import { Notifications } from "./notifications.js" */
/** @import { People } from "./people.js" */
/** @import { Playback } from "./playback.js" */
/** @import { Practice } from "./practice.js" */
/** @import { WaitingParts } from "./waiting_room.js" */

/** @typedef {{playback: Playback, people: People, notifications: Notifications, practice: Practice}} Helpers */
/**
 * What the drawing needs: the state, and whom its buttons call.
 * @typedef {TableContext & WaitingParts & Helpers} Parts
 */

/** The whole page. @param {Parts} parts @returns {Child[]} */
export function tablePage(parts) {
  const { state, moves, people, company, practice } = parts;
  const { scene } = state;
  const { table } = scene;
  if (!table) {
    const wait = h("p.wait", { role: "status" }, "Joining the table…");
    const shown = state.missing ? h("div.cover.plain", noTable(state.missing)) : wait;
    return [bar(state.missing ? "No table" : "Table"), h("div.stage", { key: "stage" }, h("main.felt", shown))];
  }
  const running = isRunning(scene);
  const before = () => (isClosed(scene) ? closedTable(scene) : waitingRoom(parts, table));
  const expanded = { "aria-expanded": String(state.sideOpen), "aria-controls": "side", class: "scores-tool" };
  const accompanied = hasCompany(table, scene.you);
  const worth = () => isRunning(scene) && scoreCardDialog(scene.showing, scene.view);
  const asked = running && !state.fit.carded && scene.showing.worth.length > 0 && tool("worth", "Scoring", worth);
  const scores = running && tool("scores", "Scores", moves.side, expanded);
  const tools = [
    table.practice && asked, // the bar of a phone has no room for it beside the tools of a practice table
    accompanied && tool("people", "People", people.open, { "aria-keyshortcuts": "o" }),
    canReact(scene) && tool("say", "React", people.react, { "aria-keyshortcuts": "e", class: "say-tool" }),
    running &&
      scene.you !== null &&
      !accompanied &&
      !isClosed(scene) &&
      tool("reset", "New game", company.reset, { title: "Reset: start a new game" }),
  ];
  const tip = running && scene.you !== null && !isCovered(parts) && gameTip(state.game);
  const now = fitNow(state);
  const fit = running ? { class: `${fitClass(now)}${now === state.fit ? "" : " opened"}`, style: fitStyle(now) } : {};
  return [
    bar(table.title, tools, table.game, {
      kind: table.practice ? "Practice" : "",
      below: state.game && rulesButton(state.game, table),
      always: [...practiceTools(state, practice), !table.practice && asked, scores],
    }),
    connectionBanner(parts) || noteBanner(parts) || offer(state, parts.notifications) || tip,
    h(
      "div.stage",
      { key: "stage" },
      running && !isCovered(parts) && (strip(scene, state.postponedVote, company) || hintStrip(state, practice)),
      h(
        "main.felt",
        { ...fit, "aria-label": `${table.title} table`, "data-shown": shownSeq(parts) },
        running ? felt(parts, scene) : h("div.cover.plain", { key: "seating" }, before()),
      ),
      running && side(scene, state, moves),
    ),
  ];
}

/**
 * The felt. Without a connection, or at a closed table, nothing on it can be played.
 * @param {Parts} parts @param {Running} known
 */
function felt({ state, moves, playback, company, queue }, known) {
  const closed = isClosed(known);
  const { view } = known;
  const asleep = { ...known, view: { ...view, legal: [], turn: closed ? null : view.turn } };
  const scene = state.connected && !closed ? known : asleep;
  const position = positionOf({ ...state, scene });
  const { over, result } = scene;
  const ended = !state.showdown && queue.idle;
  const { continueIn, details } = state;
  const ending = over &&
    state.showdown && { over, continueIn, details, goOn: playback.continue, toggle: playback.details };
  const next = { again: moves.again, against: moves.against, share: moves.share };
  const onTable = ending && isInPlace(state) ? ending : null;
  const sheet =
    (ending && !onTable && showdown(scene, ending, canReveal(state))) ||
    (result && ended && gameOver(scene, result, state.game, next)) ||
    (closed && ended && closedTable(scene));
  const others = players(scene, fitNow(state), onTable?.over);
  const center = middle(scene, position, moves, state.fit.carded);
  const yours = own(scene, position, state, moves, { skip: playback.skip, ending: onTable });
  for (const { props } of [others, center, yours]) props.inert = Boolean(sheet); // no key reaches what is covered
  if (onTable) for (const { props } of [others, center]) props.inert = true;
  return [
    others,
    center,
    yours,
    onTable && headline(scene, onTable),
    sheet &&
      h("div.cover", { key: state.showdown ? "over" : "final" }, strip(scene, state.postponedVote, company), sheet),
  ];
}

/** Whether the end of a hand is shown on the table itself. @param {Parts["state"]} state */
function isInPlace(state) {
  return state.showdown && !state.details && canReveal(state);
}

/**
 * Whether all hands can be read on the table; a small window has no room for a vote as well.
 * @param {Parts["state"]} state
 */
function canReveal({ fit, scene }) {
  const { table, you } = scene;
  return you !== null && (fit.reveals || (fit.opened !== null && !(table && ballot(table, you))));
}

/** The layout; at the end of a hand, open hands may take the place of the piles. @param {Parts["state"]} state */
function fitNow(state) {
  const { fit } = state;
  return fit.opened && isInPlace(state) ? { ...fit, ...fit.opened } : fit;
}

/** Whether a sheet lies over the table: the end of a hand, of the game, or of the table. @param {Parts} parts */
function isCovered({ state, queue }) {
  const { scene, showdown } = state;
  return Boolean((showdown && !isInPlace(state)) || (!showdown && (scene.result || isClosed(scene)) && queue.idle));
}

/** The number of the last event shown; undefined while something is on its way. @param {Parts} parts */
function shownSeq({ queue, state, connection }) {
  return queue.idle && !state.nextMove && !state.sending && !state.backlog ? connection.seq : undefined;
}

/** @param {Parts} parts */
function connectionBanner({ state, connection }) {
  const lost = `Connection lost. ${connection.waits ? "Your move will be sent. " : ""}Reconnecting…`;
  if (!state.connected) return h("div.banner", { key: "connection", role: "alert" }, lost);
  return state.reconnected ? h("div.banner.good", { key: "connection", role: "status" }, "You're back online.") : null;
}

/** The note, above the table if no turn line can show it. @param {Parts} parts */
function noteBanner(parts) {
  const { scene, note } = parts.state;
  const inLine = isRunning(scene) && scene.you !== null && !isCovered(parts) && !isClosed(scene);
  return note && !inLine && h("div.banner.told", { key: "note", "aria-hidden": "true" }, note);
}
