/* The comparison: filters act at once, the address follows, a link is copied by one press. Filtering is the
   server's work, with or without this module. */

const form = document.querySelector("form[data-compare]");
const place = document.getElementById("compare-part");
const status = document.querySelector("[data-compare-status]");
let request = null;
let shown = location.search;
let typing = 0;
const PAUSE = 150;

/** Where the form leads; what is usual need not be said. */
function addressOf() {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value && (name !== "show" || value !== "all")) fields.append(name, value);
  }
  if (!fields.has("c")) fields.append("c", ""); // all were taken away, which the page should say
  return `${form.getAttribute("action")}?${fields}`;
}

/** When there is no room for another column, none can be added. */
function makeRoom() {
  const chips = [...form.querySelectorAll("[type=checkbox][name=c]")];
  const full = chips.filter((chip) => chip.checked).length >= Number(form.dataset.most);
  for (const chip of chips) chip.disabled = full && !chip.checked;
}

/** The contents follow a jump to a part of this page. */
function markPlace() {
  const links = [...place.querySelectorAll(".topics a")];
  const here = links.find((link) => location.hash && link.getAttribute("href") === location.hash);
  if (!here) return;
  for (const link of links) link.removeAttribute("aria-current");
  here.setAttribute("aria-current", "true");
}

async function show(address, { typed = false } = {}) {
  request?.abort();
  request = new AbortController();
  place.setAttribute("aria-busy", "true");
  try {
    const link = new URL(address, location.href);
    link.searchParams.set("part", "1");
    const reply = await fetch(link, { headers: { Accept: "text/html" }, signal: request.signal });
    if (!reply.ok) throw new Error(reply.status);
    place.innerHTML = await reply.text();
    history[typed ? "replaceState" : "pushState"](null, "", address);
    shown = location.search;
    status.textContent = place.querySelector("[data-found]")?.textContent ?? "";
    place.removeAttribute("aria-busy");
  } catch (error) {
    if (error.name !== "AbortError") location.assign(address);
  }
}

form.addEventListener("change", ({ target }) => {
  if (target.name === "q") return; // it has been shown while it was typed
  if (target.name === "topic") form.elements.q.value = ""; // words are looked for in all topics
  makeRoom();
  show(addressOf());
});
form.addEventListener("input", ({ target }) => {
  if (target.name !== "q") return;
  clearTimeout(typing);
  typing = setTimeout(() => show(addressOf(), { typed: true }), PAUSE);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(typing);
  show(addressOf());
});

document.addEventListener("click", async (event) => {
  const { target } = event;
  if (target.closest("[data-print]")) print();
  const copy = target.closest("[data-copy-link]");
  if (copy && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    history.replaceState(null, "", copy.getAttribute("href"));
    shown = location.search;
    await navigator.clipboard.writeText(copy.href);
    const label = copy.querySelector("span");
    const before = label.textContent;
    label.textContent = copy.dataset.done;
    status.textContent = copy.dataset.done;
    setTimeout(() => (label.textContent = before), 2000);
  }
});

addEventListener("hashchange", markPlace);
makeRoom();
markPlace();

/* Going back shows what was there; a place on this page needs no other one. */
addEventListener("popstate", () => {
  if (location.search !== shown) location.reload();
});

/* On paper everything is open. */
const shut = [];
addEventListener("beforeprint", () => {
  for (const part of place.querySelectorAll("details:not([open])")) {
    part.open = true;
    shut.push(part);
  }
});
addEventListener("afterprint", () => {
  for (const part of shut.splice(0)) part.open = false;
});
