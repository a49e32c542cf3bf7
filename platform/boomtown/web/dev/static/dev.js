/* An author's page: it shows what has changed by itself, and what is wrong. Only `boomtown dev` has it. */

const AGAIN = 500; // milliseconds before it looks whether the site is back
const { body } = document;
const isTable = body.classList.contains("table") && Boolean(body.dataset.socket);
const panel = document.createElement("div");
panel.id = "dev";
panel.hidden = true;
panel.setAttribute("role", "status");
body.append(panel);
panel.addEventListener("click", ({ target }) => {
  if (/** @type {Element} */ (target).matches(".dev-close")) panel.hidden = true;
});

/** A style sheet takes the place of the one before as soon as it is there: nothing flickers.
    @param {HTMLLinkElement} link */
function swap(link) {
  const fresh = /** @type {HTMLLinkElement} */ (link.cloneNode());
  const url = new URL(link.href);
  url.searchParams.set("changed", String(Date.now()));
  fresh.href = url.href;
  fresh.addEventListener("load", () => link.remove());
  fresh.addEventListener("error", () => fresh.remove());
  link.after(fresh);
}

/** @param {string[]} files */
function restyle(files) {
  const links = /** @type {HTMLLinkElement[]} */ ([...document.querySelectorAll("link[rel=stylesheet]")]);
  const meant = links.filter((link) => files.some((name) => new URL(link.href).pathname.endsWith(`/${name}`)));
  (meant.length ? meant : links).forEach(swap); // none: it is imported by another one
}

/** What the table's own socket does not send again: the sentences that stand in the log. */
async function retell() {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const fresh = page.querySelector("#log");
  const log = /** @type {HTMLElement | null} */ (document.querySelector("#log"));
  if (!fresh || !log) return;
  log.innerHTML = fresh.innerHTML;
  log.dataset.count = fresh.getAttribute("data-count") ?? "0";
}

/** @param {{ changed: string, files: string[], panel: string }} news */
function heard(news) {
  panel.innerHTML = news.panel;
  panel.hidden = !news.panel;
  if (!news.changed) return;
  if (news.changed === "styles") restyle(news.files);
  else if (news.changed === "page" || !isTable) location.reload();
  else if (news.changed !== "drawn") retell();
}

let lost = false;

function listen() {
  const url = new URL(`/dev/socket?table=${encodeURIComponent(body.dataset.code ?? "")}`, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(url);
  socket.addEventListener("open", () => {
    if (lost) location.reload();
    else panel.dataset.listens = "";
  });
  socket.addEventListener("message", ({ data }) => heard(JSON.parse(data)));
  socket.addEventListener("close", () => {
    lost = true;
    setTimeout(listen, AGAIN);
  });
}

listen();
