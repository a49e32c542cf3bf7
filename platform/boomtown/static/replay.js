/* A match seen again. Every moment is a page of its own that also works without this module; with it
   only what differs is fetched and morphed in place, keys work, and the match plays by itself.

   A game's own module (data-script), the one that the live table uses, shows what an answer changed. */

import { Idiomorph } from "./vendor/idiomorph-0.8.0.esm.js";
import { answerWhy } from "./why.js";

const PACE = 1000;
const BEAT = 380;
const MOST_KEPT = 60;
const body = document.body;
const $ = (selector, inside = document) => inside.querySelector(selector);
const $$ = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const scrub = $("#scrub");
const range = $("#range");
const rows = $("#rows");
const { path, count, seat } = scrub.dataset;
const first = Number(scrub.dataset.first);
const last = Number(scrub.dataset.last);
const open = seat === "open";
const still = matchMedia("(prefers-reduced-motion: reduce)");

const within = (number) => Math.max(first, Math.min(last, number));
const placeOf = (element) => Number(element.dataset.place);
const where = () => $("#part-place").dataset;
const address = (number) =>
  `${path}?${count}=${number}&seat=${seat}${scrub.dataset.text === undefined ? "" : "&text=1"}`;

/* --- moments --------------------------------------------------------------------------------- */

const kept = new Map();

/** What differs at a moment; rows of the log come along as far as they are not here yet. */
function load(number) {
  if (!kept.has(number)) {
    const reply = fetch(`${address(number)}&part=1&have=${rows.children.length}`, {
      headers: { Accept: "text/html" },
    }).then((response) => {
      if (!response.ok) throw new Error(response.status);
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

/** Goes to a moment. Whoever scrubs fast skips what lies between. */
async function go(number) {
  wanted = within(number);
  range.value = wanted;
  if (busy) return;
  busy = true;
  try {
    while (wanted !== place) {
      const next = wanted;
      show(next, await load(next));
    }
  } catch {
    location.assign(address(wanted)); // the server says what is wrong
    return;
  }
  busy = false;
  if (place < last) load(place + 1);
}

function show(next, html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const one = next === place + 1;
  const memory = game.remember?.();
  for (const part of $$("[id^='part-']", holder.content)) {
    Idiomorph.morph($(`#${part.id}`), part, { morphStyle: "outerHTML", restoreFocus: true });
  }
  for (const row of $$("#more > li", holder.content)) {
    if (!document.getElementById(row.id)) rows.append(row);
  }
  game.morphed?.();
  place = next;
  history.replaceState(null, "", address(place));
  catchUp();
  if (one && !still.matches && !document.hidden) animate(memory);
}

/** Brings what is not sent again up to the moment. */
function catchUp() {
  range.value = place;
  const select = $("#where");
  if (select) select.value = where().turn ?? "0";
  const other = new URL($("#other").href);
  other.searchParams.set(count, place);
  $("#other").href = other;
  showPlaying();
  markRows();
}

/* --- the log ---------------------------------------------------------------------------------- */

function markRows() {
  const all = [...rows.children];
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

/* --- what changed, as the live table shows it --------------------------------------------------- */

// Nobody is asked here, so there is nothing to answer or to try out.
const nothing = async () => null;
const game = body.dataset.script ? await import(body.dataset.script) : {};
game.begin?.({ form: () => null, send: nothing, preview: nothing, pace: () => 1, announce: nothing });

function animate(memory) {
  for (const line of rows.children) {
    if (placeOf(line) === place) game.events?.[line.dataset.key]?.effect?.({ line, time: BEAT, memory });
  }
}

/* --- by itself ---------------------------------------------------------------------------------- */

let playing = null;

function showPlaying() {
  $("#go-play")?.setAttribute("aria-pressed", playing !== null);
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

function goByHand(number) {
  pause();
  go(number);
}

range.addEventListener("input", () => goByHand(Number(range.value)));
$("#where")?.addEventListener("change", ({ target }) => goByHand(Number(target.value)));
for (const form of $$("#slide, #jump")) {
  form.addEventListener("submit", (event) => event.preventDefault());
}

document.addEventListener("click", (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("#go-play")) play();
  const link = event.target.closest("#link");
  if (link && navigator.clipboard) {
    event.preventDefault();
    copy(link);
  }
  const step = event.target.closest("a[data-place], a.moment");
  if (!step) return;
  event.preventDefault();
  goByHand(placeOf(step.closest("[data-place]")));
});

async function copy(link) {
  await navigator.clipboard.writeText(link.href);
  const label = $("span", link);
  const before = label.textContent;
  label.textContent = link.dataset.done;
  setTimeout(() => (label.textContent = before), 2000);
}

const KEYS = {
  ArrowLeft: () => place - 1,
  ArrowRight: () => place + 1,
  BracketLeft: () => Number(where().turnBefore),
  BracketRight: () => Number(where().turnAfter),
  Home: () => first,
  End: () => last,
};

document.addEventListener("keydown", (event) => {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!plain && !event.getModifierState("AltGraph")) return;
  if (event.target.closest("select, textarea, [type=radio]")) return;
  if (event.key === " " && !event.target.closest("button, summary")) {
    event.preventDefault();
    play();
    return;
  }
  const name = { "[": "BracketLeft", "]": "BracketRight" }[event.key] ?? event.code;
  const slides = event.target === range && !name.startsWith("Bracket");
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
