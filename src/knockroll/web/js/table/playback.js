/** What happens at the table: messages come in, wait their turn, and are shown one after the other. */

import { measure, nudge, slide } from "../draw/animation.js";
import { prompt } from "../model/choices.js";
import { firstUnseen, Queue } from "../model/queue.js";
import { apply, begin, catchUp, finish, greet, isClosed, isYours, nameOf, namesOf } from "../model/scene.js";
import { wholeEvent } from "../model/showing.js";
import { fill, happening } from "../model/words.js";
import { keepGame } from "../ui/saved_games.js";
import { settings, times } from "../ui/settings.js";
import * as sound from "../ui/sound.js";
import { note, say } from "../ui/speech.js";
import { fliesFor, sources } from "./flights.js";
import { explain, positionOf, send } from "./moves.js";

/** @import { EventMessage, Hello, Message } from "../model/types.js" */
/** @import { At } from "../pages/table.js" */
/** @import { WholeEvent } from "../model/showing.js" */

/** After how many seconds the next hand comes by itself: if wished, if you are out, if others wait for you. */
const WAITS = { auto: 8, out: 4, others: 20 };

/** Show what happens at a table. @param {At} at */
export function showsWhatHappens(at) {
  const { root, ui } = at;
  const queue = new Queue(playMessage, idleNow);
  /** @type {EventMessage[]} */
  let missed = [];
  let ticking = 0;
  /** @type {(() => void)|null} */
  let afterShowdown = null;

  /** Everything has been shown: what was asked for meanwhile is done, or it is somebody's turn. */
  function idleNow() {
    ui.waiting = 0;
    ui.status = statusText();
    keep();
    at.render();
    const [acts, pending] = [at.impatient.splice(0), at.pending];
    at.pending = null;
    if (!isYours(at.scene)) return;
    if (pending && at.scene.view?.legal.includes(pending)) {
      at.impatient = acts;
      send(at, pending);
      return;
    }
    if (pending) explain(at, pending);
    at.forgiving = true;
    for (const act of acts) act();
    at.forgiving = false;
    if (ui.busy) return;
    say(`Your turn: ${prompt(positionOf(at))}`);
    at.calls.turn();
  }

  /** Your games are listed in the lobby. */
  function keep() {
    const { table, view, you } = at.scene;
    if (table && you !== null) keepGame({ ...table, turn: view?.turn ?? null }, you);
  }

  function statusText() {
    const turn = at.scene.result ? null : (at.scene.view?.turn ?? null);
    if (turn === null || (turn === at.scene.you && isYours(at.scene))) return "";
    const does = at.scene.table?.seats[turn].slow ? "is thinking" : "is to move";
    return turn === at.scene.you ? `The computer ${does}` : `${nameOf(at.scene, turn)} ${does}`;
  }

  // --- Messages ---------------------------------------------------------------------------------------------------

  /** @param {Message} message */
  function receive(message) {
    if (message.type === "error" && (message.answer === undefined || message.answer === null)) {
      note(fill(message.reason, namesOf(at.scene)));
    }
    if (message.type === "hello") receiveHello(message);
    if (message.type === "event") receiveEvent(message);
    at.meets.receive(message);
  }

  /** @param {Hello} message */
  function receiveHello(message) {
    if (!at.scene.table || !message.resumed || message.seq === 0) {
      queue.clear();
      endShowdown();
      at.backlog = message.resumed && message.seq < message.table.seq ? message.table.seq : 0;
      missed = [];
    }
    at.scene = greet(at.scene, message);
    keep();
    ui.status = statusText();
    at.render();
  }

  /** @param {EventMessage} message */
  function receiveEvent(message) {
    if (at.backlog) {
      missed.push(message);
      if (message.seq >= at.backlog) showMissed();
    } else {
      queue.push(message);
      ui.waiting = queue.length;
    }
  }

  /** What happened before you came is known at once; a game that has only just been dealt, you still see dealt. */
  function showMissed() {
    const fresh = isClosed(at.scene) ? [] : missed.splice(firstUnseen(missed, at.scene.you));
    at.backlog = 0;
    at.scene = catchUp(at.scene, missed.splice(0));
    at.scene = { ...at.scene, moment: null, over: null, shown: at.scene.result ? at.scene.shown : {} };
    for (const message of fresh) queue.push(message);
    if (!fresh.length) idleNow();
  }

  /** @param {EventMessage} message */
  async function playMessage(message) {
    ui.waiting = queue.length;
    at.mover = message.seat ?? null;
    if (at.mover !== at.scene.you) at.impatient = [];
    at.scene = begin(at.scene, message);
    const events = message.events.map(wholeEvent);
    while (events.length) {
      const dealt = events.findIndex(({ kind }) => kind !== "deal");
      if (dealt === 0) await playEvent(/** @type {WholeEvent} */ (events.shift()), message);
      else await playDeal(events.splice(0, dealt < 0 ? events.length : dealt), message);
    }
    const before = measure(root);
    at.scene = finish(at.scene, message);
    if (!isYours(at.scene) || message.seat === at.scene.you) at.does.clearSelection();
    at.render();
    slide(root, before, pace().move);
  }

  // --- Events -----------------------------------------------------------------------------------------------------

  function pace() {
    return queue.hurried ? { move: 0, pause: 0 } : times();
  }

  /** A deal goes round the table. @param {WholeEvent[]} deals @param {EventMessage} message */
  async function playDeal(deals, message) {
    const { move } = pace();
    const { showing, you } = at.scene;
    ui.status = `A new ${showing.round.one} is dealt`;
    at.mover = null;
    at.impatient = [];
    const lines = at.scene.log.length;
    for (const event of deals) at.scene = apply(at.scene, event, message);
    for (const { text } of at.scene.log.slice(lines)) say(text);
    at.render();
    sound.play(happening(showing.events, deals[0]).cue);
    await Promise.all(
      deals.map((event, i) => {
        const pile = root.querySelector(`[data-place="${event.source}"]`)?.getBoundingClientRect() ?? null;
        return fliesFor(root, showing, event, you, [pile], move, (i * move) / 8);
      }),
    );
  }

  /** @param {WholeEvent} event @param {EventMessage} message */
  async function playEvent(event, message) {
    const { move, pause } = pace();
    const { showing, you } = at.scene;
    const told = happening(showing.events, event);
    const mine = event.seat !== null && event.seat === you;
    const before = measure(root);
    const from = sources(root, showing, event, you);
    const lines = at.scene.log.length;
    at.scene = apply(at.scene, event, message);
    for (const { text } of at.scene.log.slice(lines)) {
      say(text);
      if (event.seat !== null) ui.status = text;
    }
    if (mine) at.does.clearSelection();
    at.render();
    sound.play(told.cue);
    slide(root, before, move);
    if (told.stands_out) nudge(root.querySelector(`[data-seat="${event.seat}"]`), "pop", move);
    await fliesFor(root, showing, event, you, from, mine ? move * 0.7 : move);
    if (event.kind === "hand over" && showing.round.pauses) await showdown();
    else if (at.scene.moment) await queue.sleep(pause ? Math.max(700, pause * 2) : 0);
    else if (!mine && event.text) await queue.sleep(pause);
    else if (!mine && told.text) await queue.sleep(pause / 2);
  }

  // --- The end of a hand ------------------------------------------------------------------------------------------

  /** Wait until the person has looked at the end of a hand. */
  async function showdown() {
    const { you, over, table } = at.scene;
    const out = you === null || Boolean(over?.wasOut[you]);
    const others = table?.seats.some((seat) => seat.kind === "person" && seat.seat !== you && !seat.free && !seat.gone);
    if (out && queue.hurried && !document.hidden) return;
    sound.play(you !== null && over?.winners.includes(you) ? "good" : "bad");
    ui.showdown = true;
    ui.continueIn = settings.autoContinue ? WAITS.auto : out ? WAITS.out : others ? WAITS.others : 0;
    clearInterval(ticking);
    if (ui.continueIn) ticking = setInterval(tick, 1000);
    await new Promise((resolve) => {
      afterShowdown = () => resolve(undefined);
      at.render();
    });
  }

  function tick() {
    ui.continueIn -= 1;
    if (ui.continueIn > 0) at.render();
    else endShowdown();
  }

  function endShowdown() {
    clearInterval(ticking);
    ui.continueIn = 0;
    ui.showdown = false;
    const done = afterShowdown;
    afterShowdown = null;
    done?.();
  }

  function stop() {
    clearInterval(ticking);
    queue.clear();
  }

  return { queue, receive, endShowdown, stop };
}
