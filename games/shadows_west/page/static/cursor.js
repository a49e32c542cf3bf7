/* A cursor on the map, for those who do not point: arrows move it, Enter taps where it is. */

import { $ } from "/static/tables/kit.js";
import * as map from "./map.js";

const STEPS = { usual: 50, fine: 10, wide: 200 }; // hundredths of an inch
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] };

/** @type {{ x: number, y: number } | null} */
let at = null;
/** @type {import("./drafts.js").Table} */
let table;

export const isOn = () => at !== null;

/** Begins where the figure is that acts, else in the middle. */
export function toggle(wanted = !at) {
  const size = Number($(".map")?.dataset.size ?? 3600);
  const here = map.figure($(".map")?.dataset.who ?? "");
  at = wanted ? { x: here?.x ?? size / 2, y: here?.y ?? size / 2 } : null;
  show();
}

/** After the page has changed, or the cursor has moved. */
export function show() {
  const layer = $("#cursor");
  if (!layer) return;
  if (!at) {
    layer.replaceChildren();
    return;
  }
  const { x, y } = at;
  const flat = map.flip(y);
  layer.replaceChildren(
    map.drawn("path", { class: "cursor halo", d: `M${x - 90} ${flat}h180M${x} ${flat - 90}v180` }),
    map.drawn("path", { class: "cursor", d: `M${x - 90} ${flat}h180M${x} ${flat - 90}v180` }),
  );
}

/** Where the cursor is in the window, and what lies there. */
function under() {
  const box = $(".map").getBoundingClientRect();
  const part = box.width / Number($(".map").dataset.size);
  const clientX = box.left + at.x * part;
  const clientY = box.top + map.flip(at.y) * part;
  const inside = document.elementFromPoint(clientX, clientY)?.closest(".map, .map *");
  return { clientX, clientY, element: inside ?? $(".map") };
}

/** A key while the cursor is out; whether it meant anything.
    @param {KeyboardEvent} event */
export function key(event) {
  if (!at) return false;
  if (event.key === "Escape") return (toggle(false), true);
  if (event.key === "Enter" || event.key === " ") {
    const { clientX, clientY, element } = under();
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY }));
    return true;
  }
  const way = ARROWS[event.key];
  if (!way) return false;
  const size = Number($(".map").dataset.size);
  const step = event.shiftKey ? STEPS.fine : event.ctrlKey || event.metaKey ? STEPS.wide : STEPS.usual;
  const within = (/** @type {number} */ value) => Math.max(0, Math.min(size, value));
  at = { x: within(at.x + way[0] * step), y: within(at.y + way[1] * step) };
  show();
  keepInView();
  tell();
  return true;
}

function keepInView() {
  const box = $(".lens").getBoundingClientRect();
  const { clientX, clientY } = under();
  const inside = clientX > box.left && clientX < box.right && clientY > box.top && clientY < box.bottom;
  if (!inside) map.lookAt(at.x, at.y);
}

/** What is there, for those who hear it: the place, then the piece or figure. */
function tell() {
  const { element } = under();
  const named = element.closest("[data-fig]")?.getAttribute("aria-label") ?? element.closest("[data-piece]")?.querySelector("title")?.textContent ?? "";
  table.announce(`${at.x / 100} ${at.y / 100}${named ? `, ${named}` : ""}`);
}

/** @param {import("./drafts.js").Table} lent */
export const begin = (lent) => (table = lent);
