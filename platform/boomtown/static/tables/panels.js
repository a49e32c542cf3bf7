/* The panels beside the board: tabs, and the rulebook in one of them. */

import { $, $$, on } from "../dom.js";
import { showRule } from "../why.js";
import { isOurs } from "./refusals.js";

/** @param {string} name */
export function openTab(name) {
  const tab = $(`#tab-${name}`);
  if (!tab) return;
  tab.checked = true;
  tab.dispatchEvent(new Event("change", { bubbles: true }));
}

/** @param {Event} event
    @param {HTMLAnchorElement} link */
export function openRule(event, link) {
  if (isOurs(link.dataset.rule)) return showRule(event, link);
  return openRules(event, link.dataset.rule);
}

/** @type {Promise<unknown> | null} */
let loaded = null;

/** @param {string} url
    @param {HTMLElement} panel */
async function load(url, panel) {
  const to = new URL(url, location.href);
  to.searchParams.set("panel", "1");
  const response = await fetch(to, { headers: { Accept: "text/html" } });
  if (!response.ok) throw new Error(String(response.status));
  panel.innerHTML = await response.text();
  await import("../rules/rules.js");
}

/** The rulebook beside the board, at one of its rules.
    @param {Event} [event]
    @param {string} [id] */
export async function openRules(event, id) {
  const panel = $("#rules");
  if (!panel) return;
  event?.preventDefault();
  loaded ??= load(panel.dataset.url, panel);
  openTab("rules");
  try {
    await loaded;
  } catch {
    loaded = null;
    return;
  }
  /** @type {HTMLFormElement | null} */
  const search = panel.querySelector("form[data-live]");
  if (id && search && !document.getElementById(id)) {
    search.q.value = "";
    search.requestSubmit(); // the whole book is back at once
  }
  const rule = id && document.getElementById(id);
  if (rule) {
    for (const other of $$("#rules .here")) other.classList.remove("here");
    rule.classList.add("here");
    rule.scrollIntoView({ block: "start" });
  }
  if (!panel.contains(document.activeElement)) panel.focus({ preventScroll: true });
}

export function begin() {
  on("change", (_event, target) => {
    if (target.id === "tab-rules" && !loaded) openRules();
  });
}
