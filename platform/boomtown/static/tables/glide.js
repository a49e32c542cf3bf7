/* What has to make room slides there instead of jumping. Whoever changes the page calls `glide()` first; then everything
   that has another place moves there from its old one, by transforms alone: nothing is laid out while it moves. */

import { $$ } from "../dom.js";
import { isStill } from "./settings.js";

const TIME = 180; // milliseconds
const LEAST = 1; // pixel

/** What slides, outer things before what is in them, and no more of them than needed: each is a layer of its own. */
const GLIDES = ".reel, .decision, .aid, .journal, .board > .bench, #prompt > *, .rail > *, #log section, #log ol";

/** A place in the window, and whether it is to be seen there.
    @typedef {{ x: number, y: number, seen: boolean }} Place */

/** Where everything was when the change began; null while nothing changes.
    @type {Map<Element, Place> | null} */
let before = null;

/** What still slides. @type {Map<Element, Animation>} */
const sliding = new Map();

/** @type {(() => void)[]} */
const waiting = [];

/** Where everything is that slides. Of the log nothing is read that is below the window, unless it was asked for.
    @param {Map<Element, Place>} [wanted]
    @returns {Map<Element, Place>} */
function places(wanted) {
  /** @type {Map<Element, Place>} */
  const all = new Map();
  let below = false;
  for (const one of $$(GLIDES)) {
    if (below && !wanted?.has(one)) continue;
    const { left: x, top, bottom, width } = one.getBoundingClientRect();
    const y = one.matches("ol") ? bottom : top; // lines come in at its upper end
    all.set(one, { x, y, seen: width > 0 && bottom > 0 && top < innerHeight });
    below ||= top > innerHeight && one.closest("#log") !== null;
  }
  return all;
}

/** How far something was carried by what it lies in.
    @param {Element} one
    @param {Map<Element, { x: number, y: number }>} moved */
function carried(one, moved) {
  for (let outer = one.parentElement; outer; outer = outer.parentElement) {
    const way = moved.get(outer);
    if (way) return way;
  }
  return { x: 0, y: 0 };
}

/** @param {Element} one
    @param {Keyframe[]} frames */
function slide(one, frames) {
  const animation = one.animate(frames, { duration: TIME, easing: "ease-out" });
  sliding.set(one, animation);
  animation.onfinish = () => {
    if (sliding.get(one) !== animation) return;
    sliding.delete(one);
    if (!sliding.size) rest();
  };
}

/** Everything has come to rest: what waited for that comes now. */
export function rest() {
  if (!waiting.length) return;
  glide();
  for (const change of waiting.splice(0)) change();
  slideNow();
}

/** A change that can wait until nothing slides, so that a hurried table does not push about what is still on its way.
    @param {() => void} change */
export function atRest(change) {
  if (sliding.size && !document.hidden) { // nothing comes to rest where nobody looks
    waiting.push(change);
    return;
  }
  for (const earlier of waiting.splice(0)) earlier();
  change();
}

/** The change is done: everything slides. A pointer that lies still is looked up again before the next picture is
    asked for, and would find everything in its new place already; so whoever knows that the change is done says so. */
export function slideNow() {
  const old = before;
  before = null;
  if (!old || document.hidden) return;
  for (const animation of sliding.values()) animation.cancel();
  sliding.clear();
  /** @type {Map<Element, { x: number, y: number }>} */
  const moved = new Map();
  /** @type {[Element, Keyframe[]][]} */
  const due = [];
  for (const [one, now] of places(old)) {
    const was = old.get(one);
    if (was && (was.seen || now.seen)) {
      const [way, outer] = [{ x: was.x - now.x, y: was.y - now.y }, carried(one, moved)];
      moved.set(one, way);
      const [x, y] = [way.x - outer.x, way.y - outer.y];
      if (Math.abs(x) < LEAST && Math.abs(y) < LEAST) continue;
      due.push([one, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }]]);
    }
  }
  for (const [one, frames] of due) slide(one, frames);
  if (!due.length) rest();
}

/** The page is about to change; at the next picture at the latest everything slides. */
export function glide() {
  if (before || isStill() || document.hidden) return;
  before = places();
  requestAnimationFrame(slideNow);
}
