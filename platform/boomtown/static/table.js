/* The live table. Every answer is a form that also works without this module; with it, answers go
   over a socket, regions are morphed in place, the board is a second handle for every control, and
   what changed is played one thing at a time in the order of the log.

   A game may bring a module of its own (data-script) that exports `events`: by the key of a log
   line, { sound, beats, effect, arrives }. A beat names an element with data-beat, "{seat}:life"
   say: it keeps its old look until its line is played, or until its effect has arrived. It may also
   export `begin(table)`, called once, and `morphed()`, called whenever the page has changed; the
   table lends it `form()`, `send(answer)`, `preview(draft)`, `pace()` and `announce(text)`. */

import { Idiomorph } from "./vendor/idiomorph-0.8.0.esm.js";
import { showRule } from "./why.js";
import { allowSounds, forbidSounds, play } from "./sounds.js";

const body = document.body;
const LONGEST_BEAT = 400;
const PATIENCE_MINE = 800; // my decision: everything before it is shown within a second
const PATIENCE = 2400;
const MOST_WAITING = 3;
const SLOWEST_RETRY = 15_000;
const RESTARTING = 1012; // the server's last word when it is back in a moment
const SIGNED_OUT = "signed out"; // the server's last word to a session that has ended
const BUSY = 2000; // an answer that changes nothing brings no message back
const $ = (selector, inside = document) => inside.querySelector(selector);
const $$ = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const still = matchMedia("(prefers-reduced-motion: reduce)");

/* --- settings ----------------------------------------------------------------------------- */

const settings = { sounds: false, speed: "1", mute: false, keys: true, muted: [] };
try {
  Object.assign(settings, JSON.parse(localStorage.getItem("boomtown.table") ?? "{}"));
} catch {
  /* settings that cannot be read are those of a new guest */
}

function keep() {
  try {
    localStorage.setItem("boomtown.table", JSON.stringify(settings));
  } catch {
    /* without storage they hold until the page is left */
  }
  showSettings();
}

function showSettings() {
  for (const [id, name] of [["set-sounds", "sounds"], ["set-mute", "mute"], ["set-keys", "keys"]]) {
    const box = document.getElementById(id);
    if (box) box.checked = settings[name];
  }
  const speed = $("#set-speed");
  if (speed) speed.value = settings.speed;
  for (const box of $$("[data-mute]")) box.checked = settings.muted.includes(box.dataset.mute);
  for (const button of $$('[data-press="sounds"]')) button.setAttribute("aria-pressed", settings.sounds);
  body.classList.toggle("still", settings.speed === "0");
  body.classList.toggle("hush", settings.mute);
  for (const line of $$("#chat li")) line.hidden = isMuted(line);
  if (settings.mute) countUnread(0);
}

const isMuted = (line) => settings.muted.includes(line.dataset.from);
const pace = () => (still.matches ? 0 : Number(settings.speed));

async function setSounds(on) {
  settings.sounds = on;
  keep();
  if (on) await allowSounds().then(() => play("turn"));
  else forbidSounds();
}

document.addEventListener("change", ({ target }) => {
  if (target.id === "set-sounds") return setSounds(target.checked);
  if (target.id === "set-mute") settings.mute = target.checked;
  else if (target.id === "set-keys") settings.keys = target.checked;
  else if (target.id === "set-speed") settings.speed = target.value;
  else if (target.dataset.mute !== undefined) {
    settings.muted = settings.muted.filter((who) => who !== target.dataset.mute);
    if (target.checked) settings.muted.push(target.dataset.mute);
  } else return undefined;
  return keep();
});
if (settings.sounds) {
  addEventListener("pointerdown", () => settings.sounds && allowSounds(), { once: true });
  addEventListener("keydown", () => settings.sounds && allowSounds(), { once: true });
}

/* --- the prompt: one form, its parts one after another --------------------------------------- */

const form = () => $("form#prompt");
const partsIn = (box) => $$(":scope > fieldset.part", box);
const chosenIn = (box) => $(":scope > .option:has(> .act > :checked)", box);
const isOnly = (part) => $(":scope > .acts > .act > [data-only]", part) !== null;
const steps = new Map(); // by the name of what has parts: which of them is being answered

/** From the whole form to what is asked now: parts that stand one after another, and chosen
    alternatives, each with what it lies in. `here` is null once every part is answered. */
function way() {
  const levels = [];
  let here = form();
  while (here) {
    const all = partsIn(here);
    const chosen = all.length ? null : chosenIn(here);
    if (!all.length && !chosen) break;
    const at = all.length ? stepOf(here, all) : 0;
    levels.push({ box: here, all, at, chosen });
    const inner = chosen && $(":scope > .inner", chosen);
    if (chosen && !inner) break; // refused: it has nothing inside
    here = chosen ? inner : (all[at] ?? null);
  }
  return { levels, here };
}

const nameOf = (box) => box.dataset.field ?? "a";

