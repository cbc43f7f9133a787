/** Drag and drop with any pointer, beside click and keyboard. */

const FAR = 8;

/**
 * @param {HTMLElement} root
 * @param {{can: (what: string, where: string) => boolean, drop: (what: string, where: string) => void}} to
 */
export function draggable(root, to) {
  let held = null;

  const targets = () => [...root.querySelectorAll("[data-drop]")];
  const under = (event) => {
    const point = document.elementsFromPoint(event.clientX, event.clientY);
    const others = point.filter((node) => !held.node.contains(node));
    return others.map((node) => node.closest?.("[data-drop]")).find((node) => node && root.contains(node)) ?? null;
  };

  function down(event) {
    const node = event.target instanceof Element ? event.target.closest("[data-drag]") : null;
    if (!node || event.button) return;
    held = { node, id: event.pointerId, x: event.clientX, y: event.clientY, moving: false, what: node.dataset.drag };
  }

  function move(event) {
    if (!held || event.pointerId !== held.id) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moving) {
      if (Math.hypot(x, y) < FAR) return;
      held.moving = true;
      held.node.setPointerCapture?.(held.id);
      held.node.classList.add("dragged");
      for (const target of targets()) target.classList.toggle("droppable", to.can(held.what, target.dataset.drop));
    }
    held.node.style.transform = `translate(${x}px, ${y}px) rotate(${Math.max(-6, Math.min(6, x / 30))}deg)`;
    const over = under(event);
    for (const target of targets()) target.classList.toggle("over", target === over && to.can(held.what, target.dataset.drop));
    event.preventDefault();
  }

  function up(event) {
    if (!held || event.pointerId !== held.id) return;
    const { node, moving, what } = held;
    const target = moving && event.type === "pointerup" ? under(event) : null;
    held = null;
    if (!moving) return;
    node.classList.remove("dragged");
    for (const one of targets()) one.classList.remove("droppable", "over");
    const from = node.style.transform;
    node.style.transform = "";
    const swallow = (click) => { click.stopPropagation(); click.preventDefault(); };
    node.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => node.removeEventListener("click", swallow, { capture: true }), 50);
    if (target && to.can(what, target.dataset.drop)) to.drop(what, target.dataset.drop);
    else node.animate([{ transform: from }, { transform: "none" }], { duration: 180, easing: "ease-out" });
  }

  root.addEventListener("pointerdown", down);
  root.addEventListener("pointermove", move);
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", up);
  root.addEventListener("dragstart", (event) => event.preventDefault());
}
