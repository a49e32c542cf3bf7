/* The map as a window: zoom, pan, levels, and from the screen to hundredths of an inch and back.
   The map is drawn south down; everything here speaks of it north up, as the rules do. */

import { $, $$, found, on } from "/static/dom.js";

const SVG = "http://www.w3.org/2000/svg";
const CLOSEST = 4;
const FARTHEST = 0.35;
const STEP = 1.3;
const STILL = 6; // a finger that moves less than so many pixels taps
const ALL = -1;

const chart = () => $(".map");
const lens = () => $(".lens");
const size = () => Number(chart()?.dataset.size ?? 3600);

let scale = 1;
let level = ALL;
let seen = "";

/** An element of a drawing.
    @param {string} name
    @param {Record<string, string | number>} attributes
    @param {...(Node | string)} inside */
export function drawn(name, attributes, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...inside);
  return element;
}

/** A written label, as wide as its words.
    @param {string} words
    @param {number} x
    @param {number} y
    @param {string} tone */
export function tag(words, x, y, tone) {
  const half = words.length * 14 + 26;
  const text = drawn("text", { y: 18 }, words);
  const box = drawn("rect", { x: -half, y: -36, width: 2 * half, height: 70, rx: 35 });
  return drawn("g", { class: `tag ${tone}`, transform: `translate(${x} ${y})` }, box, text);
}

/** Where a press is on the table, in whole hundredths of an inch.
    @param {{ clientX: number, clientY: number }} event */
export function placeOf(event) {
  const box = chart().getBoundingClientRect();
  const part = size() / box.width;
  const x = Math.round((event.clientX - box.left) * part);
  const y = Math.round((event.clientY - box.top) * part);
  const within = (/** @type {number} */ value) => Math.max(0, Math.min(size(), value));
  return { x: within(x), y: within(size() - y) };
}

/** From the rules' north to the drawing's south.
    @param {number} y */
export const flip = (y) => size() - y;

/** A facing, as the rules write it: a thousand long.
    @param {number} angle */
export const facing = (angle) => [Math.round(1000 * Math.cos(angle)), Math.round(1000 * Math.sin(angle))];

/** How far an arrow key moves something: a hundredth of an inch, a tenth, an inch.
    @param {KeyboardEvent} event */
export const stride = (event) => (event.ctrlKey || event.metaKey ? 100 : event.shiftKey ? 10 : 1);

/** A figure, marker or keg of the map, as it lies there.
    @param {string} id */
export function figure(id) {
  const element = $(`.map [data-fig="${CSS.escape(id)}"]`);
  if (!element) return null;
  const { x, y, z, r } = element.dataset;
  return { id, element, x: Number(x), y: size() - Number(y), z: Number(z), r: Number(r) };
}

/** The height that taps mean: none in particular while all levels are shown. */
export const tappedLevel = () => (level === ALL ? null : heights()[level]);

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
  document.body.style.setProperty("--zoom", String(scale));
  const grown = chart().getBoundingClientRect().width / before.width;
  window.scrollLeft += x * (grown - 1);
  window.scrollTop += y * (grown - 1);
}

/** The whole table in the window. */
export function fit() {
  const box = lens().getBoundingClientRect();
  const now = chart().getBoundingClientRect();
  setScale((scale * Math.min(box.width, box.height)) / now.width);
}

/** A point of the table in the middle of the window.
    @param {number} x
    @param {number} y */
export function lookAt(x, y) {
  const window = lens();
  const part = chart().getBoundingClientRect().width / size();
  window.scrollTo({
    left: x * part - window.clientWidth / 2,
    top: flip(y) * part - window.clientHeight / 2,
  });
}

/** A figure that is out of the window comes into it.
    @param {string} id */
export function reveal(id) {
  const at = figure(id);
  if (!at) return;
  const box = lens().getBoundingClientRect();
  const here = at.element.getBoundingClientRect();
  const inside = here.left > box.left && here.right < box.right && here.top > box.top && here.bottom < box.bottom;
  if (!inside) lookAt(at.x, at.y);
}

/* --- levels -------------------------------------------------------------------------------------- */

const heights = () => (chart()?.dataset.levels ?? "0").split(" ").map(Number);

/** @param {number} wanted */
function setLevel(wanted) {
  level = Math.max(ALL, Math.min(heights().length - 1, wanted));
  showLevel();
}

/** Up to the level: floors and roofs are laid over what is below, and what is above fades. */
function showLevel() {
  const words = $("#level");
  if (!words) return;
  const top = tappedLevel();
  const { all, ground, upto } = words.dataset;
  const inches = String((top ?? 0) / 100).replace(".", document.documentElement.lang === "en" ? "." : ",");
  words.textContent = top === null ? all : top === 0 ? ground : upto.replace("#", `${inches}″`);
  for (const one of $$(".storey, .opening.up, .opening.under")) {
    one.classList.toggle("shown", top !== null && Number(one.dataset.z) <= top);
  }
  for (const one of $$("#figs .fig")) {
    const covered = one.dataset.roof !== "" && Number(one.dataset.roof) <= top;
    one.classList.toggle("off", top !== null && (Number(one.dataset.z) > top || covered));
  }
}

/* --- presses ------------------------------------------------------------------------------------- */

/** @type {{ x: number, y: number, left: number, top: number, moved: boolean } | null} */
let pan = null;
/** @type {{ far: number, scale: number } | null} */
let pinch = null;

/** @param {PointerEvent} event */
function begunPan(event) {
  const target = found(event.target);
  if (event.pointerType !== "mouse" || event.button !== 0 || target.closest("[data-fig], .grip, button")) return;
  if (!target.closest(".lens")) return;
  pan = { x: event.clientX, y: event.clientY, left: lens().scrollLeft, top: lens().scrollTop, moved: false };
}

/** @param {PointerEvent} event */
function panned(event) {
  if (!pan) return;
  const dx = event.clientX - pan.x;
  const dy = event.clientY - pan.y;
  if (!pan.moved && Math.hypot(dx, dy) < STILL) return;
  pan.moved = true;
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

/** @type {Record<string, () => void>} */
export const zooms = { in: () => setScale(scale * STEP), out: () => setScale(scale / STEP), fit };
export const levels = { up: () => setLevel(level + 1), down: () => setLevel(level - 1) };

export function begin() {
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
    const step = found(target.closest("[data-level]"));
    if (step) setLevel(level + Number(step.dataset.level));
  });
}

/** After the page has changed: the level again, and on a telephone the figure that acts. */
export function morphed() {
  if (!chart()) return;
  showLevel();
  const focus = lens().dataset.focus;
  if (focus === seen) return;
  seen = focus;
  const [x, y] = focus.split(" ").map(Number);
  if (lens().scrollWidth > lens().clientWidth + 4) lookAt(x, flip(y));
}