function stepOf(box, all = partsIn(box)) {
  if (!steps.has(nameOf(box))) {
    const open = all.findIndex((part) => !isOnly(part) && !isPicked(part));
    steps.set(nameOf(box), open < 0 ? all.length : open);
  }
  return steps.get(nameOf(box));
}

/** Where controls work now: the current part, the chosen alternative, or the whole form. */
const scope = () => way().here;

/** The answers that stand there now, each with its control inside. */
function acts() {
  const here = scope();
  if (!here) return [];
  const inner = here.closest(".inner");
  return $$(".act", here).filter((act) => act.closest(".inner") === inner && !act.closest(".pair, .folded, .draft"));
}

const controlIn = (act) =>
  act.matches("button") ? act : $("input[data-thing], button[data-thing]", act);
const controls = () => acts().map(controlIn).filter(Boolean);

const isRefused = (control) => control.getAttribute("aria-disabled") === "true";
const isChosen = (control) =>
  control.type === "number" ? Number(control.value) > 0 : control.checked === true;

/** Whether all alternatives are chosen that a control lies in. */
const isOpen = (control) => {
  const inner = control.parentElement.closest(".inner");
  return !inner || ($(":scope > .act > :checked", inner.parentElement) && isOpen(inner));
};

/** The first answer that is still to be picked from among several, if any. */
const lacking = (box) =>
  $$('input[type="radio"]', box).find(
    (radio) => isOpen(radio) && !$$(`[name="${CSS.escape(radio.name)}"]`, form()).some((one) => one.checked),
  );
const isPicked = (part) => $('input[type="radio"]', part) !== null && !lacking(part);

/** Why the main button cannot be pressed yet; nothing if it can. */
function unfinished() {
  const { levels, here } = way();
  const inParts = levels.some(({ all }) => all.length);
  const lack = lacking((inParts && here) || form());
  if (!lack) return "";
  const send = $("#send");
  const legend = lack.closest("fieldset.part")?.firstElementChild;
  return legend ? send.dataset.lacks.replace("#", legend.textContent) : send.dataset.choose;
}

function showStep() {
  const sheet = form();
  if (!sheet) return;
  const { levels, here } = way();
  for (const { all, at } of levels) all.forEach((part, index) => (part.hidden = index !== at));
  const { all, at } = levels.findLast((level) => level.all.length) ?? { all: [], at: 0 };
  const bar = $(".steps", sheet);
  if (bar) bar.hidden = all.length < 2;
  if (bar && all.length > 1) {
    bar.setAttribute("aria-label", `${Math.min(at + 1, all.length)} / ${all.length}`);
    bar.replaceChildren(
      ...all.map((_, index) => {
        const dash = document.createElement("b");
        dash.className = index < at ? "was" : index === at ? "on" : "";
        return dash;
      }),
    );
  }
  $(".review", sheet)?.remove();
  if (all.length && !here) sheet.insertBefore(reviewOf(all), $(".refused", sheet));
  showSend(sheet, levels, here);
  const back = $('[data-press="part-back"]', sheet);
  if (back) back.hidden = stepBack(levels) === null;
}

/** The main button: away while a part is picked, and not to be pressed while something lacks. */
function showSend(sheet, levels, here) {
  const send = $("#send", sheet);
  if (!send) return;
  const parts = levels[0]?.all.length > 0;
  send.hidden = parts && here !== null && $('input[type="radio"]', here) !== null;
  const why = parts ? "" : unfinished();
  if (why) send.setAttribute("aria-disabled", "true");
  else send.removeAttribute("aria-disabled");
  $("small", send).textContent = why;
}

/** What was chosen for each part, before it is sent. */
function reviewOf(all) {
  const list = document.createElement("ul");
  list.className = "review";
  for (const part of all) {
    const line = document.createElement("li");
    const picked = $$("input:checked", part).filter(isOpen).map((input) => input.closest(".act"));
    line.append(...[...$("legend", part).childNodes].map((node) => node.cloneNode(true)));
    const answer = document.createElement("span");
    const words = picked.flatMap((act) => $$(".mark, b", act));
    if (words.length) answer.append(...words.map((node) => node.cloneNode(true)));
    else answer.textContent = $$("input", part).map((input) => input.value).join(" ");
    line.append(answer);
    list.append(line);
  }
  return list;
}

/** Shows what is asked now; a focus that was in the question goes along. */
function moved() {
  $("#prompt .refused").hidden = true;
  counted();
  showStep();
  const here = scope();
  const first = here ? $("input:checked, input, button", here) : $("#send");
  if ($("#prompt")?.contains(document.activeElement) || document.activeElement === body) first?.focus();
}

const forget = (box) => {
  for (const input of $$("input:checked:not([data-only])", box)) input.checked = false;
  for (const inner of [box, ...$$("[data-field]", box)]) steps.delete(inner.dataset.field);
};

