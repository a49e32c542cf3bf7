/* Effects of the saloon table, beside those that every table has: dice that tumble, lives that fall.
   Which line of the log is shown by which of them stands in page/beats.py. */

import { $$ } from "/static/dom.js";
import { picture } from "/static/tables/effects.js";

/** @typedef {import("/static/tables/stage.js").Told} Told */

/** The dice that were cast roll, and lie as they fell.
    @param {Told} told */
function tumble({ time, still, show }) {
  const dice = () => $$(".tray .die[data-face]");
  const before = new Map(dice().map((die) => [die.id, die.classList.contains("chosen") ? "" : die.dataset.face]));
  show();
  const cast = dice().filter((die) => before.get(die.id) !== die.dataset.face);
  for (const die of cast) die.classList.add("landed");
  if (!still) cast.forEach((die, place) => roll(die, time * 0.6, place));
  return () => cast.forEach((die) => die.classList.remove("landed"));
}

/** @param {HTMLElement} die
    @param {number} duration
    @param {number} place */
function roll(die, duration, place) {
  const way = place % 2 ? 1 : -1;
  const at = [`translate(${30 * way}px, -70px) rotate(${300 * way}deg)`, `translate(0, 6px) rotate(${-20 * way}deg)`, "none"];
  die.animate(at.map((transform) => ({ transform })), { duration: duration + 40 * place, easing: "cubic-bezier(.3, .7, .4, 1)" });
}

/** The place is struck, and the bullet at the right end of what is left falls off.
    @param {Told} told */
function lose({ line, time, still, how, find, at }) {
  const struck = find(how.end);
  const place = struck?.closest(".me") ?? struck;
  place?.classList.add("struck");
  const life = at(`${line.dataset.seat}:life`);
  const drawn = life?.querySelector(".pips");
  const pips = drawn?.checkVisibility() ? drawn : life; // a small screen has the number alone
  const whole = pips === drawn ? pips?.querySelector("path")?.getBoundingClientRect() : undefined;
  const bullet = picture("bullet", "falling");
  if (pips && !still) {
    const here = pips.getBoundingClientRect();
    Object.assign(bullet.style, { left: `${whole?.right ?? here.right}px`, top: `${here.top}px` });
    document.body.append(bullet);
    bullet.animate([{ transform: "none", opacity: 1 }, { transform: "translateY(60px) rotate(120deg)", opacity: 0 }], { duration: time, fill: "forwards" });
  }
  return () => {
    place?.classList.remove("struck");
    bullet.remove();
  };
}

export const effects = { tumble, lose };
