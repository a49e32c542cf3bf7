/* What is said at the table. */

import { $, $$, found, made, on } from "../dom.js";
import { announce } from "./ear.js";
import { settings, whenShown } from "./settings.js";
import { online, tell } from "./socket.js";
import { play } from "./sounds.js";

let unread = 0;

/** @param {HTMLElement} line */
const isMuted = (line) => settings.muted.includes(line.dataset.from);

/** @param {number} number */
function countUnread(number) {
  unread = number;
  const badge = $("#unread");
  if (!badge) return;
  badge.hidden = unread === 0;
  badge.textContent = String(unread);
  badge.append(made("span", { className: "sr", textContent: ` ${badge.dataset.new}` }));
}

/** @param {{ html: string, last: number }} message */
export function hear({ html, last }) {
  const list = $("#chat");
  const known = list.children.length;
  list.insertAdjacentHTML("beforeend", html);
  list.dataset.last = String(last);
  const heard = [...list.children].slice(known).map(found);
  for (const line of heard) line.hidden = isMuted(line);
  if (heard.some((line) => line.matches(".nudge") && line.dataset.to === document.body.dataset.me)) nudged(heard.at(-1));
  list.scrollTop = list.scrollHeight;
  if (settings.mute || $("#tab-chat").checked) return;
  countUnread(unread + heard.filter((line) => !line.hidden).length);
}

/** The others wait for me.
    @param {HTMLElement} line */
function nudged(line) {
  play("turn");
  announce(line.textContent);
  $("#prompt")?.scrollIntoView({ block: "nearest" });
}

/** @param {Event} event
    @param {HTMLFormElement} sheet */
function say(event, sheet) {
  const text = sheet.text.value.trim();
  if (!online() || "page" in sheet.dataset) return; // a stranger gets a name with the page
  event.preventDefault();
  if (!text) return;
  tell({ do: "say", text });
  sheet.reset();
}

export function begin() {
  whenShown(() => {
    for (const line of $$("#chat li")) line.hidden = isMuted(line);
    if (settings.mute) countUnread(0);
  });
  on("change", (_event, target) => target.id === "tab-chat" && countUnread(0));
  on("submit", (event) => {
    const sheet = /** @type {HTMLFormElement} */ (event.target);
    if (sheet.id === "say") say(event, sheet);
  });
}