/** What Esc would take back: the part before this one, or the alternative it belongs to. */
function stepBack(levels) {
  for (const { box, all, at, chosen } of levels.toReversed()) {
    if (chosen) return () => forget(chosen);
    const index = all.slice(0, at).findLastIndex((part) => !isOnly(part));
    if (index < 0) continue;
    return () => {
      forget(all[index]);
      steps.set(nameOf(box), index);
    };
  }
  return null;
}

function backOnePart() {
  const back = stepBack(way().levels);
  if (!back) return;
  back();
  moved();
}

/** The next part; after the last one, the next part of what those parts belong to. */
function onwards() {
  for (const { box, all, at, chosen } of way().levels.toReversed()) {
    if (chosen) continue;
    let next = at + 1;
    while (next < all.length && isOnly(all[next])) next++;
    steps.set(nameOf(box), next);
    if (next < all.length) break;
  }
  moved();
}

/** An alternative is chosen: what was begun in the others is forgotten. */
function chose(option) {
  for (const other of $$(":scope > .option", option.parentElement)) {
    const inner = $(":scope > .inner", other);
    if (inner) forget(inner);
  }
  const inner = $(":scope > .inner", option);
  const part = option.closest("fieldset.part");
  if (part && !(inner && $("input:not([data-only])", inner))) return onwards();
  counted();
  return showStep();
}

/** Presses a control, wherever the press came from. */
function press(control) {
  const sheet = form();
  if (control.type === "submit") return sheet.requestSubmit(control);
  if (control.type === "checkbox") {
    control.checked = !control.checked;
    if (control.checked) mindTheMost(control);
  } else if (control.type === "radio") {
    control.checked = true;
    control.dispatchEvent(new Event("change", { bubbles: true }));
    return undefined;
  } else if (control.closest(".rank")) rank(control);
  else addOne(control);
  return counted();
}

function mindTheMost(control) {
  const box = control.closest("[data-most]");
  const chosen = $$("input:checked", box);
  if (chosen.length > Number(box.dataset.most)) {
    const oldest = chosen.find((other) => other !== control);
    if (oldest) oldest.checked = false;
  }
}

/** Ordered by pressing: the next rank, or out of the order again. */
function rank(control) {
  const ranked = $$("input", control.closest(".acts"))
    .filter((input) => input.value)
    .sort((one, other) => one.value - other.value);
  if (control.value) {
    control.value = "";
    ranked.splice(ranked.indexOf(control), 1);
    ranked.forEach((input, index) => (input.value = index + 1));
  } else if (ranked.length < Number(control.max)) {
    control.value = ranked.length + 1;
  }
}

const remaining = (box) =>
  Number(box.dataset.amount) -
  $$('input[type="number"]', box).reduce((sum, input) => sum + Number(input.value), 0);

function addOne(control) {
  const box = control.closest("[data-amount]");
  const room = box ? remaining(box) > 0 : true;
  const value = Number(control.value);
  control.value = room && value < Number(control.max) ? value + 1 : Number(control.min);
}

function takeStep(button) {
  const input = $("input", button.parentElement);
  const change = Number(button.dataset.step);
  const box = input.closest("[data-amount]");
  const value = Number(input.value) + change;
  if (value < Number(input.min) || value > Number(input.max)) return;
  if (change > 0 && box && remaining(box) <= 0) return;
  input.value = value;
  counted();
}

/** Brings the counters, the label of the main button and the board up to date. */
function counted() {
  const sheet = form();
  if (!sheet) return;
  for (const box of $$(".many, .shares", sheet)) {
    const line = box.previousElementSibling;
    const number = box.dataset.amount
      ? remaining(box)
      : $$("input", box).filter(isChosen).length;
    if (line?.dataset.template) line.textContent = line.dataset.template.replace("#", number);
    if (box.dataset.amount) line.classList.toggle("left", number > Number(box.dataset.amount) - Number(box.dataset.least));
  }
  const send = $("#send", sheet);
  const number = $$("input:checked", sheet).length;
  if (send?.dataset.labels) {
    const labels = JSON.parse(send.dataset.labels);
    $("b", send).textContent = labels[Math.min(number, labels.length - 1)];
  }
  if (send && sheet.dataset.kind === "several") $("kbd", send).textContent = number ? "R" : "↵";
  light();
}

/* --- the board: a second handle -------------------------------------------------------------- */

const twinsOf = (thing) => $$(`#part-board [data-thing="${CSS.escape(thing)}"]`);

