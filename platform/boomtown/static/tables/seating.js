/* The table before the start: who sits where changes in place, and the page moves on with the match. */

import { $ } from "../dom.js";
import { Idiomorph } from "../vendor/idiomorph-0.8.0.esm.js";

const SLOWEST_RETRY = 15_000;
const RESTARTING = 1012; // the server's last word when it is back in a moment
const SIGNED_OUT = "signed out"; // the server's last word to a session that has ended
const SENT_AWAY = "asked to leave"; // the page itself says more
const place = $("[data-seating]");
let wait = 500;
let sentAway = false;

/** @param {MessageEvent<string>} event */
function told({ data }) {
  const message = JSON.parse(data);
  sentAway = false;
  if (message.type === "go") location.assign(message.to);
  const part = message.parts?.seating;
  if (part) Idiomorph.morph($("#part-seating"), part, { ignoreActiveValue: true });
}

/** @param {string | null} words */
function showNet(words) {
  const net = $("#net");
  net.textContent = words ?? "";
  net.hidden = !words;
}

function connect() {
  const address = new URL(place.dataset.seating, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  socket.addEventListener("message", told);
  socket.addEventListener("open", () => {
    wait = 500;
    showNet(null);
  });
  socket.addEventListener("close", ({ code, reason }) => {
    if (reason === SENT_AWAY) {
      location.reload();
      return;
    }
    if (reason === SIGNED_OUT && sentAway) {
      showNet(place.dataset.signedOut);
      return;
    }
    if (code === RESTARTING) showNet(place.dataset.back);
    sentAway = reason === SIGNED_OUT; // another tab of this device may have got a new cookie: once more
    setTimeout(connect, wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, SLOWEST_RETRY);
  });
}

connect();
