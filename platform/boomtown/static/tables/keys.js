/* Keys: digits press answers, letters open things, Enter sends, Esc goes back. */

import { $, on } from "../dom.js";
import { hideWhy, reasonFor, showWhy } from "./board.js";
import { acts, controlIn, form, isRefused } from "./form.js";
import { nextPage } from "./guide.js";
import { openRules, openTab } from "./panels.js";
import { backOnePart, press, unfoldOrFold } from "./prompt.js";
import { REEL } from "./reel.js";
import { setSounds, settings } from "./settings.js";

const WRITING = "input:not([type=radio], [type=checkbox]), textarea, select";

/** @type {Record<string, (event: Event) => unknown>} */
const KEYS = {
  l: () => openTab("log"),
  t: () => (openTab("chat"), $("#say input[name=text]")?.focus()),
  g: (event) => openRules(event),
  "/": (event) => openRules(event),
  s: () => setSounds(!settings.sounds),
  u: () => $('[data-press="undo"]')?.click(),
  x: () => $('[data-press="usual"]')?.click(),
  a: () => unfoldOrFold(),
  w: () => $('[data-press="advice"]')?.click(),
  r: () => sendSeveral(),
  " ": REEL.beat,
  n: REEL.turn,
  v: REEL.recap,
  p: () => $("#prompt")?.focus(),
  b: () => ($("#part-board .target") ?? $("#part-board [data-thing]"))?.focus(),
  h: () => readOn(),
  "?": () => (openTab("more"), $("#all-keys")?.focus()),
};

/** A hint was read; or the next page of a lesson, which has no hints. */
function readOn() {
  const hint = $('#part-aid .hint:not([hidden]) [data-press="hint"]');
  return hint ? hint.click() : nextPage();
}

/** What was chosen from among several goes out. */
function sendSeveral() {
  const chosen = form()?.dataset.kind === "several" && $("#prompt input:checked");
  if (chosen) form().requestSubmit($("#send"));
}

/** @param {number} digit
    @param {Event} event */
function pressDigit(digit, event) {
  const act = acts()[digit - 1];
  if (!act) return;
  event.preventDefault();
  const control = controlIn(act);
  if (control && !isRefused(control)) {
    press(control);
    return;
  }
  const reason = reasonFor(act.dataset.thing);
  if (reason) showWhy(act, reason);
}

export function begin() {
  on("keydown", (event, target) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== "Tab" && !target.closest("#why")) hideWhy();
    /** @type {HTMLElement | null} */
    const writing = target.closest(WRITING);
    if (event.key === "Escape") {
      if (writing && !writing.closest("#prompt")) writing.blur();
      else backOnePart();
      return;
    }
    if (writing || !settings.keys) return;
    if (/^[1-9]$/.test(event.key)) {
      pressDigit(Number(event.key), event);
      return;
    }
    if (event.key === "Enter" && !target.closest("button, a, input, summary")) {
      ($("#send:not([hidden])") ?? $("#prompt .act.main"))?.click();
      return;
    }
    const does = KEYS[event.key.toLowerCase()];
    if (!does || (event.key === " " && target.closest("button, a, input, summary"))) return;
    event.preventDefault();
    does(event);
  });
}