/** Lights what may be chosen, and marks what may not with its reason. */
function light() {
  for (const twin of $$("#part-board [data-thing]")) {
    twin.classList.remove("target", "dim", "chosen");
    twin.removeAttribute("aria-pressed");
    if (twin.dataset.dimmed) {
      twin.removeAttribute("aria-disabled");
      delete twin.dataset.dimmed;
    }
    delete twin.dataset.key;
  }
  for (const line of $$("#part-board .lit")) line.classList.remove("lit");
  const here = scope();
  if (!here) return;
  controls().forEach((control) => {
    const key = $("kbd", control.closest(".act") ?? control)?.textContent;
    for (const twin of twinsOf(control.dataset.thing)) {
      if (isRefused(control)) dim(twin);
      else {
        twin.classList.add("target");
        if (key) twin.dataset.key = key;
        twin.classList.toggle("chosen", isChosen(control));
        if (control.type !== "submit") twin.setAttribute("aria-pressed", isChosen(control));
        if (control.type === "number" && isChosen(control)) twin.dataset.key = control.value;
      }
    }
    for (const line of $$(`#part-board [data-for="${CSS.escape(control.dataset.thing)}"]`)) {
      line.classList.toggle("lit", !isRefused(control));
    }
  });
  if (here.dataset.part !== undefined) {
    const about = `part:${CSS.escape(here.dataset.part)}`;
    for (const one of $$(`#part-board [data-for~="${about}"]`)) one.classList.add("lit");
  }
  for (const reason of $$(".reasons li", here)) {
    for (const twin of twinsOf(reason.dataset.thing)) {
      if (!twin.classList.contains("target")) dim(twin);
    }
  }
}

function dim(twin) {
  twin.classList.add("dim");
  twin.setAttribute("aria-disabled", "true");
  twin.dataset.dimmed = "1";
}

const reasonFor = (thing) =>
  scope() && $(`.reasons li[data-thing="${CSS.escape(thing)}"]`, scope());

/** The reason beside what cannot be chosen, with its rule. */
function showWhy(beside, reason) {
  hideWhy();
  const note = document.createElement("div");
  note.className = "why";
  note.id = "why";
  note.setAttribute("role", "status");
  note.append(...[...reason.children].map((node) => node.cloneNode(true)));
  body.append(note);
  const at = beside.getBoundingClientRect();
  const width = note.offsetWidth;
  const below = at.bottom + note.offsetHeight + 14 < innerHeight;
  note.classList.toggle("above", !below);
  note.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  note.style.top = `${below ? at.bottom + 10 : at.top - note.offsetHeight - 10}px`;
  beside.setAttribute("aria-errormessage", "why");
}

function hideWhy() {
  $("#why")?.remove();
  for (const one of $$('[aria-errormessage="why"]')) one.removeAttribute("aria-errormessage");
}

function pressTwin(twin) {
  const thing = twin.dataset.thing;
  const control = controls().find((one) => one.dataset.thing === thing && !isRefused(one));
  if (control) return press(control);
  const reason = reasonFor(thing);
  if (reason) showWhy(twin, reason);
  else twin.classList.toggle("told"); // what it is stands beside it
  return undefined;
}

document.addEventListener("focusin", ({ target }) => {
  const twin = target.closest?.("[data-thing].dim, .act.no[data-thing]");
  const reason = twin && reasonFor(twin.dataset.thing);
  if (reason) showWhy(twin, reason);
  else if (!target.closest?.("#why")) hideWhy();
});

/* --- presses and answers --------------------------------------------------------------------- */

document.addEventListener("click", (event) => {
  const { target } = event;
  const stepButton = target.closest("[data-step]");
  if (stepButton) return takeStep(stepButton);
  const named = target.closest("[data-press]");
  if (named && PRESSES[named.dataset.press]) return PRESSES[named.dataset.press](event, named);
  const cited = target.closest("a[data-rule]");
  if (cited && !event.ctrlKey && !event.metaKey) return openRule(event, cited);
  const twin = target.closest("#part-board [data-thing]");
  if (twin) return pressTwin(twin);
  const refused = target.closest(".act.no[data-thing]");
  const reason = refused && reasonFor(refused.dataset.thing);
  if (reason) return showWhy(refused, reason);
  if (!target.closest("#why")) hideWhy();
  for (const told of $$("#part-board .told")) told.classList.remove("told");
  return undefined;
});

const PRESSES = {
  sounds: () => setSounds(!settings.sounds),
  rules: (event) => openRules(event),
  "part-back": () => backOnePart(),
  send(event, button) {
    if (button.getAttribute("aria-disabled") !== "true") return;
    event.preventDefault();
    refuse({ error: unfinished() });
  },
  undo(event, button) {
    if (button.getAttribute("aria-disabled") !== "true") return;
    event.preventDefault();
    refuse({ error: button.title, rule: button.dataset.why, title: button.dataset.whyTitle });
  },
};

document.addEventListener("change", ({ target }) => {
  if (!target.closest("#prompt")) return;
  if (target.type === "checkbox" && target.checked) mindTheMost(target);
  if (target.type === "radio" && target.matches(".option > .act > input")) {
    return chose(target.closest(".option"));
  }
  if (target.type === "radio" && target.closest("fieldset.part")) return onwards();
  counted();
  showStep();
});
document.addEventListener("input", ({ target }) => {
  if (target.type === "number" && target.closest("#prompt")) counted();
});

