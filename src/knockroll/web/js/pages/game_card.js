/** A game in the lobby: what it is, its rules and opponents, and a button to play it. */

import { h } from "../draw/dom.js";
import { diePicture, picture } from "../draw/pieces.js";
import { ruleSet } from "../model/options.js";
import { wholeShowing } from "../model/showing.js";
import { counted, listed } from "../model/words.js";
import { facePicture } from "./setup_players.js";
import { saveSolo, soloOf } from "./solo.js";

/** @import { GameInfo } from "../model/types.js" */

/**
 * @param {GameInfo} game @param {string[]} opponents
 * @param {(game: GameInfo) => void} playNow @param {boolean} starting
 */
export function gameCard(game, opponents, playNow, starting) {
  const seats = game.min_seats === game.max_seats ? game.min_seats : `${game.min_seats}–${game.max_seats}`;
  const rules = { href: `/rules/${game.name}`, "aria-label": `Rules of ${game.title}` };
  const play = {
    type: "button",
    "aria-label": `Play now: ${game.title}`,
    "aria-disabled": starting ? "true" : undefined,
    on: { click: () => playNow(game) },
  };
  const friends = { href: `/new/${game.name}`, "aria-label": `Play with friends: ${game.title}` };
  return h(
    "article.game",
    { key: game.name, "aria-label": game.title },
    gamePicture(game),
    h(
      "div.about",
      h("h2", game.title),
      h("p", game.summary),
      h("p.meta", `${seats} players · `, h("a", rules, "Rules")),
    ),
    game.rule_sets.length > 1 && rulesChoice(game),
    against(game, opponents),
    h("div.buttons", h("button.action.primary", play, "Play now"), h("a.action", friends, "With friends")),
  );
}

/** The sets of rules by name, with the one that was played last selected. @param {GameInfo} game */
function rulesChoice(game) {
  const chosen = ruleSet(game, soloOf(game).variant);
  const name = `rules-${game.name}`;
  return h(
    "div.rules-choice",
    h(
      "div.segments",
      { role: "radiogroup", "aria-label": `Rules of ${game.title}` },
      game.rule_sets.map((rules) => {
        const changed = () => saveSolo(game, { variant: rules.variant, options: {} });
        const input = { type: "radio", name, checked: rules === chosen, on: { change: changed } };
        return h("label", { key: rules.title }, h("input", input), h("span", rules.title));
      }),
    ),
    h("p", { "aria-live": "polite" }, chosen.help),
  );
}

/** The opponents, and the number of changed rules. @param {GameInfo} game @param {string[]} opponents */
function against(game, opponents) {
  const changes = Object.keys(soloOf(game).options).length;
  const looks = new Map(game.players.map(({ name, look }) => [name, look]));
  const names = `Against ${listed(opponents)}`;
  const change = { href: `/solo/${game.name}`, "aria-label": `Set up: ${game.title}` };
  return h(
    "div.against",
    h(
      "div.faces",
      { "aria-hidden": "true" },
      opponents.slice(0, 4).map((name, index) => h("span", { key: index }, facePicture(name, looks.get(name)))),
    ),
    h("p", names, changes > 0 && `; ${counted(changes, "rule", "rules")} changed`),
    h("a.quiet", change, "Set up"),
  );
}

/** The cards or dice that stand for the game. @param {GameInfo} game */
function gamePicture(game) {
  const { picture: own, hand } = wholeShowing(game.showing);
  const pieces = own.length ? own : hand.size ? ["", "", ""] : ["3", "6", "1"];
  const drawn = pieces.map((one, index) =>
    /^\d$/.test(one)
      ? h("span.die", { key: index }, diePicture(Number(one)))
      : h("span.card", { key: index }, picture(one || null)),
  );
  return h("div.picture", { "aria-hidden": "true", class: hand.size ? "of-cards" : "of-dice" }, drawn);
}
