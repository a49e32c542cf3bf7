/* The table of Shadows of the West: the map as a second handle of the prompt, what is measured and
   looked at on it, and how moves, shots and blasts are shown. */

import { $, $$, found, fragment, on } from "/static/dom.js";
import * as compose from "./compose.js";
import * as map from "./map.js";
import * as ruler from "./ruler.js";

/** What an effect is told (table.js): the line, how long it may take, where everybody stood.
    @typedef {{ line: HTMLElement, time: number, memory: ReturnType<typeof remember> }} Told */

/** @type {import("./drafts.js").Table} */
let table;
/** @type {Set<string>} */
const lays = new Set();

/* --- figures, on the map and in the lists ---------------------------------------------------------- */

const figures = () => $$(".rail .model").filter((row) => row.offsetParent && !row.classList.contains("gone"));

/** @param {string} [id] */
function point(id) {
  for (const one of $$(".pointed")) one.classList.remove("pointed");
  if (!id) return;
  for (const one of $$(`[data-fig="${CSS.escape(id)}"]`)) one.classList.add("pointed");
}

/** Up and down through the figures of the lists.
    @param {number} by */
function stepFigure(by) {
  const rows = figures();
  const here = found(document.activeElement)?.dataset?.fig;
  const place = rows.findIndex((row) => row.dataset.fig === here);
  const next = rows[(place + by + rows.length) % rows.length];
  if (!next) return false;
  next.focus();
  map.reveal(next.dataset.fig);
  return true;
}

/** A tap on a figure before anything is chosen takes it for a single activation.
    @param {string} id */
