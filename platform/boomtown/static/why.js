/* "Why?": a rule read in place. A link with data-rule leads to the rule in its book; pressed, it opens the
   rule beside itself instead: the one that data-rule names, or else the place in its address. Without this
   module it is a plain link. */

import { beside, made, on } from "./dom.js";

/** @type {HTMLElement | null} */
let box = null;
/** @type {HTMLAnchorElement | null} */
let asked = null;

function hide({ back = false } = {}) {
  box?.remove();
  box = null;
  if (back) asked?.focus();
  asked = null;
}

/** Opens the rule that a link names. The book says it in the language of the page, or of the link.
    @param {Event} event
    @param {HTMLAnchorElement} link */
export async function showRule(event, link) {
  event.preventDefault();
  const again = asked === link;
  hide();
  if (again) return;
  asked = link;
  const to = new URL(link.href);
  to.searchParams.set("panel", "1");
  const rule = link.dataset.rule || decodeURIComponent(to.hash.slice(1));
  const address = `${to.pathname}/${encodeURIComponent(rule)}${to.search}`;
  let html = "";
  try {
    const reply = await fetch(address, { headers: { Accept: "text/html" } });
    if (!reply.ok) throw new Error(String(reply.status));
    html = await reply.text();
  } catch {
    location.assign(link.href);
    return;
  }
  if (asked !== link) return; // another one was pressed meanwhile
  box = made("div", { className: "in-place-box", id: "in-place", tabIndex: -1 });
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-label", link.textContent.trim());
  box.innerHTML = html;
  if (document.body.classList.contains("table")) {
    for (const way of box.querySelectorAll(".clause-ways a")) way.setAttribute("target", "_blank"); // the table stays open
  }
  (link.closest("dialog") ?? document.body).append(box);
  beside(box, link.getBoundingClientRect());
  box.focus({ preventScroll: true });
}

on("click", (_event, target) => {
  if (target.closest("#in-place .shut")) hide({ back: true });
  else if (box && !target.closest("#in-place, a[data-rule]")) hide();
});
on("keydown", (event) => {
  if (event.key !== "Escape" || !box) return;
  event.stopImmediatePropagation();
  hide({ back: true });
}, true);
on("load", (_event, target) => {
  if (target.matches?.("#in-place link") && asked) beside(box, asked.getBoundingClientRect()); // its style sheet has come
}, true);

/** Opens the rules of a page in place, wherever they are linked. */
export function answerWhy() {
  on("click", (event, target) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    /** @type {HTMLAnchorElement | null} */
    const link = target.closest("a[data-rule]");
    if (link) showRule(event, link);
  });
}
