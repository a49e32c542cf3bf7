/* The clock of the question: counted down here, kept by the server. */

import { $ } from "../dom.js";

/** @type {number | null} */
let deadline = null;

/** Takes the time from the page. It begins to run when what led to the question has had its time.
    @param {number} [at] when the server's word arrived */
export function readClock(at = performance.now()) {
  const clock = $(".clock[data-left]");
  deadline = clock ? at + Number(clock.dataset.lead) + Number(clock.dataset.left) : null;
  tick();
}

function tick() {
  const clock = $(".clock[data-left]:not([data-still])");
  if (!clock || deadline === null) return;
  let left = Math.min(deadline - performance.now(), Number(clock.dataset.left));
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
