/** The rules: sets of rules by name, and every option in words. */

import { h } from "../draw/dom.js";
import { optionGroups, ruleSet } from "../model/options.js";
import { counted } from "../model/words.js";

/** @import { GameInfo } from "../model/types.js" */
/** @import { Leaf, Props, VNode } from "../draw/dom.js" */
/** @import { Option } from "../model/options.js" */

/** @typedef {{target: HTMLInputElement}} Typed a change of a field */
/** @typedef {{target: HTMLSelectElement}} Picked a change of a list */
/**
 * @typedef {object} Rules
 * @property {string|null} variant
 * @property {Record<string, unknown>} options the changed options
 * @property {boolean} open whether the options are unfolded
 * @property {() => void} draw
 */

/** @param {GameInfo} game @param {Rules} rules */
export function rulesBlock(game, rules) {
  const number = Object.keys(rules.options).length;
  /** @param {{target: HTMLDetailsElement}} event */
  const toggled = ({ target }) => {
    rules.open = target.open;
  };
  const undo = () => {
    rules.options = {};
    rules.draw();
  };
  return h(
    "section.block.rules-block",
    { "aria-labelledby": "rules-title" },
    h("h2", { id: "rules-title" }, "Rules"),
    game.rule_sets.length > 1 ? ruleSets(game, rules) : h("p.none", ruleSet(game, rules.variant).help),
    h(
      "details.options",
      { open: rules.open, on: { toggle: toggled } },
      h("summary", "Customize rules", number > 0 && h("span.tag.win", counted(number, "change", "changes"))),
      number > 0 && h("button.quiet.undo", { type: "button", on: { click: undo } }, "Undo all changes"),
      optionGroups(game).map(({ title, options }) =>
        h(
          "fieldset.option-group",
          { key: title },
          h("legend", title),
          options.map((option) => optionRow(game, rules, option)),
        ),
      ),
    ),
  );
}

/** @param {GameInfo} game @param {Rules} rules */
function ruleSets(game, rules) {
  return h(
    "div.rule-sets",
    { role: "radiogroup", "aria-label": "Rules" },
    game.rule_sets.map(({ variant, title, help }, index) => {
      const changed = () => {
        rules.variant = variant;
        rules.options = {};
        rules.draw();
      };
      const id = `rule-set-${index}`;
      const about = { type: "radio", name: "rules", "aria-label": title, "aria-describedby": id };
      const input = { ...about, checked: rules.variant === variant, on: { change: changed } };
      return h("label.rule-set", { key: title }, h("input", input), h("span", h("b", title), h("small", { id }, help)));
    }),
  );
}

/** @param {GameInfo} game @param {Rules} rules @param {Option} option */
function optionRow(game, rules, option) {
  const { name, label, help, clause } = option;
  const usual = ruleSet(game, rules.variant).options[name];
  const changed = name in rules.options;
  const value = changed ? rules.options[name] : usual;
  /** @param {unknown} chosen */
  const set = (chosen) => {
    const { [name]: _, ...others } = rules.options;
    rules.options = chosen === usual ? others : { ...others, [name]: chosen };
    rules.draw();
  };
  const id = `option-${name}`;
  const book = { href: `/rules/${game.name}#${clause}`, target: "_blank" };
  const more = [help, clause && " ", clause && h("a", book, `Rule ${clause}`)];
  const usually = changed ? `Default: ${option.say(usual)}.` : "";
  return optionLine(id, label, more, (about) => control(game, option, value, set, about), usually);
}

/**
 * A line of the form: a label, a description, and a control.
 * @param {string} id @param {string} label @param {Leaf[]} help @param {(about: Props) => VNode} choose
 * @param {string} [usually] the note on an option that has been changed
 */
export function optionLine(id, label, help, choose, usually = "") {
  return h(
    "div.option",
    { key: id, class: usually ? "changed" : "" },
    h("div", h("label", { for: id }, label), h("p", { id: `${id}-help` }, help), usually && h("p.usual", usually)),
    choose({ id, "aria-describedby": `${id}-help` }),
  );
}

/** @param {Props} about @param {boolean} checked @param {(chosen: boolean) => void} set */
export function switchControl(about, checked, set) {
  /** @param {Typed} event */
  const switched = ({ target }) => set(target.checked);
  return h(
    "span.switch",
    h("input", { ...about, type: "checkbox", role: "switch", checked, on: { change: switched } }),
  );
}

/**
 * @param {GameInfo} game @param {Option} option @param {unknown} value @param {(chosen: unknown) => void} set
 * @param {Props} about
 */
function control(game, option, value, set, about) {
  const { schema, say } = option;
  if (schema.type === "boolean") return switchControl(about, value === true, set);
  if (schema.enum) {
    const values = schema.enum;
    /** @param {Picked} event */
    const picked = ({ target }) => set(values[target.selectedIndex]);
    const choices = values.map((one) => h("option", { key: String(one), selected: one === value }, say(one)));
    return h("select", { ...about, on: { change: picked } }, choices);
  }
  const numbers = game.rule_sets.map(({ options }) => options[option.name]).filter((one) => typeof one === "number");
  return numberField(option, numbers[0] ?? schema.minimum ?? 0, value, set, about);
}

/**
 * A field for a whole number, with a checkbox if the option can also be "none". Clearing it restores `some`.
 * @param {Option} option @param {unknown} some @param {unknown} value @param {(chosen: unknown) => void} set
 * @param {Props} about
 */
function numberField({ name, schema, label, say }, some, value, set, about) {
  const low = schema.minimum ?? 0;
  const high = schema.maximum ?? Number.MAX_SAFE_INTEGER;
  /** @param {Typed} event */
  const typed = ({ target }) => {
    const number = Math.round(Math.min(high, Math.max(low, target.valueAsNumber || low)));
    target.value = String(number);
    set(number);
  };
  const none = value === null;
  const input = { ...about, type: "number", inputmode: "numeric", min: low, max: high, disabled: none };
  const field = h("input", { ...input, value: none ? "" : String(value), on: { change: typed } });
  if (!Array.isArray(schema.type)) return field;
  /** @param {Typed} event */
  const switched = ({ target }) => set(target.checked ? null : some);
  const without = { type: "checkbox", checked: none, "aria-label": `${label}: ${say(null)}`, on: { change: switched } };
  return h("span.or-none", { key: name }, field, h("label", h("input", without), h("span", say(null))));
}
