/* The live table. Every answer is a form that also works without this module; with it, answers go
   over a socket, regions are morphed in place, the board is a second handle for every control, and
   what changed is played one thing at a time in the order of the log. What the page writes, and what
   is read from it, stands in docs/architecture.md ("The prompt, the form and the script").

   How a line of the log is shown is declared by the game as data (Page(beats=…), boomtown.core.beat).
   A game may also bring a module of its own (data-script) that exports `effects`: by the name that a
   beat gives, a function that is told what stage.js says (Told). It may export `begin(table)`, called
   once, and `morphed()`, called whenever the page has changed; the table lends it `form()`,
   `send(answer)`, `preview(draft)`, `pace()` and `announce(text)`. */

import { $ } from "../dom.js";
import * as answers from "./answers.js";
import { arrived } from "./arrivals.js";
import * as board from "./board.js";
import * as chat from "./chat.js";
import * as clock from "./clock.js";
import { tellStory } from "./ending.js";
import { announce } from "./ear.js";
import { form } from "./form.js";
import * as guide from "./guide.js";
import * as keys from "./keys.js";
import * as lens from "./lens.js";
import * as presence from "./presence.js";
import * as panels from "./panels.js";
import * as prompt from "./prompt.js";
import * as reel from "./reel.js";
import * as secrets from "./secrets.js";
import * as settings from "./settings.js";
import * as socket from "./socket.js";
import { game } from "./stage.js";
import * as tips from "./tips.js";

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
  const response = await fetch(`/t/${body.dataset.code}/preview`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token ?? "" },
    body: JSON.stringify(draft),
  });
  return response.ok ? response.json() : null;
}

body.classList.add("scripted");
body.classList.toggle("mine", $("#part-status")?.classList.contains("mine") ?? false);
for (const part of [tips, settings, chat, board, answers, prompt, panels, keys, secrets, clock, presence, reel, lens]) part.begin();
prompt.showStep();
settings.showSettings();
prompt.counted();
clock.readClock();
tellStory();
guide.show();
game.begin?.({ form, send, preview, pace: settings.pace, announce });
socket.begin(arrived);
