/* Effects of the freight shed, beside those that every table has: guns are drawn, cards turned up, shots
   fired along their lines, loot travels as what it is, and the money is counted. Which line of the log
   is shown by which of them stands in page/beats.py. */

import { $, $$ } from "/static/dom.js";
import { callOut, picture, sendOff } from "/static/tables/effects.js";

/** @typedef {import("/static/tables/stage.js").Told} Told */

/** @param {string} seat */
const placeOf = (seat) => {
  const plate = document.getElementById(`seat-${seat}`);
  return plate?.closest(".me") ?? plate;
};

/* --- the hold-up and the shots ---------------------------------------------------------------- */

/** Lines leave guns.
    @param {string[]} seats
    @param {string} how */
function mark(seats, how) {
  const wires = seats.flatMap((seat) => $$(`[data-wire="${seat}"]`));
  for (const wire of wires) wire.classList.add(how);
  return () => wires.forEach((wire) => wire.classList.remove(how));
}

/** @param {Told} told */
const draw = ({ line }) => mark([line.dataset.seat], "drawing");

/** All guns at once: a flash along each line, and the word at each gun.
    @param {Told} told */
function fire({ lines }) {
  const seats = lines.map((line) => line.dataset.seat);
  const fired = mark(seats, "firing");
  const bangs = seats.map((seat) => placeOf(seat)).filter(Boolean);
  for (const one of bangs) one.classList.add("shooting");
  return () => {
    fired();
    for (const one of bangs) one.classList.remove("shooting");
  };
}

/* --- cards -------------------------------------------------------------------------------------- */

/** A bullet card is turned up before whoever laid it.
    @param {Told} told */
function turn({ line, still }) {
  const place = placeOf(line.dataset.seat);
  if (!place) return undefined;
  const { card } = line.dataset;
  const face = document.createElement("div");
  face.className = `turned ${card}`;
  face.setAttribute("aria-hidden", "true");
  face.append(picture(`card-${card}`, "ico"));
  const { left, top, width, height } = place.getBoundingClientRect();
  Object.assign(face.style, { left: `${left + width - 42}px`, top: `${top + height / 2}px` });
  document.body.append(face);
  if (!still) face.animate([{ transform: "translate(-50%, -50%) rotateY(90deg)" }, { transform: "translate(-50%, -50%)" }], { duration: 160 });
  return () => face.remove();
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

/* --- loot --------------------------------------------------------------------------------------- */

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

/* --- the ring: the server's time, as the status line counts it ---------------------------------- */

function tick() {
  const ring = $(".ring");
  const told = $("#part-status .clock .left")?.textContent;
  if (!ring || !told) return;
  const [minutes, seconds] = told.split(":").map(Number);
  const left = 60 * minutes + seconds;
  const number = ring.querySelector("b");
  if (number.textContent !== String(left)) number.textContent = String(left);
  const part = Math.min(100, (100 * left) / Number(ring.dataset.whole));
  ring.querySelector(".left").setAttribute("stroke-dasharray", `${part} 100`);
  ring.classList.toggle("hot", left <= 3);
}
setInterval(tick, 200);
tick();

export const effects = { draw, fire, turn, unseen, take };
