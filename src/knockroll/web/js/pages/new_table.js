/** Opening a table for friends: who sits where, and which options. */

import * as api from "../api.js";
import { bar } from "../bar.js";
import { h, patch } from "../dom.js";
import { go } from "../router.js";
import { change, rememberTable, settings } from "../settings.js";
import { note } from "../speech.js";
import { someOpponents } from "./lobby.js";

/** @param {HTMLElement} root @param {string} name */
export function newTablePage(root, name) {
  document.title = "Play with friends · Knock & Roll";
  let game = null;
  let seats = [];
  let variant = "";
  const options = {};
  const table = { public: false, clock: null, pace: 700 };
  let busy = false;

  function draw() {
    if (!game) {
      patch(root, [bar("", []), h("main.sheet-page", null, h("p", null, "One moment…"))]);
      return;
    }
    patch(root, [bar(game.title, [], name), h("main.sheet-page", null,
      h("h1", null, `${game.title} with friends`),
      h("p", null, "You get a link to send. The game begins when every seat for a person is taken, or when you start it."),
      h("form", { on: { submit: open } },
        h("section.block", null, h("h2", null, "Seats"),
          h("div.seat-row", null, h("b", null, "Seat 1"), h("input", { name: "you", value: settings.name, placeholder: "Your name", "aria-label": "Your name", required: true, maxlength: "40", autocomplete: "nickname", on: { input: (event) => change({ name: event.target.value.trim() }) } })),
          seats.map((seat, index) => seatRow(seat, index)),
          h("div.submit", null,
            h("button.action", { type: "button", "aria-disabled": seats.length + 1 >= mostSeats() ? "true" : undefined, on: { click: () => addSeat(1) } }, "Add a seat"),
            h("button.action", { type: "button", "aria-disabled": seats.length + 1 <= game.min_seats ? "true" : undefined, on: { click: () => addSeat(-1) } }, "Remove a seat"))),
        h("section.block", null, h("h2", null, "Table"),
          h("label.switch", null, h("input", { type: "checkbox", role: "switch", checked: table.public, on: { change: (event) => { table.public = event.target.checked; } } }), h("span", null, h("b", null, "List it in the lobby"), h("small", null, "Otherwise only who has the link finds it"))),
          h("label.field", null, h("span", null, "Time for a move"), h("select", { on: { change: (event) => { table.clock = event.target.value ? Number(event.target.value) : null; } } },
            [["", "no limit"], ["30", "30 seconds"], ["60", "a minute"], ["300", "five minutes"]].map(([value, text]) => h("option", { value }, text)))),
          Object.keys(game.variants).length > 0 && h("label.field", null, h("span", null, "Variant"), h("select", { on: { change: (event) => { variant = event.target.value; fitSeats(); draw(); } } },
            h("option", { value: "" }, "as in the rule book"), Object.entries(game.variants).map(([key, one]) => h("option", { value: key }, `${key}: ${one.help}`))))),
        h("section.block", null, h("h2", null, "Options"), h("div.options", null, Object.entries(game.options.properties).map(([key, schema]) => optionField(key, schema)))),
        h("div.submit", null, h("button.action.primary", { type: "submit", "aria-disabled": busy ? "true" : undefined }, "Open the table"), h("a.action", { href: "/" }, "Back"))))]);
  }

  const mostSeats = () => game.variants[variant]?.max_seats ?? game.max_seats;

  function fitSeats() {
    seats = seats.slice(0, mostSeats() - 1);
  }

  function addSeat(by) {
    const count = seats.length + 1 + by;
    if (count < game.min_seats || count > mostSeats()) return;
    seats = by > 0 ? [...seats, { kind: "person" }] : seats.slice(0, -1);
    draw();
  }

  function seatRow(seat, index) {
    const value = seat.kind === "person" ? "" : seat.player;
    const character = game.players.find((player) => player.name === value)?.character ?? "Whoever opens your link";
    return h("div.seat-row", { key: index }, h("b", null, `Seat ${index + 2}`),
      h("select", { "aria-label": `Who plays in seat ${index + 2}`, value, on: { change: (event) => {
        seats[index] = event.target.value ? { kind: "computer", player: event.target.value } : { kind: "person" };
        draw();
      } } }, h("option", { value: "", selected: value === "" }, "A friend"), game.players.map((player) => h("option", { key: player.name, value: player.name, selected: value === player.name }, `Computer: ${player.name}`))),
      h("small", null, character));
  }

  function optionField(key, schema) {
    const title = key.replaceAll("_", " ");
    const set = (value) => {
      if (value === schema.default) delete options[key];
      else options[key] = value;
    };
    if (schema.type === "boolean") {
      return h("label.switch", { key }, h("input", { type: "checkbox", role: "switch", checked: options[key] ?? schema.default, on: { change: (event) => set(event.target.checked) } }),
        h("span", null, h("b", null, title), h("small", null, schema.description)));
    }
    const label = h("span", null, title, h("small", null, schema.description));
    if (schema.enum) {
      return h("label.field", { key }, label, h("select", { on: { change: (event) => set(schema.enum[event.target.selectedIndex]) } },
        schema.enum.map((value) => h("option", { value: String(value), selected: value === (options[key] ?? schema.default) }, String(value).replaceAll("_", " ")))));
    }
    return h("label.field", { key }, label, h("input", { type: "number", min: schema.minimum, max: schema.maximum, value: options[key] ?? schema.default ?? "", placeholder: schema.default === null ? "none" : "",
      on: { change: (event) => set(event.target.value === "" ? schema.default : Number(event.target.value)) } }));
  }

  async function open(event) {
    event.preventDefault();
    if (busy) return;
    busy = true;
    draw();
    try {
      const answer = await api.createTable({ game: name, variant: variant || null, options, seats: [{ kind: "person" }, ...seats], ...table });
      await api.sit(answer.table.id, settings.name || "You");
      rememberTable(answer.table.id);
      go(`/table/${answer.table.id}`);
    } catch (error) {
      note(error.message);
      busy = false;
      draw();
    }
  }

  draw();
  api.game(name).then((found) => {
    if (!found) {
      go("/");
      return;
    }
    game = found;
    seats = [{ kind: "person" }, ...someOpponents(game).slice(0, Math.max(0, game.default_seats - 2))];
    draw();
  }, (error) => note(error.message));
}
