/* Presses and answers: from a click anywhere on the page to a message over the socket. */

import { $$, found, on } from "../dom.js";
import { hideWhy, reasonFor, showWhy } from "./board.js";
import { announce } from "./ear.js";
import { controlIn, controls, isRefused, lacks, unfinished, way } from "./form.js";
import { sent } from "./grammar.js";
import { GUIDE } from "./guide.js";
import { openRule, openRules } from "./panels.js";
import { backOnePart, nextPart, press, takeStep, unfoldOrFold } from "./prompt.js";
import { REEL } from "./reel.js";
import { refuse } from "./refusals.js";
import { setSounds, settings } from "./settings.js";
import { online, showNet, tell } from "./socket.js";

/** @typedef {import("../dom.js").Found} Found */

const BUSY = 2000; // an answer that changes nothing brings no message back

/** What a press does whose element names it (data-press).
    @type {Record<string, (event: Event, button: Found) => unknown>} */
const PRESSES = {
  sounds: () => setSounds(!settings.sounds),
  rules: (event) => openRules(event),
  "part-back": () => backOnePart(),
  unfold: () => unfoldOrFold(),
  advice(event, button) {
    if (isRefused(button)) event.preventDefault(); // the bot thinks already
    else announce(button.dataset.thinks);
  },
  ...REEL,
  ...GUIDE,
  send(event, button) {
    if (!isRefused(button)) return;
    event.preventDefault();
    refuse({ error: unfinished() });
  },
  undo(event, button) {
    if (!isRefused(button)) return;
    event.preventDefault();
    refuse({ error: button.title, rule: button.dataset.why, title: button.dataset.whyTitle });
  },
};

/** @param {MouseEvent} event
    @param {Found} target */
function clicked(event, target) {
  if (!target.closest("#why")) hideWhy(); // whatever is pressed next, the reason was read
  const stepButton = found(target.closest("[data-step]"));
  if (stepButton) return takeStep(stepButton);
  const named = found(target.closest("[data-press]"));
  if (named && PRESSES[named.dataset.press]) return PRESSES[named.dataset.press](event, named);
  /** @type {HTMLAnchorElement | null} */
  const cited = target.closest("a[data-rule]");
  if (cited && !event.ctrlKey && !event.metaKey) return openRule(event, cited);
  const twin = found(target.closest("#part-board [data-thing]"));
  if (twin) return pressTwin(twin);
  const ranked = found(target.closest("#prompt .act.rank"));
  if (ranked && controlIn(ranked)) {
    event.preventDefault(); // it is counted, not typed
    return press(controlIn(ranked));
  }
  const refused = found(target.closest(".act.no[data-thing]"));
  const reason = refused && reasonFor(refused.dataset.thing);
  if (reason) return showWhy(refused, reason);
  for (const told of $$("#part-board .told")) told.classList.remove("told");
  return undefined;
}

/** A press on the board is a press on the control of the same thing.
    @param {Found} twin */
function pressTwin(twin) {
  const { thing } = twin.dataset;
  const control = controls().find((one) => one.dataset.thing === thing && !isRefused(one));
  if (control) return press(control);
  const reason = reasonFor(thing);
  if (reason) showWhy(twin, reason);
  else twin.classList.toggle("told"); // what it is stands beside it
  return undefined;
}

/** A word to the operator, without leaving the table.
    @param {HTMLFormElement} sheet */
async function report(sheet) {
  const request = { method: "POST", body: new FormData(sheet), headers: { Accept: "application/json" } };
  try {
    const told = await (await fetch(sheet.action, request)).json();
    if (told.ok) sheet.reset();
    showNet(told.text ?? told.error, told.ok ? "good" : "bad");
  } catch {
    showNet(sheet.dataset.failed, "bad");
  }
  setTimeout(() => online() && showNet(null), 6000);
}

/** Something beside the match; a rule that forbids it is read out.
    @param {HTMLFormElement} sheet */
async function change(sheet) {
  const request = { method: "POST", body: new FormData(sheet), headers: { Accept: "application/json" } };
  const reply = await fetch(sheet.action, { ...request, redirect: "manual" });
  if (reply.ok || reply.type === "opaqueredirect") {
    if (sheet.dataset.reload !== undefined) location.reload(); // it changes what else is shown
    return;
  }
  showNet((await reply.json()).error, "bad");
  setTimeout(() => online() && showNet(null), 6000);
}

/** @param {SubmitEvent} event */
function submitted(event) {
  const sheet = /** @type {HTMLFormElement} */ (event.target);
  if (sheet.matches("form[data-quiet]") && online()) {
    event.preventDefault(); // it changes something beside the match, without leaving the table
    change(sheet);
  } else if (sheet.id === "report") {
    event.preventDefault();
    report(sheet);
  } else if (sheet.id === "prompt" || sheet.closest("#part-prompt")) answer(event, sheet);
}

/** An answer, or taking one back; a part that is not the last one leads to the next.
    @param {SubmitEvent} event
    @param {HTMLFormElement} sheet */
function answer(event, sheet) {
  const undo = event.submitter?.dataset.press === "undo";
  if (!undo && sheet.id !== "prompt") return undefined; // a rematch is a page of its own
  const { levels, here } = way();
  const whole = undo || event.submitter?.dataset.press === "usual"; // it is not put together here
  if (!whole && here && levels.some(({ box }) => box.parts.length)) {
    event.preventDefault();
    return lacks(here) ? undefined : nextPart();
  }
  if (!online()) return undefined; // the form is sent as a page
  event.preventDefault();
  if (sheet.getAttribute("aria-busy") === "true") return undefined;
  sheet.setAttribute("aria-busy", "true");
  setTimeout(() => sheet.removeAttribute("aria-busy"), BUSY);
  if (undo) return tell({ do: "undo" });
  const fields = sent(new FormData(sheet, event.submitter));
  return tell({ do: "answer", number: Number(sheet.dataset.number), fields });
}

export function begin() {
  on("click", clicked);
  on("submit", submitted);
}
