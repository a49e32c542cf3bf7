/* A match seen again. Every moment is a page of its own that also works without this module; with it
   only what differs is fetched and morphed in place, keys work, and the match plays by itself.

   One step forward is shown beat by beat, as at the live table (tables/director.js). */

import { copy } from "../copying.js";
import { $, $$, found, fragment, on } from "../dom.js";
import { Director } from "../tables/director.js";
import * as lens from "../tables/lens.js";
import { speed } from "../tables/settings.js";
import { game, sceneOf } from "../tables/stage.js";
import { Idiomorph } from "../vendor/idiomorph-0.8.0.esm.js";
import { answerWhy } from "../why.js";

const PACE = 700;
const MOST_KEPT = 60;
const body = document.body;
const scrub = $("#scrub");
const range = $("#range");
const rows = $("#rows");
const { path, count, seat } = scrub.dataset;
const first = Number(scrub.dataset.first);
const last = Number(scrub.dataset.last);
const open = seat === "open";

/** @param {number} number */
const within = (number) => Math.max(first, Math.min(last, number));
/** @param {Element} element */
const placeOf = (element) => Number(found(element).dataset.place);
const where = () => $("#part-place").dataset;
/** @param {number} number */
const address = (number) =>
  `${path}?${count}=${number}&seat=${seat}${scrub.dataset.text === undefined ? "" : "&text=1"}`;

/* --- moments --------------------------------------------------------------------------------- */

/** @type {Map<number, Promise<string>>} */
const kept = new Map();

/** What differs at a moment; rows of the log come along as far as they are not here yet.
    @param {number} number */
function load(number) {
  if (!kept.has(number)) {
    const reply = fetch(`${address(number)}&part=1&have=${rows.children.length}`, {
      headers: { Accept: "text/html" },
    }).then((response) => {
      if (!response.ok) throw new Error(String(response.status));
      return response.text();
    });
    reply.catch(() => kept.delete(number));
    kept.set(number, reply);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  }
  return kept.get(number);
}

let place = Number(where().place);
let wanted = place;
let busy = false;

/** Goes to a moment. Whoever scrubs fast skips what lies between.
    @param {number} number */
async function go(number) {
  wanted = within(number);
  range.value = String(wanted);
  if (wanted !== coming) director.skip();
  if (busy) return;
  busy = true;
  try {
    while (wanted !== place) {
      const next = wanted;
      await director.push({ next, sent: fragment(await load(next)) });
    }
  } catch {
    location.assign(address(wanted)); // the server says what is wrong
    return;
  }
  busy = false;
  if (place < last) load(place + 1);
}

/** A moment that was fetched; only the next one is played.
    @typedef {{ next: number, sent: DocumentFragment } & import("../tables/director.js").News} Moment */

/** Where the moment that is being shown leads to. */
let coming = place;

/** @type {Director<Moment>} */
const director = new Director({
  open: opened,
  speed: () => ({ slow: speed().slow, step: false }),
  unseen: () => document.hidden || wanted !== coming,
  changed: () => {},
});

/** @param {Moment} moment
    @returns {import("../tables/director.js").Scene} */
function opened({ next, sent }) {
  const one = next === place + 1;
  coming = next;
  for (const row of $$("#more > li", sent)) {
    row.hidden = true;
    if (!document.getElementById(row.id)) comes(row);
  }
  const lines = one ? inOrder().filter((row) => placeOf(row) === next) : [];
  const board = $("#part-board", sent)?.outerHTML;
  const grow = (/** @type {HTMLElement} */ row) => (row.hidden = false);
  return sceneOf(lines, board, { grow, end: () => arrive(next, sent) });
}

/** A row comes into the log as at the table: the newest turn on top, its newest line below the heading.
    @param {HTMLElement} row */
function comes(row) {
  const head = rows.firstElementChild;
  if (head?.matches(".head") && !row.matches(".head")) head.after(row);
  else rows.prepend(row);
}

/** The rows as things happened.
    @returns {import("../dom.js").Found[]} */
const inOrder = () =>
  [...rows.children].map(found).sort((one, other) => Number(one.dataset.number) - Number(other.dataset.number));

/** Everything is as it is at a moment.
    @param {number} next
    @param {DocumentFragment} sent */
function arrive(next, sent) {
  for (const part of $$("[id^='part-']", sent)) {
    Idiomorph.morph($(`#${part.id}`), part, { morphStyle: "outerHTML", restoreFocus: true });
  }
  place = next;
  history.replaceState(null, "", address(place));
  lens.morphed();
  game.morphed?.();
  catchUp();
}

