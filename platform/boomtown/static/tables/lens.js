/* A map in a window (kit.map): zoom, pan, pinch, and what a small window shows first. The drawing has units of its
   own; `placeOf` turns a press into them. */

import { $, found, on } from "../dom.js";

const CLOSEST = 4;
const FARTHEST = 0.35;
const STEP = 1.3;
const STILL = 6; // a finger that moves less than so many pixels taps

export const chart = () => $(".map");
export const lens = () => $(".lens");
/** How wide the drawing is, in its own units. */
export const size = () => Number(chart()?.dataset.size ?? 1);

let scale = 1;
let seen = "";
/** The point of the drawing that the window was turned to, until somebody moves the map.
    @type {{ x: number, y: number } | null} */
let aim = null;

/** Where a press is on the drawing, in its units.
    @param {{ clientX: number, clientY: number }} event */
export function placeOf(event) {
  const box = chart().getBoundingClientRect();
  const part = size() / box.width;
  return { x: Math.round((event.clientX - box.left) * part), y: Math.round((event.clientY - box.top) * part) };
}

/* --- zoom --------------------------------------------------------------------------------------- */

/** @param {number} wanted
    @param {{ clientX: number, clientY: number }} [at] */
function setScale(wanted, at) {
  const window = lens();
  const before = chart().getBoundingClientRect();
  const box = window.getBoundingClientRect();
  const x = (at?.clientX ?? box.left + box.width / 2) - before.left;
  const y = (at?.clientY ?? box.top + box.height / 2) - before.top;
  scale = Math.max(FARTHEST, Math.min(CLOSEST, wanted));
  aim = null;
  document.body.style.setProperty("--zoom", String(scale));
  const grown = chart().getBoundingClientRect().width / before.width;
  window.scrollLeft += x * (grown - 1);
  window.scrollTop += y * (grown - 1);
}

/** The whole map in the window. */
function fit() {
  const box = lens().getBoundingClientRect();
  const now = chart().getBoundingClientRect();
  setScale((scale * Math.min(box.width, box.height)) / now.width);
}

/** A point of the drawing in the middle of the window.
    @param {number} x
    @param {number} y */
export function lookAt(x, y) {
  const window = lens();
  const part = chart().getBoundingClientRect().width / size();
  aim = { x, y };
  window.scrollTo({ left: x * part - window.clientWidth / 2, top: y * part - window.clientHeight / 2 });
}

/** Whether all of an element is in the window.
    @param {Element} element */
export function shows(element) {
  const box = lens().getBoundingClientRect();
  const here = element.getBoundingClientRect();
  return here.left > box.left && here.right < box.right && here.top > box.top && here.bottom < box.bottom;
}

/** @type {Record<string, () => void>} */
export const zooms = { in: () => setScale(scale * STEP), out: () => setScale(scale / STEP), fit };

/* --- presses ------------------------------------------------------------------------------------- */

/** @type {{ x: number, y: number, left: number, top: number, moved: boolean } | null} */
let pan = null;
/** @type {{ far: number, scale: number } | null} */
let pinch = null;

/** @param {PointerEvent} event */
function begunPan(event) {
  const target = found(event.target);
  if (event.pointerType !== "mouse" || event.button !== 0) return;
  if (!target.closest(".lens") || target.closest("[data-fig], .grip, button")) return;
  pan = { x: event.clientX, y: event.clientY, left: lens().scrollLeft, top: lens().scrollTop, moved: false };
}

/** @param {PointerEvent} event */
function panned(event) {
  if (!pan) return;
  const dx = event.clientX - pan.x;
  const dy = event.clientY - pan.y;
  if (!pan.moved && Math.hypot(dx, dy) < STILL) return;
  pan.moved = true;
  aim = null;
  lens().classList.add("dragged");
  lens().scrollTo({ left: pan.left - dx, top: pan.top - dy });
}

function endedPan() {
  if (pan?.moved) swallowClick();
  lens()?.classList.remove("dragged");
  pan = null;
}

/** What was a drag is no tap. */
export function swallowClick() {
  const stop = (/** @type {Event} */ event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 50);
}

/** @param {TouchList} touches */
const between = (touches) =>
  Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);

/** @param {TouchEvent} event */
function pinched(event) {
  if (event.touches.length !== 2 || !found(event.target).closest?.(".lens")) {
    pinch = null;
    return;
  }
  event.preventDefault();
  const far = between(event.touches);
  if (pinch) {
    const [one, other] = event.touches;
    setScale((pinch.scale * far) / pinch.far, {
      clientX: (one.clientX + other.clientX) / 2,
      clientY: (one.clientY + other.clientY) / 2,
    });
  } else pinch = { far, scale };
}

/** A question makes the window lower: what it was turned to stays in the middle. */
const sizes = new ResizeObserver(() => {
  if (aim && chart()) lookAt(aim.x, aim.y);
});

/** @param {Event} event */
function moved(event) {
  if (found(event.target).closest?.(".lens")) aim = null;
}

export function begin() {
  document.addEventListener("touchmove", moved, { passive: true });
  document.addEventListener("wheel", moved, { passive: true });
  document.addEventListener("keydown", (event) => event.key.startsWith("Arrow") && moved(event));
  document.addEventListener("pointerdown", begunPan);
  document.addEventListener("pointermove", panned);
  addEventListener("pointerup", endedPan);
  addEventListener("touchmove", pinched, { passive: false });
  addEventListener("touchend", () => (pinch = null));
  document.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey || !found(event.target).closest(".lens")) return;
      event.preventDefault();
      setScale(scale * (event.deltaY < 0 ? STEP : 1 / STEP), event);
    },
    { passive: false },
  );
  on("click", (_event, target) => {
    const zoom = found(target.closest("[data-zoom]"));
    if (zoom) zooms[zoom.dataset.zoom]();
  });
  morphed();
}

/** After the page has changed: where the window is too small for the map, it shows what matters now. */
export function morphed() {
  if (lens()) sizes.observe(lens());
  const focus = lens()?.dataset.focus;
  if (focus === undefined || focus === seen) return;
  seen = focus;
  const [x, y] = focus.split(" ").map(Number);
  if (lens().scrollWidth > lens().clientWidth + 4) lookAt(x, y);
}
