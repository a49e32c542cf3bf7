/* The service worker: shows notices, and says so where there is no connection. It keeps nothing else. */

const KEPT = "boomtown-offline-1";
const OFFLINE = "/offline";
const FILES = [OFFLINE, "/static/tokens.css", "/static/site.css"];
/** Of the worker, which has no type of its own here. @type {any} */
const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
    await worker.clients.claim();
  })());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)));
  } else if (FILES.includes(pathname)) {
    event.respondWith(fetch(event.request).catch(() => caches.match(pathname)));
  }
});

worker.addEventListener("push", (/** @type {any} */ event) => {
  const told = event.data.json();
  event.waitUntil(worker.registration.showNotification(told.title, {
    body: told.text,
    tag: told.tag,
    icon: "/static/notices/icon-192-any.png",
    data: { path: told.path, stop: told.stop },
    actions: [{ action: "stop", title: told.stop_text }],
  }));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  const { path, stop } = event.notification.data;
  event.notification.close();
  event.waitUntil(event.action === "stop" ? fetch(stop, { method: "POST" }) : shown(path));
});

/** The page of a table: one that is open, or a new one. @param {string} path */
async function shown(path) {
  const pages = await worker.clients.matchAll({ type: "window" });
  const open = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === path);
  return open ? open.focus() : worker.clients.openWindow(path);
}
