/* The map in its window (kit.js): figures, levels, and from the drawing to hundredths of an inch and back.
   The map is drawn south down; everything here speaks of it north up, as the rules do. */

import { $, $$, found, lens, on } from "/static/tables/kit.js";

const SVG = "http://www.w3.org/2000/svg";
const ALL = -1;

let level = ALL;

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
  const { x, y } = lens.placeOf(event);
  const within = (/** @type {number} */ value) => Math.max(0, Math.min(lens.size(), value));
  return { x: within(x), y: within(flip(y)) };
}

/** From the rules' north to the drawing's south.
    @param {number} y */
export const flip = (y) => lens.size() - y;

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
  return { id, element, x: Number(x), y: flip(Number(y)), z: Number(z), r: Number(r) };
}

/** A point of the table in the middle of the window.
    @param {number} x
    @param {number} y */
export const lookAt = (x, y) => lens.lookAt(x, flip(y));

/** A figure that is out of the window comes into it.
    @param {string} id */
export function reveal(id) {
  const at = figure(id);
  if (at && !lens.shows(at.element)) lookAt(at.x, at.y);
}

/* --- levels -------------------------------------------------------------------------------------- */

const heights = () => (lens.chart()?.dataset.levels ?? "0").split(" ").map(Number);

/** The height that taps mean: none in particular while all levels are shown. */
export const tappedLevel = () => (level === ALL ? null : heights()[level]);

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

export const levels = { up: () => setLevel(level + 1), down: () => setLevel(level - 1) };

export function begin() {
  on("click", (_event, target) => {
    const step = found(target.closest("[data-level]"));
    if (step) setLevel(level + Number(step.dataset.level));
  });
}

/** After the page has changed: the level again. */
export function morphed() {
  if (lens.chart()) showLevel();
}
