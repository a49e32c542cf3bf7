/* What only the freight shed shows: guns are drawn, shots fired along their lines, cards go away face down, loot
   travels as what it is. Which line of the log is shown by which effect stands in page/beats.py. */

import { $, $$, callOut, placeOf, sendOff, standing } from "/static/tables/kit.js";

/** @typedef {import("/static/tables/stage.js").Told} Told */

/** @param {string} seat */
const wires = (seat) => $$(`[data-wire="${seat}"]`);

/** @param {Told} told */
const draw = ({ line }) => standing(wires(line.dataset.seat), "drawing");

/** All guns at once: a flash along each line, and the word at each gun.
    @param {Told} told */
function fire({ lines }) {
  const seats = lines.map((line) => line.dataset.seat);
  const clears = [standing(seats.flatMap(wires), "firing"), standing(seats.map(placeOf), "shooting")];
  return () => clears.forEach((clear) => clear());
}

/** Cards that nobody sees go away face down.
    @param {Told} told */
function unseen({ line, time, still }) {
  const to = $(".deck");
  const clears = (line.dataset.seats ?? "").split(" ").map((seat) => {
    const from = placeOf(seat);
    return from && to ? sendOff(null, "bullet", from, to, time, still) : undefined;
  });
  return () => clears.forEach((clear) => clear?.());
}

/** A card travels from the middle of the table to whoever took it.
    @param {Told} told */
function take({ line, time, still }) {
  const { seat, share } = line.dataset;
  const cards = $$(`#part-board :is(.loot, .token)[data-thing="share:${CSS.escape(share ?? "NG")}"]`);
  const card = cards.find((one) => one.style.visibility !== "hidden");
  const to = placeOf(seat);
  if (!card || !to) return to ? callOut(to, line.textContent) : undefined;
  const clear = sendOff(card, "", card, to, time, still);
  card.style.visibility = "hidden"; // the new board does not have it
  return clear;
}

export const effects = { draw, fire, unseen, take };
