/* What is looked at before it is chosen: ready-made answers and figures under the pointer, or in focus. */

import { found, on } from "/static/tables/kit.js";
import { readyOf } from "./ready.js";

/** @typedef {import("/static/dom.js").Found} Found */

/** Who wants to know what is looked at.
    @typedef {object} House
    @property {() => boolean} asks whether anything is composed now
    @property {() => boolean} aims whether figures are what can be chosen
    @property {(change: Record<string, unknown>, how?: { told?: boolean }) => void} glance
    @property {() => void} away */

/** @type {string | null} */
let hovered = null;

export function forget() {
  hovered = null;
}

/** @param {Element | null} target */
const isLookedAt = (target) => Boolean(target && (readyOf(target) || target.closest?.("#part-board [data-fig]")));

/** @param {House} house */
export function begin(house) {
  /** @param {Record<string, unknown>} change
      @param {{ told?: boolean }} [how] */
  function glance(change, how) {
    const meant = JSON.stringify(change);
    if (hovered === meant) return;
    hovered = meant;
    house.glance(change, how);
  }
  /** @param {PointerEvent | FocusEvent} event
      @param {Found} target */
  function looked(event, target) {
    const pointerType = "pointerType" in event ? event.pointerType : undefined;
    if (!house.asks() || pointerType === "touch") return;
    const ready = readyOf(target);
    const aimed = house.aims() && found(target.closest?.("#part-board [data-fig]"));
    // What is told in the prompt would move the button away from under the pointer.
    if (ready) glance({ answer: JSON.parse(ready.value) }, { told: pointerType === undefined });
    else if (aimed) glance({ target: aimed.dataset.fig, answer: undefined });
  }
  /** @param {PointerEvent | FocusEvent} event
      @param {Found} target */
  function lookedAway({ relatedTarget }, target) {
    if (!hovered || !isLookedAt(target) || isLookedAt(found(relatedTarget))) return;
    hovered = null;
    house.away();
  }
  on("pointerover", looked);
  on("focusin", looked);
  on("pointerout", lookedAway);
  on("focusout", lookedAway);
}
