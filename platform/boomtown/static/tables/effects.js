/* Effects that every game's beats may name: a count, a line from one place to another, something that
   flies, a blow, a call at a place, a banner, dice that roll, a card that is turned up. Each returns what
   clears it away; without motion it is a picture that stands. */

import { $, $$, made } from "../dom.js";

/** @typedef {import("./stage.js").Told} Told */

const SVG = "http://www.w3.org/2000/svg";
const sprite = () => document.body.dataset.sprite || "/static/sprite.svg";

/** A picture of the sprite.
    @param {string} name
    @param {string} kind */
export function picture(name, kind) {
  const image = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${name.startsWith("own-") ? sprite() : "/static/sprite.svg"}#${name}`);
  image.append(use);
  image.setAttribute("class", kind);
  image.setAttribute("aria-hidden", "true");
  return image;
}

/** Where an element is on the screen: its middle.
    @param {Element} element */
export function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** The place of a seat: its plate, or the viewer's own.
    @param {string} seat */
export function placeOf(seat) {
  const plate = document.getElementById(`seat-${seat}`);
  return plate?.closest(".me") ?? plate;
}

/** Elements look like something as long as an effect lasts.
    @param {(Element | null | undefined)[]} elements
    @param {string} look */
export function standing(elements, look) {
  for (const one of elements) one?.classList.add(look);
  return () => elements.forEach((one) => one?.classList.remove(look));
}

/** A layer over the page for what is shown for a moment.
    @param {Element} element
    @param {{ x: number, y: number }} [here] */
function put(element, here) {
  if (here) Object.assign(/** @type {HTMLElement} */ (element).style, { left: `${here.x}px`, top: `${here.y}px` });
  document.body.append(element);
  return () => element.remove();
}

/** What the line of the log says, with its pictures and without its rule.
    @param {HTMLElement} line */
function saidBy(line) {
  const said = /** @type {HTMLElement} */ ((line.lastElementChild ?? line).cloneNode(true));
  for (const extra of said.querySelectorAll(".rule, .sr")) extra.remove();
  return said;
}

/** The same in plain words.
    @param {HTMLElement} line */
export const wordsOf = (line) => saidBy(line).textContent.trim();

/** The words of a beat, where the status line says at other times who must do what.
    @param {HTMLElement[]} lines */
export function caption(lines) {
  const words = made("p", { className: "caption" });
  const said = made("span");
  for (const line of lines) said.append(...saidBy(line).childNodes, " ");
  words.append(said);
  words.setAttribute("aria-hidden", "true"); // the log says it
  const { left, top, width, height } = ($("#part-status") ?? $("#part-board")).getBoundingClientRect();
  const right = $("#part-status > p")?.getBoundingClientRect().right ?? left + width;
  Object.assign(words.style, { width: `${right - left}px`, minHeight: `${Math.min(height, 60) - 1}px` });
  return put(words, { x: left, y: top });
}

/** Three, two, one, now: with the last word everything changes at once. Each stands its time, counted from when it
    was there: a page that is late counts later, and no faster.
    @param {Told} told */
function count({ time, show }) {
  const { body } = document;
  const board = $("#part-board").getBoundingClientRect();
  const sign = made("div", { className: "countdown" });
  sign.setAttribute("aria-hidden", "true");
  const clear = put(sign, { x: board.left + board.width / 2, y: board.top + board.height * 0.46 });
  const part = (time * 0.8) / 3;
  const words = ["3", "2", "1", body.dataset.now ?? "!"];
  let timer = 0;
  /** @type {Promise<void>} */
  const over = new Promise((resolve) => {
    /** @param {number} place */
    const say = (place) => {
      body.dataset.count = words[place];
      sign.replaceChildren(made("b", { textContent: words[place], className: place === 3 ? "now" : "" }));
      if (place === 3) show();
      timer = setTimeout(() => (place === 3 ? resolve() : say(place + 1)), place === 3 ? time * 0.15 : part);
    };
    say(0);
  });
  const end = () => {
    clearTimeout(timer);
    delete body.dataset.count;
    clear();
  };
  return Object.assign(end, { over });
}

/** A line from one place to another, and what flies along it.
    @param {Told} told */
function line({ lines, time, still, how, find }) {
  const clears = lines.map((one) => {
    const [from, to] = [find(how.start, one), find(how.end, one)];
    return from && to && from !== to ? drawLine(middle(from), edge(from, to), time, still) : undefined;
  });
  return () => clears.forEach((clear) => clear?.());
}

/** Where a line to a place meets it.
    @param {Element} from
    @param {Element} to */
function edge(from, to) {
  const [start, box] = [middle(from), to.getBoundingClientRect()];
  const end = middle(to);
  const [dx, dy] = [start.x - end.x, start.y - end.y];
  const part = Math.min(1, box.width / 2 / Math.abs(dx || 1e-6), box.height / 2 / Math.abs(dy || 1e-6));
  return { x: end.x + dx * part, y: end.y + dy * part };
}

/** @param {{ x: number, y: number }} from
    @param {{ x: number, y: number }} to
    @param {number} time
    @param {boolean} still */
