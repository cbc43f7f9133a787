/** Opening a table for friends: who sits where, and which options. */

import * as api from "../api.js";
import { bar } from "../bar.js";
import { h, patch } from "../dom.js";
import { nameField } from "../naming.js";
import { openTable } from "../opening.js";
import { go } from "../router.js";
import { watch } from "../settings.js";
import { note } from "../speech.js";
import { capital } from "../words.js";
import { someOpponents } from "./lobby.js";

/** @import { GameInfo, OptionSchema, SeatPlan } from "../types.js" */

/** @typedef {{target: HTMLInputElement}} Typed a change of a field */
/** @typedef {{target: HTMLSelectElement}} Picked a change of a list */

const CLOCKS = [
  ["", "no limit"],
  ["30", "30 seconds"],
  ["60", "a minute"],
  ["300", "five minutes"],
];

/** A name from a program, for people. @param {unknown} name */
const words = (name) => String(name ?? "none").replaceAll("_", " ");

/** @param {HTMLElement} root @param {string} name */
export function newTablePage(root, name) {
  document.title = "Play with friends · Knock & Roll";
  /** @type {() => void} */
  let unwatch = () => {};

  async function load() {
    try {
      const game = await api.game(name);
      if (game) unwatch = watch(newTable(root, game));
      else go("/");
    } catch (error) {
      note(error instanceof Error ? error.message : String(error));
    }
  }

  patch(root, [bar(""), h("main.sheet-page", h("p", "One moment…"))]);
  load();
  return () => unwatch();
}

