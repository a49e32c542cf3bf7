/* The inspector: what anybody may look at. One figure shows its weapons, reach and eyes, one place who
   threatens it, and two of either the line between them. */

import { $, $$, found, fragment, on as listen } from "/static/tables/kit.js";
import { tappedLevel } from "./map.js";
import { Asker } from "./sketch.js";

/** @typedef {string | [number, number]} Point a figure, or a place of the table */
/** @typedef {import("./drafts.js").Meaning} Meaning */

/** @type {import("./drafts.js").Table} */
let table;
let on = false;
/** @type {Point[]} */
let points = [];

/** @type {Asker<object, Meaning>} */
const asker = new Asker((draft) => table.preview(draft));

export const isOn = () => on;

export function toggle(wanted = !on) {
  on = wanted;
  for (const button of $$('[data-lay="inspect"]')) button.setAttribute("aria-pressed", String(on));
  const how = $("#how");
  if (how) {
    how.hidden = !on;
    how.textContent = on ? how.dataset.inspect : "";
  }
  clear();
  return on;
}

/** A further point; the third begins anew.
    @param {Point} point */
export function add(point) {
  points = points.length === 2 ? [point] : [...points, point];
  const how = $("#how");
  if (how) how.hidden = true;
  return show();
}

/** One figure alone, whatever else is being done.
    @param {string} id */
export function one(id) {
  points = [id];
  return show();
}

/** Nothing is looked at any more; whether there was anything. */
export function clear() {
  const had = points.length > 0;
  asker.forget();
  points = [];
  draw(null);
  return had;
}

/** @param {Meaning | null} answer */
function draw(answer) {
  const panel = $("#inspector");
  if (!panel) return;
  const sent = answer ? fragment(answer.html) : null;
  for (const [layer, place] of [["low", "#eyed-low"], ["high", "#eyed"]]) {
    const drawing = sent && $(`svg[data-over="${layer}"]`, sent);
    $(place)?.replaceChildren(...(drawing?.childNodes ?? []));
    drawing?.remove();
  }
  panel.hidden = !sent;
  $("div", panel).replaceChildren(...(sent ? [sent] : []));
}

/** Asks anew, as the table is now. */
export async function show() {
  if (!points.length) return;
  const answer = await asker.ask({ do: "inspect", points, level: tappedLevel() });
  if (answer && points.length) draw(answer);
}

/** @param {import("./drafts.js").Table} lent */
export function begin(lent) {
  table = lent;
  listen("click", (_event, target) => {
    if (target.closest("[data-inspect=close]")) clear();
  });
  document.addEventListener("contextmenu", (event) => {
    const figure = found(found(event.target).closest?.("#part-board .map [data-fig]"));
    if (!figure) return;
    event.preventDefault();
    one(figure.dataset.fig);
  });
}