function chooseSingle(id) {
  const mode = $('#prompt input[data-thing="mode:single"]');
  if (!mode || $("#prompt .option > .act > :checked")) return false;
  const inner = $(`input[data-thing="figure:${CSS.escape(id)}"]`, mode.closest(".option"));
  if (!inner) return false;
  mode.checked = true;
  inner.checked = true;
  inner.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

/* --- the card that lies face down: only this window knows which one it was ----------------------------- */

const PLAYING = "shadows.cards.play";
const place = () => `boomtown.laid.${document.body.dataset.code}`;

/** @param {SubmitEvent} event */
function lay(event) {
  const [sheet, submitter] = [found(event.target), found(event.submitter)];
  if (sheet.dataset.key === PLAYING && submitter?.name === "a") sessionStorage.setItem(place(), submitter.value);
}

function showLaid() {
  const waiting = $(".turns .mine.chosen");
  const card = waiting && sessionStorage.getItem(place());
  for (const one of $$(".pcard")) {
    const here = Boolean(card) && one.dataset.thing === `card:${JSON.parse(card)}`;
    one.classList.toggle("laid", here);
    if (here) one.title = $(".cards").dataset.laid;
  }
}

/* --- layers ----------------------------------------------------------------------------------------- */

/** @param {string} name */
function toggleLay(name) {
  if (name === "ruler") return ruler.toggle();
  if (lays.has(name)) lays.delete(name);
  else lays.add(name);
  return showLays();
}

async function showLays() {
  for (const button of $$("[data-lay]")) {
    const isOn = button.dataset.lay === "ruler" ? ruler.isOn() : lays.has(button.dataset.lay);
    button.setAttribute("aria-pressed", String(isOn));
  }
  const layer = $("#lays");
  if (!layer) return;
  if (!lays.size) {
    layer.replaceChildren();
    return;
  }
  const answer = await table.preview({ do: "lays", lays: [...lays], figure: chosen() });
  if (!answer) return;
  layer.replaceChildren(...($('svg[data-over="low"]', fragment(answer.html))?.childNodes ?? []));
}

const chosen = () => found(document.activeElement)?.dataset?.fig ?? ($(".map")?.dataset.who || null);

/* --- presses and keys ----------------------------------------------------------------------------------- */

/** @param {MouseEvent} event */
function tapped(event) {
  const target = found(event.target);
  const lay = found(target.closest("[data-lay]"));
  if (lay) return toggleLay(lay.dataset.lay);
  const id = found(target.closest("#part-board [data-fig]"))?.dataset.fig;
  const onMap = target.closest(".map");
  if (!id && !onMap) return undefined;
  if (ruler.isOn() && (onMap || id)) {
    event.stopPropagation();
    const told = ruler.add(onMap ? map.placeOf(event) : null, id);
    if (told) table.announce(told);
    return undefined;
  }
  if (id && chooseSingle(id)) {
    event.stopPropagation();
    return undefined;
  }
  if (compose.tap(event, id)) event.stopPropagation();
  return undefined;
}

/** @type {Record<string, () => unknown>} */
const KEYS = {
  f: map.zooms.fit,
  "+": map.zooms.in,
  "=": map.zooms.in,
  "-": map.zooms.out,
  "[": map.levels.down,
  "]": map.levels.up,
  r: () => Boolean($('[data-lay="ruler"]')) && !$("#prompt [data-most] input:checked") && (ruler.toggle(), true),
  m: () => pressAction("move"),
  s: () => pressAction("shoot"),
  d: () => pressAction("throw"),
  k: () => pressAction("fight"),
  o: () => pressAction("lookout"),
  ArrowDown: () => stepFigure(1),
  ArrowUp: () => stepFigure(-1),
};

/** A declared action by its letter; whether it is one of the answers now.
    @param {string} name */
function pressAction(name) {
  const button = $(`#prompt button[data-thing="action:${name}"]:not([aria-disabled])`);
  button?.click();
  return Boolean(button);
}

const WRITING = "input:not([type=radio], [type=checkbox]), textarea, select";

/** A match that is over is looked at with keys of its own. */
const replayed = () => document.body.classList.contains("replay");

/** @param {KeyboardEvent} event */
function keyed(event) {
  if (event.altKey || found(event.target).closest(WRITING) || !$(".map") || replayed()) return;
  const used = handled(event);
  if (!used) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** @param {KeyboardEvent} event */
function handled(event) {
  const figure = found(event.target).closest(".map [data-fig]");
  if (figure && (event.key === "Enter" || event.key === " ")) {
    figure.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    return true;
  }
  if (ruler.isOn()) {
    if (event.key === "Escape") return (ruler.toggle(false), true);
    if (event.key === "Backspace") return (ruler.back(), true);
  }
  if (compose.key(event)) return true;
  if (event.ctrlKey || event.metaKey) return false;
  const does = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  return does ? does() !== false : false;
}

/* --- what happened --------------------------------------------------------------------------------------- */

/** Where everybody stood before the change.
    @returns {Map<string, [number, number]>} */
export function remember() {
  return new Map($$("#figs .fig").map((one) => [one.id, [Number(one.dataset.x), Number(one.dataset.y)]]));
}

const INCH_TIME = 150;

/** A figure slides from where it was.
    @param {Told} told */
function slide({ line, time, memory }) {
  const id = `fig-${line.dataset.who}`;
  const element = document.getElementById(id);
  const was = memory?.get(id);
  if (!element || !was) return;
  const to = /** @type {const} */ ([Number(element.dataset.x), Number(element.dataset.y)]);
  const far = Math.hypot(to[0] - was[0], to[1] - was[1]) / 100;
  if (!far) return;
  const at = (/** @type {readonly [number, number]} */ [x, y]) => ({ transform: `translate(${x}px, ${y}px)` });
  const duration = Math.min(Math.max(time, 200), far * INCH_TIME);
  element.animate([at(was), at(to)], { duration, easing: "ease-in-out" });
  memory.delete(id);
}

/** @param {string} id */
const centre = (id) => map.figure(id);

/** A shot: a line that runs from the gun to its target.
    @param {Told} told */
function fire({ line, time }) {
  const from = centre(line.dataset.who);
  const to = centre(line.dataset.target);
  const layer = $("#shots");
  if (!from || !to || !layer) return;
  const d = `M${from.x} ${map.flip(from.y)}L${to.x} ${map.flip(to.y)}`;
  const tracer = map.drawn("path", { class: "tracer", d, pathLength: 100 });
  const flash = map.drawn("circle", { class: "muzzle", cx: from.x, cy: map.flip(from.y), r: 60 });
  layer.append(tracer, flash);
  const duration = Math.max(time, 250);
  tracer.animate([{ strokeDashoffset: 100 }, { strokeDashoffset: -100 }], { duration, easing: "ease-in" });
  flash.animate([{ opacity: 1 }, { opacity: 0 }], { duration, fill: "forwards" });
  setTimeout(() => (tracer.remove(), flash.remove()), duration);
}

/** @param {Told} told */
function struck({ line, time }) {
  const element = document.getElementById(`fig-${line.dataset.who}`);
  element?.animate([{ opacity: 1 }, { opacity: 0.2 }, { opacity: 1 }], { duration: Math.max(time, 300) });
}

/** A blast: a ring that grows as far as it reaches.
    @param {Told} told */
function blast({ line, time }) {
  const { x, y, reach } = line.dataset;
  const layer = $("#shots");
  if (!layer || x === undefined) return;
  const ring = map.drawn("circle", { class: "bang", cx: x, cy: map.flip(Number(y)), r: reach ?? 300 });
  layer.append(ring);
  const duration = Math.max(time, 400);
  const grown = [{ transform: "scale(.1)", opacity: 1 }, { transform: "scale(1)", opacity: 0 }];
  ring.style.transformOrigin = `${x}px ${map.flip(Number(y))}px`;
  ring.animate(grown, { duration, easing: "ease-out" }).onfinish = () => ring.remove();
}

const moved = { sound: "arrow", effect: slide };
const shot = { sound: "shot", effect: fire };
const hurt = { sound: "arrow", effect: struck };
const boom = { sound: "dynamite", effect: blast };
const dead = { sound: "out" };
const over = { sound: "win" };

export const events = {
  "shadows.cards.play": { sound: "dice" },
  "shadows.cards.identical": { sound: "turn" },
  "shadows.move.distance": moved,
  "shadows.move.climb": moved,
  "shadows.folk.flee": moved,
  "shadows.folk.random": moved,
  "shadows.shoot.sequence": shot,
  "shadows.tnt.sharp_shot": shot,
  "shadows.tnt.blast": boom,
  "shadows.tnt.blast.stick": boom,
  "shadows.fight.defender": { sound: "arrow" },
  "shadows.damage.shaken": hurt,
  "shadows.damage.downed": hurt,
  "shadows.damage.casualty.model": dead,
  "shadows.damage.casualty.folk": dead,
  "shadows.damage.casualty.horse": dead,
  "shadows.loot.take": { sound: "beer" },
  "shadows.vp.winner": over,
  "shadows.bottle.all_flee": over,
};

/* --- beginning -------------------------------------------------------------------------------------------- */

/** @param {import("./drafts.js").Table} lent */
export function begin(lent) {
  table = lent;
  map.begin();
  compose.begin(lent);
  document.addEventListener("submit", lay);
  addEventListener("click", tapped, { capture: true });
  addEventListener("keydown", keyed, { capture: true });
  on("pointermove", (event, target) => {
    if (ruler.isOn() && target.closest(".map")) ruler.show(map.placeOf(event));
  });
  on("pointerover", (_event, target) => point(found(target.closest?.("[data-fig]"))?.dataset.fig));
  on("focusin", (_event, target) => point(found(target.closest?.("[data-fig]"))?.dataset.fig));
  // A press with the mouse leaves the focus where it is, so that Enter still sends.
  on("mousedown", (event, target) => target.closest(".map [data-fig]") && event.preventDefault());
  morphed();
}

export function morphed() {
  if (!$(".map")) return;
  map.morphed();
  compose.morphed();
  showLaid();
  ruler.show();
  if (lays.size) showLays();
}

