/* What was refused, in place, with the rule that says so. */

import { $, made, on } from "../dom.js";
import { announce } from "./ear.js";

/** Whether a rule is Boomtown's own: it stands in another book than the game's.
    @param {string} rule */
export const isOurs = (rule) => rule.startsWith("boomtown.");

/** @param {{ error: string, rule?: string, title?: string }} refusal */
export function refuse({ error, rule, title }) {
  const sheet = $("#prompt");
  sheet?.removeAttribute("aria-busy");
  const line = sheet && $(".refused", sheet);
  if (!line) return announce(error);
  line.textContent = error;
  if (rule) {
    const book = isOurs(rule) ? "/rules/boomtown" : document.body.dataset.rules;
    const link = made("a", { className: "rule", href: `${book}#${rule}`, title: rule });
    link.dataset.rule = rule;
    link.textContent = title ?? rule;
    line.append(" ", link);
  }
  line.hidden = false;
  // The buttons below stay in sight while the answers scroll: the reason stays above them.
  sheet.style.setProperty("--below", `${$(".pair", sheet)?.offsetHeight ?? 0}px`);
  line.scrollIntoView({ block: "nearest" });
  return undefined;
}

/** What lies over the board on a small screen goes with the next tap. */
export function begin() {
  on("pointerdown", (_event, target) => {
    const line = $("#prompt .refused:not([hidden])");
    if (line && !line.contains(target) && getComputedStyle(line).position === "fixed") line.hidden = true;
  });
}
