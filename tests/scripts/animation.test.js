/* Lines of the log are played in order, and the board shows each change with the line that made it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { playLines } from "../../platform/boomtown/static/tables/animation.js";

/** @typedef {import("../../platform/boomtown/static/tables/animation.js").Shown} Shown */

/** @param {string} key
    @param {Record<string, string>} [data] */
const line = (key, data = {}) => ({ dataset: { key, ...data } });

/** A stage that writes down what happens on it.
    @param {Record<string, Shown>} events
    @param {Record<string, string>} board what each beat shows now */
function stage(events, board = {}, { hurried = false, pace = 1 } = {}) {
  /** @type {string[]} */
  const heard = [];
  /** @type {Record<string, { innerHTML: string, name: string }>} */
  const elements = Object.fromEntries(
    Object.entries(board).map(([name, innerHTML]) => [name, { name, innerHTML }]),
  );
  const looks = () => Object.values(elements).map((one) => `${one.name}=${one.innerHTML}`).join(" ");
  const set = {
    events,
    hurried: () => set.now,
    now: hurried,
    pace: () => pace,
    pause: (/** @type {number} */ time) => {
      heard.push(`${time} ms ${looks()}`.trim());
      return Promise.resolve();
    },
    grow: (/** @type {any} */ one) => heard.push(`+${one.dataset.key}`),
    play: (/** @type {string} */ kind) => heard.push(`♪${kind}`),
    flash: (/** @type {any} */ one) => heard.push(`!${one.name}`),
    find: (/** @type {string} */ beat) => elements[beat] ?? null,
    outline: () => heard.push("outline"),
  };
  return { set, heard, elements };
}

const LOSS = { sound: "shot", beats: ["{seat}:life"] };

test("each change is shown with its own line", async () => {
  const { set, heard, elements } = stage({ loss: LOSS }, { "1:life": "3", "2:life": "5" });
  const before = new Map([["1:life", "4"], ["2:life", "6"]]);
  await playLines([line("loss", { seat: "1" }), line("loss", { seat: "2" })], { before }, set);
  assert.deepEqual(heard, [
    "+loss", "!1:life", "♪shot", "400 ms 1:life=3 2:life=6",
    "+loss", "!2:life", "♪shot", "400 ms 1:life=3 2:life=5",
  ]);
  assert.equal(elements["2:life"].innerHTML, "5");
});

test("what two lines change waits for the second", async () => {
  const { set, heard } = stage({ loss: LOSS }, { "1:life": "2" });
  const lines = [line("loss", { seat: "1" }), line("loss", { seat: "1" })];
  await playLines(lines, { before: new Map([["1:life", "4"]]) }, set);
  assert.equal(heard[2], "400 ms 1:life=4");
  assert.equal(heard.at(-1), "400 ms 1:life=2");
});

test("what travels changes when it has arrived", async () => {
  const arrow = { beats: ["{target}:arrows"], arrives: true };
  const { set, heard } = stage({ arrow }, { "3:arrows": "1" });
  await playLines([line("arrow", { target: "3" })], { before: new Map([["3:arrows", "0"]]) }, set);
  assert.deepEqual(heard, ["+arrow", "400 ms 3:arrows=0", "!3:arrows"]);
});

test("many lines share the patience there is, less of it before my own decision", async () => {
  const lines = Array.from({ length: 8 }, () => line("dice"));
  const theirs = stage({ dice: {} });
  await playLines(lines, { before: new Map() }, theirs.set);
  assert.equal(theirs.heard[1], "300 ms");
  const mine = stage({ dice: {} });
  await playLines(lines, { mine: true, before: new Map() }, mine.set);
  assert.equal(mine.heard[1], "100 ms");
  const slow = stage({ dice: {} }, {}, { pace: 0.5 });
  await playLines([line("dice")], { before: new Map() }, slow.set);
  assert.equal(slow.heard[1], "200 ms");
});

test("in a hurry everything is shown at once, with the last sound", async () => {
  const { set, heard, elements } = stage({ loss: LOSS, dice: {} }, { "1:life": "3" }, { hurried: true });
  await playLines([line("loss", { seat: "1" }), line("dice")], { before: new Map([["1:life", "4"]]) }, set);
  assert.deepEqual(heard, ["+loss", "+dice", "outline", "♪shot"]);
  assert.equal(elements["1:life"].innerHTML, "3");
});

test("whoever gets into a hurry in the middle sees the rest at once", async () => {
  const { set, heard, elements } = stage({ loss: LOSS }, { "1:life": "3", "2:life": "5" });
  set.pause = (time) => {
    heard.push(`${time} ms`);
    set.now = true;
    return Promise.resolve();
  };
  const before = new Map([["1:life", "4"], ["2:life", "6"]]);
  await playLines([line("loss", { seat: "1" }), line("loss", { seat: "2" })], { before }, set);
  assert.deepEqual(heard.slice(-3), ["400 ms", "+loss", "!2:life"]);
  assert.equal(elements["2:life"].innerHTML, "5");
});

test("lines that no game shows only come into the log", async () => {
  const { set, heard } = stage({});
  await playLines([line("talk")], { before: new Map() }, set);
  assert.deepEqual(heard, ["+talk", "outline"]);
});