/* A form that changes something beside the match is sent without leaving the table. */
document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-quiet]") || !online()) return;
  event.preventDefault();
  fetch(event.target.action, { method: "POST", body: new FormData(event.target), redirect: "manual" });
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "report") return;
  event.preventDefault();
  report(event.target);
});

/** A word to the operator, without leaving the table. */
async function report(sheet) {
  const request = { method: "POST", body: new FormData(sheet), headers: { Accept: "application/json" } };
  try {
    const told = await (await fetch(sheet.action, request)).json();
    if (told.ok) sheet.reset();
    showNet(told.text ?? told.error, told.ok ? "good" : "bad");
  } catch {
    showNet(sheet.dataset.failed, "bad");
  }
  setTimeout(() => online() && showNet(null), 6000);
}

document.addEventListener("submit", (event) => {
  const sheet = event.target;
  if (sheet.id === "say") return sendChat(event, sheet);
  if (sheet.id !== "prompt" && !sheet.closest("#part-prompt")) return undefined;
  const undo = event.submitter?.dataset.press === "undo";
  if (!undo && sheet.id !== "prompt") return undefined; // a rematch is a page of its own
  const { levels, here } = way();
  if (!undo && here && levels.some(({ all }) => all.length)) {
    event.preventDefault();
    return lacking(here) ? undefined : onwards();
  }
  if (!online()) return undefined; // the form is sent as a page
  event.preventDefault();
  if (sheet.getAttribute("aria-busy") === "true") return undefined;
  sheet.setAttribute("aria-busy", "true");
  setTimeout(() => sheet.removeAttribute("aria-busy"), BUSY);
  if (undo) return tell({ do: "undo" });
  const fields = [...new FormData(sheet, event.submitter)].filter(
    ([name, value]) => (name === "a" || name.startsWith("a.")) && value !== "",
  );
  return tell({ do: "answer", number: Number(sheet.dataset.number), fields });
});

/** What was refused, in place, with the rule that says so. */
function refuse({ error, rule, title }) {
  const sheet = $("#prompt");
  sheet?.removeAttribute("aria-busy");
  const line = sheet && $(".refused", sheet);
  if (!line) return announce(error);
  line.textContent = error;
  if (rule) {
    const link = document.createElement("a");
    link.className = "rule";
    link.href = `${isOurs(rule) ? "/rules/boomtown" : body.dataset.rules}#${rule}`;
    link.dataset.rule = link.title = rule;
    link.textContent = title ?? rule;
    line.append(" ", link);
  }
  line.hidden = false;
  return undefined;
}

function announce(text) {
  $("#announce").textContent = text;
}

/* --- panels ------------------------------------------------------------------------------------ */

function openTab(name) {
  const tab = document.getElementById(`tab-${name}`);
  if (!tab) return;
  tab.checked = true;
  tab.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Whether a rule is Boomtown's own: it stands in another book than the game's. */
const isOurs = (rule) => rule.startsWith("boomtown.");

function openRule(event, link) {
  if (isOurs(link.dataset.rule)) return showRule(event, link);
  return openRules(event, link.dataset.rule);
}

let rulesLoaded = null;

async function openRules(event, id) {
  const panel = $("#rules");
  if (!panel) return;
  event?.preventDefault();
  rulesLoaded ??= fetch(panel.dataset.url, { headers: { Accept: "text/html" } })
    .then((response) => (response.ok ? response.text() : Promise.reject(new Error(response.status))))
    .then((html) => (panel.innerHTML = html))
    .then(() => import("./rules.js"));
  openTab("rules");
  try {
    await rulesLoaded;
  } catch {
    rulesLoaded = null;
    return;
  }
  const search = $("form[data-live]", panel);
  if (id && search && !document.getElementById(id)) {
    search.elements.q.value = "";
    search.requestSubmit(); // the whole book is back at once
  }
  const rule = id && document.getElementById(id);
  if (rule) {
    for (const other of $$("#rules .here")) other.classList.remove("here");
    rule.classList.add("here");
    rule.scrollIntoView({ block: "start" });
  }
  if (!panel.contains(document.activeElement)) panel.focus({ preventScroll: true });
}

document.addEventListener("change", ({ target }) => {
  if (target.name !== "tab") return;
  if (target.id === "tab-chat") countUnread(0);
  if (target.id === "tab-rules" && !rulesLoaded) openRules();
});

/* --- chat -------------------------------------------------------------------------------------- */

let unread = 0;

function countUnread(number) {
  unread = number;
  const badge = $("#unread");
  if (!badge) return;
  badge.hidden = unread === 0;
  badge.textContent = unread;
  const words = document.createElement("span");
  words.className = "sr";
  words.textContent = ` ${badge.dataset.new}`;
  badge.append(words);
}

function hear({ html, last }) {
  const list = $("#chat");
  const known = list.children.length;
  list.insertAdjacentHTML("beforeend", html);
  list.dataset.last = last;
  const heard = [...list.children].slice(known);
  for (const line of heard) line.hidden = isMuted(line);
  list.scrollTop = list.scrollHeight;
  if (settings.mute || $("#tab-chat").checked) return;
  countUnread(unread + heard.filter((line) => !line.hidden).length);
}

function sendChat(event, sheet) {
  const text = sheet.elements.text.value.trim();
  if (!online() || "page" in sheet.dataset) return; // a stranger gets a name with the page
  event.preventDefault();
  if (!text) return;
  tell({ do: "say", text });
  sheet.reset();
}

/* --- keys -------------------------------------------------------------------------------------- */

const KEYS = {
  l: () => openTab("log"),
  t: () => (openTab("chat"), $("#say input[name=text]")?.focus()),
  g: (event) => openRules(event),
  s: () => setSounds(!settings.sounds),
  u: () => $('[data-press="undo"]')?.click(),
  r: () => form()?.dataset.kind === "several" && $("#prompt input:checked") && form().requestSubmit($("#send")),
  p: () => $("#prompt")?.focus(),
  b: () => ($("#part-board .target") ?? $("#part-board [data-thing]"))?.focus(),
  "?": () => (openTab("more"), $("#all-keys")?.focus()),
};

const WRITING = "input:not([type=radio], [type=checkbox]), textarea, select";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const writing = event.target.closest(WRITING);
  if (event.key === "Escape") {
    hideWhy();
    if (writing && !writing.closest("#prompt")) writing.blur();
    else backOnePart();
    return;
  }
  if (writing || !settings.keys) return;
  if (/^[1-9]$/.test(event.key)) return pressDigit(Number(event.key), event);
  if (event.key === "Enter" && !event.target.closest("button, a, input, summary")) {
    const main = $("#send:not([hidden])") ?? $("#prompt .act.main");
    if (main) main.click();
    return;
  }
  const does = KEYS[event.key.toLowerCase()];
  if (does) {
    event.preventDefault();
    does(event);
  }
});

