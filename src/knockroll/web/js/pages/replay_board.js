/** A step of a replay, drawn: hands around the table with you at the bottom, the middle, and the controls. */

import { drawn, h } from "../draw/dom.js";
import { icon } from "../draw/icons.js";
import { card } from "../draw/pieces.js";
import { handAt, marksIn, sceneAt, seatOrder, sentences } from "../model/replay.js";
import { usualCards } from "../model/scene.js";
import { middle } from "../table/middle.js";
import { aboutSeat, plate, players, seatPortrait } from "../table/seats.js";

/** @import { Listener } from "../draw/dom.js" */
/** @import { IconName } from "../draw/icons.js" */
/** @import { LoadedReplay, Mark } from "../model/replay.js" */
/** @import { Running } from "../model/scene.js" */

/**
 * What is shown of a replay, and whom its buttons call.
 * @typedef {object} Shown
 * @property {LoadedReplay} loaded
 * @property {number} at the step
 * @property {number|null} from the seat it is seen from; null: all hands are open
 * @property {number} bottom the seat at the bottom
 * @property {boolean} playing
 * @property {(to: number) => void} go to a step
 * @property {() => void} play or pause
 */

/** In a replay, clicks on piles, spreads and dice do nothing. */
const IDLE = { pile() {}, spread() {}, die() {} };
/** Events that the table shows, so that the line below need not say them. */
const SEEN = ["show", "deal"];
/** In a small window, hands with more cards than this need a separate line. */
const LONG = 6;
/** Many hands of no more cards than this have room in one row. */
const SHORT = 3;
const NOTHING_CHOSEN = { cards: new Set(), dice: new Set(), armed: null };

/** @param {Shown} shown */
export function board(shown) {
  const { loaded, at, from, bottom } = shown;
  const now = sceneAt(loaded, at);
  const cards = usualCards(now) > 0;
  const position = { view: now.view, showing: loaded.showing, chosen: NOTHING_CHOSEN, names: [], confirms: false };
  const label = `${loaded.title}, step ${at} of ${loaded.steps.length - 1}`;
  const [own, ...others] = seatOrder(loaded, at, bottom).reverse();
  const long = usualCards(now) > LONG;
  const short = usualCards(now) <= SHORT;
  const kind = [others.length > 3 && "many", long && "long", short && "short"].filter(Boolean).join(" ");
  return h(
    "main.felt",
    { class: cards ? "card-game" : "dice-game", "aria-label": label },
    cards
      ? h(
          "div.open-hands.others",
          { class: kind, style: { "--others": others.length } },
          others.reverse().map((seat) => openHand(shown, now, seat)),
        )
      : players(now),
    middle(now, position, IDLE, !cards),
    cards && h("div.open-hands.yours", { class: long ? "long" : "" }, openHand(shown, now, own)),
    h(
      "div.replay-line",
      h("p.prompt.now", { "aria-live": "off" }, sentences(loaded, at, from, SEEN).join(". ")),
      controls(shown),
    ),
  );
}

/**
 * A seat with its cards, melds together, and what they count.
 * @param {Shown} shown @param {Running} now @param {number} seat
 */
function openHand({ loaded, at, from }, now, seat) {
  const { groups, value } = handAt(loaded, at, seat);
  const open = from === null || from === seat;
  const out = now.view.players[seat].out;
  const count = groups.reduce((sum, { cards }) => sum + cards.length, 0);
  const props = {
    key: seat,
    "data-seat": seat,
    class: `${loaded.steps[at].seat === seat ? "active" : ""} ${out ? "out" : ""}`,
    "aria-label": [aboutSeat(now, seat), open ? value : ""].filter(Boolean).join(", "),
  };
  const cards = groups.flatMap(({ cards, meld }, group) =>
    cards.map((one, index) =>
      card(open ? one : null, {
        key: open ? one : `${group}-${index}`,
        class: [group > 0 && index === 0 && "apart", open && meld && "melded"].filter(Boolean).join(" "),
      }),
    ),
  );
  const style = { "--n": Math.max(1, count), "--groups": Math.max(1, groups.length) };
  return h(
    "section.seat",
    props,
    h("div.titled-seat", seatPortrait(now, seat), plate(now, seat)),
    h("span.fan", { style }, cards),
    open && value && h("span.hand-value", value),
  );
}

/** @param {Shown} shown */
function controls({ loaded, at, playing, go, play }) {
  const last = loaded.steps.length - 1;
  const marks = marksIn(loaded);
  /** @param {{target: HTMLInputElement}} event */
  const input = ({ target }) => go(Number(target.value));
  const scrubber = {
    type: "range",
    min: "0",
    max: String(last),
    value: String(at),
    "aria-label": "Step",
    "aria-valuetext": `step ${at} of ${last}`,
    on: { input },
  };
  return h(
    "div.controls",
    h("div.track-of-steps", markRow(marks, last), h("input.scrubber", scrubber)),
    h(
      "div.actions",
      roundButton("first", "Go to the start", () => go(0), "far"),
      roundButton("back", "Previous mark", () => go(previousMark(marks, at))),
      roundButton("previous", "Step back", () => go(at - 1)),
      roundButton(playing ? "pause" : "play", playing ? "Pause" : "Play", play, "primary"),
      roundButton("next", "Step forward", () => go(at + 1)),
      roundButton("forth", "Next mark", () => go(nextMark(marks, at, last))),
      roundButton("last", "Go to the end", () => go(last), "far"),
    ),
  );
}

/** The most marks that can be told apart below a slider. */
const MOST_MARKS = 120;

/**
 * The marks where the slider has their steps; none if they would run into each other.
 *
 * @param {Mark[]} marks
 * @param {number} last
 */
function markRow(marks, last) {
  return h(
    "div.step-marks",
    { "aria-hidden": "true" },
    (marks.length > MOST_MARKS ? [] : marks).map(({ at, kind, text }) => {
      const style = { "--at": (at / Math.max(1, last)).toFixed(4) };
      return h("i", { key: at, class: `at-${kind}`, title: text, style });
    }),
  );
}

/** @param {Mark[]} marks @param {number} at */
export const previousMark = (marks, at) => marks.filter((mark) => mark.at < at).at(-1)?.at ?? 0;

/** @param {Mark[]} marks @param {number} at @param {number} last */
export const nextMark = (marks, at, last) => marks.find((mark) => mark.at > at)?.at ?? last;

/** @param {IconName} name @param {string} text @param {Listener} click @param {string} [kind] */
function roundButton(name, text, click, kind = "") {
  const props = { type: "button", class: kind, "aria-label": text, title: text, on: { click } };
  return h(
    "button.action.round",
    props,
    drawn(`icon-${name}`, () => icon(name)),
  );
}