function drawLine(from, to, time, still) {
  const image = document.createElementNS(SVG, "svg");
  image.setAttribute("class", "shotline");
  image.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", `M${from.x} ${from.y}L${to.x} ${to.y}`);
  path.setAttribute("pathLength", "1");
  const mark = document.createElementNS(SVG, "circle");
  mark.setAttribute("cx", String(to.x));
  mark.setAttribute("cy", String(to.y));
  mark.setAttribute("r", "11");
  image.append(path, mark);
  const clear = put(image);
  if (!still) {
    path.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: time * 0.4, easing: "ease-out" });
    mark.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration: time * 0.45 });
  }
  return clear;
}

/** Something travels from one place to another as what it is: an icon, or a copy of where it lay.
    @param {Told} told */
function fly({ lines, time, still, how, icon, find }) {
  const clears = lines.map((one) => {
    const [from, to] = [find(how.start, one), find(how.end, one)];
    return from && to ? sendOff(icon ? null : from, icon, from, to, time, still) : undefined;
  });
  return () => clears.forEach((clear) => clear?.());
}

/** @param {HTMLElement | null} copied
    @param {string} icon
    @param {Element} from
    @param {Element} to
    @param {number} time
    @param {boolean} still */
export function sendOff(copied, icon, from, to, time, still) {
  const [start, end] = [middle(from), middle(to)];
  const thing = copied ? /** @type {HTMLElement} */ (copied.cloneNode(true)) : picture(icon, "");
  thing.removeAttribute("id");
  const flying = made("div", { className: "flying" });
  flying.setAttribute("aria-hidden", "true");
  flying.append(thing);
  const clear = put(flying, still ? { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 } : start);
  if (!still) {
    const way = `translate(${end.x - start.x}px, ${end.y - start.y}px)`;
    flying.animate([{ transform: "none" }, { transform: way }], { duration: time, easing: "ease-in-out", fill: "forwards" });
  }
  return clear;
}

/** A blow at a place.
    @param {Told} told */
const strike = ({ lines, how, find }) =>
  standing(lines.map((one) => find(how.end || how.start, one)).map((one) => one?.closest(".me") ?? one), "struck");

/** A word, called out at a place.
    @param {Told} told */
function call({ lines, how, icon, find }) {
  const clears = lines.map((one) => {
    const place = find(how.end || how.start, one);
    return place ? callOut(place, wordsOf(one), icon) : undefined;
  });
  return () => clears.forEach((clear) => clear?.());
}

/** @param {Element} place
    @param {string} words
    @param {string} [icon] */
export function callOut(place, words, icon) {
  const { left, top, width } = place.getBoundingClientRect();
  const note = made("p", { className: "callout" });
  note.setAttribute("aria-hidden", "true");
  if (icon) note.append(picture(icon, "ico"));
  note.append(words);
  const clear = put(note, { x: innerWidth / 2, y: Math.max(60, top) });
  const half = note.offsetWidth / 2 + 6; // all of it is seen, however near the edge
  note.style.left = `${Math.max(half, Math.min(innerWidth - half, left + width / 2))}px`;
  return clear;
}

/** A moment of its own: a picture and the words of its line in the middle of the board.
    @param {Told} told */
function banner({ lines, icon }) {
  const board = $("#part-board").getBoundingClientRect();
  const sign = made("div", { className: "banner" });
  sign.setAttribute("aria-hidden", "true");
  if (icon) sign.append(picture(icon, "ico"));
  sign.append(...lines.map((one) => made("p", { textContent: wordsOf(one) })));
  return put(sign, { x: board.left + board.width / 2, y: board.top + board.height * 0.42 });
}

/** The dice that were cast roll, and lie as they fell.
    @param {Told} told */
function tumble({ time, still, show }) {
  const dice = () => $$(".tray .die[data-face]");
  const before = new Map(dice().map((die) => [die.id, die.classList.contains("chosen") ? "" : die.dataset.face]));
  show();
  const cast = dice().filter((die) => before.get(die.id) !== die.dataset.face);
  if (!still) cast.forEach((die, place) => roll(die, time * 0.6, place));
  return standing(cast, "landed");
}

/** @param {HTMLElement} die
    @param {number} duration
    @param {number} place */
function roll(die, duration, place) {
  const way = place % 2 ? 1 : -1;
  const at = [`translate(${30 * way}px, -70px) rotate(${300 * way}deg)`, `translate(0, 6px) rotate(${-20 * way}deg)`, "none"];
  die.animate(at.map((transform) => ({ transform })), { duration: duration + 40 * place, easing: "cubic-bezier(.3, .7, .4, 1)" });
}

/** A card is turned up before whoever laid it; its face is the beat's icon.
    @param {Told} told */
function turn({ icon, still, how, find }) {
  const at = find(how.end || how.start);
  const place = at?.closest(".me") ?? at;
  if (!place) return undefined;
  const face = made("div", { className: "turned-up" });
  face.setAttribute("aria-hidden", "true");
  face.append(picture(icon, "ico"));
  const { left, top, width, height } = place.getBoundingClientRect();
  const clear = put(face, { x: left + width - 42, y: top + height / 2 });
  if (!still) face.animate([{ transform: "translate(-50%, -50%) rotateY(90deg)" }, { transform: "translate(-50%, -50%)" }], { duration: 160 });
  return clear;
}

/** @type {Record<string, import("./stage.js").Effect>} */
export const EFFECTS = { count, line, fly, strike, call, banner, tumble, turn };
