/* The result of a match: its link is copied by one press, and its picture saved as PNG, which every
   messenger takes. Without this module the link can be marked, and the picture is an SVG. */

import "../copying.js";
import { made, on } from "../dom.js";
import { answerWhy } from "../why.js";

answerWhy();

/** @param {string} address
    @returns {Promise<HTMLImageElement>} */
async function loaded(address) {
  const image = made("img", { src: address });
  await image.decode();
  return image;
}

/** The picture as PNG.
    @param {string} address
    @returns {Promise<Blob | null>} */
async function drawn(address) {
  const canvas = made("canvas", { width: 1200, height: 630 });
  canvas.getContext("2d").drawImage(await loaded(address), 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

on("click", async (event, target) => {
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("[data-picture]"));
  if (!link) return;
  event.preventDefault();
  const picture = await drawn(link.href);
  if (!picture) return;
  const address = URL.createObjectURL(picture);
  made("a", { href: address, download: link.dataset.picture }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
});
