/** The rules in force at a table: in a few words in its bar, in full in a dialog. */

import { h } from "../draw/dom.js";
import { optionGroups, rulesInForce, rulesLine } from "../model/options.js";
import { dialog } from "./dialogs.js";

/** @import { GameInfo, TableInfo } from "../model/types.js" */

/**
 * The button that names the rules, and says if the table is for practice.
 * @param {GameInfo} game @param {TableInfo} table
 */
export function rulesButton(game, table) {
  const kind = table.practice ? "Practice · " : "";
  const line = rulesLine(game, table);
  const click = () => rulesDialog(game, table);
  const props = {
    type: "button",
    "aria-label": `Rules in force: ${kind}${line}`,
    "aria-haspopup": "dialog",
    on: { click },
  };
  return h("button.rules-in-force", props, kind && h("span.kind", kind), line);
}

/** @param {GameInfo} game @param {TableInfo} table */
function rulesDialog(game, table) {
  const { rules, changes } = rulesInForce(game, table);
  const changed = new Set(changes.map(({ option }) => option.name));
  const book = h("a", { href: `/rules/${game.name}`, target: "_blank" }, `the rules of ${game.title}`);
  dialog("Rules in force", () => [
    h("p", h("b", `${game.title}: ${rules.title}. `), rules.help),
    changes.length > 0 &&
      h(
        "ul.changes",
        { "aria-label": "Changes" },
        changes.map(({ option, value, usual }) =>
          h(
            "li",
            { key: option.name },
            `${option.label}: `,
            h("b", option.say(value)),
            ` (default: ${option.say(usual)})`,
          ),
        ),
      ),
    optionGroups(game).map(({ title, options }) =>
      h(
        "table.values",
        { key: title },
        h("caption", title),
        options.map(({ name, label, say }) =>
          h(
            "tr",
            { key: name, class: changed.has(name) ? "changed" : "" },
            h("th", { scope: "row" }, label),
            h("td", say(table.options[name])),
          ),
        ),
      ),
    ),
    h("p", "See ", book, " for details."),
  ]);
}
