/* For how long somebody has been away, and what may be done about it by now. */

import { $$ } from "../dom.js";
import { spanText } from "./times.js";

const GRACE = 20_000; // a page that is being reloaded is not away
const EVERY = 5000;
const { dataset } = document.body;
const ahead = Number(dataset.at) - Date.now(); // of the server's clock
const words = JSON.parse(dataset.times ?? "null");

/** Brings what depends on the time up to date. */
export function showPresence() {
  if (!words) return;
  const now = Date.now() + ahead;
  for (const chip of $$("[data-gone]")) {
    const time = now - Number(chip.dataset.gone);
    chip.hidden = time < GRACE;
    const span = spanText(time, words);
    const text = chip.hidden ? "" : span ? words.gone.replace("#", span) : words.away;
    if (chip.textContent !== text) chip.textContent = text;
  }
  for (const one of $$("[data-opens]")) one.hidden = now < Number(one.dataset.opens);
}

export function begin() {
  showPresence();
  setInterval(showPresence, EVERY);
}
