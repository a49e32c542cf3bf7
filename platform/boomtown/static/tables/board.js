/* The board: a second handle for every control, lit where it may be pressed, with a reason where not. */

import { $, $$, found, made, on } from "../dom.js";
import { controls, isChosen, isRefused, scope } from "./form.js";

/** @typedef {import("../dom.js").Found} Found */

/** What stands on the board for a thing of the prompt.
    @param {string} thing */
export const twinsOf = (thing) => $$(`#part-board [data-thing="${CSS.escape(thing)}"]`);

/** What on the board leads to the thing of a control.
    @param {Found} control */
const linesTo = (control) => $$(`#part-board [data-for="${CSS.escape(control.dataset.thing)}"]`);

/** Nothing on the board may be chosen. */
export function unlight() {
  for (const twin of $$("#part-board [data-thing]")) {
    twin.classList.remove("target", "dim", "chosen");
    twin.removeAttribute("aria-pressed");
    if (twin.dataset.dimmed) {
      twin.removeAttribute("aria-disabled");
      delete twin.dataset.dimmed;
    }
    delete twin.dataset.key;
  }
  for (const line of $$("#part-board :is(.lit, .aimed)")) line.classList.remove("lit", "aimed");
  for (const twin of $$("#part-board [data-aimed]")) delete twin.dataset.aimed;
  for (const act of $$("#prompt .act.twin")) act.classList.remove("twin");
  $("#part-prompt")?.classList.remove("onboard");
}

/** What was chosen in the parts before is marked where it stands, with how often.
    @param {Found} picked */
function mark(picked) {
  for (const line of linesTo(picked)) line.classList.add("aimed");
  for (const twin of twinsOf(picked.dataset.thing)) {
    const often = String(Number(twin.dataset.aimed ?? 0) + 1);
    twin.dataset.aimed = often;
    const count = $(".aims b", twin);
    if (count) count.textContent = often;
  }
}

/** The answers, and what stands for each of them on the board. Whether an answer can be pressed there is asked for all
    before anything changes: each question in between would lay out the page once more.
    @typedef {{ control: Found, refused: boolean, twins: Found[], seen: boolean }} Pair
    @returns {Pair[]} */
function pairs() {
  const visible = (/** @type {Found} */ twin) => twin instanceof HTMLElement && twin.checkVisibility();
  return controls().map((control) => {
    const [twins, refused] = [twinsOf(control.dataset.thing), isRefused(control)];
    return { control, refused, twins, seen: !refused && twins.some(visible) };
  });
}

/** Lights what may be chosen, and marks what may not with its reason. */
export function light() {
  unlight();
  for (const picked of $$('#prompt .part input[type="radio"]:checked[data-thing]')) mark(picked);
  const here = scope();
  if (!here) return;
  const paired = pairs();
  for (const { control, refused, twins, seen } of paired) {
    for (const twin of twins) {
      if (refused) dim(twin);
      else lightTwin(twin, control);
    }
    if (seen) control.closest(".act").classList.add("twin"); // a small screen need not list it
    for (const line of linesTo(control)) line.classList.toggle("lit", !refused);
  }
  $("#part-prompt").classList.toggle("onboard", paired.some(({ seen }) => seen));
  if (here.dataset.part !== undefined) {
    const about = `part:${CSS.escape(here.dataset.part)}`;
    for (const one of $$(`#part-board [data-for~="${about}"]`)) one.classList.add("lit");
  }
  for (const reason of $$(".reasons li", here)) {
    for (const twin of twinsOf(reason.dataset.thing)) {
      if (!twin.classList.contains("target")) dim(twin);
    }
  }
}

const small = matchMedia("(max-width: 760px)");

/** On a small screen, where the board would no longer fit beside it, the prompt does without its explanations. */
export function fit() {
  const part = $("#part-prompt");
  part.classList.remove("tight");
  if (!small.matches) return; // to ask would lay out the whole page
  const boards = $$("#part-board, #part-board > *");
  part.classList.toggle("tight", boards.some((one) => one.scrollHeight > one.clientHeight + 1));
}

/** @param {Found} twin
    @param {Found} control */
function lightTwin(twin, control) {
  const key = $("kbd", control.closest(".act") ?? control)?.textContent;
  twin.classList.add("target");
  if (key) twin.dataset.key = key;
  twin.classList.toggle("chosen", isChosen(control));
  if (control.type !== "submit") twin.setAttribute("aria-pressed", String(isChosen(control)));
  if (control.type === "number" && isChosen(control)) twin.dataset.key = control.value;
}

/** @param {Found} twin */
function dim(twin) {
  twin.classList.add("dim");
  twin.setAttribute("aria-disabled", "true");
  twin.dataset.dimmed = "1";
}

/** Why a thing cannot be chosen now, as the prompt says it.
    @param {string} thing */
export const reasonFor = (thing) =>
  scope() && $(`.reasons li[data-thing="${CSS.escape(thing)}"]`, scope());

/** The reason beside what cannot be chosen, with its rule.
    @param {HTMLElement} beside
    @param {HTMLElement} reason */
export function showWhy(beside, reason) {
  hideWhy();
  const note = made("div", { className: "why", id: "why" });
  note.setAttribute("role", "status");
  note.append(...[...reason.children].map((node) => node.cloneNode(true)));
  document.body.append(note);
  const at = beside.getBoundingClientRect();
  const width = note.offsetWidth;
  const below = at.bottom + note.offsetHeight + 14 < innerHeight;
  note.classList.toggle("above", !below);
  note.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  note.style.top = `${below ? at.bottom + 10 : at.top - note.offsetHeight - 10}px`;
  beside.setAttribute("aria-errormessage", "why");
}

export function hideWhy() {
  $("#why")?.remove();
  for (const one of $$('[aria-errormessage="why"]')) one.removeAttribute("aria-errormessage");
}

export function begin() {
  on("focusin", (_event, target) => {
    const twin = found(target.closest?.("[data-thing].dim, .act.no[data-thing]"));
    const reason = twin && reasonFor(twin.dataset.thing);
    if (reason) showWhy(twin, reason);
    else if (!target.closest?.("#why")) hideWhy();
  });
}