/** @param {HTMLElement} root @param {GameInfo} game @returns {() => void} what draws it */
function newTable(root, game) {
  /** @type {SeatPlan[]} */
  let seats = [{ kind: "person" }, ...someOpponents(game).slice(0, Math.max(0, game.default_seats - 2))];
  let variant = "";
  /** @type {Record<string, unknown>} */
  const options = {};
  const table = { public: false, clock: /** @type {number|null} */ (null), pace: 700 };
  let busy = false;

  function draw() {
    patch(root, [
      bar(game.title, [], game.name),
      h(
        "main.sheet-page",
        h("h1", `${game.title} with friends`),
        h("p", "You get a link to send. The game begins when every seat for a person is taken, or when you start it."),
        h(
          "form",
          { on: { submit: open } },
          seatBlock(),
          tableBlock(),
          h(
            "section.block",
            h("h2", "Options"),
            h("div.options", Object.entries(game.options.properties).map(optionField)),
          ),
          h(
            "div.submit",
            h(
              "button.action.primary",
              { type: "submit", "aria-disabled": busy ? "true" : undefined },
              "Open the table",
            ),
            h("a.action", { href: "/" }, "Back"),
          ),
        ),
      ),
    ]);
  }

  // --- Seats ------------------------------------------------------------------------------------------------------

  const mostSeats = () => game.variants[variant]?.max_seats ?? game.max_seats;

  /** @param {number} by */
  const canAdd = (by) => seats.length + 1 + by >= game.min_seats && seats.length + 1 + by <= mostSeats();

  /** @param {number} by */
  function addSeat(by) {
    if (!canAdd(by)) return;
    seats = by > 0 ? [...seats, { kind: "person" }] : seats.slice(0, -1);
    draw();
  }

  function seatBlock() {
    /** @param {string} text @param {number} by */
    const adding = (text, by) => {
      const props = {
        type: "button",
        "aria-disabled": canAdd(by) ? undefined : "true",
        on: { click: () => addSeat(by) },
      };
      return h("button.action", { key: text, ...props }, text);
    };
    return h(
      "section.block",
      h("h2", "Seats"),
      h("div.seat-row", h("b", "Seat 1"), nameField("seat-name", { required: true })),
      seats.map(seatRow),
      h("div.submit", adding("Add a seat", 1), adding("Remove a seat", -1)),
    );
  }

  /** @param {SeatPlan} seat @param {number} index */
  function seatRow(seat, index) {
    const value = (seat.kind === "computer" && seat.player) || "";
    const character = game.players.find((player) => player.name === value)?.character ?? "Whoever opens your link";
    /** @param {Picked} event */
    const picked = ({ target }) => {
      seats[index] = target.value ? { kind: "computer", player: target.value } : { kind: "person" };
      draw();
    };
    const somebody = game.players.map((player) =>
      option(player.name, `Computer: ${player.name}`, player.name === value),
    );
    const select = { "aria-label": `Who plays in seat ${index + 2}`, value, on: { change: picked } };
    return h(
      "div.seat-row",
      { key: index },
      h("b", `Seat ${index + 2}`),
      h("select", select, option("", "A friend", value === ""), somebody),
      h("small", character),
    );
  }

  // --- The table --------------------------------------------------------------------------------------------------

  function tableBlock() {
    const listed = {
      type: "checkbox",
      role: "switch",
      checked: table.public,
      on: { change: (/** @type {Typed} */ { target }) => (table.public = target.checked) },
    };
    /** @param {Picked} event */
    const clocked = ({ target }) => (table.clock = target.value ? Number(target.value) : null);
    const clocks = CLOCKS.map(([value, text]) => option(value, text, value === String(table.clock ?? "")));
    return h(
      "section.block",
      h("h2", "Table"),
      h(
        "label.switch",
        h("input", listed),
        h("span", h("b", "List it in the lobby"), h("small", "Otherwise only who has the link finds it")),
      ),
      h("label.field", h("span", "Time for a move"), h("select", { on: { change: clocked } }, clocks)),
      Object.keys(game.variants).length > 0 && variantField(),
    );
  }

  function variantField() {
    /** @param {Picked} event */
    const picked = ({ target }) => {
      variant = target.value;
      seats = seats.slice(0, mostSeats() - 1);
      draw();
    };
    const known = Object.entries(game.variants).map(([key, one]) =>
      option(key, `${key}: ${one.help}`, key === variant),
    );
    const select = h("select", { on: { change: picked } }, option("", "as in the rule book", variant === ""), known);
    return h("label.field", { key: "variant" }, h("span", "Variant"), select);
  }

  // --- Options ----------------------------------------------------------------------------------------------------

  /** @param {[string, OptionSchema]} entry */
  function optionField([key, schema]) {
    const usual = key in (game.variants[variant]?.options ?? {}) ? game.variants[variant].options[key] : schema.default;
    const value = key in options ? options[key] : usual;
    /** @param {unknown} chosen */
    const set = (chosen) => {
      if (chosen === usual) delete options[key];
      else options[key] = chosen;
    };
    const title = capital(words(key));
    if (schema.type === "boolean") {
      /** @param {Typed} event */
      const switched = ({ target }) => set(target.checked);
      const input = { type: "checkbox", role: "switch", checked: value === true, on: { change: switched } };
      return h("label.switch", { key }, h("input", input), h("span", h("b", title), h("small", schema.description)));
    }
    const field = schema.enum ? enumField(schema.enum, value, set) : numberField(schema, value, usual, set);
    return h("label.field", { key }, h("span", title, h("small", schema.description)), field);
  }

  /** @param {(string|number|boolean|null)[]} values @param {unknown} value @param {(chosen: unknown) => void} set */
  function enumField(values, value, set) {
    /** @param {Picked} event */
    const picked = ({ target }) => set(values[target.selectedIndex]);
    return h(
      "select",
      { on: { change: picked } },
      values.map((one) => option(String(one), words(one), one === value)),
    );
  }

  /**
   * @param {OptionSchema} schema
   * @param {unknown} value @param {unknown} usual @param {(chosen: unknown) => void} set
   */
  function numberField(schema, value, usual, set) {
    /** @param {Typed} event */
    const typed = ({ target }) => set(target.value === "" ? usual : Number(target.value));
    const shown = typeof value === "number" ? value : "";
    const props = { type: "number", min: schema.minimum, max: schema.maximum, value: shown, on: { change: typed } };
    return h("input", { ...props, placeholder: schema.default === null ? "none" : "" });
  }

  /** @param {SubmitEvent} event */
  async function open(event) {
    event.preventDefault();
    if (busy) return;
    busy = true;
    draw();
    const all = [/** @type {SeatPlan} */ ({ kind: "person" }), ...seats];
    const plan = { game: game.name, variant: variant || null, options, seats: all, ...table };
    if (await openTable(root, plan)) return;
    busy = false;
    draw();
  }

  draw();
  return draw;
}

/** @param {string} value @param {string} text @param {boolean} selected */
function option(value, text, selected) {
  return h("option", { key: value, value, selected }, text);
}
