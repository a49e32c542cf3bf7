/* The prompt: one form, its parts one after another; what a press does to it, and what it shows then. */

import { $, $$, found, made, on } from "../dom.js";
import { fit, light } from "./board.js";
import { back, canGoBack, forget, form, isChosen, isOpen, onwards, scope, unfinished, way } from "./form.js";
import { reranked } from "./grammar.js";

/** @typedef {import("../dom.js").Found} Found */
/** @typedef {import("./grammar.js").Box} Box */

/* --- what is shown ---------------------------------------------------------------------------- */

export function showStep() {
  const sheet = form();
  if (!sheet) return;
  const { levels, here } = way();
  for (const { box, at } of levels) box.parts.forEach((part, index) => (part.element.hidden = index !== at));
  const level = levels.findLast(({ box }) => box.parts.length);
  const parts = level?.box.parts ?? [];
  showBar($(".steps", sheet), parts.length, level?.at ?? 0);
  $(".review", sheet)?.remove();
  if (parts.length && !here) sheet.insertBefore(reviewOf(parts), $(".refused", sheet));
  showSend(sheet, (levels[0]?.box.parts.length ?? 0) > 0, here);
  const button = $('[data-press="part-back"]', sheet);
  if (button) button.hidden = !canGoBack();
  fit();
}

/** On a small screen the prompt is one line, and answers that stand on the board are not listed;
    unfolded, all of it is there, with what each answer does and why others are not allowed.
    @param {boolean} wanted */
export function unfold(wanted) {
  document.body.classList.toggle("unfolded", wanted);
  for (const button of $$('[data-press="unfold"]')) button.setAttribute("aria-expanded", String(wanted));
  for (const reasons of $$("#prompt details.reasons")) reasons.toggleAttribute("open", wanted);
}

/** What can I do? All of it, or one line again. */
export const unfoldOrFold = () => unfold(!document.body.classList.contains("unfolded"));

/** How many parts there are, and how many are answered.
    @param {HTMLElement | null} bar
    @param {number} all
    @param {number} at */
function showBar(bar, all, at) {
  if (!bar) return;
  bar.hidden = all < 2;
  if (bar.hidden) return;
  bar.setAttribute("aria-label", `${Math.min(at + 1, all)} / ${all}`);
  const look = (/** @type {number} */ index) => (index < at ? "was" : index === at ? "on" : "");
  bar.replaceChildren(...Array.from({ length: all }, (_, index) => made("b", { className: look(index) })));
}

/** The main button: away while a part is picked, and not to be pressed while something lacks.
    @param {HTMLFormElement} sheet
    @param {boolean} parts
    @param {Box | null} here */
function showSend(sheet, parts, here) {
  const send = $("#send", sheet);
  if (!send) return;
  send.hidden = parts && here !== null && here.radios;
  const why = parts ? "" : unfinished();
  if (why) send.setAttribute("aria-disabled", "true");
  else send.removeAttribute("aria-disabled");
  $("small", send).textContent = why;
}

/** What was chosen for each part, before it is sent.
    @param {Box[]} parts */
function reviewOf(parts) {
  const list = made("ul", { className: "review" });
  for (const { element } of parts) {
    const line = made("li");
    const picked = $$("input:checked", element).filter(isOpen).map((input) => input.closest(".act"));
    line.append(...[...$("legend", element).childNodes].map((node) => node.cloneNode(true)));
    const answer = made("span");
    const words = picked.flatMap((act) => $$(".mark, b", act));
    if (words.length) answer.append(...words.map((node) => node.cloneNode(true)));
    else answer.textContent = $$("input", element).map((input) => input.value).join(" ");
    line.append(answer);
    list.append(line);
  }
  return list;
}

/** Shows what is asked now; a focus that was in the question goes along. */
function moved() {
  $("#prompt .refused").hidden = true;
  counted();
  const here = scope();
  const first = here ? $("input:checked, input, button", here) : $("#send");
  const held = document.activeElement;
  if ($("#prompt")?.contains(held) || held === document.body) first?.focus();
}

/** Brings the counters, the label of the main button and the board up to date. */
export function counted() {
  countUp();
  light();
  showStep(); // there may be enough now
}

/** The same without the board. */
export function countUp() {
  const sheet = form();
  if (!sheet) return;
  for (const box of $$(".many, .shares", sheet)) countIn(box);
  const send = $("#send", sheet);
  const number = $$("input:checked", sheet).length;
  if (send?.dataset.labels) {
    const labels = JSON.parse(send.dataset.labels);
    $("b", send).textContent = labels[Math.min(number, labels.length - 1)];
  }
  if (send && sheet.dataset.kind === "several") $("kbd", send).textContent = number ? "R" : "↵";
}

