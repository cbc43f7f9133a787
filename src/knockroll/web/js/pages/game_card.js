/** A game in the lobby: what it is, how strong its opponents are, and a button to play it. */

import { h } from "../draw/dom.js";
import { diePicture, picture } from "../draw/pieces.js";
import { isPreparing, LEVELS, levelsOf } from "../model/levels.js";
import { ruleSet } from "../model/options.js";
import { wholeShowing } from "../model/showing.js";
import { counted, listed, seatsText } from "../model/words.js";
import { facePicture } from "./setup_players.js";
import { chooseLevel, chosenLevel, soloOf } from "./solo.js";

/** @import { GameInfo } from "../model/types.js" */

/** Faces on a card; of more opponents one sees the first. */
const MOST_FACES = 4;

/**
 * @param {GameInfo} game @param {string[]} opponents
 * @param {(game: GameInfo) => void} playNow @param {boolean} starting
 */
export function gameCard(game, opponents, playNow, starting) {
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
    gamePicture(game, faces(game, opponents)),
    h("div.about", h("h2", game.title), h("p", game.summary), about(game)),
    levelChoice(game, opponents),
    h("div.buttons", h("button.action.primary", play, "Play now"), h("a.action", friends, "With friends")),
  );
}

/** How many can play, and by which rules. @param {GameInfo} game */
function about(game) {
  const { variant, options } = soloOf(game);
  const changes = Object.keys(options).length;
  const title = game.rule_sets.length > 1 ? `${ruleSet(game, variant).title} rules` : "";
  const rules = [title, changes > 0 && `${counted(changes, "rule", "rules")} changed`].filter(Boolean).join(", ");
  return h(
    "p.meta",
    h("span", seatsText(game.min_seats, game.max_seats)),
    rules && [" ", h("span", rules)],
    " ",
    h("span", h("a", { href: `/rules/${game.name}`, "aria-label": `Rules of ${game.title}` }, "Rules")),
    " ",
    h("span", h("a", { href: `/solo/${game.name}`, "aria-label": `Set up: ${game.title}` }, "Set up")),
  );
}

/**
 * How strong the opponents are; or their names, if you chose them by name.
 * @param {GameInfo} game @param {string[]} opponents
 */
function levelChoice(game, opponents) {
  const levels = levelsOf(game);
  const chosen = chosenLevel(game);
  const against = h("p.against", `Against ${listed(opponents)}`);
  if (!levels.length) return h("div.level", against);
  return h(
    "div.level",
    chosen ? h("p.against.unseen", `Against ${listed(opponents)}`) : against,
    h(
      "div.segments",
      { role: "radiogroup", "aria-label": `Level of ${game.title}` },
      LEVELS.filter(([level]) => levels.includes(level)).map(([level, word]) => {
        const late = isPreparing(game, level);
        const title = late ? "Getting ready, a minute or so" : undefined;
        const changed = () => chooseLevel(game, level);
        const about = { type: "radio", name: `level-${game.name}`, checked: level === chosen, disabled: late };
        return h("label", { key: level, title }, h("input", { ...about, on: { change: changed } }), h("span", word));
      }),
    ),
  );
}

/** The opponents, sitting at the table. @param {GameInfo} game @param {string[]} opponents */
function faces(game, opponents) {
  const looks = new Map(game.players.map(({ name, look }) => [name, look]));
  return h(
    "div.faces",
    opponents
      .slice(0, MOST_FACES)
      .map((name, index) => h("span", { key: index, title: name }, facePicture(name, looks.get(name)))),
  );
}

/**
 * The cards or dice that stand for the game.
 * @param {GameInfo} game @param {import("../draw/dom.js").VNode} [beside]
 */
export function gamePicture(game, beside) {
  const { picture: own, hand } = wholeShowing(game.showing);
  const pieces = own.length ? own : hand.size ? ["", "", ""] : ["3", "6", "1"];
  const drawn = pieces.map((one, index) =>
    /^\d$/.test(one)
      ? h("span.die", { key: index }, diePicture(Number(one)))
      : h("span.card", { key: index }, picture(one || null)),
  );
  return h("div.picture", { "aria-hidden": "true", class: hand.size ? "of-cards" : "of-dice" }, drawn, beside);
}
