/** The players: a row of seats, and for the selected seat everyone who could sit there, by face. */

import { drawn, h } from "../draw/dom.js";
import { face } from "../draw/faces.js";
import { PRESETS, presetSeats, STRENGTHS } from "../model/levels.js";
import { ownName } from "../ui/name_field.js";

/** @import { GameInfo, PlayerInfo } from "../model/types.js" */

/** @typedef {string|null} Sitter the name of a computer player, empty for a random one, null for a friend */
/**
 * @typedef {object} Company
 * @property {Sitter[]} others the other seats
 * @property {number} filling the index of the seat that is being filled
 * @property {number} most the most seats
 * @property {string} rules the name of the rules
 * @property {boolean} friends whether other people can play
 * @property {() => void} draw
 */
/** @typedef {{name: Sitter, character: string, strength: number} & Partial<Omit<PlayerInfo, "name">>} Candidate */

/** @type {Candidate} */
const LOT = { name: "", character: "Someone different each time.", strength: 0 };
/** @type {Candidate} */
const FRIEND = { name: null, character: "Anyone with your link.", strength: 0 };

/** @param {string} name @param {PlayerInfo["look"]} [look] */
export function facePicture(name, look = []) {
  return drawn(`face-of-${name}`, () => face(name, look));
}

/** @param {Sitter} sitter */
const sitterName = (sitter) => sitter || (sitter === null ? "A friend" : "Surprise me");

/** @param {GameInfo} game @param {Sitter} sitter */
function sitterFace(game, sitter) {
  if (!sitter) return h("span.face.open", { "aria-hidden": "true" }, sitter === null ? "+" : "?");
  return facePicture(sitter, game.players.find(({ name }) => name === sitter)?.look);
}

/** @param {GameInfo} game @param {Company} company */
export function playersBlock(game, company) {
  const { others, draw } = company;
  const count = others.length + 1;
  const remove = () => {
    others.pop();
    company.filling = Math.min(company.filling, others.length - 1);
    draw();
  };
  const add = () => {
    company.filling = others.push(company.friends ? null : "") - 1;
    draw();
  };
  return h(
    "section.block.players-block",
    { "aria-labelledby": "players-title" },
    h("h2", { id: "players-title" }, company.friends ? "Seats" : "Opponents"),
    h(
      "div.places-row",
      h("div.place.you", facePicture(ownName()), h("span", "You")),
      others.map((sitter, index) => placeButton(game, company, sitter, index)),
      h(
        "div.seat-count",
        stepper("−", "Remove a seat", count > game.min_seats, remove),
        stepper("+", "Add a seat", count < company.most, add),
      ),
    ),
    seatLimit(game, company),
    !company.friends && presets(game, company),
    chooser(game, company),
  );
}

/** Why no seat can be added or removed. @param {GameInfo} game @param {Company} company */
function seatLimit(game, { others, most, rules }) {
  const count = others.length + 1;
  const few = count <= game.min_seats;
  const many = count >= most;
  if (!few && !many) return null;
  const whose = most < game.max_seats ? `${rules} rules` : game.title;
  const limit = few && many ? `exactly ${count}` : many ? `at most ${most}` : `at least ${game.min_seats}`;
  return h("p.seat-limit", { role: "status" }, `${whose}: ${limit} players.`);
}

/** Tables to choose with one click. @param {GameInfo} game @param {Company} company */
function presets(game, company) {
  const { others } = company;
  return h(
    "div.presets",
    { role: "group", "aria-label": "Opponents at once" },
    PRESETS.map(([preset, title]) => {
      const names = presetSeats(game, preset, others.length);
      const click = () => {
        others.splice(0, others.length, ...names);
        company.draw();
      };
      const pressed = String(names.every((name, seat) => others[seat] === name));
      return h("button.action", { key: preset, type: "button", "aria-pressed": pressed, on: { click } }, title);
    }),
  );
}

/** @param {string} sign @param {string} label @param {boolean} possible @param {() => void} act */
function stepper(sign, label, possible, act) {
  const props = { type: "button", "aria-label": label, title: label, "aria-disabled": possible ? undefined : "true" };
  return h("button.action.step", { key: sign, ...props, on: { click: () => possible && act() } }, sign);
}

/** @param {GameInfo} game @param {Company} company @param {Sitter} sitter @param {number} index */
function placeButton(game, company, sitter, index) {
  const click = () => {
    company.filling = index;
    company.draw();
  };
  const chosen = String(index === company.filling);
  const label = `Seat ${index + 2}: ${sitterName(sitter)}`;
  const props = { key: index, type: "button", "aria-pressed": chosen, "aria-label": label, on: { click } };
  return h("button.place", props, sitterFace(game, sitter), h("span", sitterName(sitter)));
}

/** Everyone who could sit in the selected seat. @param {GameInfo} game @param {Company} company */
function chooser(game, company) {
  const { others, filling, friends } = company;
  const group = { role: "radiogroup", "aria-label": `Player for seat ${filling + 2}` };
  const candidates = [...(friends ? [FRIEND] : []), LOT, ...game.players];
  return h(
    "div.chooser",
    group,
    candidates.map((one) => {
      const changed = () => {
        others[filling] = one.name;
        company.draw();
      };
      return sitterCard(game, one, others[filling] === one.name, changed);
    }),
  );
}

/**
 * @param {GameInfo} game @param {Candidate} one
 * @param {boolean} checked @param {() => void} changed
 */
function sitterCard(game, one, checked, changed) {
  const id = `sitter-${(one.name ?? "friend").replaceAll(/\W/g, "-")}`;
  const name = sitterName(one.name);
  const about = { type: "radio", name: "sitter", "aria-label": name, "aria-describedby": id };
  const disabled = one.state === "missing";
  return h(
    "label.sitter",
    { key: name },
    h("input", { ...about, checked, disabled, on: { change: changed } }),
    sitterFace(game, one.name),
    h(
      "span.about-sitter",
      h("b", name),
      h("span", { id }, one.strength > 0 && strength(one.strength), h("span", one.character), readiness(one)),
    ),
  );
}

/** What there is to know before one can play. @param {Candidate} one */
function readiness(one) {
  if (one.state === "missing") return h("span.readiness", `Not installed here: ${one.install}`);
  if (one.state !== "preparing") return null;
  return h(
    "span.readiness",
    `Getting ready, ${about(one.seconds ?? 60)}. `,
    h("progress", { value: one.progress ?? 0, "aria-label": `${one.name} is getting ready` }),
  );
}

/** @param {number} seconds */
export const about = (seconds) =>
  seconds < 45 ? "less than a minute" : seconds < 90 ? "about a minute" : `about ${Math.round(seconds / 60)} minutes`;

/** Six dots, and the word for them. @param {number} strength */
function strength(strength) {
  const dots = [1, 2, 3, 4, 5, 6].map((n) => h("i", { key: n, class: n <= strength ? "full" : "" }));
  return h(
    "span.strength",
    h("span", { "aria-hidden": "true" }, h("span.dots", dots), h("b", STRENGTHS[strength])),
    h("span.unseen", `Strength ${strength} of 6: ${STRENGTHS[strength]}. `),
  );
}
