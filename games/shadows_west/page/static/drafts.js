/* What an answer would mean: asked of the server, drawn on the map and told in the prompt. One
   question is on its way at a time, and of those that wait meanwhile only the last one counts. */

import { $ } from "./map.js";

let table = null;
let waiting = null;
let asking = false;
let age = 0;
let shown = null;

export const begin = (lent) => (table = lent);

/** Asks what a draft would mean, and shows it; null if something newer was asked meanwhile.
    A glance is only drawn on the map (`told` false), or changes no list (`lists` false). */
export function ask(draft, { told = true, lists = true } = {}) {
  return new Promise((resolve) => {
    waiting?.resolve(null);
    waiting = { draft, resolve, told, lists };
    if (!asking) askOn();
  });
}

async function askOn() {
  busy(true);
  while (waiting) {
    const { draft, resolve, told, lists } = waiting;
    const asked = age;
    waiting = null;
    const answer = await table.preview(draft).catch(() => null);
    const stale = waiting !== null || asked !== age;
    if (answer && !stale) show(answer, told, lists);
    resolve(stale ? null : answer);
  }
  busy(false);
}

/** Whether the map waits for an answer; it says so. */
function busy(now) {
  asking = now;
  $(".map")?.setAttribute("aria-busy", now);
}

/** The place in the prompt where a draft is told. */
function panel() {
  const sheet = $("#prompt");
  if (!sheet) return null;
  const known = $("[data-draft]", sheet);
  if (known) return known;
  const made = document.createElement("div");
  made.className = "draft";
  made.dataset.draft = "";
  made.setAttribute("aria-live", "polite");
  const before = $(".acts, .refused, .pair", sheet);
  if (before) before.before(made);
  else sheet.append(made);
  return made;
}

function show(answer, told = true, lists = true) {
  if (told && lists) shown = answer;
  const holder = document.createElement("template");
  holder.innerHTML = answer.html;
  for (const [layer, place] of [["low", "#over-low"], ["high", "#over"]]) {
    const drawing = $(`svg[data-over="${layer}"]`, holder.content);
    $(place)?.replaceChildren(...(drawing?.childNodes ?? []));
    drawing?.remove();
  }
  if (!told) return;
  const sheet = $("[data-sheet]", holder.content);
  if (sheet) $("#builder")?.replaceChildren(sheet);
  for (const part of holder.content.querySelectorAll("[data-into]")) {
    if (lists) document.getElementById(part.dataset.into)?.replaceChildren(...part.childNodes);
    part.remove();
  }
  panel()?.replaceChildren(holder.content);
}

/** Nothing is drafted any more. */
export function clear() {
  age += 1;
  waiting?.resolve(null);
  waiting = null;
  shown = null;
  for (const place of ["#over", "#over-low", "#seen", "#prompt [data-draft]"]) $(place)?.replaceChildren();
}

/** The page has changed under the draft: it is shown again. */
export function again() {
  if (shown) show(shown);
}
