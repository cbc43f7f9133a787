/** Drag and drop with any pointer. */

/** Pixels that a pointer moves before it drags. */
const FAR = 8;

/**
 * @typedef {object} Held
 * @property {HTMLElement} node
 * @property {number} id of the pointer
 * @property {number} x
 * @property {number} y
 * @property {boolean} moving
 * @property {string} what
 */

/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {object} Dropping
 * @property {(what: string, where: string) => boolean} can whether something can be dropped somewhere
 * @property {(what: string, where: string) => void} drop
 * @property {(what: string, point: Point) => void} place called when a card of your hand is dropped in your hand
 */

/** @param {HTMLElement} root @param {Dropping} to */
export function draggable(root, to) {
  /** @type {Held|null} */
  let held = null;

  /** @returns {HTMLElement[]} */
  const targets = () => [...root.querySelectorAll("[data-drop]")].filter((node) => node instanceof HTMLElement);

  /** @param {HTMLElement} target @param {string} what */
  const can = (target, what) => to.can(what, target.dataset.drop ?? "");

  /** The place under the pointer. @param {PointerEvent} event @param {HTMLElement} node what is dragged */
  const under = (event, node) => {
    const others = document.elementsFromPoint(event.clientX, event.clientY).filter((one) => !node.contains(one));
    return targets().find((target) => others.some((one) => one.closest("[data-drop]") === target)) ?? null;
  };

  /** @param {PointerEvent} event */
  function down(event) {
    const node = event.target instanceof Element ? event.target.closest("[data-drag]") : null;
    if (!(node instanceof HTMLElement) || event.button) return;
    held = {
      node,
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      moving: false,
      what: node.dataset.drag ?? "",
    };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!held || event.pointerId !== held.id) return;
    const { node, what } = held;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moving) {
      if (Math.hypot(x, y) < FAR) return;
      held.moving = true;
      node.setPointerCapture?.(held.id);
      node.classList.add("dragged");
      for (const target of targets()) target.classList.toggle("droppable", can(target, what));
    }
    node.style.transform = `translate(${x}px, ${y}px) rotate(${Math.max(-6, Math.min(6, x / 30))}deg)`;
    const over = under(event, node);
    for (const target of targets()) target.classList.toggle("over", target === over && can(target, what));
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!held || event.pointerId !== held.id) return;
    const { node, moving, what } = held;
    const target = moving && event.type === "pointerup" ? under(event, node) : null;
    held = null;
    if (!moving) return;
    node.classList.remove("dragged");
    for (const one of targets()) one.classList.remove("droppable", "over");
    const from = node.style.transform;
    node.style.transform = "";
    swallowClick(node);
    if (target && can(target, what)) to.drop(what, target.dataset.drop ?? "");
    else if (target?.contains(node)) to.place(what, { x: event.clientX, y: event.clientY });
    else node.animate([{ transform: from }, { transform: "none" }], { duration: 180, easing: "ease-out" });
  }

  root.addEventListener("pointerdown", down);
  root.addEventListener("pointermove", move);
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", up);
  root.addEventListener("dragstart", (event) => event.preventDefault());
}

/** Ignore the click that ends a drag. @param {HTMLElement} node */
function swallowClick(node) {
  /** @param {MouseEvent} click */
  const swallow = (click) => {
    click.stopPropagation();
    click.preventDefault();
  };
  node.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => node.removeEventListener("click", swallow, { capture: true }), 50);
}
