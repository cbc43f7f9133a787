import assert from "node:assert/strict";
import { test } from "node:test";
import { markdown } from "../../../src/knockroll/web/js/ui/markdown.js";

/** @import { Child, VNode } from "../../../src/knockroll/web/js/draw/dom.js" */

/** Elements as text that can be compared. @param {Child} child @returns {string} */
function plain(child) {
  if (Array.isArray(child)) return child.map(plain).join("");
  if (child === null || child === undefined || child === false) return "";
  return typeof child === "object" ? element(child) : String(child);
}

/** @param {VNode} node */
function element({ tag, props, children }) {
  const id = props.id ? `#${props.id}` : "";
  return `<${tag}${id}>${children.map(plain).join("")}</${tag}>`;
}

/** @param {string} text */
const drawn = (text) =>
  markdown(text, (clause) => `/rules/x#${clause}`)
    .map(element)
    .join("");

test("headings, paragraphs and emphasis", () => {
  assert.equal(
    drawn("# The Game\n\nTwo *or* **more**\nplay `it`.\n"),
    "<h1#the-game>The Game</h1><p>Two <em>or</em> <b>more</b> play <code>it</code>.</p>",
  );
});

test("clauses are items that can be linked to, with clauses inside", () => {
  assert.equal(
    drawn("- **1.** Deal\n  three cards.\n  - **1a.** To all.\n- plain"),
    "<ul><li#1><a>1.</a> Deal three cards.<ul><li#1a><a>1a.</a> To all.</li></ul></li><li>plain</li></ul>",
  );
});

test("tables and code", () => {
  assert.equal(
    drawn("| a | b |\n|---|---|\n| 1 | 2 |"),
    "<div><table><thead><tr><th>a</th><th>b</th></tr></thead>" +
      "<tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>",
  );
  assert.equal(drawn("```\nlet x\n```\nend"), "<pre><code>let x</code></pre><p>end</p>");
});

test("rows with words to read know what their columns are called", () => {
  const [wide] = markdown("| `a` | b | c |\n|---|---|---|\n| 1 | 2 | some words that have to be read |", String);
  const [table] = /** @type {VNode[]} */ (wide.children);
  assert.equal(table.props.class, "wordy");
  const cells = JSON.stringify(table).match(/"data-column":"\w"/g);
  assert.deepEqual(cells, ['"data-column":"a"', '"data-column":"b"', '"data-column":"c"']);
  const [short] = /** @type {VNode[]} */ (markdown("| a | b |\n|---|---|\n| 1 | 2 |", String)[0].children);
  assert.equal(short.props.class, "");
});

test("links lead to other books, to the web, or nowhere", () => {
  assert.equal(drawn("[a](b.md#3) [c](https://x.y) [d](../e.py)"), "<p><a>a</a> <a>c</a> <span>d</span></p>");
});

test("nothing is taken as HTML", () => {
  assert.equal(drawn("<b>no</b>"), "<p><b>no</b></p>");
  const [paragraph] = markdown("<b>no</b>", String);
  assert.deepEqual(paragraph.children, [["<b>no</b>"]]);
});
