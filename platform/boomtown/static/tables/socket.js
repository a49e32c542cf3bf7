/* The socket of the table, opened again whenever it is lost. */

import { $ } from "../dom.js";

const SLOWEST_RETRY = 15_000;
const RESTARTING = 1012; // the server's last word when it is back in a moment
const SIGNED_OUT = "signed out"; // the server's last word to a session that has ended
const { dataset } = document.body;

/** @type {WebSocket | null} */
let socket = null;
let tries = 0;
let retry = 0;
let wasOnline = false;
let restarting = false; // told that the site is back in a moment
let sentAway = false; // told that the session has ended
let over = false; // told so twice: not the cookie of another tab, but the end

/** @type {(message: unknown) => unknown} */
let arrived;

export const online = () => socket?.readyState === WebSocket.OPEN;

/** @param {object} message */
export const tell = (message) => socket.send(JSON.stringify(message));

/** The line that tells how the connection is.
    @param {string | null} words
    @param {string} [kind] */
export function showNet(words, kind) {
  const line = $("#net");
  line.textContent = words ?? "";
  line.hidden = !words;
  line.className = `net ${kind ?? ""}`;
}

function address() {
  const url = new URL(dataset.socket, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.searchParams.set("log", $("#log")?.dataset.count ?? "0");
  url.searchParams.set("chat", $("#chat")?.dataset.last ?? "0");
  if (location.pathname.endsWith("/text")) url.searchParams.set("text", "1");
  return url;
}

function connect() {
  clearTimeout(retry);
  socket = new WebSocket(address());
  socket.addEventListener("open", opened);
  socket.addEventListener("close", closed);
  socket.addEventListener("message", ({ data }) => {
    sentAway = false;
    arrived(JSON.parse(data));
  });
}

function opened() {
  if (wasOnline || tries) {
    showNet(dataset.online, "good");
    setTimeout(() => online() && showNet(null), 2000);
  }
  tries = 0;
  restarting = false;
  wasOnline = true;
}

/** @param {CloseEvent} event */
function closed({ code, reason }) {
  tries += 1;
  $("#prompt")?.removeAttribute("aria-busy");
  over = sentAway && reason === SIGNED_OUT;
  sentAway = reason === SIGNED_OUT;
  if (over) {
    showNet(dataset.signedOut, "bad");
    return;
  }
  restarting ||= code === RESTARTING;
  if (restarting) showNet(dataset.back, "bad");
  else if (wasOnline) showNet(dataset.reconnecting, "bad");
  else if (tries > 2) showNet(dataset.offline, "bad");
  const wait = Math.min(SLOWEST_RETRY, 500 * 2 ** Math.min(tries, 6));
  retry = setTimeout(connect, wait * (0.5 + Math.random()));
}

function connectNow() {
  if (socket && !over && socket.readyState > WebSocket.OPEN) connect();
}

/** Opens the socket, if the page has one.
    @param {(message: unknown) => unknown} does what is done with each message */
export function begin(does) {
  arrived = does;
  addEventListener("online", connectNow);
  document.addEventListener("visibilitychange", () => !document.hidden && connectNow());
  if (dataset.socket) connect();
}
