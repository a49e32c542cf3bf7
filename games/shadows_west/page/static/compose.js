/* Answers that are composed on the map: ways, shots, points, places of models, gangs. A draft goes
   to the server, which says what it would mean; what it makes of it is written into the prompt's own
   field, so that Enter and the main button send it, and typing it does the same. */

import * as drafts from "./drafts.js";
import { $, $$, figure, flip, placeOf, swallowClick, tappedLevel } from "./map.js";

const KINDS = {
  "shadows.move.distance": "move",
  "shadows.shoot.sequence": "shot",
  "shadows.shoot.multi": "shot",
  "shadows.tnt.throw": "throw",
  "shadows.folk.place": "folk",
  "shadows.setup.deploy": "place",
  "shadows.gang.lists": "gang",
  "shadows.act.declare": "look",
};
const TURN = Math.PI / 8;
const NUDGE = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] };

let table = null;
let asked = "";
let kind = null;
let now = null; // what the draft is, as the server last made of it
let before = []; // the drafts it grew from
let sure = false;
let hovered = null;
let ahead = false; // whether the Move that is drawn is still to be declared
let planned = null; // the Move that goes out with its declaration
let weighed = ""; // the ready-made answer whose risk is being asked for
let assured = ""; // the ready-made answer that has been weighed
let laying = false; // whether the next tap is where a stick of dynamite is laid
let chosen = ""; // whose eyes are looked through while nothing is composed

const form = () => table.form();
const who = () => $(".map")?.dataset.who || chosen;
const isMine = (id) => "abcd"[document.body.dataset.me] === id[0] && document.body.dataset.me !== "";
const own = () => $("[data-own]", form());

/* --- the draft ----------------------------------------------------------------------------------- */

async function draft(change, { keep = true } = {}) {
  const answer = await drafts.ask({ do: kind, figure: who(), ...(now?.base ?? {}), ...change, level: tappedLevel() });
  if (!answer) return;
  const { data } = answer;
  if (keep && data.draft) {
    if (now && JSON.stringify(now.base) !== JSON.stringify(data.draft)) before.push(now);
    now = { base: data.draft, data };
    sure = false;
    write(data);
  }
}

/** The answer goes into the prompt, where it can be read, changed and sent. */
function write(data) {
  const sheet = form();
  if (!sheet) return;
  for (const line of $$(".refused", sheet)) line.hidden = true;
  if (kind === "folk") {
    for (const [index, axis] of ["x", "y", "z"].entries()) {
      const field = sheet.elements[`a.${axis}`];
      if (field && data.answer) field.value = data.answer[index];
    }
  } else if (own()) own().value = data.legal ? data.text : "";
  label();
}

/** What the main button says: what it would do now. */
function label() {
  const words = $("#send b");
  const told = $(sure ? "[data-sure]" : "[data-send]", $("#prompt [data-draft]") ?? document);
  if (words && told) words.textContent = told.textContent;
}

function undoStep() {
  if (!now) return false;
  now = before.pop() ?? null;
  sure = false;
  if (!now) {
    drafts.clear();
    if (ahead) plan(false);
    if (own()) own().value = "";
    start();
  } else draft({}, { keep: false }).then(() => write(now.data));
  return true;
}

/** From nothing: the reach of whoever moves, the zone of whoever is placed. */
function start() {
  if (!kind) return;
  const chosen = kind === "place" ? { model: $(".model[aria-pressed=true]")?.dataset.fig } : {};
  draft(chosen, { keep: kind === "gang" || kind === "shot" });
}

/* --- taps and drags ------------------------------------------------------------------------------ */

const DRAWN = new Set(["move", "throw", "folk", "place"]);

