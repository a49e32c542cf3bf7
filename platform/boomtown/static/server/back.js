/* Looks whether the site is back, and goes on then. It is sent inside the page itself. */
const { to } = /** @type {HTMLElement} */ (document.querySelector("[data-to]")).dataset;
const SLOWEST = 15000;
let wait = 1500;

async function look() {
  try {
    const reply = await fetch("/healthz", { cache: "no-store" });
    if (reply.ok && !(await reply.json()).stopping) {
      location.replace(to);
      return;
    }
  } catch {
    /* not yet */
  }
  wait = Math.min(SLOWEST, wait * 1.5);
  later();
}

/* Everybody is waiting: not all of them at the same moment. */
function later() {
  setTimeout(look, wait * (0.5 + Math.random()));
}

later();
