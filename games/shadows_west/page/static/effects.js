/* What happens on the map: figures walk their way, shots run to their target, dice lie beside who rolls
   them, blasts grow as far as they reach. Which line of the log is shown by which of them stands in
   page/beats.py. */

import { $, made } from "/static/tables/kit.js";
import * as map from "./map.js";

/** @typedef {import("/static/tables/stage.js").Told} Told */

/** @param {string} id */
const figure = (id) => document.getElementById(`fig-${id}`);

/** The places of a walk as the map has them: in pairs, the first is where it begins.
    @param {string | undefined} way
    @returns {[number, number][]} */
function placesOn(way) {
  const numbers = (way ?? "").split(" ").filter(Boolean).map(Number);
  /** @type {[number, number][]} */
  const places = [];
  for (let n = 0; n + 1 < numbers.length; n += 2) places.push([numbers[n], map.flip(numbers[n + 1])]);
  return places;
}

/** A figure walks along its way, which is drawn while it walks.
    @param {Told} told */
function walk({ line, time, still }) {
  const who = figure(line.dataset.who);
  const places = placesOn(line.dataset.way);
  const layer = $("#shots");
  if (!who || places.length < 2 || !layer) return undefined;
  const d = places.map(([x, y], n) => `${n ? "L" : "M"}${x} ${y}`).join("");
  const trail = map.drawn("path", { class: "walked", d });
  layer.append(trail);
  const lengths = places.map(([x, y], n) => (n ? Math.hypot(x - places[n - 1][0], y - places[n - 1][1]) : 0));
  const whole = lengths.reduce((sum, one) => sum + one, 0) || 1;
  let far = 0;
  const frames = places.map(([x, y], n) => {
    far += lengths[n];
    return { transform: `translate(${x}px, ${y}px)`, offset: far / whole };
  });
  const walks = still ? null : who.animate(frames, { duration: time, fill: "forwards", easing: "linear" });
  return () => {
    walks?.cancel();
    trail.remove();
  };
}

/** A line from the gun to its target, with a cross where it is aimed.
    @param {Told} told */
function aim({ line, time, still }) {
  const [from, to] = [map.figure(line.dataset.who), map.figure(line.dataset.target)];
  const layer = $("#shots");
  if (!from || !to || !layer) return undefined;
  const d = `M${from.x} ${map.flip(from.y)}L${to.x} ${map.flip(to.y)}`;
  const sight = map.drawn("path", { class: "sight", d });
  const tracer = map.drawn("path", { class: "tracer", d, pathLength: 100 });
  const mark = map.drawn("circle", { class: "aimat", cx: to.x, cy: map.flip(to.y), r: 78 });
  layer.append(sight, mark, tracer);
  if (still) tracer.remove();
  else tracer.animate([{ strokeDashoffset: 100 }, { strokeDashoffset: -100 }], { duration: time * 0.7, delay: time * 0.3, easing: "ease-in" });
  return () => [sight, mark, tracer].forEach((one) => one.remove());
}

/** Something called out at a figure, or where it stood: dice first, then a word.
    @param {string} id
    @param {{ dice?: string[], good?: boolean, words?: string }} what */
function call(id, { dice = [], good, words = "" }) {
  const place = figure(id) ?? $(`#part-board [data-fig="${CSS.escape(id)}"]`);
  if (!place) return undefined;
  const note = made("p", { className: `callout rolled${good === undefined ? "" : good ? " good" : " bad"}` });
  note.setAttribute("aria-hidden", "true");
  note.append(...dice.map((die) => made("b", { className: "d", textContent: die })));
  if (words) note.append(made("span", { textContent: words }));
  const { left, top, width } = place.getBoundingClientRect();
  const window = $(".lens")?.getBoundingClientRect();
  const within = (/** @type {number} */ x) => (window ? Math.max(window.left + 60, Math.min(window.right - 60, x)) : x);
  Object.assign(note.style, { left: `${within(left + width / 2)}px`, top: `${Math.max((window?.top ?? 0) + 50, top - 6)}px` });
  document.body.append(note);
  return () => note.remove();
}

/** All dice of a test, and how many of them are successes.
    @param {Told} told */
function dice({ line }) {
  const { who, shown, successes } = line.dataset;
  const number = Number(successes);
  return call(who, { dice: (shown ?? "").split(" "), good: number > 0, words: `${number} ✓` });
}

/** One die against a number.
    @param {Told} told */
function die({ line }) {
  const { who, die: face, target, key } = line.dataset;
  const good = /passed|fine|on_target/.test(key);
  return call(who, { dice: [face], good, words: `${/^\d+$/.test(target ?? "") ? `${target}+ ` : ""}${good ? "✓" : "✗"}` });
}

/** A blast: a ring that grows as far as it reaches.
    @param {Told} told */
function blast({ line, time, still }) {
  const { x, y, reach } = line.dataset;
  const layer = $("#shots");
  if (!layer || x === undefined) return undefined;
  const at = { cx: x, cy: map.flip(Number(y)) };
  const ring = map.drawn("circle", { class: "bang", ...at, r: reach ?? 300 });
  const edge = map.drawn("circle", { class: "bangring", ...at, r: reach ?? 300 });
  layer.append(ring, edge);
  if (!still) {
    ring.style.transformOrigin = `${x}px ${at.cy}px`;
    const grown = [{ transform: "scale(.1)", opacity: 1 }, { transform: "scale(1)", opacity: 0.9, offset: 0.5 }, { transform: "scale(1)", opacity: 0 }];
    ring.animate(grown, { duration: time, easing: "ease-out", fill: "forwards" });
  }
  return () => [ring, edge].forEach((one) => one.remove());
}

export const effects = { walk, aim, dice, die, blast };
