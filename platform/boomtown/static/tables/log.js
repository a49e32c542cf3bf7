/* The log, newest first, turn by turn. */

import { $, $$, found, fragment, made } from "../dom.js";
import { atRest, rest } from "./glide.js";

/** A line comes into the log as soon as the lines before it stand in their places.
    @param {HTMLElement} line */
export function grow(line) {
  coming = Number(line.dataset.n) + 1;
  atRest(() => put(line));
}

/** The number after the last line that has come or waits. */
let coming = 0;

/** One that is a heading begins a new turn.
    @param {HTMLElement} line */
function put(line) {
  const log = $("#log");
  const number = Number(line.dataset.n);
  if (number < Number(log.dataset.count)) return;
  log.dataset.count = String(number + 1);
  /** @type {HTMLElement} */
  let group = $("section", log);
  const isHead = line.classList.contains("head");
  if (isHead || !group) {
    group = made("section");
    group.append(made("ol"));
    log.prepend(group);
  }
  if (isHead) {
    const title = made("h3");
    const link = $("a.then", line);
    title.append(...(link ? [link] : []), line.lastElementChild);
    group.prepend(title);
  } else {
    line.classList.add("now");
    $("ol", group).prepend(line);
  }
}

/** Lines that were taken back leave the log.
    @param {number} from */
function shrink(from) {
  const log = $("#log");
  if (from >= Number(log.dataset.count)) return;
  for (const line of $$("li", log)) if (Number(line.dataset.n) >= from) line.remove();
  for (const group of $$("section", log)) if (!$("li", group) && !$("h3", group)) group.remove();
  log.dataset.count = String(from);
}

/** The lines of a message.
    @param {{ html: string } | undefined} log */
export const linesOf = (log) => (log ? [...fragment(log.html).children].map(found) : []);

/** The new lines of a message; what they replace has left the log.
    @param {{ html: string, from: number, page: number } | undefined} log */
export function readLines(log) {
  if (!log) return [];
  if (log.from < coming) rest(); // what is taken back must have come
  shrink(log.from);
  for (const line of $$("#log li.passing")) if (Number(line.dataset.n) < log.page) line.remove();
  for (const line of $$("#log li.now")) line.classList.remove("now");
  return linesOf(log);
}
