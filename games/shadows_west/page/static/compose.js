/* Answers that are composed on the map: ways, shots, points, places of models, gangs. A draft goes
   to the server, which says what it would mean; what it makes of it is written into the prompt's own
   field, so that Enter and the main button send it, and typing it does the same. */

import { $, $$, found, on } from "/static/tables/kit.js";
import * as begun from "./begun.js";
import * as drafts from "./drafts.js";
import * as drag from "./drag.js";
import * as glances from "./glances.js";
import { DRAWN, KINDS, RISKY } from "./kinds.js";
import { facing, figure, placeOf, stride, tappedLevel } from "./map.js";
import { forget, isAssured, readyOf, weigh } from "./ready.js";
import { Sketch } from "./sketch.js";

/** @typedef {import("/static/dom.js").Found} Found */

const TURN = Math.PI / 8;
/** @type {Record<string, [number, number]>} */
const NUDGE = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] };

/** @type {drafts.Table} */
let table;
let asked = "";
/** @type {string | null} */
let kind = null;
const sketch = new Sketch();
let ahead = false; // whether the Move that is drawn is still to be declared
/** @type {{ who: string, order: unknown } | null} */
let planned = null; // the Move that goes out with its declaration
let laying = false; // whether the next tap is where a stick of dynamite is laid
let chosen = ""; // whose eyes are looked through while nothing is composed

const form = () => table.form();
const who = () => (KINDS[form()?.dataset.key] === "who" ? chosen : $(".map")?.dataset.who || chosen);
/** @param {string} id */
const isMine = (id) => document.body.dataset.me !== "" && "abcd"[Number(document.body.dataset.me)] === id[0];
const own = () => $("[data-own]", form());

/* --- the draft ----------------------------------------------------------------------------------- */

/** @param {Record<string, unknown>} change
    @param {{ keep?: boolean }} [how] whether it is a step of the draft, or only looked at */
async function draft(change, { keep = true } = {}) {
  const answer = await drafts.ask({ do: kind, figure: who(), ...sketch.base, ...change, level: tappedLevel() });
  if (!answer) return;
  const { data } = answer;
  if (keep && data.draft) {
    sketch.grow(data.draft, data);
    write(data);
    store();
  }
}

/* --- a draft outlives the page that it was drawn on ------------------------------------------------ */

const store = () => drafts.keep({ asked, ahead, drafts: sketch.kept() });

/** The draft of this very question, if the page was loaded anew since; whether there was one. */
function fetched() {
  const kept = drafts.kept(asked);
  if (!kept) return false;
  if (kept.ahead) plan(true);
  sketch.restore(kept.drafts);
  const last = sketch.base;
  sketch.back();
  draft({ to: undefined, on: undefined, ...last });
  return true;
}

/** The answer goes into the prompt, where it can be read, changed and sent.
    @param {any} data */
function write(data) {
  const sheet = form();
  if (!sheet) return;
  for (const line of $$(".refused", sheet)) line.hidden = true;
  if (kind === "folk") {
    for (const [index, axis] of ["x", "y", "z"].entries()) {
      const field = found(sheet.elements.namedItem(`a.${axis}`));
      if (field && data.answer) field.value = data.answer[index];
    }
  } else if (own()) own().value = data.legal ? data.text : "";
  label();
}

/** What the main button says: what it would do now. */
function label() {
  const words = $("#send b");
  const told = $(sketch.sure ? "[data-sure]" : "[data-send]", $("#prompt [data-draft]") ?? document);
  if (words && told) words.textContent = told.textContent;
}

function undoStep() {
  if (!sketch.back()) return false;
  if (!sketch.now) return nothingDrawn();
  const last = sketch.base;
  sketch.back();
  draft({ to: undefined, on: undefined, ...last });
  return true;
}

function undoAll() {
  sketch.clear();
  return nothingDrawn();
}

/** Everything was taken back: it begins anew. */
function nothingDrawn() {
  drafts.clear();
  if (ahead) plan(false);
  if (own()) own().value = "";
  store();
  start();
  return true;
}

/** From nothing: the reach of whoever moves, the zone of whoever is placed. */
function start() {
  if (!kind || kind === "who") return;
  const chosen = kind === "place" ? { model: $(".model[aria-pressed=true]")?.dataset.fig } : {};
  draft(chosen, { keep: kind === "gang" || kind === "shot" });
}

/* --- taps and drags ------------------------------------------------------------------------------ */

/** A tap on the map; whether it meant anything.
    @param {MouseEvent} event
    @param {string} [id] */
export function tap(event, id) {
  if (!kind || kind === "gang") return id && !kind ? look(id) : false;
  if (drafts.isTurnedDown()) sketch.clear(); // another way begins anew
  if (kind === "look" && !id && canMove()) plan(true);
  if (kind === "who") {
    if (id || !named()) return false;
    plan(true);
  }
  if (kind === "shot" || kind === "look") return id ? (draft({ target: id, answer: undefined }), true) : false;
  if (kind === "place" && id && isWaiting(id)) return (draft({ model: id }), true);
  // A tap on the mover itself means the ground beside it; a stick is laid on a point.
  if (id && id !== who() && !laying && (kind === "move" || kind === "throw")) return (draft({ on: id, to: undefined }), true);
  const { x, y } = placeOf(event);
  if (laying) {
    lay(false);
    draft({ stick: [x, y] });
  } else draft({ to: [x, y], on: undefined });
  return true;
}

