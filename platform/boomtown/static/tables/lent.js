/* What a table lends to the module of its game (table.js says how it is used). */

import { $ } from "../dom.js";
import { announce } from "./ear.js";
import { form } from "./form.js";
import { pace } from "./settings.js";

const { body } = document;

/** Sends an answer that was composed on the board.
    @param {unknown} answer */
function send(answer) {
  const own = $("#prompt [data-own]");
  if (!own) return;
  own.value = JSON.stringify(answer);
  form().requestSubmit($("#send"));
}

/** What a draft would mean: `{ data, html }`, or null where the table cannot be asked.
    @param {unknown} draft
    @returns {Promise<{ data: any, html: string } | null>} */
async function preview(draft) {
  const token = $("#part-prompt input[name=csrf_token], #say input[name=csrf_token]")?.value;
  const response = await fetch(`${body.dataset.base ?? `/t/${body.dataset.code}`}/preview`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token ?? "" },
    body: JSON.stringify(draft),
  });
  return response.ok ? response.json() : null;
}

export const lent = { form, send, preview, pace, announce };
