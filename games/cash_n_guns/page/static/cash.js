/* What happens in the freight shed, by the key of a log line: its sound, the parts of the board that
   change with it, and how the change is shown. The aims of a hold-up are counted in: three, two,
   one, and all guns are drawn in the same frame. */

import { $, $$ } from "/static/dom.js";

/** What an effect is told (table.js): the line, how long it may take, what was remembered.
    @typedef {{ line: HTMLElement, time: number, memory: ReturnType<typeof remember> }} Told */

const body = document.body;
/** @param {string} seat */
const plate = (seat) => document.getElementById(`seat-${seat}`);
/** @param {string} seat */
const placeOf = (seat) => plate(seat)?.closest(".me") ?? plate(seat);
const aimedNow = () => new Set(($(".room")?.dataset.aimed ?? "").split(" ").filter(Boolean));
const AIMS = '#log li.now[data-key^="cash.holdup."]';
const DRAWN = 200;

/** Whose aim was known before the change, and where the loot lay. */
export function remember() {
  return { aimed: aimedNow(), loot: $$(".loot").map(sharePlace) };
}

/** @param {HTMLElement} card */
const sharePlace = (card) => ({ thing: card.dataset.thing, at: card.getBoundingClientRect() });

/* --- the hold-up ------------------------------------------------------------------------------ */

/** @type {MutationObserver | null} */
let watch = null;

/** Three, two, one, as the lines of the log come in; with the last of them everybody aims.
    @param {Told} told */
function aim({ memory }) {
  if (watch) return;
  const fresh = [...aimedNow()].filter((seat) => !memory.aimed.has(seat));
  if (fresh.length < 2) {
    draw(fresh);
    return;
  }
  const count = () => {
    const seen = $$(AIMS).length;
    if (seen >= fresh.length) shown(fresh);
    else body.dataset.count = String(3 - Math.floor((3 * (seen - 1)) / (fresh.length - 1)));
  };
  watch = new MutationObserver(count);
  watch.observe($("#log"), { childList: true, subtree: true });
  count();
}

/** @param {string[]} fresh */
function shown(fresh) {
  watch?.disconnect();
  watch = null;
  delete body.dataset.count;
  draw(fresh);
}

/** The lines leave the guns, all at the same time.
    @param {string[]} seats */
function draw(seats) {
  for (const seat of seats) {
    const wire = $(`[data-wire="${seat}"]`);
    if (!wire) continue;
    const paths = wire.querySelectorAll("path");
    for (const path of paths) path.setAttribute("pathLength", "1");
    wire.classList.add("drawing");
    setTimeout(() => {
      wire.classList.remove("drawing");
      for (const path of paths) path.removeAttribute("pathLength");
    }, DRAWN);
  }
}

/** @param {Told} told */
const turn = ({ line }) => draw([line.dataset.seat]);

/* --- courage, shots, loot --------------------------------------------------------------------- */

/** @param {Element | null} element
    @param {string} name
    @param {number} time */
function mark(element, name, time) {
  element?.classList.add(name);
  setTimeout(() => element?.classList.remove(name), time);
}

/** @param {Told} told */
function duck({ time }) {
  for (const figure of $$(".figure.is-ducked .ico")) mark(figure, "dropped", Math.max(time, 300));
}

/** @param {Told} told */
function fire({ line, time }) {
  mark($(`[data-wire="${line.dataset.seat}"] .line`), "firing", Math.max(time, 300));
}

/** @param {Told} told */
const wound = ({ line, time }) => mark(placeOf(line.dataset.seat), "struck", Math.max(time, 400));

/** A card travels from the middle of the table to whoever took it.
    @param {Told} told */
function take({ line, time, memory }) {
  const gone = memory.loot.find((card) => !$$(".loot").some((left) => same(left, card)));
  const to = placeOf(line.dataset.seat)?.getBoundingClientRect();
  if (!gone || !to) return;
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", "/static/sprite.svg#loot-bill");
  picture.append(use);
  picture.setAttribute("class", "flying");
  picture.setAttribute("aria-hidden", "true");
  picture.style.left = `${gone.at.left}px`;
  picture.style.top = `${gone.at.top}px`;
  body.append(picture);
  const move = `translate(${to.left + to.width / 2 - gone.at.left}px, ${to.top - gone.at.top}px)`;
  picture.animate([{ transform: "none" }, { transform: move }], { duration: time, easing: "ease-in-out" }).onfinish =
    () => picture.remove();
}

/** @param {HTMLElement} left
    @param {ReturnType<typeof sharePlace>} card */
const same = (left, card) =>
  left.dataset.thing === card.thing && Math.abs(left.getBoundingClientRect().left - card.at.left) < 1;

/* --- the count at the end --------------------------------------------------------------------- */

const COUNTING = 1400;

/** Everybody's total grows from nothing, the poorest first. */
function ceremony() {
  const totals = $$(".ceremony [data-total]").reverse();
  const begun = performance.now();
  const show = (/** @type {number} */ now) => {
    totals.forEach((cell, place) => {
      const part = Math.min(1, Math.max(0, (now - begun - place * 120) / (COUNTING - totals.length * 120)));
      const value = Math.round((Number(cell.dataset.total) * part) / 1000) * 1000;
      cell.textContent = String(value).replace(/\B(?=(\d{3})+$)/g, cell.dataset.comma);
    });
    if (now - begun < COUNTING + 100) requestAnimationFrame(show);
  };
  requestAnimationFrame(show);
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

const aims = { sound: "arrow", effect: aim };
const won = { sound: "win", effect: ceremony };
const taken = { sound: "beer", beats: ["{seat}:loot"], effect: take, arrives: true };

export const events = {
  "cash.holdup.aim": aims,
  "cash.holdup.aim.self": aims,
  "cash.holdup.nobody": aims,
  "cash.holdup.too_slow": { sound: "out", effect: aim },
  "cash.privilege.owner_picks": { sound: "arrow", effect: turn },
  "cash.courage.duck": { sound: "dice", effect: duck },
  "cash.effects.bang": { sound: "shot", effect: fire },
  "cash.effects.self": { sound: "shot", effect: fire },
  "cash.effects.several": { sound: "shot", beats: ["{seat}:wounds"], effect: wound },
  "cash.elim.loot": { sound: "out" },
  "cash.power.doctor": { sound: "beer", beats: ["{seat}:wounds"] },
  "cash.aid.heal": { sound: "beer", beats: ["{seat}:wounds"] },
  "cash.share.must_take": taken,
  "cash.power.greedy": taken,
  "cash.power.cute": taken,
  "cash.power.stealthy": taken,
  "cash.share.token": { sound: "turn" },
  "cash.score.winner": won,
  "cash.score.tie": won,
  "cash.end.early": won,
};