const moveButton = () => $('#prompt button[data-thing="action:move"]');
const canMove = () => Boolean(moveButton()) && moveButton().getAttribute("aria-disabled") !== "true";

/** A way may be drawn before the Move is declared, and both are sent together.
    @param {boolean} drawn */
function plan(drawn) {
  ahead = drawn;
  kind = drawn ? "move" : KINDS[form().dataset.key];
  document.body.dataset.composing = kind;
}

/** The fields that name the chosen model for two actions; the page may be drawn anew meanwhile. */
function named() {
  const mode = $('#prompt input[data-thing="mode:single"]');
  const model = chosen && mode && $(`input[data-thing="figure:${CSS.escape(chosen)}"]`, mode.closest(".option"));
  return model ? [mode, model] : null;
}

/** The declaration goes out, and the Move as soon as it is asked for (shadows.ui.combined). */
function go() {
  if (sketch.now?.data.risk && !sketch.sure) {
    sketch.sure = true;
    $('[data-do="go"] b').textContent = $("#prompt [data-sure]").textContent;
    label();
    return;
  }
  planned = { who: who(), order: sketch.base.order };
  if (KINDS[form().dataset.key] === "who") for (const field of named() ?? []) field.checked = true;
  form().requestSubmit(moveButton() ?? $("#send"));
}

/** The model that was named to act is asked what it does: it moves, as was drawn. */
function declareOn() {
  if (!planned || kind !== "look" || planned.who !== who() || !canMove()) return false;
  form().requestSubmit(moveButton());
  return true;
}

/** Whoever acts was chosen on the map: what is tapped next is its way.
    @param {string} id */
export function chose(id) {
  if (kind !== "who" && !(ahead && KINDS[form()?.dataset.key] === "who")) return;
  chosen = id;
  if (ahead) undoAll();
}

/** The Move that was sent with its declaration: if it cannot be made any more, it is asked anew. */
async function carryOut() {
  const { who: mover, order } = planned;
  planned = null;
  if (kind !== "move" || mover !== who()) return start();
  const question = asked;
  await draft({ order });
  sketch.sure = true; // it was confirmed with the declaration
  if (question === asked && sketch.now?.data.legal) form()?.requestSubmit($("#send"));
  return undefined;
}

/** Nothing is composed: one's own figure is chosen, and others are looked at through its eyes.
    An enemy that is asked about, as before a reaction, is what a figure of one's own looks at.
    @param {string} id */
function look(id) {
  const asked = $(".map").dataset.who;
  if (isMine(id)) chosen = id;
  const eyes = isMine(id) ? id : isMine(asked) ? asked : chosen;
  const target = isMine(id) ? (isMine(asked) ? "" : asked) : id;
  if (eyes) drafts.ask({ do: "look", figure: eyes, target: target || undefined });
  return false;
}

/** The next tap lays a stick, or adds to the way again.
    @param {boolean} wanted */
function lay(wanted) {
  laying = wanted;
  $('[data-do="stick"]')?.setAttribute("aria-pressed", String(wanted));
}

/** @param {string} id */
const isWaiting = (id) => $(`.rail [data-fig="${CSS.escape(id)}"]`)?.classList.contains("waiting");

/** @param {Found} target */
function held(target) {
  if (!kind) return null;
  if (target.closest(".grip")) return "turn";
  return kind === "move" && target.closest(`[data-fig="${CSS.escape(who())}"], .ghost`) ? "way" : null;
}

/** @type {drag.House} */
const DRAGS = {
  held,
  base: () => sketch.base,
  preview(what, event, base) {
    if (what === "turn") draft({ face: towards(event) }, { keep: false });
    else drafts.ask({ do: kind, ...base, to: Object.values(placeOf(event)), level: tappedLevel() });
  },
  drop(what, event) {
    draft(what === "turn" ? { face: towards(event) } : { to: Object.values(placeOf(event)) });
  },
};

/** From the end of the way to the pointer, as a facing.
    @param {PointerEvent} event */
function towards(event) {
  const here = figure(who());
  const [x, y] = sketch.now?.data.end ?? [here?.x, here?.y];
  const at = placeOf(event);
  return facing(Math.atan2(at.y - y, at.x - x));
}

/** @param {number} steps */
function turn(steps) {
  const [fx, fy] = sketch.now?.data.face ?? JSON.parse($(".map").dataset.face || "[0,1000]");
  draft({ face: facing(Math.atan2(fy, fx) - steps * TURN) });
}

/** @param {number[]} by */
function nudge([dx, dy]) {
  const at = sketch.now?.data.end;
  if (at) draft({ to: [at[0] + dx, at[1] + dy], on: undefined });
}

