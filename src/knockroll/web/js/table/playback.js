/** Playback: messages come in, wait their turn, and are shown one after the other. */

import { measure, nudge, slide } from "../draw/animation.js";
import { prompt } from "../model/choices.js";
import { firstUnseen } from "../model/queue.js";
import {
  apply,
  applyHello,
  beginMessage,
  catchUp,
  finishMessage,
  isClosed,
  isYours,
  nameOf,
  namesOf,
} from "../model/scene.js";
import { piles, wholeEvent } from "../model/showing.js";
import { fill, happening, listed, sign, turnText } from "../model/words.js";
import { saveGame } from "../ui/saved_games.js";
import { settings, times } from "../ui/settings.js";
import * as sound from "../ui/sound.js";
import { note, say } from "../ui/speech.js";
import { positionOf } from "./context.js";
import { animateEvent, startPlaces } from "./flights.js";

/** @import { EventMessage, Hello, Message } from "../model/types.js" */
/** @import { WholeEvent } from "../model/showing.js" */
/** @import { TableContext } from "./context.js" */
/** @import { Moves } from "./moves.js" */

/** @typedef {ReturnType<typeof createPlayback>} Playback */

/** Seconds until the next hand starts by itself: if you wish, if you are out, if others wait for you. */
const WAITS = { auto: 8, out: 4, others: 20 };

/**
 * @param {TableContext} context @param {Moves} moves
 * @param {() => void} announceTurn called when it has become the person's turn
 */
