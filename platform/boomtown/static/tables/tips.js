/* What a mouse finds by hovering opens under a finger as well: a long press on anything, a tap on what
   does nothing else. It is what stands beside a thing (.tip), or its title. One way for every game. */

import { $, beside, found, made, on } from "../dom.js";

const LONG = 450;
const TOLD = "[title], [data-thing]";
const PRESSED = "button, a, input, select, label, summary";

/** @typedef {import("../dom.js").Found} Found */

/** What is to be told of a thing.
    @param {Found} thing
    @returns {(Node | string)[] | null} */
function told(thing) {
  const tip = thing.nextElementSibling;
  if (tip?.matches(".tip")) return [...tip.childNodes].map((node) => node.cloneNode(true));
  return thing.title ? [thing.title] : null;
}

/** The innermost thing at a place that has something to tell.
    @param {Found} target */
function thingAt(target) {
  let thing = found(target.closest?.(TOLD));
  while (thing && !told(thing)) thing = found(thing.parentElement?.closest(TOLD) ?? null);
  return thing;
}

function hide() {
  $("#tip")?.remove();
}

/** @param {Found} thing */
function show(thing) {
  hide();
  const note = made("div", { className: "tip-note", id: "tip" });
  note.setAttribute("role", "status");
  note.append(...told(thing));
  document.body.append(note);
  beside(note, thing.getBoundingClientRect());
}

/** Whether the click that ends a press was a long press, and presses nothing. */
let held = false;
let timer = 0;

export function begin() {
  on("pointerdown", (event, target) => {
    if (!target.closest?.("#tip")) hide();
    held = false;
    const thing = event.pointerType === "mouse" ? null : thingAt(target);
    if (!thing) return;
    timer = setTimeout(() => {
      held = true;
      show(thing);
    }, LONG);
  });
  for (const name of ["pointerup", "pointercancel", "pointermove"]) {
    addEventListener(name, (event) => {
      const { movementX, movementY } = /** @type {PointerEvent} */ (event);
      if (name !== "pointermove" || Math.abs(movementX) + Math.abs(movementY) > 4) clearTimeout(timer);
    });
  }
  on("contextmenu", (event) => held && event.preventDefault());
  on("click", (event, target) => {
    if (held) {
      event.preventDefault();
      event.stopImmediatePropagation();
      held = false;
      return;
    }
    const thing = thingAt(target);
    if (thing && !thing.closest(PRESSED)) show(thing);
  }, true);
  on("keydown", ({ key }) => key === "Escape" && hide());
}
