/** The keyboard focus: after every change it is somewhere sensible, and otherwise it stays where it is. */

/** What gets the focus next: the first of these that exists. */
const NEXT = [
  "[data-first]",
  ".sheet:not(.seating)",
  '.hand [tabindex="0"]',
  ".dice .can",
  ".actions .action:not([aria-disabled])",
  ".heap.can",
  "main",
];

/** What gets the focus when it appears: the end of a hand or game. */
const ENDS = ".sheet:not(.seating), .showdown";

/** @param {Element|null|undefined} node */
function focus(node) {
  if (!(node instanceof HTMLElement)) return;
  if (node.tabIndex < 0 && !node.hasAttribute("tabindex")) node.tabIndex = -1;
  node.focus({ preventScroll: true });
}

/** Whether nothing has the focus. */
const isLost = () => !document.activeElement || document.activeElement === document.body;

/** Focus what the person can do next. @param {ParentNode} root */
function goOn(root) {
  for (const selector of NEXT) {
    const node = root.querySelector(selector);
    if (node) return focus(node);
  }
}

/**
 * Remember the focus before a redraw. Call the function it returns after the redraw.
 * @param {HTMLElement} root
 */
export function rememberFocus(root) {
  const was = document.activeElement;
  const inRoot = root.contains(was);
  const sheet = root.querySelector(ENDS);
  return () => {
    if (document.querySelector("dialog[open]")) return;
    const now = root.querySelector(ENDS);
    if (now && now !== sheet && (inRoot || isLost())) goOn(root);
    else if (inRoot && was && document.activeElement !== was && root.contains(was)) focus(was);
    else if (inRoot && isLost()) goOn(root);
  };
}

/** Focus something after a dialog is gone, if the button that opened it is gone as well. */
export function settleFocus() {
  if (isLost()) goOn(document);
}

/** Focus the heading of a new page, for keyboards and screen readers. @param {HTMLElement} root */
export function focusPage(root) {
  focus(root.querySelector("h1") ?? root);
}
