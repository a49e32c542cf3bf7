/* Asks the browser to be called: only by a button, and only where that is possible. */

import { $, on } from "../dom.js";

const WORKER = "/sw.js";

/** The bytes of base64url. @param {string} text */
export function unpacked(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** What the site needs to know of a subscription. @param {PushSubscription} subscription */
export function fieldsOf(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth, zone };
}

/** @param {HTMLFormElement} form */
async function subscribe(form) {
  if (await Notification.requestPermission() !== "granted") return form.dataset.denied;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = unpacked(form.dataset.push);
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const body = new FormData(form);
  for (const [name, value] of Object.entries(fieldsOf(subscription))) body.set(name, value);
  const reply = await fetch(form.action, { method: "POST", body });
  const told = await reply.json();
  if (!told.ok) throw new Error(told.error);
  $("button", form).hidden = true;
  return told.told;
}

on("submit", async (event, target) => {
  /** @type {HTMLFormElement | null} */
  const form = target.closest("form[data-push]");
  if (!form) return;
  event.preventDefault();
  let told = form.dataset.failed;
  try {
    told = await subscribe(form);
  } catch (error) {
    console.warn(error);
  }
  $("[role=status]", form).textContent = told;
});

/* The button is there where the browser can be called. */
const offer = $("form[data-push]");
if (offer && "PushManager" in globalThis && "serviceWorker" in navigator) offer.hidden = false;

/* Quiet hours are those of this place, unless somebody says otherwise. */
const zone = $("[data-zone]");
if (zone?.value === "UTC") zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
