/* The form of the question, read from the page: where it is, and the controls that work there. */

import { $, $$, found } from "../dom.js";
import { goOn, lacking, stepBack, wayTo } from "./grammar.js";

/** @typedef {import("../dom.js").Found} Found */
/** @typedef {import("./grammar.js").Box} Box */

/** By the name of what has parts: which of them is being answered.
    @type {import("./grammar.js").Steps} */
export const steps = new Map();

/** The question's form, if there is a question.
    @returns {HTMLFormElement | null} */
export const form = () => document.querySelector("form#prompt");

/** @param {HTMLElement} element
    @returns {Box} */
function readBox(element) {
  const radios = $$('input[type="radio"]', element);
  const parts = $$(":scope > fieldset.part", element).map(readBox);
  const options = $$(":scope > .option", element).map((option) => ({
    chosen: $(":scope > .act > :checked", option) !== null,
    inner: $(":scope > .inner", option) && readBox($(":scope > .inner", option)),
    element: option,
  }));
  const isLeaf = !parts.length && !options.length;
  const names = new Set(isLeaf ? radios.map((radio) => radio.name) : []);
  return {
    name: element.dataset.field ?? "a",
    parts,
    options,
    groups: [...names].map((name) => ({
      name,
      picked: radios.some((radio) => radio.name === name && radio.checked),
    })),
    only: $(":scope > .acts > .act > [data-only]", element) !== null,
    radios: radios.length > 0,
    element,
  };
}

/** The whole form as the grammar sees it. */
const asked = () => form() && readBox(form());

/** From the whole form to what is asked now. */
export const way = () => wayTo(asked(), steps);

/** Where controls work now: the current part, the chosen alternative, or the whole form.
    @returns {HTMLElement | undefined} */
export const scope = () => way().here?.element;

export const onwards = () => goOn(way().levels, steps);

/** Goes back one step; whether there was one. */
export function back() {
  const step = stepBack(way().levels);
  if (!step) return false;
  forget(step.forget.element);
  if (step.to) steps.set(step.to.name, step.to.at);
  return true;
}

export const canGoBack = () => stepBack(way().levels) !== null;

/** What was picked inside is picked no longer.
    @param {HTMLElement} box */
export function forget(box) {
  for (const input of $$("input:checked:not([data-only])", box)) input.checked = false;
  for (const inner of [box, ...$$("[data-field]", box)]) steps.delete(inner.dataset.field);
}

/** Whether something is still to be picked in a box.
    @param {Box} box */
export const lacks = (box) => lacking(box) !== null;

/** Why the main button cannot be pressed yet; nothing if it can. */
export function unfinished() {
  const { levels, here } = way();
  const inParts = levels.some(({ box }) => box.parts.length);
  const lack = lacking((inParts && here) || asked());
  if (!lack) return tooFew((inParts && here?.element) || form());
  const { lacks, choose } = $("#send").dataset;
  const legend = lack.element.closest("fieldset.part")?.firstElementChild;
  return legend ? lacks.replace("#", legend.textContent) : choose;
}

/** What is said above things of which more must be chosen; nothing if there are enough.
    @param {HTMLElement} box */
function tooFew(box) {
  const open = $$(".many", box).filter(isOpen);
  const few = open.find((one) => $$("input", one).filter(isChosen).length < Number(one.dataset.least));
  return few?.previousElementSibling?.textContent ?? "";
}

/** The answers that stand there now, each with its control inside. */
export function acts() {
  const here = scope();
  if (!here) return [];
  const inner = here.closest(".inner");
  return $$(".act", here).filter(
    (act) => act.closest(".inner") === inner && !act.closest(".pair, .folded, .draft"),
  );
}

/** @param {Found} act */
export const controlIn = (act) =>
  act.matches("button") ? act : $("input[data-thing], button[data-thing]", act);

export const controls = () => acts().map(controlIn).filter(Boolean);

/** @param {Found} control */
export const isRefused = (control) => control.getAttribute("aria-disabled") === "true";

/** @param {Found} control */
export const isChosen = (control) =>
  control.type === "number" ? Number(control.value) > 0 : control.checked === true;

/** Whether all alternatives are chosen that a control lies in.
    @param {HTMLElement} control
    @returns {boolean} */
export function isOpen(control) {
  const inner = found(control.parentElement.closest(".inner"));
  if (!inner) return true;
  return $(":scope > .act > :checked", inner.parentElement) !== null && isOpen(inner);
}
