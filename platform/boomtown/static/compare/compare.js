/* The comparison: filters act at once, the address follows, a link is copied by one press. Filtering is the
   server's work, with or without this module. */

import { copy } from "../copying.js";
import { $, $$, found, isAborted, on } from "../dom.js";

/** @type {HTMLFormElement} */
const form = document.querySelector("form[data-compare]");
const place = $("#compare-part");
const status = $("[data-compare-status]");
/** @type {AbortController | null} */
let request = null;
let shown = location.search;
let typing = 0;
const PAUSE = 150;

/** Where the form leads; what is usual need not be said. */
function addressOf() {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value && (name !== "show" || value !== "all")) fields.append(name, String(value));
  }
  if (!fields.has("c")) fields.append("c", ""); // all were taken away, which the page should say
  return `${form.getAttribute("action")}?${fields}`;
}

/** When there is no room for another column, none can be added. */
function makeRoom() {
  const chips = $$("[type=checkbox][name=c]", form);
  const full = chips.filter((chip) => chip.checked).length >= Number(form.dataset.most);
  for (const chip of chips) chip.disabled = full && !chip.checked;
}

/** The contents follow a jump to a part of this page. */
function markPlace() {
  const links = $$(".topics a", place);
  const here = links.find((link) => location.hash && link.getAttribute("href") === location.hash);
  if (!here) return;
  for (const link of links) link.removeAttribute("aria-current");
  here.setAttribute("aria-current", "true");
}

/** @param {string} address
    @param {{ typed?: boolean }} [how] */
async function show(address, { typed = false } = {}) {
  request?.abort();
  request = new AbortController();
  place.setAttribute("aria-busy", "true");
  try {
    const link = new URL(address, location.href);
    link.searchParams.set("part", "1");
    const reply = await fetch(link, { headers: { Accept: "text/html" }, signal: request.signal });
    if (!reply.ok) throw new Error(String(reply.status));
    place.innerHTML = await reply.text();
    history[typed ? "replaceState" : "pushState"](null, "", address);
    shown = location.search;
    status.textContent = $("[data-found]", place)?.textContent ?? "";
    place.removeAttribute("aria-busy");
  } catch (error) {
    if (!isAborted(error)) location.assign(address);
  }
}

form.addEventListener("change", (event) => {
  const { name } = found(event.target);
  if (name === "q") return; // it has been shown while it was typed
  if (name === "topic") form.q.value = ""; // words are looked for in all topics
  makeRoom();
  show(addressOf());
});
form.addEventListener("input", (event) => {
  if (found(event.target).name !== "q") return;
  clearTimeout(typing);
  typing = setTimeout(() => show(addressOf(), { typed: true }), PAUSE);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(typing);
  show(addressOf());
});

on("click", async (event, target) => {
  if (target.closest("[data-print]")) print();
  /** @type {HTMLAnchorElement | null} */
  const link = target.closest("[data-copy-link]");
  if (link && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    history.replaceState(null, "", link.getAttribute("href"));
    shown = location.search;
    await copy(link, link.href);
  }
});

addEventListener("hashchange", markPlace);
makeRoom();
markPlace();

/* Going back shows what was there; a place on this page needs no other one. */
addEventListener("popstate", () => {
  if (location.search !== shown) location.reload();
});

/* On paper everything is open. */
/** @type {HTMLDetailsElement[]} */
const shut = [];
addEventListener("beforeprint", () => {
  for (const part of /** @type {NodeListOf<HTMLDetailsElement>} */ (place.querySelectorAll("details:not([open])"))) {
    part.open = true;
    shut.push(part);
  }
});
addEventListener("afterprint", () => {
  for (const part of shut.splice(0)) part.open = false;
});
