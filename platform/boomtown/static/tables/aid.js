/* Help while playing: one hint at a time, marked where it belongs and said once; what a bot would do is said
   when it is known. */

import { $, $$, found, on } from "../dom.js";
import { announce } from "./ear.js";
import { form } from "./form.js";

/** The hints that were read here. @type {Set<string>} */
const read = new Set();
/** By hint, at which question it was first shown. @type {Map<string, string | undefined>} */
const since = new Map();
let off = false;
let advised = "";

/** What a note says: without its rule, each part a sentence.
    @param {Element[]} parts */
const words = (parts) =>
  parts.map((part) => {
    const said = /** @type {Element} */ (part.cloneNode(true));
    for (const rule of said.querySelectorAll(".rule")) rule.remove();
    return said.textContent.replace(/\s+/g, " ").trim().replace(/([^.!?…])$/, "$1.");
  }).join(" ");

/** What a hint is about is marked on the board.
    @param {string} thing */
function mark(thing) {
  for (const old of $$("#part-board .hinted")) old.classList.remove("hinted");
  if (!thing) return;
  const about = CSS.escape(thing.replace("{me}", document.body.dataset.me ?? ""));
  for (const one of $$(`#part-board :is([data-thing="${about}"], [data-beat="${about}"])`)) one.classList.add("hinted");
}

/** Shows the first hint that was not read. One that stood there while a question was answered was. */
export function showAid() {
  const number = form()?.dataset.number;
  const notes = $$("#part-aid .hint");
  for (const note of notes) {
    const key = note.dataset.hint;
    if (!since.has(key) || read.has(key) || since.get(key) === number || number === undefined) continue;
    read.add(key);
    note.querySelector("form")?.requestSubmit();
  }
  const open = off ? undefined : notes.find((note) => !read.has(note.dataset.hint));
  for (const note of notes) note.hidden = note !== open;
  for (const dot of $$("#prompt .dot")) dot.hidden = !open;
  mark(open?.dataset.about ?? "");
  if (open && !since.has(open.dataset.hint)) {
    since.set(open.dataset.hint, number);
    announce(words([$("p", open)]));
  }
  const advice = $("#part-aid .advice");
  if (advice && advice.id !== advised) {
    announce(words($$("h3, b, .chip, small", advice)));
    advice.scrollIntoView({ block: "nearest" });
  }
  advised = advice?.id ?? "";
}

/** @param {Event} event
    @param {import("../dom.js").Found} target */
function submitted(event, target) {
  const note = found(target.closest?.(".hint"));
  if (!note) return;
  const last = /** @type {SubmitEvent} */ (event).submitter?.dataset.press === "hints-off";
  if (last) off = true;
  else read.add(note.dataset.hint);
  const setting = $("#set-hints");
  if (last && setting) setting.checked = false;
  showAid();
}

export function begin() {
  on("submit", submitted);
  showAid();
}