function pressDigit(digit, event) {
  const act = acts()[digit - 1];
  if (!act) return;
  event.preventDefault();
  const control = controlIn(act);
  if (control && !isRefused(control)) return press(control);
  const reason = reasonFor(act.dataset.thing);
  if (reason) showWhy(act, reason);
}

/* --- a secret is open only while it is held ------------------------------------------------------ */

function hold(button, open) {
  if (!button || button.getAttribute("aria-pressed") === String(open)) return;
  button.setAttribute("aria-pressed", open);
  announce(open ? $(".card", button).textContent : "");
}
const secretAt = (target) => target.closest?.(".secret");
document.addEventListener("pointerdown", ({ target }) => hold(secretAt(target), true));
for (const name of ["pointerup", "pointercancel", "blur"]) {
  addEventListener(name, () => $$(".secret").forEach((button) => hold(button, false)), true);
}
document.addEventListener("keydown", ({ key, target }) => {
  if (key === " " || key === "Enter") hold(secretAt(target), true);
});
document.addEventListener("keyup", ({ target }) => hold(secretAt(target), false));
document.addEventListener("visibilitychange", () => $$(".secret").forEach((one) => hold(one, false)));

/* --- the clock ----------------------------------------------------------------------------------- */

let deadline = null;

function readClock() {
  const clock = $(".clock[data-left]");
  deadline = clock
    ? performance.now() + Number(clock.dataset.left)
    : null;
}

function tick() {
  const clock = $(".clock[data-left]:not([data-still])");
  if (!clock || deadline === null) return;
  let left = deadline - performance.now();
  const onBank = left < 0 && Number(clock.dataset.bank) > 0;
  if (onBank) left += Number(clock.dataset.bank);
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const shown = $(".left", clock);
  if (shown.textContent !== text) shown.textContent = text;
  clock.classList.toggle("hot", seconds <= 10);
  clock.classList.toggle("banked", onBank);
}
setInterval(tick, 250);

/* --- the log, newest first, turn by turn --------------------------------------------------------- */

function grow(line) {
  const log = $("#log");
  if (Number(line.dataset.n) < Number(log.dataset.count)) return;
  log.dataset.count = Number(line.dataset.n) + 1;
  let group = $("section", log);
  if (line.classList.contains("head") || !group) {
    group = document.createElement("section");
    group.append(document.createElement("ol"));
    log.prepend(group);
  }
  if (line.classList.contains("head")) {
    const title = document.createElement("h3");
    title.append(line.lastElementChild);
    group.prepend(title);
  } else {
    line.classList.add("now");
    $("ol", group).prepend(line);
  }
}

