/* Rulebooks: find as you type, open the rule that the address names, follow along in the contents, print.
   Searching is the server's work, with or without this module: a form with data-live="ID" fetches
   what it would lead to and puts it inside #ID. It listens on the document, so a rulebook may arrive later. */

import { $, $$, fragment, isAborted, on } from "../dom.js";

const PAUSE = 140;

/* --- find as you type ---------------------------------------------------------------------------- */

/** By form: what is under way, and the part as it was before anything was searched for.
    @type {WeakMap<HTMLFormElement, { address: string, whole: ChildNode[] | null, request?: AbortController }>} */
const states = new WeakMap();

/** @param {HTMLFormElement} form */
function stateOf(form) {
  if (!states.has(form)) states.set(form, { address: addressOf(form, true), whole: null });
  return states.get(form);
}

/** Where the form leads; all modules together are none in particular.
    @param {HTMLFormElement} form
    @param {boolean} [first] as the page came */
function addressOf(form, first = false) {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (name !== "m" && value) fields.append(name, String(value));
  const boxes = $$('[name="m"]', form);
  const on = boxes.filter((box) => (first ? box.defaultChecked : box.checked));
  if (on.length < boxes.length) for (const box of on) fields.append("m", box.value);
  if (first) {
    fields.delete("q");
    if (form.q.defaultValue) fields.set("q", form.q.defaultValue);
  }
  const query = fields.toString();
  return form.getAttribute("action") + (query ? `?${query}` : "");
}

/** Whether nothing is searched for at an address, and no module left out.
    @param {string} address */
const isWhole = (address) => address !== "" && !/[?&][qm]=/.test(address);

/** @param {HTMLFormElement} form */
async function find(form) {
  const state = stateOf(form);
  const address = addressOf(form);
  if (address === state.address) return;
  const place = document.getElementById(form.dataset.live);
  const plain = !form.q.value && $$('[name="m"]:not(:checked)', form).length === 0;
  if (!state.whole && isWhole(state.address)) state.whole = [...place.childNodes];
  state.address = address;
  state.request?.abort();
  if (plain && state.whole) {
    place.replaceChildren(...state.whole);
    return settle(form, place, address);
  }
  state.request = new AbortController();
  const link = address + (address.includes("?") ? "&" : "?") + (form.hasAttribute("data-panel") ? "panel=1&part=1" : "part=1");
  place.setAttribute("aria-busy", "true");
  try {
    const reply = await fetch(link, { headers: { Accept: "text/html" }, signal: state.request.signal });
    if (!reply.ok) throw new Error(String(reply.status));
    place.replaceChildren(fragment(await reply.text()));
    settle(form, place, address);
  } catch (error) {
    if (!isAborted(error)) state.address = ""; // the button asks again
  }
  place.removeAttribute("aria-busy");
  return undefined;
}

/** What was found is told, and stands in the address.
    @param {HTMLFormElement} form
    @param {HTMLElement} place
    @param {string} address */
function settle(form, place, address) {
  const status = $(`[data-status="${form.dataset.live}"]`);
  if (status) status.textContent = ($("[data-none]", place) ?? $("[data-found]", place))?.innerText ?? "";
  if (form.hasAttribute("data-panel")) return;
  history.replaceState(null, "", address);
  for (const link of links(".langs.big a")) {
    const to = new URL(link.href);
    to.searchParams.delete("q");
    if (form.q.value) to.searchParams.set("q", form.q.value);
    link.href = String(to);
  }
  follow();
}

/** @param {string} selector */
const links = (selector) => /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(selector)]);

/** @param {Element} target
    @returns {HTMLFormElement | null} */
const liveForm = (target) => target.closest?.("form[data-live]");

let waiting = 0;
on("input", (_event, target) => {
  const form = liveForm(target);
  if (!form) return;
  stateOf(form);
  clearTimeout(waiting);
  waiting = setTimeout(() => find(form), target.type === "search" ? PAUSE : 0);
});
on("submit", (event, target) => {
  const form = liveForm(target);
  if (!form) return;
  event.preventDefault();
  clearTimeout(waiting);
  find(form);
});
on("focusin", (_event, target) => {
  const form = liveForm(target);
  if (form) stateOf(form);
});

/* --- the rule that the address names --------------------------------------------------------------- */

function openNamed() {
  const rule = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  if (!rule || !rule.matches(".clause")) return;
  for (const example of $$(".ex details", rule)) example.setAttribute("open", "");
}
addEventListener("hashchange", openNamed);
openNamed();

/* --- contents -------------------------------------------------------------------------------------- */

/** @type {IntersectionObserver | null} */
let watcher = null;

/** Marks the chapter that is being read. */
function follow() {
  watcher?.disconnect();
  const chapters = new Map(links(".book .toc a").map((link) => [link, link.hash.slice(1)]));
  const mark = (/** @type {string} */ anchor) => {
    for (const [link, name] of chapters) {
      if (name === anchor) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  watcher = new IntersectionObserver(
    (seen) => {
      const here = seen.find((one) => one.isIntersecting);
      if (here) mark(here.target.getAttribute("aria-labelledby"));
    },
    { rootMargin: "-90px 0px -75% 0px" },
  );
  for (const chapter of $$("#rulebook > .clause-chapter")) watcher.observe(chapter);
}
follow();

on("click", (_event, target) => {
  if (target.closest(".jump .toc a")) target.closest("details").open = false;
  if (target.closest("[data-print]")) print();
});

/* --- paper ----------------------------------------------------------------------------------------- */

/** @type {Element[]} */
const shut = [];
addEventListener("beforeprint", () => {
  for (const example of $$(".ex details:not([open])")) {
    example.setAttribute("open", "");
    shut.push(example);
  }
});
addEventListener("afterprint", () => {
  for (const example of shut.splice(0)) example.removeAttribute("open");
});

/* Somebody may have typed before this module arrived. */
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-live]"))) find(form);
