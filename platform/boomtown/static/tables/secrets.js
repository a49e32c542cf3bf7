/* A secret is open only while it is held. */

import { $, $$, found, on } from "../dom.js";
import { announce } from "./ear.js";

/** @typedef {import("../dom.js").Found} Found */

/** @param {Found | null} button
    @param {boolean} open */
function hold(button, open) {
  if (!button || button.getAttribute("aria-pressed") === String(open)) return;
  button.setAttribute("aria-pressed", String(open));
  announce(open ? $(".card", button).textContent : "");
}

/** @param {Found} target */
const secretAt = (target) => found(target.closest?.(".secret"));

const closeAll = () => $$(".secret").forEach((button) => hold(button, false));

/** Whether an update of the page may change an attribute: a secret that is held stays open.
    @param {string} name
    @param {Element} element */
export const mayChange = (name, element) => name !== "aria-pressed" || !element.matches(".secret");

export function begin() {
  on("pointerdown", (_event, target) => hold(secretAt(target), true));
  for (const name of ["pointerup", "pointercancel", "blur"]) addEventListener(name, closeAll, true);
  on("keydown", ({ key }, target) => {
    if (key === " " || key === "Enter") hold(secretAt(target), true);
  });
  on("keyup", (_event, target) => hold(secretAt(target), false));
  on("visibilitychange", closeAll);
}
