/* The hands of the director: skip a beat, skip to my turn, step on, see again what has happened since. */

import { $ } from "../dom.js";
import { director, tellAgain, whenShowing } from "./arrivals.js";
import { tell } from "./socket.js";

/** What a press does whose element names it (data-press), and its key does as well.
    @type {Record<string, () => void>} */
export const REEL = {
  beat: () => director.skip(),
  turn: () => director.skipToMyTurn(),
  recap: () => tellAgain(),
  end: () => {
    tell({ do: "skip" });
    director.skipToTheEnd();
  },
};

/** @param {{ showing: boolean, waits: boolean, recap: boolean }} state */
function show({ showing, waits, recap }) {
  const reel = $("#reel");
  if (!reel) return;
  const on = $('[data-press="beat"]', reel);
  on.hidden = !showing;
  on.toggleAttribute("data-waits", waits);
  $('[data-press="turn"]', reel).hidden = !showing;
  $('[data-press="recap"]', reel).hidden = showing || !recap;
  const word = $("span", on);
  const wanted = waits ? word.dataset.next : word.dataset.skip;
  if (word.textContent !== wanted) word.textContent = wanted;
}

export function begin() {
  whenShowing(show);
}
