/** The lobby: five games, tables to continue and tables to join. */

import * as api from "../api.js";
import { bar } from "../bar.js";
import { face, back } from "../cards.js";
import { die } from "../dice.js";
import { drawn, h, patch } from "../dom.js";
import { go } from "../router.js";
import { change, rememberTable, settings, tablesPlayed } from "../settings.js";
import { note } from "../speech.js";

const ORDER = ["thirty_one", "gin_rummy", "tunk", "tonk", "farkle"];
const PICTURES = {
  thirty_one: ["Ah", "Kh", "Th"], gin_rummy: ["6s", "7s", "8s", "9s"], tunk: ["8d", "2c", "8s"], tonk: ["Qs", "Qh", "Qd", null], farkle: [1, 5, 1, 3],
};

/** Somebody to play against in each seat: characters first, and nobody who plays at random if there is somebody else. */
export function someOpponents(game, seats = game.default_seats) {
  const characters = game.players.map((player) => player.name).filter((name) => name !== "Random");
  const names = characters.length ? characters : ["Random"];
  const shuffled = names.map((name) => [Math.random(), name]).sort((a, b) => a[0] - b[0]).map(([, name]) => name);
  return Array.from({ length: seats - 1 }, (_, i) => ({ kind: "computer", player: shuffled[i % shuffled.length] }));
}

/** @param {HTMLElement} root */
export function lobbyPage(root) {
  root.classList.add("lobby");
  document.title = "Knock & Roll";
  let games = [];
  let running = [];
  let open = [];
  let trouble = "";
  let starting = null;

  async function playNow(game) {
    if (starting) return;
    starting = game.name;
    draw();
    try {
      const { table } = await api.createTable({ game: game.name, seats: [{ kind: "person" }, ...someOpponents(game)], pace: 0, away: 3600 });
      await api.sit(table.id, settings.name || "You");
      rememberTable(table.id);
      go(`/table/${table.id}`);
    } catch (error) {
      note(error.message);
      starting = null;
      draw();
    }
  }

  function draw() {
    patch(root, [
      bar("", [h("label.name-field", null, h("span", null, "Your name"),
        h("input", { value: settings.name, maxlength: "40", placeholder: "You", autocomplete: "nickname", on: { change: (event) => change({ name: event.target.value.trim() }) } }))]),
      h("main.lobby-main", null,
        h("div.welcome", null, h("h1", null, "Five games, one table"), h("p", null, "Play at once against computer players, or send a link to your friends. No account, nothing to install.")),
        trouble && h("p.trouble", { role: "alert" }, trouble),
        h("div.games", null, games.map((game) => gameCard(game, playNow, starting)), tables())),
    ]);
  }

  function tables() {
    return h("section.tables", { "aria-label": "Tables" },
      h("h2", null, "Your tables"),
      running.length ? h("ul", null, running.map(({ table, you }) => h("li", { key: table.id }, h("a", { href: `/table/${table.id}` },
        h("b", null, table.title), h("span", null, `${table.status === "over" ? "finished" : table.turn === you ? "your turn" : table.status}, ${others(table, you)}`)), h("span.go", { "aria-hidden": "true" }, table.status === "over" ? "Look" : "Continue"))))
        : h("p.none", null, "Games you have begun are kept here, so that you can continue them."),
      h("h2", null, "Open tables"),
      open.length ? h("ul", null, open.map((table) => h("li", { key: table.id }, h("a", { href: `/table/${table.id}` }, h("b", null, table.title), h("span", null, others(table, null))), h("span.go", { "aria-hidden": "true" }, "Join"))))
        : h("p.none", null, "Nobody is looking for company just now."),
      h("p.more", null, h("a", { href: "/replay" }, "Replay a saved game")));
  }

  draw();
  api.listGames().then((list) => {
    games = [...list].sort((a, b) => rank(a) - rank(b));
    draw();
  }, (error) => {
    trouble = error.message;
    draw();
  });
  api.openTables().then((list) => {
    const mine = tablesPlayed();
    open = list.filter((table) => table.seats.some((seat) => seat.free) && !mine.includes(table.id)).slice(0, 5);
    draw();
  }, () => {});
  Promise.all(tablesPlayed().slice(0, 6).map((id) => api.table(id).catch(() => { rememberTable(id, true); return null; }))).then((answers) => {
    running = answers.filter((answer) => answer && answer.you !== null && answer.table.status !== "closed").slice(0, 4);
    draw();
  });
}

const rank = (game) => (ORDER.indexOf(game.name) + ORDER.length + 1) % (ORDER.length + 1);

function others(table, you) {
  const names = table.seats.filter((seat) => seat.seat !== you && !seat.free).map((seat) => seat.name);
  return names.length ? `with ${names.slice(0, 3).join(", ")}${names.length > 3 ? " …" : ""}` : "nobody there yet";
}

function gameCard(game, playNow, starting) {
  const seats = game.min_seats === game.max_seats ? game.min_seats : `${game.min_seats}–${game.max_seats}`;
  return h("article.game", { key: game.name, "aria-label": game.title },
    h("div.picture", { "aria-hidden": "true", class: game.name }, (PICTURES[game.name] ?? [null, null]).map((one, index) =>
      typeof one === "number" ? h("span.die", { key: index }, drawn(`die-${one}`, () => die(one)))
        : h("span.card", { key: index }, one ? drawn(`face-${one}`, () => face(one)) : drawn("back", back)))),
    h("div.about", null, h("h2", null, game.title), h("p", null, game.summary),
      h("p.meta", null, `${seats} players · `, h("a", { href: `/rules/${game.name}`, "aria-label": `Rules of ${game.title}` }, "Rules"))),
    h("div.buttons", null,
      h("button.action.primary", { type: "button", "aria-label": `Play now: ${game.title}`, "aria-disabled": starting === game.name ? "true" : undefined, on: { click: () => playNow(game) } }, "Play now"),
      h("a.action", { href: `/new/${game.name}`, "aria-label": `Play with friends: ${game.title}` }, "With friends")));
}
