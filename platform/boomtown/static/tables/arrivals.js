/* What arrives: regions are morphed in place, then the difference is played in the order of the log. */

import { $, $$ } from "../dom.js";
import { Idiomorph } from "../vendor/idiomorph-0.8.0.esm.js";
import { playLines } from "./animation.js";
import { light, twinsOf } from "./board.js";
import { hear } from "./chat.js";
import { readClock } from "./clock.js";
import { form, steps } from "./form.js";
import { grow, readLines } from "./log.js";
import { choices, counted, restore, showStep } from "./prompt.js";
import { Queue } from "./queue.js";
import { refuse } from "./refusals.js";
import { mayChange } from "./secrets.js";
import { pace, showSettings } from "./settings.js";
import { play } from "./sounds.js";

/** News of a table: regions as HTML, the log, and whether I am asked.
    @typedef {{ parts?: Record<string, string>, log?: { html: string, from: number, page: number },
                title?: string, mine?: boolean }} News */

/** A game's own module (data-script); table.js says what it may bring.
    @type {{ events?: Record<string, import("./animation.js").Shown>, remember?: () => unknown,
             morphed?: () => void, begin?: (table: object) => void }} */
export const game = document.body.dataset.script ? await import(document.body.dataset.script) : {};

/** @type {Queue<News>} */
const queue = new Queue(take, () => document.hidden || pace() === 0);

/** @param {any} message */
export function arrived(message) {
  if (message.type === "chat") return hear(message);
  if (message.type === "refused" || message.type === "invalid") return refuse(message);
  if (message.type === "go") return location.assign(message.to);
  if (message.type === "table") return queue.push(message);
  return undefined;
}

/** @param {News} message */
async function take(message) {
  const before = new Map($$("[data-beat]").map((one) => [one.dataset.beat, one.innerHTML]));
  const memory = game.remember?.();
  for (const [name, html] of Object.entries(message.parts ?? {})) morph(name, html);
  afterMorph(message);
  await playLines(readLines(message.log), { mine: message.mine, before, memory }, {
    events: game.events ?? {},
    hurried: () => queue.hurried(),
    pause: (time) => queue.pause(time),
    pace,
    grow,
    play,
    flash,
    find: (beat) => $(`[data-beat="${CSS.escape(beat)}"]`),
    outline: () => outline(before),
  });
}

/** @type {Record<string, string>} */
const last = {};

/** One region. Choices made so far survive, if the question is the same.
    @param {string} name
    @param {string} html */
function morph(name, html) {
  const old = document.getElementById(`part-${name}`);
  if (!old || last[name] === html) return;
  last[name] = html;
  const number = form()?.dataset.number;
  const given = name === "prompt" ? choices() : null;
  const held = /** @type {HTMLElement} */ (document.activeElement);
  const inside = old.contains(held);
  const told = $$(".told", old).map((one) => one.dataset.thing);
  Idiomorph.morph(old, html, {
    morphStyle: "outerHTML",
    restoreFocus: true,
    callbacks: { beforeAttributeUpdated: mayChange },
  });
  for (const thing of told) for (const twin of twinsOf(thing)) twin.classList.add("told");
  if (name === "prompt") {
    if (given && form()?.dataset.number === number) restore(given);
    else steps.clear();
    counted();
    showStep();
  }
  if (inside && !held.isConnected) $("#prompt")?.focus();
}

/** @param {News} message */
function afterMorph({ title, mine }) {
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
  readClock();
  light();
  game.morphed?.();
}

/** @param {HTMLElement} element */
function flash(element) {
  element.classList.add("changed");
  setTimeout(() => element.classList.remove("changed"), 700);
}

/** Without motion: a short outline on everything that is different.
    @param {Map<string, string>} before */
function outline(before) {
  if (document.hidden) return;
  for (const element of $$("[data-beat]")) {
    const old = before.get(element.dataset.beat);
    if (old !== undefined && old !== element.innerHTML) flash(element);
  }
}
