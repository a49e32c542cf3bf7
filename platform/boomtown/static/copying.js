/* A link is copied by one press. */

import { $, found, on, saidForAWhile } from "./dom.js";

on("click", async (_event, target) => {
  const button = found(target.closest("[data-copy]"));
  if (!button) return;
  const field = $(`#${button.dataset.copy}`);
  field.select();
  await navigator.clipboard.writeText(field.value);
  saidForAWhile($("span", button), button.dataset.done);
});
