/* A study while it is played: how far it is, what it has found, and the plots, which come by themselves.
   Without this module the page shows the tables, and pictures of the plots. */

import { $, $$, fragment } from "../dom.js";

const live = $("#live");
const EVERY = 1500;
/** How much must have been played before a plot is drawn, and how much more before it is drawn anew:
    whoever draws does not play meanwhile. */
const ENOUGH = 0.1;
const MORE = 2;

/** What a plot was drawn from. @type {Map<string, {svg: Element, n: number}>} */
const drawn = new Map();

const played = () => Number($(".lab-progress", live).dataset.n);
const total = () => Number($(".lab-progress", live).dataset.total);
const isOpen = () => $(".lab-progress", live).dataset.state === "open";

/** Draws what is missing, and what has become old.
    @param {HTMLElement} place */
async function draw(place) {
  const chart = place.dataset.chart;
  const before = drawn.get(chart);
  const n = played();
  const wanted = before ? before.n * MORE : total() * ENOUGH;
  if (before?.n === n || (isOpen() && n < wanted)) return;
  try {
    const answer = await fetch(place.dataset.plot);
    if (!answer.ok) throw new Error(String(answer.status));
    const read = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
    const svg = document.importNode(read.documentElement, true);
    drawn.set(chart, { svg, n });
    $(`[data-chart="${chart}"]`, live)?.replaceChildren(svg);
  } catch {
    if (!before) $(`[data-chart="${chart}"]`, live)?.replaceChildren(live.dataset.none);
  }
}

let drawing = false;

/** One plot after the other, beside everything else: whoever draws them takes a moment. */
async function drawAll() {
  if (drawing) return;
  drawing = true;
  for (const place of $$("[data-plot]", live)) await draw(place);
  drawing = false;
}

/** What was drawn before stands in the new places at once. */
function keepDrawn() {
  for (const [chart, { svg }] of drawn) $(`[data-chart="${chart}"]`, live)?.replaceChildren(svg);
}

/** Puts in what is new; what was opened stays open, and whoever reads keeps the place.
    @param {string} html */
function show(html) {
  const open = new Map($$("details[id]", live).map((one) => [one.id, one.hasAttribute("open")]));
  const focused = document.activeElement;
  const within = live.contains(focused) ? focused.getAttribute("href") : null;
  const next = fragment(html);
  for (const [id, was] of open) next.getElementById(id)?.toggleAttribute("open", was);
  live.replaceChildren(next);
  keepDrawn();
  if (within) $(`a[href="${within}"]`, live)?.focus();
}

async function look() {
  try {
    const answer = await fetch(`${live.dataset.lab}?part=1`);
    if (answer.ok) show(await answer.text());
  } catch {
    // the site is away for a moment: it will be asked again
  }
  void drawAll();
  if (isOpen()) setTimeout(look, EVERY);
}

void drawAll();
if (isOpen()) setTimeout(look, EVERY);