/** A tap on the map; whether it meant anything. */
export function tap(event, id) {
  if (!kind) return id ? look(id) : false;
  if (kind === "gang") return false;
  if (kind === "look" && !id && canMove()) plan(true);
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

/** A way may be drawn before the Move is declared, and both are sent together. */
function plan(on) {
  ahead = on;
  kind = on ? "move" : "look";
  document.body.dataset.composing = kind;
}

/** The declaration goes out, and the Move as soon as it is asked for (shadows.ui.combined). */
function go() {
  if (now?.data.risk && !sure) {
    sure = true;
    $('[data-do="go"] b').textContent = $("#prompt [data-sure]").textContent;
    return;
  }
  planned = { who: who(), order: now.base.order };
  form().requestSubmit(moveButton());
}

/** The Move that was sent with its declaration: if it cannot be made any more, it is asked anew. */
async function carryOut() {
  const { who: mover, order } = planned;
  planned = null;
  if (kind !== "move" || mover !== who()) return start();
  const question = asked;
  await draft({ order });
  sure = true; // it was confirmed with the declaration
  if (question === asked && now?.data.legal) form()?.requestSubmit($("#send"));
  return undefined;
}

/** Nothing is composed: one's own figure is chosen, and others are looked at through its eyes.
    An enemy that is asked about, as before a reaction, is what a figure of one's own looks at. */
function look(id) {
  const asked = $(".map").dataset.who;
  if (isMine(id)) chosen = id;
  const eyes = isMine(id) ? id : isMine(asked) ? asked : chosen;
  const target = isMine(id) ? (isMine(asked) ? "" : asked) : id;
  if (eyes) drafts.ask({ do: "look", figure: eyes, target: target || undefined });
  return false;
}

/** The next tap lays a stick, or adds to the way again. */
function lay(on) {
  laying = on;
  $('[data-do="stick"]')?.setAttribute("aria-pressed", on);
}

const isWaiting = (id) => $(`.rail [data-fig="${CSS.escape(id)}"]`)?.classList.contains("waiting");

let drag = null;

function begunDrag(event) {
  if (event.button !== 0 || !kind) return;
  const grip = event.target.closest(".grip");
  const mover = kind === "move" && event.target.closest(`[data-fig="${CSS.escape(who())}"], .ghost`);
  if (!grip && !mover) return;
  event.preventDefault();
  drag = { turns: Boolean(grip), moved: false, base: now?.base ?? {} };
}

function dragged(event) {
  if (!drag) return;
  drag.moved = true;
  if (drag.turns) draft({ face: towards(event) }, { keep: false });
  else drafts.ask({ do: kind, ...drag.base, to: Object.values(placeOf(event)), level: tappedLevel() });
}

function endedDrag(event) {
  if (!drag) return;
  const { moved, turns } = drag;
  drag = null;
  if (!moved) return;
  swallowClick();
  if (turns) draft({ face: towards(event) });
  else draft({ to: Object.values(placeOf(event)) });
}

/** From the end of the way to the pointer, as a facing. */
function towards(event) {
  const [x, y] = now?.data.end ?? Object.values(figure(who()) ?? {}).slice(2, 4);
  const at = placeOf(event);
  return facing(Math.atan2(at.y - y, at.x - x));
}

const facing = (angle) => [Math.round(1000 * Math.cos(angle)), Math.round(1000 * Math.sin(angle))];

function turn(steps) {
  const [fx, fy] = now?.data.face ?? JSON.parse($(".map").dataset.face || "[0,1000]");
  draft({ face: facing(Math.atan2(fy, fx) - steps * TURN) });
}

function nudge([dx, dy]) {
  const at = now?.data.end;
  if (at) draft({ to: [at[0] + dx, at[1] + dy], on: undefined });
}

const stride = (event) => (event.ctrlKey || event.metaKey ? 100 : event.shiftKey ? 10 : 1);

/* --- keys ---------------------------------------------------------------------------------------- */

/** A key while something is composed; whether it meant anything. */
export function key(event) {
  if (!kind) return false;
  if (event.key === "Backspace") return undoStep();
  if (event.key === "Escape" && now) {
    before = [];
    return undoStep();
  }
  if (event.target.closest(".rail, .acts, .tabs, .panel")) return false;
  const turns = (event.key === "ArrowLeft" && -1) || (event.key === "ArrowRight" && 1);
  if (turns && (kind === "move" || (kind === "place" && event.altKey))) return (turn(turns), true);
  if (NUDGE[event.key] && DRAWN.has(kind) && kind !== "move" && now)
    return (nudge(NUDGE[event.key].map((part) => part * stride(event))), true);
  return false;
}

/* --- what is looked at before it is chosen ---------------------------------------------------------- */

const readyOf = (target) => target.closest?.("#prompt .ready button[value]");

function looked({ target, pointerType }) {
  if (!kind || drag || pointerType === "touch") return;
  const ready = readyOf(target);
  const aimed = (kind === "shot" || kind === "look") && target.closest?.("#part-board [data-fig]");
  // What is told in the prompt would move the button away from under the pointer.
  if (ready) glance({ answer: JSON.parse(ready.value) }, { told: pointerType === undefined });
  else if (aimed) glance({ target: aimed.dataset.fig, answer: undefined });
}

function glance(change, how) {
  const meant = JSON.stringify(change);
  if (hovered === meant) return;
  hovered = meant;
  drafts.ask({ do: kind, figure: who(), ...change, level: tappedLevel() }, { lists: false, ...how });
}

function lookedAway({ target, relatedTarget }) {
  if (!hovered || (!readyOf(target) && !target.closest?.("#part-board [data-fig]"))) return;
  if (relatedTarget && (readyOf(relatedTarget) || relatedTarget.closest?.("#part-board [data-fig]"))) return;
  hovered = null;
  if (now) draft({}, { keep: false });
  else start();
}

/* --- buttons of a draft ----------------------------------------------------------------------------- */

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
  fold: () => $("#builder")?.classList.toggle("folded"),
};

