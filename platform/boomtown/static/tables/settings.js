/* What a player has set for tables on this device: sounds, speed, chat, keys. */

import { $, $$, on } from "../dom.js";
import { allowSounds, forbidSounds, play } from "./sounds.js";

const PLACE = "boomtown.table";
const [STEP, SLOW] = ["step", "2"];
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** No speed is the usual one, slower in a lesson.
    @type {{ sounds: boolean, speed: string, mute: boolean, remarks: boolean, keys: boolean, muted: string[] }} */
export const settings = { sounds: false, speed: "", mute: false, remarks: true, keys: true, muted: [] };
try {
  Object.assign(settings, JSON.parse(localStorage.getItem(PLACE) ?? "{}"));
} catch {
  /* settings that cannot be read are those of a new guest */
}

let hush = () => {};

/** Who mutes what was said, whenever the settings are shown.
    @param {() => void} does */
export const whenShown = (does) => (hush = does);

function keep() {
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    /* without storage they hold until the page is left */
  }
  showSettings();
}

export function showSettings() {
  for (const name of /** @type {const} */ (["sounds", "mute", "remarks", "keys"])) {
    const box = $(`#set-${name}`);
    if (box) box.checked = settings[name];
  }
  for (const speed of $$("#set-speed, [data-speed]")) speed.value = chosen();
  for (const box of $$("[data-mute]")) box.checked = settings.muted.includes(box.dataset.mute);
  for (const button of $$('[data-press="sounds"]')) {
    button.setAttribute("aria-pressed", String(settings.sounds));
  }
  document.body.classList.toggle("still", settings.speed === "0");
  document.body.classList.toggle("hush", settings.mute);
  document.body.classList.toggle("wordless", !settings.remarks);
  hush();
}

/** Whether pictures stand still: somebody wants no motion, or nothing shown at all. */
export const isStill = () => still.matches || settings.speed === "0";

/** The speed that was chosen. Who has chosen none is shown a lesson slowly: there is much to be read. */
const chosen = () => settings.speed || ($("#part-guide[data-at]:not([hidden], .over)") ? SLOW : "1");

/** How slowly things are shown: 1 as usual, 0 not at all; or step by step.
    @returns {{ slow: number, step: boolean }} */
export const speed = () => ({ slow: chosen() === STEP ? 1 : Number(chosen()), step: chosen() === STEP });

/** How slowly things move: 0 if they stand still. */
export const pace = () => (isStill() ? 0 : speed().slow);

/** @param {boolean} wanted */
export async function setSounds(wanted) {
  settings.sounds = wanted;
  keep();
  if (wanted) await allowSounds().then(() => play("turn"));
  else forbidSounds();
}

/** @param {import("../dom.js").Found} target */
function changed(target) {
  if (target.id === "set-sounds") return setSounds(target.checked);
  if (target.id === "set-asks" || target.id === "set-hints") return target.form.requestSubmit(); // it is kept
  if (target.id === "set-mute") settings.mute = target.checked;
  else if (target.id === "set-remarks") settings.remarks = target.checked;
  else if (target.id === "set-keys") settings.keys = target.checked;
  else if (target.id === "set-speed" || target.dataset.speed !== undefined) settings.speed = target.value;
  else if (target.dataset.mute !== undefined) {
    settings.muted = settings.muted.filter((who) => who !== target.dataset.mute);
    if (target.checked) settings.muted.push(target.dataset.mute);
  } else return undefined;
  return keep();
}

export function begin() {
  on("change", (_event, target) => changed(target));
  if (!settings.sounds) return;
  addEventListener("pointerdown", () => settings.sounds && allowSounds(), { once: true });
  addEventListener("keydown", () => settings.sounds && allowSounds(), { once: true });
}
