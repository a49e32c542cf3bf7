/* The clock of the question: counted down here, kept by the server; on the board it may be a ring. */

import { $ } from "../dom.js";
import { clockText, faceOf } from "./times.js";

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
  const { left: whole, bank, hours } = clock.dataset;
  const left = Math.min(deadline - performance.now(), Number(whole));
  const { turn, spare, onBank, hot } = faceOf(left, Number(bank));
  write($(".left", clock), clockText(turn, hours));
  write($(".spare", clock), clockText(spare, hours));
  clock.classList.toggle("hot", hot);
  clock.classList.toggle("banked", onBank);
  showRing(Math.ceil(Math.max(0, turn) / 1000), hot);
}

/** The same as a ring that runs out, where a board has one.
    @param {number} seconds
    @param {boolean} hot */
function showRing(seconds, hot) {
  const ring = $("#part-board .ring");
  if (!ring) return;
  write($("b", ring), String(seconds));
  const part = Math.min(100, (100 * seconds) / Number(ring.dataset.whole));
  $(".left", ring).setAttribute("stroke-dasharray", `${part} 100`);
  ring.classList.toggle("hot", hot);
}

/** @param {HTMLElement | null} place
    @param {string} text */
function write(place, text) {
  if (place && place.textContent !== text) place.textContent = text;
}

export function begin() {
  setInterval(tick, 250);
}