export function createPlayback(context, moves, announceTurn) {
  const { state, root } = context;
  /** Messages of the backlog so far. @type {EventMessage[]} */
  let missed = [];
  let ticking = 0;
  /** The seats whose moves have not been said. @type {Set<number>} */
  const unsaid = new Set();
  /** @type {(() => void)|null} */
  let afterShowdown = null;

  /** Everything has been shown: deferred moves are made, or it is someone's turn. */
  function idle() {
    state.queued = 0;
    state.status = statusText();
    save();
    context.render();
    if (!moves.resume()) return;
    say(`${sayBriefly()}Your turn: ${prompt(positionOf(state))}`);
    announceTurn();
  }

  /** What the others did since your last turn, as one sentence, if you want it short. */
  function sayBriefly() {
    const moved = [...unsaid].map((seat) => nameOf(state.scene, seat));
    unsaid.clear();
    if (!moved.length) return "";
    const { view, showing } = state.scene;
    const tops = piles(showing).flatMap(({ label, field }) => {
      const value = view?.[field];
      const top = Array.isArray(value) ? value.at(-1) : null;
      return top ? [`; ${label.toLowerCase()}: ${sign(top)}`] : [];
    });
    return `${listed(moved)} moved${tops.join("")}. `;
  }

  /** Save the game for the list in the lobby. */
  function save() {
    const { table, view, you } = state.scene;
    if (table && you !== null) saveGame({ ...table, turn: view?.turn ?? null }, you);
  }

  function statusText() {
    const { scene } = state;
    const turn = scene.result ? null : (scene.view?.turn ?? null);
    if (turn === null || (turn === scene.you && isYours(scene))) return "";
    if (turn === scene.you) return "The computer is playing for you";
    const name = nameOf(scene, turn);
    return scene.table?.seats[turn].slow ? `${name} is thinking` : turnText(name);
  }

  // --- Messages ---------------------------------------------------------------------------------------------------

  /** @param {Message} message */
  function receive(message) {
    if (message.type === "error" && (message.answer === undefined || message.answer === null)) {
      note(fill(message.reason, namesOf(state.scene)));
    }
    if (message.type === "hello") receiveHello(message);
    if (message.type === "event") receiveEvent(message);
  }

  /** @param {Hello} message */
  function receiveHello(message) {
    if (!state.scene.table || !message.resumed || message.seq === 0) {
      context.queue.clear();
      endShowdown();
      state.backlog = message.resumed && message.seq < message.table.seq ? message.table.seq : 0;
      missed = [];
    }
    state.scene = applyHello(state.scene, message);
    save();
    state.status = statusText();
    context.render();
  }

  /** @param {EventMessage} message */
  function receiveEvent(message) {
    if (state.backlog) {
      missed.push(message);
      if (message.seq >= state.backlog) showMissed();
    } else {
      context.queue.push(message);
      state.queued = context.queue.length;
    }
  }

  /** Catch up at once with what happened before you came; but a game that was only just dealt, you still see dealt. */
  function showMissed() {
    const fresh = isClosed(state.scene) ? [] : missed.splice(firstUnseen(missed, state.scene.you));
    state.backlog = 0;
    const scene = catchUp(state.scene, missed.splice(0));
    state.scene = { ...scene, moment: null, over: null, shown: scene.result ? scene.shown : {} };
    for (const message of fresh) context.queue.push(message);
    if (!fresh.length) idle();
  }

  /** @param {EventMessage} message */
  async function play(message) {
    state.queued = context.queue.length;
    state.mover = message.seat ?? null;
    if (state.mover !== state.scene.you) moves.dropDeferred();
    state.scene = beginMessage(state.scene, message);
    const events = message.events.map(wholeEvent);
    while (events.length) {
      const dealt = events.findIndex(({ kind }) => kind !== "deal");
      if (dealt === 0) await playEvent(events.splice(0, 1)[0], message);
      else await playDeal(events.splice(0, dealt < 0 ? events.length : dealt), message);
    }
    const before = measure(root);
    state.scene = finishMessage(state.scene, message);
    if (!isYours(state.scene) || message.seat === state.scene.you) moves.clearSelection();
    context.render();
    slide(root, before, pace().move);
  }

  // --- Events -----------------------------------------------------------------------------------------------------

  function pace() {
    return context.queue.hurried ? { move: 0, pause: 0 } : times();
  }

  /** Deal round the table. @param {WholeEvent[]} deals @param {EventMessage} message */
  async function playDeal(deals, message) {
    const { move } = pace();
    const { showing, you } = state.scene;
    state.status = "Dealing…";
    state.mover = null;
    moves.dropDeferred();
    const lines = state.scene.log.length;
    for (const event of deals) state.scene = apply(state.scene, event, message);
    for (const { text } of state.scene.log.slice(lines)) say(text);
    context.render();
    sound.play(happening(showing.events, deals[0]).cue);
    await Promise.all(
      deals.map((event, i) => {
        const pile = root.querySelector(`[data-place="${event.source}"]`)?.getBoundingClientRect() ?? null;
        return animateEvent(root, showing, event, you, [pile], move, (i * move) / 8);
      }),
    );
  }

  /** @param {WholeEvent} event @param {EventMessage} message */
  async function playEvent(event, message) {
    const { queue } = context;
    const { move, pause } = pace();
    const { showing, you } = state.scene;
    const told = happening(showing.events, event);
    const mine = event.seat !== null && event.seat === you;
    const before = measure(root);
    const from = startPlaces(root, showing, event, you);
    const lines = state.scene.log.length;
    state.scene = apply(state.scene, event, message);
    for (const { text, covered } of state.scene.log.slice(lines)) {
      if (settings.briefly && !mine && event.text && event.seat !== null && !told.stands_out) unsaid.add(event.seat);
      else say(text, covered === undefined ? "" : "pile");
      if (event.seat !== null) state.status = text;
    }
    if (mine) moves.clearSelection();
    context.render();
    sound.play(told.cue);
    slide(root, before, move);
    if (told.stands_out) {
      nudge(root.querySelector(`[data-seat="${event.seat}"] .portrait`), "pop", move);
      nudge(root.querySelector(".middle"), "knock", move);
    }
    await animateEvent(root, showing, event, you, from, mine ? move * 0.7 : move);
    if (event.kind === "hand over" && showing.round.pauses) await showdown();
    else if (state.scene.moment) await queue.sleep(pause ? Math.max(700, pause * 2) : 0);
    else if (!mine && event.text) await queue.sleep(pause);
    else if (!mine && told.text) await queue.sleep(pause / 2);
  }

  // --- The end of a hand ------------------------------------------------------------------------------------------

  /** Wait until the person has looked at the end of a hand. */
  async function showdown() {
    const { you, over, table } = state.scene;
    const out = you === null || Boolean(over?.wasOut[you]);
    const others = table?.seats.some((seat) => seat.kind === "person" && seat.seat !== you && !seat.free && !seat.gone);
    if (out && context.queue.hurried && !document.hidden) return;
    sound.play(you !== null && over?.winners.includes(you) ? "good" : "bad");
    state.showdown = true;
    state.continueIn = settings.autoContinue ? WAITS.auto : out ? WAITS.out : others ? WAITS.others : 0;
    clearInterval(ticking);
    if (state.continueIn) ticking = setInterval(tick, 1000);
    await new Promise((resolve) => {
      afterShowdown = () => resolve(undefined);
      context.render();
    });
  }

  function tick() {
    state.continueIn -= 1;
    if (state.continueIn > 0) context.render();
    else endShowdown();
  }

  function endShowdown() {
    clearInterval(ticking);
    state.continueIn = 0;
    state.showdown = false;
    state.details = false;
    const done = afterShowdown;
    afterShowdown = null;
    done?.();
  }

  return {
    receive,
    play,
    idle,
    /** Go on after the end of a hand. */
    continue: endShowdown,
    /** Show or hide how the hand was scored. */
    details() {
      state.details = !state.details;
      clearInterval(ticking); // reading takes time
      state.continueIn = 0;
      context.render();
    },
    /** Show the rest at once. */
    skip() {
      context.queue.skip();
      endShowdown();
    },
    stop() {
      clearInterval(ticking);
      context.queue.clear();
    },
  };
}
