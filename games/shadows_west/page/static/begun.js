/* A gang that rides out at once: what is asked before the first turn is answered with what is proposed
   first, until something else is asked. */

import { $, $$, found } from "/static/tables/kit.js";

const FOLK = "shadows.folk.place";
const SET_UP = new Set(["shadows.setup.zones", FOLK, "shadows.setup.deploy"]);
const place = () => `boomtown.quick.${document.body.dataset.code}`;

/** @param {boolean} wanted */
export function remember(wanted) {
  if (wanted) sessionStorage.setItem(place(), "yes");
  else sessionStorage.removeItem(place());
}

/** Answers a question of the set-up for whoever wants that; whether it does.
    @param {HTMLFormElement | null} sheet
    @param {import("./drafts.js").Table} table */
export function settle(sheet, table) {
  if (!sheet || !sessionStorage.getItem(place())) return false;
  if (sheet.dataset.key === "shadows.gang.lists") return false;
  if (!SET_UP.has(sheet.dataset.key)) {
    remember(false);
    return false;
  }
  if (sheet.dataset.key === FOLK) {
    placeFolk(sheet, table);
    return true;
  }
  const button = $(".ready button", sheet) ?? $$(".acts button", sheet).find((one) => one.getAttribute("aria-disabled") !== "true");
  if (!button) return false;
  sheet.requestSubmit(button);
  return true;
}

/** Points round the middle of the table, ring by ring.
    @param {number} middle */
function* around(middle) {
  for (let far = 300; far <= 1100; far += 200) {
    for (let turn = 0; turn < 8; turn += 1) {
      const angle = (turn * Math.PI) / 4 + far;
      yield [Math.round(middle + far * Math.cos(angle)), Math.round(middle + far * Math.sin(angle))];
    }
  }
}

/** A townsperson stands on the first place that is allowed.
    @param {HTMLFormElement} sheet
    @param {import("./drafts.js").Table} table */
async function placeFolk(sheet, table) {
  const { number } = sheet.dataset;
  for (const to of around(Number($(".map").dataset.size) / 2)) {
    const answer = await table.preview({ do: "folk", to });
    const now = table.form();
    if (now?.dataset.number !== number) return;
    if (!answer?.data.legal) continue;
    for (const [index, axis] of ["x", "y", "z"].entries()) {
      found(now.elements.namedItem(`a.${axis}`)).value = answer.data.answer[index];
    }
    now.requestSubmit($("#send"));
    return;
  }
}
