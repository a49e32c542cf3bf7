/* The ruler: free for everybody at any time, unless the table agreed otherwise. Points of the table
   and figures, one after another; between figures it measures from base to base, height included. */

import { $, $$ } from "/static/tables/kit.js";
import { drawn, figure, flip, tag } from "./map.js";

/** A place that is measured: where it is, how high, and how wide its base is.
    @typedef {{ x: number, y: number, z: number, r: number }} Spot */

let on = false;
/** @type {Spot[]} */
let points = [];

const decimal = () => (document.documentElement.lang === "en" ? "." : ",");
/** @param {number} u hundredths of an inch */
export const inches = (u) => `${(Math.floor(u) / 100).toFixed(2).replace(".", decimal())}″`;

/** The gap between two places, as the rules measure it.
    @param {Spot} one
    @param {Spot} other */
function gap(one, other) {
  const flat = Math.max(0, Math.hypot(one.x - other.x, one.y - other.y) - one.r - other.r);
  return Math.hypot(flat, one.z - other.z);
}

export const isOn = () => on;

export function toggle(wanted = !on) {
  on = wanted;
  points = [];
  for (const button of $$('[data-lay="ruler"]')) button.setAttribute("aria-pressed", String(on));
  document.body.classList.toggle("measuring", on);
  show();
  return on;
}

/** A further point; a figure is measured from its base. Returns the length so far, in words.
    @param {{ x: number, y: number } | null} place
    @param {string} [id] */
export function add(place, id) {
  const at = id ? figure(id) : { ...place, z: 0, r: 0 };
  if (!at) return null;
  points.push({ x: at.x, y: at.y, z: at.z, r: at.r });
  show();
  return points.length < 2 ? "" : inches(whole());
}

export function back() {
  points.pop();
  show();
}

const whole = () => points.slice(1).reduce((sum, point, index) => sum + gap(points[index], point), 0);

/** Draws the ruler, and a stretch of it to where the pointer is.
    @param {{ x: number, y: number }} [pointer] */
export function show(pointer) {
  const layer = $("#ruler");
  const how = $("#how");
  if (!layer) return undefined;
  if (how) {
    how.hidden = !on || points.length > 0;
    how.textContent = on ? how.dataset.ruler : "";
  }
  const told = pointer && points.length ? [...points, { ...pointer, z: points.at(-1).z, r: 0 }] : points;
  if (!on || !told.length) return layer.replaceChildren();
  const way = told.map(({ x, y }, index) => `${index ? "L" : "M"}${x} ${flip(y)}`).join("");
  const parts = [drawn("path", { class: "measure halo", d: way }), drawn("path", { class: "measure", d: way })];
  let sum = 0;
  told.forEach((point, index) => {
    parts.push(drawn("circle", { class: "dot", cx: point.x, cy: flip(point.y), r: 16 }));
    if (!index) return;
    sum += gap(told[index - 1], point);
    parts.push(tag(inches(sum), point.x, flip(point.y) - 80, "info"));
  });
  return layer.replaceChildren(...parts);
}
