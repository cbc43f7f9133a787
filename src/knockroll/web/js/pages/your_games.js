/** Your games: the unfinished ones first, then the finished ones with their results. */

import { h } from "../draw/dom.js";
import { wholeShowing } from "../model/showing.js";
import { listed } from "../model/words.js";
import { forgetGame, isUnfinished, resultLine } from "../ui/saved_games.js";
import { gamePicture } from "./game_card.js";

/** @import { GameInfo } from "../model/types.js" */
/** @import { SavedGame } from "../ui/saved_games.js" */

/** Games of each kind shown while the list is folded. */
const FOLDED = 3;

/**
 * @param {SavedGame[]} kept @param {GameInfo[]} games @param {{unfolded: boolean}} fold @param {() => void} draw
 */
export function yourGames(kept, games, fold, draw) {
  const unfinished = kept.filter(isUnfinished);
  const finished = kept.filter((game) => !isUnfinished(game));
  const shown = (/** @type {SavedGame[]} */ list) => (fold.unfolded ? list : list.slice(0, FOLDED));
  const hidden = kept.length - shown(unfinished).length - shown(finished).length;
  const click = () => {
    fold.unfolded = !fold.unfolded;
    draw();
  };
  const props = { type: "button", "aria-expanded": String(fold.unfolded), on: { click } };
  const rows = [...shown(unfinished), ...shown(finished)].map((game) => row(game, games, draw));
  return [
    h("h2", "Your games"),
    rows.length
      ? h("ul", { key: "yours", "aria-label": "Your games" }, rows)
      : h("p.none", "Your games appear here, to continue or to watch again."),
    (hidden > 0 || fold.unfolded) &&
      kept.length > FOLDED &&
      h("button.quiet.fold", props, fold.unfolded ? "Show fewer" : `Show all ${kept.length}`),
  ];
}

/**
 * The game to continue, if there is one: yours to move first, then the latest.
 * @param {SavedGame[]} kept @param {GameInfo[]} games
 */
export function continueStrip(kept, games) {
  const unfinished = kept.filter((game) => isUnfinished(game) && game.status !== "unknown");
  const game = unfinished.find(({ turn }) => turn) ?? unfinished[0];
  const info = games.find(({ name }) => name === game?.game);
  if (!game || !info) return null;
  const company = inCompany(game.names.filter((name, seat) => name && seat !== game.you));
  const about = [stateOf(game, info), company].filter(Boolean).join(", ");
  return h(
    "section.continue",
    { "aria-label": "Continue your game" },
    gamePicture(info),
    h("div", h("h2", `Continue ${info.title}`), h("p", about)),
    h("a.action.primary", { href: `/table/${game.id}`, "aria-label": `Continue ${info.title}` }, "Continue"),
  );
}

/** @param {SavedGame} game @param {GameInfo[]} games @param {() => void} draw */
function row(game, games, draw) {
  const info = games.find(({ name }) => name === game.game);
  const company = inCompany(game.names.filter((name, seat) => name && seat !== game.you));
  const title = h("b", info?.title ?? (game.title || "A game"));
  const state = h("span", stateOf(game, info));
  const about = h("span", [dayOf(game.at), company].filter(Boolean).join(", "));
  const [href, verb] = whereTo(game);
  const forget = () => {
    forgetGame(game);
    draw();
  };
  const remove = {
    type: "button",
    "aria-label": `Remove from the list: ${game.title || "a game"}`,
    on: { click: forget },
  };
  return h(
    "li",
    { key: `${game.id}-${game.number}`, class: isUnfinished(game) ? "unfinished" : "" },
    href ? h("a", { href }, title, state, about) : h("div", title, state, about),
    href ? h("span.go", { "aria-hidden": "true" }, verb) : h("button.quiet", remove, "Remove"),
  );
}

/** The other players in a few words; empty if there are none. @param {string[]} names */
export function inCompany(names) {
  return names.length ? `with ${listed(names.length > 3 ? [...names.slice(0, 3), "others"] : names)}` : "";
}

/** @param {SavedGame} game @param {GameInfo|undefined} info */
function stateOf(game, info) {
  const gone = game.gone ? "; no longer on the server" : "";
  switch (game.status) {
    case "over":
      return resultLine(game, info && wholeShowing(info.showing).score) + gone;
    case "closed":
      return `Closed before it was over${gone}`;
    case "given up":
      return `Abandoned${gone}`;
    case "running":
      if (game.gone) return "Unfinished; no longer on the server";
      return game.you === null ? "You left" : game.turn ? "Your turn" : "In progress";
    case "open":
      if (game.gone) return "This table no longer exists";
      return game.you === null ? "You left before it started" : "Waiting for players";
    default:
      return game.gone ? "No longer on the server" : "";
  }
}

/**
 * The address that a game leads to, and the word for going there.
 * @param {SavedGame} game @returns {[string, string]}
 */
function whereTo({ id, number, status, gone, you }) {
  if (gone) return ["", ""];
  if (status === "over" || status === "given up") return [`/replay?table=${id}&game=${number}`, "Replay"];
  return [`/table/${id}`, status === "closed" || (you === null && status !== "unknown") ? "View" : "Continue"];
}

/** @param {number} at milliseconds since 1970 */
function dayOf(at) {
  if (!at) return "";
  const day = new Date(at);
  const today = day.toDateString() === new Date().toDateString();
  return today ? "Today" : day.toLocaleDateString("en-GB", { day: "numeric", month: "long" });
}
