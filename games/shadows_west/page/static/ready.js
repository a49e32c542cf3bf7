/* Ready-made answers: one goes out at once, unless there is a risk. Then a second press confirms it
   (shadows.ui.confirm_risk). */

import { $, found, fragment } from "/static/tables/kit.js";
import * as drafts from "./drafts.js";

/** @typedef {import("/static/dom.js").Found} Found */

let weighed = ""; // the answer whose risk is being asked for
let assured = ""; // the answer that has been weighed

/** The ready-made answer that an element belongs to.
    @param {Element} target */
export const readyOf = (target) => found(target.closest?.("#prompt .ready button[value]"));

/** Whether an answer may go out without being weighed again.
    @param {Found} button */
export const isAssured = (button) => assured === button.value;

/** Another question is asked. */
export function forget() {
  weighed = "";
  assured = "";
}

/** Asks for the risk, and sends the answer if there is none.
    @param {Found} button
    @param {object} meant what is asked of the server
    @param {drafts.Table} table
    @param {() => boolean} stillAsked whether the question is the same */
export async function weigh(button, meant, table, stillAsked) {
  if (weighed === button.value) return;
  weighed = button.value;
  const answer = await table.preview(meant).catch(/** @returns {null} */ () => null);
  if (!stillAsked() || weighed !== button.value) return; // another one was pressed meanwhile
  weighed = "";
  assured = button.value;
  if (!answer?.data.risk) {
    table.form()?.requestSubmit(button);
    return;
  }
  $("b", button).textContent = $("[data-sure]", fragment(answer.html)).textContent;
  button.dataset.sure = "";
  drafts.ask(meant, { lists: false });
}
