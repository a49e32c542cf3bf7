/* What happens at the saloon table, by the key of a log line: its sound, the parts of the board that
   change with it, and how the change is shown. */

import { $, $$ } from "/static/dom.js";

/** What an effect is told (table.js): the line, how long it may take, what was remembered.
    @typedef {{ line: HTMLElement, time: number, memory: Map<string, string> }} Told */

const SPRITE = "/static/sprite.svg";
/** @param {string} beat */
const find = (beat) => $(`[data-beat="${beat}"]`);
/** @param {string} seat */
const plate = (seat) => document.getElementById(`seat-${seat}`);

/** A picture of the sprite, somewhere on the page.
    @param {string} name
    @param {string} kind
    @param {{ x: number, y: number }} at */
function drawn(name, kind, at) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${SPRITE}#${name}`);
  picture.append(use);
  picture.setAttribute("class", kind);
  picture.setAttribute("aria-hidden", "true");
  picture.style.left = `${at.x}px`;
  picture.style.top = `${at.y}px`;
  document.body.append(picture);
  return picture;
}

/** The bullet at the right end of what is left falls off.
    @param {Told} told */
function loseLife({ line, time }) {
  const pips = find(`${line.dataset.seat}:life`)?.querySelector(".pips");
  strike(line.dataset.seat, time);
  if (!pips) return;
  const here = pips.getBoundingClientRect();
  const whole = pips.querySelector("path")?.getBoundingClientRect();
  const bullet = drawn("bullet", "falling", { x: whole?.right ?? here.right, y: here.top });
  setTimeout(() => bullet.remove(), Math.max(time, 400));
}

/** @param {string} seat
    @param {number} time */
function strike(seat, time) {
  const struck = plate(seat)?.closest(".me") ?? plate(seat);
  struck?.classList.add("struck");
  setTimeout(() => struck?.classList.remove("struck"), time);
}

/** An arrow travels from one place to another.
    @param {Element | null} from
    @param {Element | null} to
    @param {number} time */
function fly(from, to, time) {
  if (!from || !to) return;
  const [start, end] = [from, to].map((one) => one.getBoundingClientRect());
  const arrow = drawn("die-arrow", "flying", { x: start.left + start.width / 3, y: start.top });
  arrow.animate(
    [
      { transform: "none" },
      { transform: `translate(${end.left - start.left - start.width / 3}px, ${end.top - start.top}px)` },
    ],
    { duration: time, easing: "ease-in-out" },
  ).onfinish = () => arrow.remove();
}

/** @param {Told} told */
const takeArrow = ({ line, time }) => fly(find("pile"), find(`${line.dataset.seat}:arrows`), time);
/** @param {Told} told */
const giveArrow = ({ line, time }) =>
  fly(find(`${line.dataset.seat}:arrows`), find(`${line.dataset.target}:arrows`), time);
/** @param {"seat" | "target"} name */
const returnArrow = (name) => (/** @type {Told} */ { line, time }) =>
  fly(find(`${line.dataset[name]}:arrows`), find("pile"), time);
/** @param {Told} told */
const shoot = ({ line, time }) => strike(line.dataset.target, time);

/** What the dice showed, so that those that were cast can tumble. */
export function remember() {
  const dice = $$(".tray .die[data-face]");
  return new Map(dice.map((die) => [die.id, die.classList.contains("chosen") ? "" : die.dataset.face]));
}

/** @param {Told} told */
function tumble({ memory }) {
  for (const die of $$(".tray .die[data-face]")) {
    if (memory?.get(die.id) === die.dataset.face) continue;
    die.classList.add("tumble");
    setTimeout(() => die.classList.remove("tumble"), 320);
  }
}

/** @param {string} sound */
const loss = (sound) => ({ sound, beats: ["{seat}:life"], effect: loseLife });
const gain = { sound: "beer", beats: ["{seat}:life"] };
const arrow = { sound: "arrow", beats: ["{seat}:arrows", "pile"], effect: takeArrow, arrives: true };
const returned = { beats: ["{seat}:arrows", "pile"], effect: returnArrow("seat"), arrives: true };
const taken = { beats: ["{target}:arrows", "pile"], effect: returnArrow("target"), arrives: true };
const given = { sound: "arrow", beats: ["{seat}:arrows", "{target}:arrows"], effect: giveArrow, arrives: true };
const won = { sound: "win" };

export const events = {
  "bang.roll.first.cast": { sound: "dice", effect: tumble },
  "bang.role.doctor": { sound: "dice", effect: tumble },
  "bang.arrow.take": arrow,
  "bang.chief.take": arrow,
  "bang.apache.steal": given,
  "bang.elena.give": given,
  "bang.saloon.broken": taken,
  "bang.kit.discard": taken,
  "bang.kit.chief": taken,
  "bang.pedro.discard": returned,
  "bang.gat.discard": returned,
  "bang.role.left_hand.discard": returned,
  "bang.arrow.attack": { sound: "arrow" },
  "bang.dyn.explode": { sound: "dynamite" },
  "bang.gat.fire": { sound: "shot" },
  "bang.shot.one": { sound: "shot", effect: shoot },
  "bang.loss.batch.bullseye": loss("shot"),
  "bang.loss.batch.gatling": loss("shot"),
  "bang.loss.batch.indians": loss("arrow"),
  "bang.loss.batch.dynamite": loss("dynamite"),
  "bang.loss.batch.bullet": loss("shot"),
  "bang.gain.cap": gain,
  "bang.out.reveal": { sound: "out" },
  "bang.end.sheriff_dead": won,
  "bang.end.all_dead": won,
  "bang.end.law": won,
  "bang.three.win": won,
  "bang.three.duel": won,
  "bang.three.last": won,
  "bang.three.nobody": won,
};