/** Lines that were taken back leave the log. */
function shrink(from) {
  const log = $("#log");
  if (from >= Number(log.dataset.count)) return;
  for (const line of $$("li", log)) if (Number(line.dataset.n) >= from) line.remove();
  for (const group of $$("section", log)) if (!$("li", group) && !$("h3", group)) group.remove();
  log.dataset.count = from;
}

/* --- what arrives: morph, then play the difference ------------------------------------------------ */

const game = body.dataset.script ? await import(body.dataset.script) : {};
const events = game.events ?? {};
const queue = [];
let busy = false;
const lastHtml = {};
let wake = () => {};
const pause = (time) =>
  new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, time);
  });

async function arrived(message) {
  if (message.type === "chat") return hear(message);
  if (message.type === "refused" || message.type === "invalid") return refuse(message);
  if (message.type === "go") return location.assign(message.to);
  if (message.type !== "table") return;
  queue.push(message);
  if (hurried()) wake();
  if (busy) return;
  busy = true;
  while (queue.length) {
    try {
      await take(queue.shift());
    } catch (error) {
      console.error(error);
    }
  }
  busy = false;
}

async function take(message) {
  const before = new Map($$("[data-beat]").map((one) => [one.dataset.beat, one.innerHTML]));
  const dice = game.remember?.();
  for (const [name, html] of Object.entries(message.parts ?? {})) morph(name, html);
  afterMorph(message);
  const lines = readLines(message.log);
  await playLines(message, lines, before, dice);
}

function readLines(log) {
  if (!log) return [];
  shrink(log.from);
  for (const line of $$("#log li.passing")) if (Number(line.dataset.n) < log.page) line.remove();
  const holder = document.createElement("template");
  holder.innerHTML = log.html;
  for (const line of $$("#log li.now")) line.classList.remove("now");
  return [...holder.content.children];
}

/** One region. Choices made so far survive, if the question is the same. */
function morph(name, html) {
  const old = document.getElementById(`part-${name}`);
  if (!old || lastHtml[name] === html) return;
  lastHtml[name] = html;
  const number = form()?.dataset.number;
  const made = name === "prompt" ? choices() : null;
  const held = document.activeElement;
  const inside = old.contains(held);
  const told = [...old.querySelectorAll(".told")].map((one) => one.dataset.thing);
  Idiomorph.morph(old, html, {
    morphStyle: "outerHTML",
    restoreFocus: true,
    callbacks: { beforeAttributeUpdated: mayChange },
  });
  for (const thing of told) for (const twin of twinsOf(thing)) twin.classList.add("told");
  if (name === "prompt") {
    if (made && form()?.dataset.number === number) restore(made);
    else steps.clear();
    counted();
    showStep();
  }
  if (inside && !held.isConnected) $("#prompt")?.focus();
}

/** A secret that is held stays open, whatever happens at the table meanwhile. */
const mayChange = (name, element) => name !== "aria-pressed" || !element.matches(".secret");

const choices = () =>
  $$("#prompt input[name]").filter((one) => one.type !== "hidden").map((one) => [one.name, one.value, one.checked, one.type]);

function restore(made) {
  for (const [name, value, checked, type] of made) {
    for (const input of $$(`#prompt input[name="${CSS.escape(name)}"]`)) {
      if (type === "radio" || type === "checkbox") {
        if (input.value === value) input.checked = checked;
      } else input.value = value;
    }
  }
}

function afterMorph(message) {
  if (message.title !== undefined) document.title = message.title;
  const sign = $("#favicon");
  if (message.mine !== undefined && sign) {
    const wanted = message.mine ? sign.dataset.turn : sign.dataset.rest;
    if (sign.getAttribute("href") !== wanted) sign.setAttribute("href", wanted);
    if (message.mine && !body.classList.contains("mine")) play("turn");
    body.classList.toggle("mine", message.mine);
  }
  showSettings();
  readClock();
  tick();
  light();
  game.morphed?.();
}

const beatsOf = (line) =>
  (events[line.dataset.key]?.beats ?? []).map((beat) =>
    beat.replace("{seat}", line.dataset.seat).replace("{target}", line.dataset.target),
  );

/** Nobody looks, nobody wants to see it, or something more important waits. */
const hurried = () =>
  document.hidden ||
  pace() === 0 ||
  queue.length > MOST_WAITING ||
  queue.some((other) => other.mine);

/** The lines of one message, one after another, each with what it changes on the board. */
async function playLines(message, lines, before, memory) {
  const played = lines.filter((line) => events[line.dataset.key]);
  if (hurried() || !played.length) {
    for (const line of lines) grow(line);
    outline(before);
    const heard = played.findLast((line) => events[line.dataset.key].sound);
    if (heard) play(events[heard.dataset.key].sound);
    return;
  }
  const pending = holdBack(played, before);
  for (const line of lines) {
    grow(line);
    const told = events[line.dataset.key];
    if (!told) continue;
    const last = beatsOf(line).filter((beat) => pending.get(beat)?.last === line);
    if (!told.arrives) for (const beat of last) release(pending, beat);
    if (hurried()) continue;
    if (told.sound) play(told.sound);
    const patience = message.mine ? PATIENCE_MINE : PATIENCE;
    const time = Math.min(LONGEST_BEAT * pace(), patience / played.length);
    told.effect?.({ line, time, memory });
    await pause(time);
    if (told.arrives) for (const beat of last) release(pending, beat);
  }
  for (const beat of [...pending.keys()]) release(pending, beat);
}

