/* The stage: the board keeps its old look while the beats of a message are played, and each of them
   brings its own change; the status, the question and the ending come when everything has been shown. */

import { $, $$, found, fragment } from "../dom.js";
import { Idiomorph } from "../vendor/idiomorph-0.8.0.esm.js";
import { beatsOf, broughtAfter, changesOf, isMine, placesOf, reasonsFor } from "./beats.js";
import { hear } from "./ear.js";
import { caption, EFFECTS } from "./effects.js";
import { glide, slideNow } from "./glide.js";
import { mayChange } from "./secrets.js";
import { isStill, speed } from "./settings.js";
import { play } from "./sounds.js";

/** @typedef {import("./beats.js").Beat} Beat */
/** @typedef {import("./beats.js").Line} Line */
/** @typedef {import("./director.js").Scene} Scene */

/** What an effect is told: the beat's lines and how long it may take; `still` asks for a picture without
    motion. `show()` brings what changes after the beat, `at(place)` finds one on the board. What it
    returns clears it away.
    @typedef {object} Told
    @property {HTMLElement} line
    @property {HTMLElement[]} lines
    @property {number} time
    @property {boolean} still
    @property {import("./beats.js").Declared} how
    @property {string} icon the picture's name, for the first line
    @property {() => void} show
    @property {(place: string) => HTMLElement | null} at
    @property {(pattern: string, line?: HTMLElement) => HTMLElement | null} find */

/** @typedef {(told: Told) => import("./director.js").Clear | undefined} Effect */

/** A game's own module (data-script); table.js says what it may bring.
    @type {{ effects?: Record<string, Effect>, beats?: Record<string, Partial<import("./beats.js").Declared>>, morphed?: () => void, begin?: (table: object) => void }} */
export const game = document.body.dataset.script ? await import(document.body.dataset.script) : {};

/** What the game declares, by the key of a log line, and what its module adds to that.
    @type {Record<string, import("./beats.js").Declared>} */
const declared = JSON.parse(document.body.dataset.beats || "{}");
for (const [key, more] of Object.entries(game.beats ?? {})) if (declared[key]) Object.assign(declared[key], more);

const COUNT = "count"; // its words come with its last one

/** @param {string} place */
const named = (place) => `[data-beat="${CSS.escape(place)}"]`;

/** An element of the board by its name: what changes there, a thing, a seat. A list beside the board (data-list)
    has its rows by the same names: only what stands nowhere else is shown there.
    @param {string} place
    @returns {HTMLElement | null} */
export function at(place) {
  const all = $$(`#part-board :is(${named(place)}, [data-thing="${CSS.escape(place)}"])`);
  return all.find((one) => !one.closest("[data-list]")) ?? all[0] ?? null;
}

/** @param {Element} element */
function flash(element) {
  element.classList.add("changed");
  setTimeout(() => element.classList.remove("changed"), 700);
}

/** What is on the stage for one message.
    @param {Line[]} lines
    @param {string | undefined} html the new board
    @param {{ grow: (line: any) => void, end: () => void }} rest the log, and what comes afterwards
    @returns {Scene} */
export function sceneOf(lines, html, { grow, end }) {
  const fresh = html === undefined ? null : fragment(html);
  let isCut = false;
  const before = new Map(isShownAtOnce() ? $$("[data-beat]").map((one) => [one.dataset.beat, one.innerHTML]) : []);

  /** Brings a part of the new board; parts inside it that have a beat of their own stay as they are.
      @param {string} place */
  function bring(place) {
    const old = $(`#part-board ${named(place)}`);
    const now = fresh && !isCut ? $(named(place), fresh) : null;
    if (!old || !now || old.isEqualNode(now)) return;
    const kept = (/** @type {Node} */ one) =>
      one instanceof Element && one !== old && found(one).dataset?.beat !== undefined;
    Idiomorph.morph(old, now.cloneNode(true), {
      morphStyle: "outerHTML",
      callbacks: {
        beforeAttributeUpdated: mayChange,
        beforeNodeMorphed: (/** @type {Node} */ one) => !kept(one),
      },
    });
    flash(old);
  }

  function cut() {
    if (isCut || !fresh) return;
    isCut = true;
    Idiomorph.morph($("#part-board"), html, {
      morphStyle: "outerHTML",
      callbacks: { beforeAttributeUpdated: mayChange },
    });
  }

  const beats = beatsOf(lines, declared);
  const come = lines.slice(); // beats give theirs away
  const unheard = new Map(beats.map((beat) => [beat, /** @type {HTMLElement[]} */ ([...beat.lines])]));

  /** A beat is said once: a count when it is over, anything else as it begins.
      @param {Beat} beat */
  function say(beat) {
    hear(unheard.get(beat) ?? []);
    unheard.delete(beat);
  }

  /** What changes after a beat; if something does, its lines are read then.
      @param {Beat} beat */
  function bringAfter(beat) {
    glide();
    say(beat);
    beat.lines.splice(0).forEach(grow);
    broughtAfter(beat, beats).forEach(bring);
  }

  return {
    beats,
    begin(beat) {
      glide();
      if (beat.how?.effect !== COUNT) say(beat);
      if (!beat.how?.after) beat.lines.splice(0).forEach(grow);
      if (beat.how?.cut) cut();
      changesOf(beat, "before").forEach(bring);
    },
    play(beat, time) {
      const { how } = beat;
      if (how.sound) play(how.sound);
      const told = /** @type {HTMLElement[]} */ (beat.told);
      const still = isStill();
      let words = how.effect === COUNT ? () => {} : caption(told);
      const effect = game.effects?.[how.effect] ?? EFFECTS[how.effect];
      const find = (/** @type {string} */ pattern, line = told[0]) => at(placesOf(pattern, line)[0] ?? "");
      const show = () => {
        bringAfter(beat);
        if (how.effect !== COUNT) return; // another one shows it at once
        words = caption(told);
        slideNow();
      };
      const icon = placesOf(how.icon ?? "", told[0])[0] ?? "";
      const why = isMine(beat, me()) ? reasonsFor(beat, linesBefore(told[0], come), me() ?? "") : [];
      const clear = effect?.({ line: told[0], lines: [...why, ...told], time, still, how, icon, show, at, find });
      return Object.assign(() => (glide(), words(), clear?.()), { over: clear?.over });
    },
    settle: bringAfter,
    stops: (beat) => isMine(beat, me()),
    end() {
      glide();
      end();
      if (fresh || !lines.length) outline(before);
    },
  };
}

/** The seat of whoever plays on this page; in a replay nobody does. */
const me = () => (document.body.dataset.socket ? document.body.dataset.me : undefined);

/** The lines of the log before one, the oldest first; some may not have come into it yet.
    @param {Line} line
    @param {Line[]} fresh of the same message
    @returns {HTMLElement[]} */
function linesBefore(line, fresh) {
  const number = (/** @type {Line} */ one) => Number(one.dataset.n);
  const all = new Map([...$$("#log li"), ...fresh].map((one) => [number(one), one]));
  const before = [...all.values()].filter((one) => number(one) < number(line));
  return /** @type {HTMLElement[]} */ (before.sort((one, other) => number(one) - number(other)));
}

/** Whether somebody wants no beats, but looks. */
const isShownAtOnce = () => speed().slow === 0 && !document.hidden;

/** A short outline on everything that is different, where nothing else has shown it.
    @param {Map<string, string>} before */
function outline(before) {
  if (!isShownAtOnce()) return;
  for (const element of $$("[data-beat]")) {
    const old = before.get(element.dataset.beat);
    if (old !== undefined && old !== element.innerHTML) flash(element);
  }
}
