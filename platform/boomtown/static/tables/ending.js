/* The ending: after the last beat the list of results is counted up, part by part, the last place
   first. It is a scene of the director like everything else: it can be skipped, or seen step by step;
   without motion it is read part by part. */

import { $, $$, made } from "../dom.js";
import { caption } from "./effects.js";
import { announce } from "./ear.js";
import { play } from "./sounds.js";
import { at } from "./stage.js";

/** @typedef {import("./director.js").Scene} Scene */

const LONGEST = 9000; // milliseconds, however many parts there are
const EACH = 650;
const LATER = 202; // the site has other work just now
const PATIENCE = 5000;
const MOST_TRIES = 6;
const { body } = document;

/** Whether the ending is on the page. */
export const isShown = () => $("#prompt.ending") !== null;

/** From now on only what has been counted is to be seen. */
export function hide() {
  body.classList.add("counting");
}

/** Everything that is to be counted, in its order.
    @returns {HTMLElement[]} */
const steps = () => $$(".ending .result").reverse().flatMap((row) => $$("[data-step]", row));

/** What has been counted of a row so far.
    @param {HTMLElement} row */
function sumUp(row) {
  const score = $(".score", row);
  const last = $$("[data-running].shown", row).at(-1);
  if (score && $("[data-running]", row)) score.textContent = last?.dataset.running ?? "–";
}

/** @param {HTMLElement} step */
function show(step) {
  step.classList.add("shown");
  const row = /** @type {HTMLElement} */ (step.closest(".result"));
  sumUp(row);
  row.scrollIntoView({ block: "nearest" });
  return row;
}

/** What is told of the match, once it has been asked for.
    @type {string | undefined} */
let story;

/** @param {string} address
    @returns {Promise<string>} */
async function asked(address) {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const response = await fetch(address);
    if (response.ok && response.status !== LATER) return response.text();
    if (!response.ok) break;
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
  }
  throw new Error(address);
}

/** The story stands below the list; asked for once, and put there again when the page has changed. */
export async function tellStory() {
  const place = $(".ending [data-story]");
  if (!place || place.dataset.told) return;
  place.dataset.told = "true";
  try {
    story ??= await asked(place.dataset.story);
  } catch {
    return; // the link stays
  }
  const here = $(".ending [data-story]");
  if (here) here.innerHTML = story;
}

/** The ceremony, as the director plays it.
    @returns {Scene} */
export function ceremony() {
  const parts = steps();
  const time = Math.min(EACH, LONGEST / (parts.length || 1));
  for (const row of $$(".ending .result")) sumUp(row);
  /** @param {import("./beats.js").Beat} beat */
  const stepOf = (beat) => /** @type {HTMLElement} */ (beat.told[0]);
  /** @type {import("./beats.js").Beat[]} */
  const beats = parts.map((step) => ({ lines: [step], told: [step], time, how: { protected: true } }));
  return {
    beats,
    begin() {},
    play(beat) {
      const step = stepOf(beat);
      const row = show(step);
      row.classList.add("now");
      play("dice");
      const words = caption([made("p", { textContent: step.dataset.words })]);
      const place = at(`seat:${row.dataset.seat}`);
      place?.classList.add("changed");
      return () => {
        words();
        row.classList.remove("now");
        place?.classList.remove("changed");
      };
    },
    settle: (beat) => void show(stepOf(beat)),
    end() {
      for (const score of $$(".ending .score")) score.textContent = score.dataset.total;
      for (const step of parts) step.classList.remove("shown");
      body.classList.remove("counting");
      const told = $(".ending .told");
      if (told) told.scrollTop = 0;
      announce($(".ending h2")?.textContent.trim() ?? "");
    },
  };
}
