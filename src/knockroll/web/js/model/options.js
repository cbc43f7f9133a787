/** Options and sets of rules in words: the game's own, or words made from their names. */

import { capital, counted, figure } from "./words.js";

/** @import { GameInfo, OptionSchema, OptionWords, RuleSet, TableInfo } from "./types.js" */

/**
 * @typedef {object} Option
 * @property {string} name
 * @property {OptionSchema} schema
 * @property {string} label
 * @property {string} help
 * @property {string} clause
 * @property {(value: unknown) => string} say Return a value in words.
 */

/** All options, as a form shows them. @param {GameInfo} game @returns {{title: string, options: Option[]}[]} */
export function optionGroups(game) {
  const schemas = game.options.properties;
  const groups = (game.showing.options ?? []).map(({ title, options }) => ({
    title,
    options: Object.entries(options).map(([name, words]) => inWords(name, schemas[name], words)),
  }));
  const told = new Set(groups.flatMap(({ options }) => options.map(({ name }) => name)));
  const untold = Object.keys(schemas).filter((name) => !told.has(name));
  const others = untold.map((name) => inWords(name, schemas[name], { label: capital(name.replaceAll("_", " ")) }));
  return others.length ? [...groups, { title: groups.length ? "Other" : "Options", options: others }] : groups;
}

/** @param {string} name @param {OptionSchema} schema @param {OptionWords} words @returns {Option} */
function inWords(name, schema, words) {
  /** @param {unknown} value */
  const say = (value) => {
    const own = words.said?.[value === null ? "none" : String(value)];
    if (own !== undefined) return own;
    if (typeof value === "number") return figure(value);
    if (typeof value === "boolean") return value ? "yes" : "no";
    return value === null ? "none" : String(value).replaceAll("_", " ");
  };
  const help = `${capital(schema.description)}.`;
  return { name, schema, label: words.label, help, clause: words.clause ?? "", say };
}

/**
 * The set of rules with that name, or the default one.
 * @param {GameInfo} game @param {unknown} variant
 */
export function ruleSet(game, variant) {
  return game.rule_sets.find((rules) => rules.variant === variant) ?? game.rule_sets[0];
}

/**
 * The rules of a table: a set of rules, and the changes to it.
 * @param {GameInfo} game @param {Pick<TableInfo, "variant"|"options">} table
 * @returns {{rules: RuleSet, changes: {option: Option, value: unknown, usual: unknown}[]}}
 */
export function rulesInForce(game, table) {
  const rules = ruleSet(game, table.variant);
  const changes = optionGroups(game)
    .flatMap(({ options }) => options)
    .map((option) => ({ option, value: table.options[option.name], usual: rules.options[option.name] }))
    .filter(({ value, usual }) => value !== undefined && value !== usual);
  return { rules, changes };
}

/**
 * The same in a few words: `Standard, 1 change`.
 * @param {GameInfo} game @param {Pick<TableInfo, "variant"|"options">} table
 */
export function rulesLine(game, table) {
  const { rules, changes } = rulesInForce(game, table);
  return changes.length ? `${rules.title}, ${counted(changes.length, "change", "changes")}` : rules.title;
}
