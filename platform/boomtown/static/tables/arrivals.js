/* What arrives over the socket goes to the director; what is shown at last is morphed in place. */

import { $, $$, fragment } from "../dom.js";
import { Idiomorph } from "../vendor/idiomorph-0.8.0.esm.js";
import { fit, hideWhy, light, twinsOf, unlight } from "./board.js";
import { hear } from "./chat.js";
import { readClock } from "./clock.js";
import { Director } from "./director.js";
import * as ending from "./ending.js";
import { form, steps } from "./form.js";
import { glide, slideNow } from "./glide.js";
import * as guide from "./guide.js";
import * as lens from "./lens.js";
import { grow, linesOf, readLines } from "./log.js";
import { showPresence } from "./presence.js";
import { showAid } from "./aid.js";
import { choices, countUp, letGo, restore, showStep, unfold } from "./prompt.js";
import { refuse } from "./refusals.js";
import { mayChange } from "./secrets.js";
import { showSettings, speed } from "./settings.js";
import { online, tell } from "./socket.js";
import { play } from "./sounds.js";
import { game, sceneOf } from "./stage.js";
import { Story } from "./story.js";

/** News of a table: regions as HTML, the log, and whether I am asked. What is told again is a recap.
    @typedef {{ parts?: Record<string, string>, log?: { html: string, from: number, page: number },
                title?: string, mine?: boolean, lead?: number | null, ended?: boolean, moment?: number,
                arrived?: number, recap?: boolean, ceremony?: boolean }} News */

/** Who is told whether something is being shown.
    @type {(state: { showing: boolean, waits: boolean, recap: boolean }) => void} */
let watch = () => {};

/** @type {Story<News>} */
const story = new Story();

/** @type {Director<News>} */
export const director = new Director({
  open,
  speed,
  unseen: () => document.hidden,
  changed({ showing, waits }) {
    glide();
    document.body.classList.toggle("showing", showing);
    $("#part-prompt")?.toggleAttribute("inert", showing && !$("#prompt.out")); // who is out may always go on
    if (!showing) fit(); // meanwhile the question was one line
    watch({ showing, waits, recap: story.isWorthTelling });
    slideNow();
  },
});

/** @param {typeof watch} does */
export const whenShowing = (does) => (watch = does);

/** @param {any} message */
export function arrived(message) {
  if (message.type === "chat") return hear(message);
  if (message.type === "refused" || message.type === "invalid") {
    letGo();
    return refuse(message);
  }
  if (message.type === "go") return location.assign(message.to);
  if (message.type === "table") return director.push({ ...message, arrived: performance.now() });
  return undefined;
}

/** Shows again what has happened since my last turn. */
export function tellAgain() {
  if (director.showing || !story.isWorthTelling) return;
  director.attend();
  for (const news of story.again()) director.push({ ...news, mine: false, recap: true });
}

/** @param {News} news
    @returns {import("./director.js").Scene} */
function open(news) {
  if (news.ceremony) return ending.ceremony();
  const lines = news.recap ? linesOf(news.log) : readLines(news.log);
  if (!news.recap) story.goesOn(() => $("#part-board")?.outerHTML, document.body.classList.contains("mine"), news);
  const scene = sceneOf(lines, news.parts?.board, { grow, end: () => finish(news) });
  if (scene.beats.some(({ time }) => time)) {
    unlight();
    document.body.classList.remove("mine"); // whatever was asked is answered
  }
  return scene;
}

/** Everything is as the message says.
    @param {News} news */
function finish(news) {
  const isEnd = news.ended && !news.recap && !ending.isShown();
  if (isEnd) ending.hide();
  for (const [name, html] of Object.entries(news.parts ?? {})) morph(name, html, news.recap);
  if (news.recap) light();
  else afterMorph(news);
  if (isEnd) director.push({ ceremony: true });
  if (news.recap || news.moment === shown || !online()) return;
  shown = news.moment;
  tell({ do: "shown", number: shown });
}

/** Up to which question the server knows that everything has been shown here.
    @type {number | undefined} */
let shown;

/** @type {Record<string, string>} */
const last = {};

/** Whether a prompt asks what is asked already. Another question is another sheet: no button becomes another one under
    the hand, and nothing of the old one moves about in it.
    @param {string} html
    @param {string | undefined} number of the question that stands there */
const asksTheSame = (html, number) => number !== undefined && html.includes(`data-number="${number}"`);

/** One region. Choices made so far survive, if the question is the same.
    @param {string} name
    @param {string} html
    @param {boolean} [again] */
function morph(name, html, again = false) {
  const old = document.getElementById(`part-${name}`);
  if (!old || (last[name] === html && !again)) return;
  last[name] = html;
  const number = form()?.dataset.number;
  const given = name === "prompt" ? choices() : null;
  const held = /** @type {HTMLElement} */ (document.activeElement);
  const inside = old.contains(held);
  const told = $$(".told", old).map((one) => one.dataset.thing);
  if (name === "prompt" && !asksTheSame(html, number)) old.replaceWith(fragment(html));
  else {
    Idiomorph.morph(old, html, {
      morphStyle: "outerHTML",
      restoreFocus: true,
      callbacks: { beforeAttributeUpdated: mayChange },
    });
  }
  for (const thing of told) for (const twin of twinsOf(thing)) twin.classList.add("told");
  if (name === "prompt") {
    if (given && form()?.dataset.number === number) restore(given);
    else {
      steps.clear();
      unfold(false);
      hideWhy(); // of a question that is asked no longer
    }
    countUp(); // the board is lit when all of it is there
    showStep();
  }
  if (inside && !held.isConnected) $("#prompt")?.focus();
}

/** @param {News} news */
function afterMorph({ title, mine, arrived: at }) {
  const { body } = document;
  if (title !== undefined) document.title = title;
  const sign = $("#favicon");
  if (mine !== undefined && sign) {
    const wanted = mine ? sign.dataset.turn : sign.dataset.rest;
    if (sign.getAttribute("href") !== wanted) sign.setAttribute("href", wanted);
    if (mine && !body.classList.contains("mine")) play("turn");
    body.classList.toggle("mine", mine);
  }
  showSettings();
  readClock(at);
  showPresence();
  light();
  fit();
  guide.show();
  showAid();
  ending.tellStory();
  lens.morphed();
  game.morphed?.();
}