function pressed(event) {
  const button = event.target.closest("[data-do]");
  if (!button || !kind) return;
  const name = button.dataset.do;
  if (PRESSES[name]) PRESSES[name](button.dataset.value);
}

/** What is not allowed, or not there yet, is not sent; a risk is confirmed once
    (shadows.ui.confirm_risk). What was typed is the server's to judge. */
function sending(event) {
  if (event.target.id !== "prompt" || !kind || kind === "look") return;
  const ready = RISKY.has(kind) && event.submitter && readyOf(event.submitter);
  if (ready && assured !== ready.value) {
    event.preventDefault();
    event.stopImmediatePropagation();
    weigh(ready);
  }
  if (event.submitter?.id !== "send") return;
  const typed = own()?.value.trim();
  const missing = now ? !now.data.legal && !typed : kind !== "move" && kind !== "folk" && !typed;
  const risky = now?.data.risk && !sure && typed === now.data.text;
  if (!missing && !risky) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (risky) {
    sure = true;
    label();
  } else tellWhy();
}

const RISKY = new Set(["move", "shot", "throw"]);

/** A ready-made answer goes out at once, unless there is a risk: then a second press confirms it. */
async function weigh(button) {
  if (weighed === button.value) return;
  weighed = button.value;
  const meant = { do: kind, figure: who(), answer: JSON.parse(button.value), level: tappedLevel() };
  const question = asked;
  const answer = await table.preview(meant).catch(() => null);
  if (question !== asked || weighed !== button.value) return; // another one was pressed meanwhile
  weighed = "";
  assured = button.value;
  if (!answer?.data.risk) {
    form()?.requestSubmit(button);
    return;
  }
  const holder = document.createElement("template");
  holder.innerHTML = answer.html;
  $("b", button).textContent = $("[data-sure]", holder.content).textContent;
  button.dataset.sure = "";
  drafts.ask(meant, { lists: false });
}

/** The reason stands in the draft; it is said again where refusals stand. */
function tellWhy() {
  const line = $("#prompt .refused");
  const reason = $("[data-draft] .refusal", form()) ?? $("[data-draft] .sub", form());
  if (!line || !reason) return;
  line.replaceChildren(...[...reason.childNodes].map((node) => node.cloneNode(true)));
  line.hidden = false;
}

/* --- beginning ---------------------------------------------------------------------------------------- */

export const composing = () => kind;

export function begin(lent) {
  table = lent;
  drafts.begin(lent);
  document.addEventListener("pointerdown", begunDrag);
  document.addEventListener("pointermove", dragged);
  addEventListener("pointerup", endedDrag);
  document.addEventListener("pointerover", looked);
  document.addEventListener("focusin", looked);
  document.addEventListener("pointerout", lookedAway);
  document.addEventListener("focusout", lookedAway);
  document.addEventListener("click", pressed);
  document.addEventListener("submit", sending, { capture: true });
}

/** The page has changed: another question begins a new draft, the same one keeps it. */
export function morphed() {
  const sheet = form();
  const question = sheet ? `${sheet.dataset.number} ${sheet.dataset.key}` : "";
  if (question === asked) return drafts.again();
  asked = question;
  kind = (sheet && KINDS[sheet.dataset.key]) ?? null;
  now = null;
  before = [];
  sure = false;
  hovered = null;
  laying = false;
  ahead = false;
  weighed = "";
  assured = "";
  drafts.clear();
  document.body.dataset.composing = kind ?? "";
  for (const row of $$(".rail .model[aria-pressed]")) row.removeAttribute("aria-pressed");
  if (sheet && kind !== "move") planned = null; // it came to nothing
  return planned && kind ? carryOut() : start();
}
