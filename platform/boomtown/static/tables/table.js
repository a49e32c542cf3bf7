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
import * as aid from "./aid.js";
import * as answers from "./answers.js";
import { arrived } from "./arrivals.js";
import * as board from "./board.js";
import * as chat from "./chat.js";
import * as clock from "./clock.js";
import { tellStory } from "./ending.js";
import * as guide from "./guide.js";
import * as keys from "./keys.js";
import * as lens from "./lens.js";
import { lent } from "./lent.js";
import * as presence from "./presence.js";
import * as panels from "./panels.js";
import * as prompt from "./prompt.js";
import * as reel from "./reel.js";
import * as refusals from "./refusals.js";
import * as secrets from "./secrets.js";
import * as settings from "./settings.js";
import * as socket from "./socket.js";
import { game } from "./stage.js";
import * as tips from "./tips.js";

const { body } = document;

body.classList.add("scripted");
body.classList.toggle("mine", $("#part-status")?.classList.contains("mine") ?? false);
for (const part of [tips, settings, chat, board, answers, prompt, aid, panels, keys, secrets, clock, presence, reel, refusals, lens]) part.begin();
prompt.showStep();
settings.showSettings();
prompt.counted();
clock.readClock();
tellStory();
guide.show();
game.begin?.(lent);
socket.begin(arrived);
