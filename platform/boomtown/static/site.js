/* Comfort for the pages outside the table. Everything here also works without it, one way or another. */

import "./copying.js";
import { $, found, made, on } from "./dom.js";
import { answerWhy } from "./why.js";

document.documentElement.classList.add("scripts");
answerWhy();

/* The / key leads to the search: the one of the page, else that of the header, else its own page. */
on("keydown", (event, target) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest("input, textarea, select, [contenteditable]")) return;
  const fields = [...document.querySelectorAll("main form[role=search] [name=q], #seek")];
  const field = found(fields.find((one) => one.checkVisibility()) ?? null);
  event.preventDefault();
  if (field) field.select();
  else $(".seek-link")?.click();
});

/* Colours change at once, without loading the page again. */
on("submit", async (event, target) => {
  /** @type {HTMLFormElement | null} */
  const form = target.closest("[data-theme-form]");
  if (!form || !event.submitter) return;
  event.preventDefault();
  const { value } = found(event.submitter);
  const body = new FormData(form, event.submitter);
  if (value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
  for (const button of form.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button === event.submitter));
  }
  await fetch(form.action, { method: "POST", body, redirect: "manual" });
});

/* The table keeps its settings on the device: the switch for sounds reaches them there. */
const sounds = $("[data-sounds]");
sounds?.addEventListener("change", () => {
  const kept = JSON.parse(localStorage.getItem("boomtown.table") ?? "{}");
  localStorage.setItem("boomtown.table", JSON.stringify({ ...kept, sounds: sounds.checked }));
});

/* Every browser adds something of its own to the dice, which the server cannot know beforehand. */
document.addEventListener("submit", (event) => {
  const target = /** @type {HTMLFormElement} */ (event.target);
  const path = new URL(found(event.submitter)?.formAction || target.action, location.href).pathname;
  if (!/\/(sit|play|tables)$/.test(path)) return;
  let field = found(target.elements.namedItem("contribution"));
  if (!field) {
    field = made("input", { type: "hidden", name: "contribution" });
    target.append(field);
  }
  if (field.value) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
});
