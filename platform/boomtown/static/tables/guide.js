/* The guide of a lesson: its pages one at a time, and what it points at. Where one is follows from the match;
   only the page that was read last is remembered, in this tab. */

import { $, $$ } from "../dom.js";
import { announce } from "./ear.js";

const PLACE = "boomtown.guide";
let said = "";

const guide = () => $("#part-guide:not([hidden])");
const pages = () => $$("[data-page]", guide());

/** The step that is shown, at this table. */
const step = () => `${document.body.dataset.code} ${guide().dataset.at} ${pages().length}`;

function read() {
  const [, page] = (sessionStorage.getItem(PLACE) ?? "").split("#");
  const isHere = sessionStorage.getItem(PLACE)?.startsWith(`${step()}#`);
  return isHere ? Math.min(Number(page), pages().length - 1) : 0;
}

/** @param {number} by */
function turn(by) {
  const held = document.activeElement;
  const to = Math.max(0, Math.min(read() + by, pages().length - 1));
  sessionStorage.setItem(PLACE, `${step()}#${to}`);
  show();
  if (held?.matches(":disabled")) $("#guide-told").focus();
}

/** The next page; after the last one the first again. */
export function nextPage() {
  if (!guide()) return;
  turn(read() + 1 < pages().length ? 1 : -read());
  $("#guide-told").focus();
}

/** What a press does whose element names it (data-press).
    @type {Record<string, () => void>} */
export const GUIDE = {
  "page-next": () => turn(1),
  "page-back": () => turn(-1),
};

/** Shows the page that is due, and points; what is new is said to whoever listens. */
export function show() {
  point();
  if (!guide()) return;
  const [all, at] = [pages(), read()];
  for (const [number, page] of all.entries()) page.hidden = number !== at;
  const [back, next] = [$('[data-press="page-back"]', guide()), $('[data-press="page-next"]', guide())];
  if (back && next) {
    for (const one of [back, next]) one.hidden = all.length < 2;
    [back.disabled, next.disabled] = [at === 0, at === all.length - 1]; // each keeps its place: nobody taps on, and goes back
    $(".far b", guide()).textContent = all.length < 2 ? "" : ` · ${at + 1}/${all.length}`;
  }
  const text = all[at].textContent.trim();
  if (said === text) return;
  announce(text);
  said = text;
  $("#prompt .act.pointed")?.scrollIntoView({ block: "nearest" }); // there may be more answers than fit
}

/** Marks the parts of the table that the step is about; an answer, where the board does not show it. */
export function point() {
  for (const one of $$(".pointed")) one.classList.remove("pointed");
  if (!guide()) return;
  for (const place of JSON.parse(guide().dataset.point ?? "[]")) {
    const name = CSS.escape(place);
    const shown = $$(`#part-board :is([data-thing="${name}"], [data-beat="${name}"]), #${name}`);
    const listed = $$(`#prompt .acts .act:is([data-thing="${name}"], :has([data-thing="${name}"]))`);
    const isSeen = shown.some((one) => one.getClientRects().length);
    for (const one of isSeen ? shown : listed) one.classList.add("pointed");
  }
}
