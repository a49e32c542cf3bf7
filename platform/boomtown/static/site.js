/* Comfort for the pages outside the table. Everything here also works without it, one way or another. */

import { answerWhy } from "./why.js";

document.documentElement.classList.add("scripts");
answerWhy();

/* A link is copied by one press. */
document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  await navigator.clipboard.writeText(field.value);
  const label = button.querySelector("span");
  const before = label.textContent;
  label.textContent = button.dataset.done;
  setTimeout(() => (label.textContent = before), 2000);
});

/* Colours change at once, without loading the page again. */
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-theme-form]");
  if (!form || !event.submitter) return;
  event.preventDefault();
  const { value } = event.submitter;
  const body = new FormData(form, event.submitter);
  if (value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
  for (const button of form.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", button === event.submitter);
  }
  await fetch(form.action, { method: "POST", body, redirect: "manual" });
});

/* The table keeps its settings on the device: the switch for sounds reaches them there. */
document.querySelector("[data-sounds]")?.addEventListener("change", ({ target }) => {
  const kept = JSON.parse(localStorage.getItem("boomtown.table") ?? "{}");
  localStorage.setItem("boomtown.table", JSON.stringify({ ...kept, sounds: target.checked }));
});

/* Every browser adds something of its own to the dice, which the server cannot know beforehand. */
document.addEventListener("submit", ({ target, submitter }) => {
  const path = new URL(submitter?.formAction || target.action, location.href).pathname;
  if (!/\/(sit|play|tables)$/.test(path)) return;
  let field = target.elements.namedItem("contribution");
  if (!field) {
    field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "contribution" });
    target.append(field);
  }
  if (field.value) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
});
