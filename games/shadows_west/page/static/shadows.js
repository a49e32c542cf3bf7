/* The table of Shadows of the West: the map as a second handle of the prompt, what is measured and
   looked at on it, and how moves, shots and blasts are shown. */

import { $, $$, found, fragment, lens, on } from "/static/tables/kit.js";
import * as compose from "./compose.js";
import * as cursor from "./cursor.js";
import * as inspect from "./inspect.js";
import * as map from "./map.js";
import * as ruler from "./ruler.js";

/** @type {import("./drafts.js").Table} */
let table;
/** @type {Set<string>} */
const lays = new Set();

/* --- figures, on the map and in the lists ---------------------------------------------------------- */

const figures = () => $$(".rail .model").filter((row) => row.offsetParent && !row.classList.contains("gone"));

/** @param {string} [id] */
function point(id) {
  for (const one of $$(".hovered")) one.classList.remove("hovered");
  if (!id) return;
  for (const one of $$(`[data-fig="${CSS.escape(id)}"]`)) one.classList.add("hovered");
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
  const other = $("#prompt .option > .act > :checked");
  if (!mode || (other && other !== mode)) return false;
  const inner = $(`input[data-thing="figure:${CSS.escape(id)}"]`, mode.closest(".option"));
  if (!inner) return false;
  mode.checked = true;
  inner.checked = true;
  inner.dispatchEvent(new Event("change", { bubbles: true }));
  compose.chose(id);
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
  if (name === "ruler") return (inspect.toggle(false), ruler.toggle());
  if (name === "inspect") return (ruler.toggle(false), inspect.toggle());
  if (lays.has(name)) lays.delete(name);
  else lays.add(name);
  return showLays();
}

async function showLays() {
  for (const button of $$("[data-lay]")) {
    const tool = { ruler, inspect }[button.dataset.lay];
    const isOn = tool ? tool.isOn() : lays.has(button.dataset.lay);
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
  if (inspect.isOn()) {
    event.stopPropagation();
    const { x, y } = map.placeOf(event);
    inspect.add(id ?? [x, y]);
    return undefined;
  }
  if (id && chooseSingle(id)) {
    event.stopPropagation();
    return undefined;
  }
  const answers = Boolean(target.closest("#part-board .target")); // then it is no question about the figure
  if (id && !answers && [null, "who"].includes(compose.composing())) inspect.one(id);
  if (compose.tap(event, id)) event.stopPropagation();
  return undefined;
}

/** @type {Record<string, () => unknown>} */
const KEYS = {
  f: lens.zooms.fit,
  "+": lens.zooms.in,
  "=": lens.zooms.in,
  "-": lens.zooms.out,
  "[": map.levels.down,
  "]": map.levels.up,
  r: () => Boolean($('[data-lay="ruler"]')) && !$("#prompt [data-most] input:checked") && (ruler.toggle(), true),
  c: () => (cursor.toggle(), true),
  i: () => (toggleLay("inspect"), true),
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
  if (cursor.key(event)) return true;
  if (event.key === "Escape" && (inspect.isOn() || inspect.clear())) return (inspect.toggle(false), true);
  if (compose.key(event)) return true;
  if (event.ctrlKey || event.metaKey) return false;
  const does = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  return does ? does() !== false : false;
}

/* --- what happened --------------------------------------------------------------------------------------- */

export { effects } from "./effects.js";

/* --- beginning -------------------------------------------------------------------------------------------- */

/** @param {import("./drafts.js").Table} lent */
export function begin(lent) {
  table = lent;
  map.begin();
  compose.begin(lent);
  inspect.begin(lent);
  cursor.begin(lent);
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
  inspect.show();
  cursor.show();
  if (lays.size) showLays();
}

