/* The clock of the question: counted down here, kept by the server. */

import { $ } from "../dom.js";

/** @type {number | null} */
let deadline = null;

/** Takes the time from the page, which the server has just sent. */
export function readClock() {
  const clock = $(".clock[data-left]");
  deadline = clock ? performance.now() + Number(clock.dataset.left) : null;
  tick();
}

function tick() {
  const clock = $(".clock[data-left]:not([data-still])");
  if (!clock || deadline === null) return;
  let left = deadline - performance.now();
  const onBank = left < 0 && Number(clock.dataset.bank) > 0;
  if (onBank) left += Number(clock.dataset.bank);
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const shown = $(".left", clock);
  if (shown.textContent !== text) shown.textContent = text;
  clock.classList.toggle("hot", seconds <= 10);
  clock.classList.toggle("banked", onBank);
}

export function begin() {
  setInterval(tick, 250);
}