/* --- keys ---------------------------------------------------------------------------------------- */

/** A key while something is composed; whether it meant anything.
    @param {KeyboardEvent} event */
export function key(event) {
  if (!kind) return false;
  if (event.key === "Backspace") return undoStep();
  if (event.key === "Escape" && sketch.now) return undoAll();
  if (found(event.target).closest(".rail, .acts, .tabs, .panel")) return false;
  const turns = (event.key === "ArrowLeft" && -1) || (event.key === "ArrowRight" && 1);
  if (turns && (kind === "move" || (kind === "place" && event.altKey))) return (turn(turns), true);
  if (NUDGE[event.key] && DRAWN.has(kind) && kind !== "move" && sketch.now)
    return (nudge(NUDGE[event.key].map((part) => part * stride(event))), true);
  return false;
}

/* --- what is looked at before it is chosen ---------------------------------------------------------- */

/** @type {glances.House} */
const GLANCES = {
  asks: () => Boolean(kind) && !drag.dragging(),
  aims: () => kind === "shot" || kind === "look",
  glance(change, how) {
    drafts.ask({ do: kind, figure: who(), ...change, level: tappedLevel() }, { lists: false, ...how });
  },
  away() {
    if (sketch.now) draft({}, { keep: false });
    else start();
  },
};

/* --- buttons of a draft ----------------------------------------------------------------------------- */

/** @type {Record<string, (value: string) => unknown>} */
const PRESSES = {
  back: undoStep,
  turn: (value) => turn(Number(value)),
  nudge: (value) => nudge(value.split(" ").map(Number)),
  stride: (value) => draft({ stride: Number(value) }),
  order: (value) => draft({ order: value, to: undefined, on: undefined }),
  stick: () => lay(!laying),
  go,
  pick: (value) => draft({ answer: JSON.parse(value) }),
  model: (value) => draft({ model: value }),
  gang: (value) => draft({ gang: value, hands: "" }),
  hands: (value) => draft({ hands: value }),
  quick: (value) => {
    begun.remember(true);
    own().value = value;
    form().requestSubmit($("#send"));
  },
  fold: () => $("#builder")?.classList.toggle("folded"),
};

/** @param {Event} _event
    @param {Found} target */
function pressed(_event, target) {
  const button = found(target.closest("[data-do]"));
  if (!button || !kind) return;
  const name = button.dataset.do;
  if (PRESSES[name]) PRESSES[name](button.dataset.value);
}

/** What is not allowed, or not there yet, is not sent; a risk is confirmed once
    (shadows.ui.confirm_risk). What was typed is the server's to judge.
    @param {SubmitEvent} event
    @param {Found} target */
function sending(event, target) {
  if (target.id !== "prompt" || !kind || kind === "look" || kind === "who") return;
  if (ahead && !planned && event.submitter?.id === "send" && sketch.now?.data.legal) {
    event.preventDefault();
    event.stopImmediatePropagation();
    setTimeout(go); // a form that is being sent is not sent again
    return;
  }
  const ready = RISKY.has(kind) && event.submitter && readyOf(event.submitter);
  if (ready && !isAssured(ready)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    const meant = { do: kind, figure: who(), answer: JSON.parse(ready.value), level: tappedLevel() };
    const question = asked;
    weigh(ready, meant, table, () => question === asked);
  }
  if (event.submitter?.id !== "send") return;
  const typed = own()?.value.trim();
  const stand = sketch.now;
  const missing = stand ? !stand.data.legal && !typed : kind !== "move" && kind !== "folk" && !typed;
  const risky = stand?.data.risk && !sketch.sure && typed === stand.data.text;
  if (!missing && !risky) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (risky) {
    sketch.sure = true;
    label();
  } else drafts.tellWhy();
}

/* --- beginning ---------------------------------------------------------------------------------------- */

export const composing = () => kind;

/** @param {drafts.Table} lent */
export function begin(lent) {
  table = lent;
  drafts.begin(lent);
  drag.begin(DRAGS);
  glances.begin(GLANCES);
  on("click", pressed);
  on("submit", sending, true);
}

/** The page has changed: another question begins a new draft, the same one keeps it. */
export function morphed() {
  const sheet = form();
  const question = sheet ? `${sheet.dataset.number} ${sheet.dataset.key}` : "";
  if (question === asked) return drafts.again();
  asked = question;
  kind = (sheet && KINDS[sheet.dataset.key]) ?? null;
  sketch.clear();
  glances.forget();
  laying = false;
  ahead = false;
  forget();
  drafts.clear();
  if (kind === "who") chosen = "";
  document.body.dataset.composing = kind ?? "";
  for (const row of $$(".rail .model[aria-pressed]")) row.removeAttribute("aria-pressed");
  if (begun.settle(sheet, table) || declareOn()) return undefined;
  if (sheet && kind !== "move") planned = null; // it came to nothing
  if (planned && kind) return carryOut();
  return sheet && fetched() ? undefined : start();
}
