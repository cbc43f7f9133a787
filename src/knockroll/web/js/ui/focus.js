/** Where the keyboard is: after every change it is somewhere sensible, and nowhere else it is taken away. */

/** What a person goes on with, the first that there is. */
const NEXT = [
  ".sheet [data-first]",
  ".sheet:not(.seating)",
  '.hand [tabindex="0"]',
  ".dice .can",
  ".actions .action:not([aria-disabled])",
  ".heap.can",
  "main",
];

/** @param {Element|null|undefined} node */
function focus(node) {
  if (!(node instanceof HTMLElement)) return;
  if (node.tabIndex < 0 && !node.hasAttribute("tabindex")) node.tabIndex = -1;
  node.focus({ preventScroll: true });
}

/** Whether the keyboard is nowhere. */
const isLost = () => !document.activeElement || document.activeElement === document.body;

/** The keyboard goes on with what there is to do. @param {ParentNode} root */
function goOn(root) {
  for (const selector of NEXT) {
    const node = root.querySelector(selector);
    if (node) return focus(node);
  }
}

/**
 * Before a redraw, remember where the keyboard is; what comes back is called after it.
 * @param {HTMLElement} root
 */
export function rememberFocus(root) {
  const was = document.activeElement;
  const inRoot = root.contains(was);
  const sheet = root.querySelector(".sheet");
  return () => {
    if (document.querySelector("dialog[open]")) return;
    const now = root.querySelector(".sheet:not(.seating)");
    if (now && now !== sheet && (inRoot || isLost())) goOn(root);
    else if (inRoot && was && document.activeElement !== was && root.contains(was)) focus(was);
    else if (inRoot && isLost()) goOn(root);
  };
}

/** After a dialog is gone, and what opened it, too. */
export function settleFocus() {
  if (isLost()) goOn(document);
}

/** On another page, the keyboard and a screen reader begin with that page. @param {HTMLElement} root */
export function focusPage(root) {
  focus(root.querySelector("h1") ?? root);
}
