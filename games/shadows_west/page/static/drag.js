/* A figure, or the grip of its facing, that is dragged over the map. What a drag would mean is asked a
   few times a second, not at every pixel. */

import { lens, on } from "/static/tables/kit.js";
import { paced } from "./sketch.js";

/** @typedef {import("/static/dom.js").Found} Found */

/** What a drag is for. `held` says what is held, if anything: "turn" or "way".
    @typedef {object} House
    @property {(target: Found) => "turn" | "way" | null} held
    @property {(what: "turn" | "way", event: PointerEvent, base: object) => void} preview
    @property {(what: "turn" | "way", event: PointerEvent) => void} drop
    @property {() => object} base what the draft was when it began */

const PACE = 90;
/** @type {{ what: "turn" | "way", moved: boolean, base: object } | null} */
let drag = null;

export const dragging = () => drag !== null;

/** @param {House} house */
export function begin(house) {
  const preview = paced(
    /** @param {PointerEvent} event */ (event) => {
      if (drag) house.preview(drag.what, event, drag.base);
    },
    PACE,
  );
  on("pointerdown", (/** @type {PointerEvent} */ event, target) => {
    const what = event.button === 0 ? house.held(target) : null;
    if (!what) return;
    event.preventDefault();
    drag = { what, moved: false, base: house.base() };
  });
  on("pointermove", (/** @type {PointerEvent} */ event) => {
    if (!drag) return;
    drag.moved = true;
    preview(event);
  });
  addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { moved, what } = drag;
    drag = null;
    if (!moved) return;
    lens.swallowClick();
    house.drop(what, event);
  });
}
