/* The ear: what happens is said in words, one sentence after another, in the one region that screen
   readers follow. Names say which of them is "you". */

import { $, made } from "../dom.js";

const MOST = 12; // what was heard is the log's business

/** Says something to whoever listens to the page; nothing makes the region forget.
    @param {string} text */
export function announce(text) {
  const region = $("#announce");
  if (!text) return region.replaceChildren();
  region.append(made("p", { textContent: text }));
  while (region.childElementCount > MOST) region.firstElementChild.remove();
  return undefined;
}

/** A line of the log as it is said: without its rule, pictures by their names.
    @param {HTMLElement} line */
function spoken(line) {
  const { me, self } = document.body.dataset;
  const said = /** @type {HTMLElement} */ ((line.lastElementChild ?? line).cloneNode(true));
  for (const extra of said.querySelectorAll(".rule, .sr")) extra.remove();
  for (const image of said.querySelectorAll("svg")) image.replaceWith(image.getAttribute("aria-label") ?? "");
  if (me) {
    const letter = String.fromCharCode(65 + Number(me));
    for (const name of said.querySelectorAll(`.who.${letter}`)) name.append(` ${self}`);
  }
  return said.textContent.replace(/\s+/g, " ").trim();
}

/** Lines that belong together are said in one breath.
    @param {HTMLElement[]} lines */
export function hear(lines) {
  if (lines.length) announce(lines.map(spoken).join(" "));
}
