/* What an answer would mean: asked of the server, drawn on the map and told in the prompt. */

import { $, $$, fragment, glide, made, slideNow } from "/static/tables/kit.js";
import { Asker } from "./sketch.js";

/** What the table lends a game's module (table.js).
    @typedef {object} Table
    @property {() => HTMLFormElement | null} form
    @property {(draft: object) => Promise<Meaning | null>} preview
    @property {(text: string) => void} announce */

/** What the server says of a draft.
    @typedef {{ data: any, html: string }} Meaning */

/** @type {Table} */
let table;
/** @type {Meaning | null} */
let shown = null;

/** @param {Table} lent */
export const begin = (lent) => (table = lent);

/** @type {Asker<object, Meaning>} */
const asker = new Asker(
  (draft) => table.preview(draft),
  (busy) => $(".map")?.setAttribute("aria-busy", String(busy)),
);

/** Asks what a draft would mean, and shows it; null if something newer was asked meanwhile.
    A glance is only drawn on the map (`told` false), or changes no list (`lists` false).
    @param {object} draft
    @param {{ told?: boolean, lists?: boolean }} [how] */
export async function ask(draft, { told = true, lists = true } = {}) {
  const answer = await asker.ask(draft);
  if (answer) show(answer, told, lists);
  return answer;
}

/** The place in the prompt where a draft is told. */
function panel() {
  const sheet = $("#prompt");
  if (!sheet) return null;
  const known = $("[data-draft]", sheet);
  if (known) return known;
  const place = made("div", { className: "draft" });
  place.dataset.draft = "";
  place.setAttribute("aria-live", "polite");
  const before = $(".acts, .refused, .pair", sheet);
  if (before) before.before(place);
  else sheet.append(place);
  return place;
}

/** @param {Meaning} answer */
function show(answer, told = true, lists = true) {
  if (told && lists) shown = answer;
  const sent = fragment(answer.html);
  for (const [layer, place] of [["low", "#over-low"], ["high", "#over"]]) {
    const drawing = $(`svg[data-over="${layer}"]`, sent);
    $(place)?.replaceChildren(...(drawing?.childNodes ?? []));
    drawing?.remove();
  }
  if (!told) return;
  glide();
  const sheet = $("[data-sheet]", sent);
  if (sheet) $("#builder")?.replaceChildren(sheet);
  for (const part of $$("[data-into]", sent)) {
    if (lists) document.getElementById(part.dataset.into)?.replaceChildren(...part.childNodes);
    part.remove();
  }
  panel()?.replaceChildren(sent);
  slideNow();
}

/** Nothing is drafted any more. */
export function clear() {
  asker.forget();
  glide();
  shown = null;
  for (const place of ["#over", "#over-low", "#seen", "#prompt [data-draft]"]) $(place)?.replaceChildren();
}

/** The page has changed under the draft: it is shown again. */
export function again() {
  if (shown) show(shown);
}

/* --- a draft outlives the page that it was drawn on -------------------------------------------------- */

/** @typedef {{ asked: string, ahead: boolean, drafts: Record<string, unknown>[] }} Kept */

const drawer = () => `boomtown.draft.${document.body.dataset.code}`;

/** @param {Kept} draft */
export function keep(draft) {
  sessionStorage.setItem(drawer(), JSON.stringify(draft));
}

/** What was kept of a question, if anything was drawn.
    @param {string} asked
    @returns {Kept | null} */
export function kept(asked) {
  const draft = JSON.parse(sessionStorage.getItem(drawer()) ?? "null");
  return draft?.asked === asked && draft.drafts.length ? draft : null;
}

/** Whether what was sent was legal, but not what a lesson waits for. */
export const isTurnedDown = () => Boolean($('#prompt .refused:not([hidden]) [data-rule="boomtown.lesson.other"]'));

/** The reason stands in the draft; it is said again where refusals stand. */
export function tellWhy() {
  const line = $("#prompt .refused");
  const reason = $("#prompt [data-draft] .refusal") ?? $("#prompt [data-draft] .sub");
  if (!line || !reason) return;
  line.replaceChildren(...[...reason.childNodes].map((node) => node.cloneNode(true)));
  line.hidden = false;
}