/** Elements whose line has not been played yet get their old look back. */
function holdBack(lines, before) {
  const pending = new Map();
  for (const line of lines) {
    for (const beat of beatsOf(line)) {
      const element = $(`[data-beat="${CSS.escape(beat)}"]`);
      const old = before.get(beat);
      if (!element || old === undefined) continue;
      const known = pending.get(beat);
      if (known) known.last = line;
      else if (old !== element.innerHTML) {
        pending.set(beat, { element, now: element.innerHTML, last: line });
        element.innerHTML = old;
      }
    }
  }
  return pending;
}

function release(pending, beat) {
  const { element, now } = pending.get(beat);
  pending.delete(beat);
  element.innerHTML = now;
  flash(element);
}

function flash(element) {
  element.classList.add("changed");
  setTimeout(() => element.classList.remove("changed"), 700);
}

/** Without motion: a short outline on everything that is different. */
function outline(before) {
  if (document.hidden) return;
  for (const element of $$("[data-beat]")) {
    const old = before.get(element.dataset.beat);
    if (old !== undefined && old !== element.innerHTML) flash(element);
  }
}

/* --- the socket ------------------------------------------------------------------------------------ */

let socket = null;
let tries = 0;
let retry = 0;
let wasOnline = false;
let restarting = false; // told that the site is back in a moment
let sentAway = false; // told that the session has ended
let over = false; // told so twice: not the cookie of another tab, but the end
const online = () => socket?.readyState === WebSocket.OPEN;
const tell = (message) => socket.send(JSON.stringify(message));

function showNet(words, kind) {
  const line = $("#net");
  line.textContent = words ?? "";
  line.hidden = !words;
  line.className = `net ${kind ?? ""}`;
}

function connect() {
  clearTimeout(retry);
  const url = new URL(body.dataset.socket, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.searchParams.set("log", $("#log")?.dataset.count ?? 0);
  url.searchParams.set("chat", $("#chat")?.dataset.last ?? 0);
  if (location.pathname.endsWith("/text")) url.searchParams.set("text", "1");
  socket = new WebSocket(url);
  socket.addEventListener("open", () => {
    if (wasOnline || tries) {
      showNet(body.dataset.online, "good");
      setTimeout(() => online() && showNet(null), 2000);
    }
    tries = 0;
    restarting = false;
    wasOnline = true;
  });
  socket.addEventListener("message", ({ data }) => {
    sentAway = false;
    arrived(JSON.parse(data));
  });
  socket.addEventListener("close", ({ code, reason }) => {
    tries += 1;
    $("#prompt")?.removeAttribute("aria-busy");
    over = sentAway && reason === SIGNED_OUT;
    sentAway = reason === SIGNED_OUT;
    if (over) {
      showNet(body.dataset.signedOut, "bad");
      return;
    }
    restarting ||= code === RESTARTING;
    if (restarting) showNet(body.dataset.back, "bad");
    else if (wasOnline) showNet(body.dataset.reconnecting, "bad");
    else if (tries > 2) showNet(body.dataset.offline, "bad");
    retry = setTimeout(connect, Math.min(SLOWEST_RETRY, 500 * 2 ** Math.min(tries, 6)) * (0.5 + Math.random()));
  });
}

function connectNow() {
  if (socket && !over && socket.readyState > WebSocket.OPEN) connect();
}
addEventListener("online", connectNow);
document.addEventListener("visibilitychange", () => !document.hidden && connectNow());

/* --- what a game's own module may use ----------------------------------------------------------------- */

/** Sends an answer that was composed on the board. */
function send(answer) {
  const own = $("#prompt [data-own]");
  if (!own) return;
  own.value = JSON.stringify(answer);
  form().requestSubmit($("#send"));
}

/** What a draft would mean: `{ data, html }`, or null where the table cannot be asked. */
async function preview(draft) {
  const token = $("#part-prompt input[name=csrf_token], #say input[name=csrf_token]")?.value;
  const response = await fetch(`/t/${body.dataset.code}/preview`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token ?? "" },
    body: JSON.stringify(draft),
  });
  return response.ok ? response.json() : null;
}

/* --- beginning --------------------------------------------------------------------------------------- */

body.classList.add("scripted");
body.classList.toggle("mine", $("#part-status")?.classList.contains("mine") ?? false);
showStep();
showSettings();
counted();
readClock();
tick();
game.begin?.({ form, send, preview, pace, announce });
if (body.dataset.socket) connect();