/** @param {Found} box */
function countIn(box) {
  const line = found(box.previousElementSibling);
  const { amount, least } = box.dataset;
  const number = amount ? remaining(box) : $$("input", box).filter(isChosen).length;
  if (line?.dataset.template) line.textContent = line.dataset.template.replace("#", String(number));
  if (amount) line.classList.toggle("left", number > Number(amount) - Number(least));
}

/* --- what a press does -------------------------------------------------------------------------- */

export function backOnePart() {
  if (back()) moved();
}

/** What was refused is chosen no longer: a small screen lists no other alternative beside it. */
export function letGo() {
  const sheet = form();
  if (sheet?.dataset.kind !== "alternatives") return;
  forget(sheet);
  counted();
}

/** The part is answered: the next one. */
export function nextPart() {
  onwards();
  moved();
}

/** An alternative is chosen: what was begun in the others is forgotten.
    @param {Found} option */
function chose(option) {
  for (const other of $$(":scope > .option", option.parentElement)) {
    const inner = $(":scope > .inner", other);
    if (inner) forget(inner);
  }
  const inner = $(":scope > .inner", option);
  const part = option.closest("fieldset.part");
  if (part && !(inner && $("input:not([data-only])", inner))) return nextPart();
  counted();
  return bringIntoSight(option);
}

/** What has opened is seen as far as there is room, its beginning in any case.
    @param {Found} option */
function bringIntoSight(option) {
  const acts = $$(".act", option).filter((act) => act.getClientRects().length);
  for (const act of [acts.at(-1), acts[0]]) act?.scrollIntoView({ block: "nearest" });
}

/** Presses a control, wherever the press came from.
    @param {Found} control */
export function press(control) {
  if (control.type === "submit") return form().requestSubmit(control);
  if (control.type === "checkbox") {
    control.checked = !control.checked;
    if (control.checked) mindTheMost(control);
  } else if (control.type === "radio") {
    control.checked = true;
    control.dispatchEvent(new Event("change", { bubbles: true }));
    return undefined;
  } else if (control.closest(".rank")) rank(control);
  else addOne(control);
  return counted();
}

/** One too many: the first that was chosen gives way.
    @param {Found} control */
function mindTheMost(control) {
  const box = found(control.closest("[data-most]"));
  const chosen = $$("input:checked", box);
  if (chosen.length > Number(box.dataset.most)) {
    const oldest = chosen.find((other) => other !== control);
    if (oldest) oldest.checked = false;
  }
}

/** Ordered by pressing: the next rank, or out of the order again.
    @param {Found} control */
function rank(control) {
  const inputs = $$("input", control.closest(".acts"));
  const ranked = inputs
    .filter((input) => input.value)
    .sort((one, other) => Number(one.value) - Number(other.value))
    .map((input) => input.name);
  const order = reranked(ranked, control.name, Number(control.max));
  for (const input of inputs) input.value = String(order.indexOf(input.name) + 1 || "");
}

/** @param {Found} box */
const remaining = (box) =>
  Number(box.dataset.amount) -
  $$('input[type="number"]', box).reduce((sum, input) => sum + Number(input.value), 0);

/** @param {Found} control */
function addOne(control) {
  const box = found(control.closest("[data-amount]"));
  const room = box ? remaining(box) > 0 : true;
  const value = Number(control.value);
  control.value = room && value < Number(control.max) ? String(value + 1) : String(Number(control.min));
}

/** A button beside a number: one more, or one less.
    @param {Found} button */
export function takeStep(button) {
  const input = $("input", button.parentElement);
  const change = Number(button.dataset.step);
  const box = found(input.closest("[data-amount]"));
  const value = Number(input.value) + change;
  if (value < Number(input.min) || value > Number(input.max)) return;
  if (change > 0 && box && remaining(box) <= 0) return;
  input.value = String(value);
  counted();
}

/* --- choices survive when the same question is drawn anew ------------------------------------------ */

export const choices = () =>
  $$("#prompt input[name]")
    .filter((one) => one.type !== "hidden")
    .map(({ name, value, checked, type }) => ({ name, value, checked, type }));

/** @param {ReturnType<typeof choices>} given */
export function restore(given) {
  for (const { name, value, checked, type } of given) {
    for (const input of $$(`#prompt input[name="${CSS.escape(name)}"]`)) {
      if (type === "radio" || type === "checkbox") {
        if (input.value === value) input.checked = checked;
      } else input.value = value;
    }
  }
}

export function begin() {
  on("change", (_event, target) => {
    if (!target.closest("#prompt")) return undefined;
    if (target.type === "checkbox" && target.checked) mindTheMost(target);
    if (target.type === "radio" && target.matches(".option > .act > input")) {
      return chose(found(target.closest(".option")));
    }
    if (target.type === "radio" && target.closest("fieldset.part")) return nextPart();
    return counted();
  });
  on("input", (_event, target) => {
    if (target.type === "number" && target.closest("#prompt")) counted();
  });
}
