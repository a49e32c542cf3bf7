/* The bench: the board and the question work as at a table, but every answer is a page of its own.
   The arrow keys turn the frames. */

import { $, on } from "../dom.js";
import * as answers from "../tables/answers.js";
import * as board from "../tables/board.js";
import * as keys from "../tables/keys.js";
import { lent } from "../tables/lent.js";
import * as prompt from "../tables/prompt.js";
import * as secrets from "../tables/secrets.js";
import * as settings from "../tables/settings.js";
import { game } from "../tables/stage.js";
import * as tips from "../tables/tips.js";

const WRITING = "input, textarea, select, .board, pre, .scroll";

/** @type {Record<string, string>} */
const TURNS = { ArrowLeft: "#frame-back", ArrowRight: "#frame-on" };

document.body.classList.add("scripted");
for (const part of [tips, settings, board, answers, prompt, keys, secrets]) part.begin();
settings.showSettings();
prompt.showStep();
prompt.counted();
game.begin?.(lent);
on("keydown", (event, target) => {
  const way = TURNS[event.key];
  if (!way || event.altKey || event.ctrlKey || event.metaKey || target.closest(WRITING)) return;
  $(way)?.click();
});
