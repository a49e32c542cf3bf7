/* A link is copied by one press. */

import { $, beside, found, made, on } from "./dom.js";

const SHOWN = 3000;
let timer = 0;

/** Says beside a button what came of it, also to screen readers. It lies outside the parts of a page that
    change by themselves, so that news do not wipe it away.
    @param {HTMLElement} button
    @param {string} words */
function say(button, words) {
  const note = $("#said") ?? made("div", { id: "said", className: "said" });
  note.setAttribute("role", "status");
  (button.closest("dialog") ?? document.body).append(note);
  note.textContent = words;
  note.hidden = false;
  beside(note, button.getBoundingClientRect());
  clearTimeout(timer);
  timer = setTimeout(() => (note.hidden = true), SHOWN);
}

/** Browsers lend the clipboard to secure pages only; on others it takes what is marked.
    @param {string} text
    @returns {Promise<boolean>} whether it is in the clipboard now */
async function taken(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = made("textarea", { value: text, readOnly: true });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Copies a link, and says so beside the button or link that was pressed.
    @param {HTMLElement} button with the words for it
    @param {string} text */
export async function copy(button, text) {
  const done = await taken(text);
  say(button, (done ? button.dataset.done : button.dataset.byHand) ?? "");
}

on("click", async (_event, target) => {
  const button = found(target.closest("[data-copy]"));
  if (!button) return;
  const field = $(`#${button.dataset.copy}`);
  await copy(button, field.value);
  field.select();
});