/** Brings what is not sent again up to the moment. */
function catchUp() {
  range.value = String(place);
  const select = $("#where");
  if (select) select.value = where().turn ?? "0";
  /** @type {HTMLAnchorElement} */
  const other = document.querySelector("#other");
  const to = new URL(other.href);
  to.searchParams.set(count, String(place));
  other.href = String(to);
  showPlaying();
  markRows();
}

/* --- the log ---------------------------------------------------------------------------------- */

function markRows() {
  const all = inOrder();
  const struck = new Set(
    all
      .filter((row) => row.dataset.strikes && placeOf(row) <= place)
      .flatMap((row) => row.dataset.strikes.split(" ")),
  );
  for (const row of all) {
    const later = placeOf(row) > place;
    row.hidden = later && !open;
    row.classList.toggle("later", later);
    row.classList.toggle("struck", struck.has(row.dataset.number));
    row.classList.remove("now");
    row.removeAttribute("aria-current");
  }
  const now = all.findLast((row) => placeOf(row) <= place);
  now?.classList.add("now");
  now?.setAttribute("aria-current", "step");
  bringIntoView();
}

/** Scrolls the log to the present line; the log alone, never the page. */
function bringIntoView() {
  const log = $("#log");
  const row = $(".now", rows);
  if (!row || !log.clientHeight) return;
  const top = row.offsetTop - rows.offsetTop;
  log.scrollTop = Math.max(0, top - log.clientHeight / 2 + row.clientHeight / 2);
}

// Nobody is asked here, so there is nothing to answer or to try out.
const nothing = () => Promise.resolve(null);
/** @returns {HTMLFormElement | null} */
const nobody = () => null;
lens.begin();
game.begin?.({ form: nobody, send: nothing, preview: nothing, pace: () => 1, announce: nothing });

/* --- by itself ---------------------------------------------------------------------------------- */

/** @type {number | null} */
let playing = null;

function showPlaying() {
  $("#go-play")?.setAttribute("aria-pressed", String(playing !== null));
}

function pause() {
  clearTimeout(playing);
  playing = null;
  showPlaying();
}

async function playOn() {
  await go(place + 1);
  if (playing === null) return;
  if (place >= last) pause();
  else playing = setTimeout(playOn, PACE);
}

async function play() {
  if (playing !== null) return pause();
  playing = 0;
  showPlaying();
  if (place >= last) await go(first);
  return playOn();
}

/* --- hands and keys ------------------------------------------------------------------------------- */

/** @param {number} number */
function goByHand(number) {
  pause();
  go(number);
}

range.addEventListener("input", () => goByHand(Number(range.value)));
$("#where")?.addEventListener("change", () => goByHand(Number($("#where").value)));
for (const form of $$("#slide, #jump")) {
  form.addEventListener("submit", (event) => event.preventDefault());
}

on("click", (event, target) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target.closest("#go-play")) play();
  /** @type {HTMLAnchorElement | null} */
  const link = target.closest("#link");
  if (link) {
    event.preventDefault();
    copy(link, link.href);
  }
  const step = target.closest("a[data-place], a.moment");
  if (!step) return;
  event.preventDefault();
  goByHand(placeOf(step.closest("[data-place]")));
});

/** @type {Record<string, () => number>} */
const KEYS = {
  ArrowLeft: () => place - 1,
  ArrowRight: () => place + 1,
  BracketLeft: () => Number(where().turnBefore),
  BracketRight: () => Number(where().turnAfter),
  Home: () => first,
  End: () => last,
};

on("keydown", (event, target) => {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!plain && !event.getModifierState("AltGraph")) return;
  if (target.closest("select, textarea, [type=radio]")) return;
  if (event.key === " " && !target.closest("button, summary")) {
    event.preventDefault();
    play();
    return;
  }
  const name = event.key === "[" ? "BracketLeft" : event.key === "]" ? "BracketRight" : event.code;
  const slides = target === range && !name.startsWith("Bracket");
  if (!KEYS[name] || slides) return; // the slider knows its own keys
  event.preventDefault();
  goByHand(KEYS[name]());
});

/* --- beginning --------------------------------------------------------------------------------------- */

body.classList.add("scripted");
answerWhy();
for (const tab of $$("[name=tab]")) tab.addEventListener("change", bringIntoView);
document.fonts.ready.then(bringIntoView); // lines may break elsewhere now
catchUp();
if (place < last) load(place + 1);
