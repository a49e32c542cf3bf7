/* What arrives is shown beat by beat in its order; nothing but the player's hand cuts a protected beat. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Director } from "../../platform/boomtown/static/tables/director.js";

/** @typedef {{ name: string, beats?: [string, number, boolean?, Promise<void>?][], mine?: boolean, lead?: number, ended?: boolean }} News */

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** @param {string} sound
    @param {number} time
    @param {boolean} [kept]
    @returns {import("../../platform/boomtown/static/tables/beats.js").Beat} */
const beat = (sound, time, kept) => ({ lines: [], told: [], time, how: { sound, protected: kept } });

/** A director with a clock of its own, who writes down what is seen.
    @param {Partial<{ slow: number, step: boolean, unseen: boolean }>} [how] */
function rehearsal(how = {}) {
  /** @type {string[]} */
  const seen = [];
  const set = { slow: 1, step: false, unseen: false, ...how };
  /** @type {Director<News>} */
  const director = new Director({
    open: ({ name, beats = [] }) => ({
      beats: beats.map(([key, time, kept]) => beat(key, time, kept)),
      stops: ({ how: { sound } }) => sound === "fall",
      begin: ({ how: { sound } }) => seen.push(`+${sound}`),
      play: ({ how: { sound } }, time) => {
        seen.push(`${sound} ${time}`);
        const over = beats.find(([key]) => key === sound)?.[3];
        /** @returns {void} */
        const clear = () => void seen.push(`-${sound}`);
        return Object.assign(clear, { over });
      },
      settle: () => {},
      end: () => seen.push(`=${name}`),
    }),
    speed: () => set,
    unseen: () => set.unseen,
    changed: () => {},
  });
  return { director, seen, set };
}

/** Runs with a clock that is moved by hand.
    @param {(tick: (time: number) => Promise<void>) => Promise<void>} does */
async function timed(does) {
  mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  const clock = mock.method(performance, "now", () => now);
  try {
    await does(async (time) => {
      now += time;
      mock.timers.tick(time);
      for (let count = 0; count < 6; count++) await turn();
    });
  } finally {
    clock.mock.restore();
    mock.timers.reset();
  }
}

test("beats follow each other, and the rest comes after the last", () =>
  timed(async (tick) => {
    const { director, seen } = rehearsal();
    director.push({ name: "shot", beats: [["bang", 300], ["wound", 200]] });
    await tick(0);
    assert.deepEqual(seen, ["+bang", "bang 300"]);
    await tick(299);
    assert.equal(seen.length, 2);
    await tick(1);
    assert.deepEqual(seen.slice(2), ["-bang", "+wound", "wound 200"]);
    await tick(200);
    assert.deepEqual(seen.slice(5), ["-wound", "=shot"]);
    assert.equal(director.showing, false);
  }));

test("neither my question nor the end interrupts a beat", () =>
  timed(async (tick) => {
    const { director, seen } = rehearsal();
    director.push({ name: "aims", beats: [["count", 3300, true], ["draw", 400]] });
    director.push({ name: "asked", mine: true });
    director.push({ name: "over", ended: true });
    await tick(3299);
    assert.deepEqual(seen, ["+count", "count 3300"]);
    await tick(1);
    await tick(400);
    assert.deepEqual(seen.slice(-3), ["=aims", "=asked", "=over"]);
  }));

test("when my clock runs, what is not protected is shown at once", () =>
  timed(async (tick) => {
    const { director, seen } = rehearsal();
    director.push({ name: "shots", beats: [["count", 1000, true], ["bang", 5000]] });
    director.push({ name: "asked", mine: true, lead: 500 });
    await tick(500);
    assert.deepEqual(seen, ["+count", "count 1000"], "it is protected");
    await tick(500);
    assert.deepEqual(seen.slice(2), ["-count", "+bang", "=shots", "=asked"]);
  }));

test("what has parts of its own is over with the last of them, however late that is", () =>
  timed(async (tick) => {
    const { director, seen } = rehearsal();
    let end = () => {};
    const over = /** @type {Promise<void>} */ (new Promise((resolve) => (end = () => resolve())));
    director.push({ name: "aims", beats: [["count", 1000, true, over]] });
    director.push({ name: "asked", mine: true, lead: 1000 });
    await tick(0);
    await tick(1400);
    assert.deepEqual(seen, ["+count", "count 1000"]);
    end();
    await tick(0);
    assert.deepEqual(seen.slice(2), ["-count", "=aims", "=asked"]);
    director.push({ name: "again", beats: [["count", 1000, true, new Promise(() => {})]] });
    await tick(2000);
    assert.equal(seen.at(-1), "count 1000");
    director.skip();
    await tick(0);
    assert.equal(seen.at(-1), "=again", "a hand cuts it short as before");
  }));

test("too much that waits makes haste, but not with what is protected", () =>
  timed(async (tick) => {
    const { director, seen } = rehearsal();
    director.push({ name: "0", beats: [["bang", 5000], ["count", 800, true]] });
    for (let count = 1; count < 9; count++) director.push({ name: String(count) });
    await tick(0);
    assert.deepEqual(seen.slice(-2), ["+count", "count 800"]);
    await tick(800);
    assert.equal(seen.at(-1), "=8");
  }));

test("a key ends the beat, another everything before my turn", () =>
  timed(async (tick) => {
    const { director, seen } = rehearsal();
    director.push({ name: "aims", beats: [["count", 3300, true], ["draw", 400]] });
    director.push({ name: "theirs", beats: [["dice", 400]] });
    await tick(10);
    director.skip();
    await tick(0);
    assert.deepEqual(seen.slice(-2), ["+draw", "draw 400"]);
    director.skipToMyTurn();
    await tick(0);
    assert.deepEqual(seen.slice(-4), ["-draw", "=aims", "+dice", "=theirs"]);
  }));

test("after my turn things are shown again", () =>
  timed(async (tick) => {
    const { director, seen } = rehearsal();
    director.push({ name: "theirs", beats: [["dice", 400]] });
    director.push({ name: "asked", mine: true });
    await tick(10);
    director.skipToMyTurn();
    await tick(0);
    director.push({ name: "mine", beats: [["bang", 400]] });
    await tick(0);
    assert.equal(seen.at(-1), "bang 400");
    await tick(400);
  }));

test("slow is slower, and none shows nothing of it", () =>
  timed(async (tick) => {
    const slow = rehearsal({ slow: 2 });
    slow.director.push({ name: "shot", beats: [["bang", 300]] });
    await tick(0);
    assert.equal(slow.seen.at(-1), "bang 600");
    await tick(600);
    const none = rehearsal({ slow: 0 });
    none.director.push({ name: "shot", beats: [["bang", 300, true]] });
    await tick(0);
    assert.deepEqual(none.seen, ["+bang", "=shot"]);
    const away = rehearsal({ unseen: true });
    away.director.push({ name: "shot", beats: [["bang", 300, true]] });
    await tick(0);
    assert.deepEqual(away.seen, ["+bang", "=shot"]);
  }));

test("step by step waits for a key after each, until my clock runs", () =>
  timed(async (tick) => {
    const { director, seen } = rehearsal({ step: true });
    director.push({ name: "shots", beats: [["bang", 300], ["count", 900, true], ["wound", 300]] });
    await tick(60_000);
    assert.deepEqual(seen, ["+bang", "bang 300"]);
    director.skip();
    await tick(0);
    assert.equal(seen.at(-1), "count 900");
    director.push({ name: "asked", mine: true, lead: 100 });
    await tick(500);
    assert.equal(seen.at(-1), "count 900", "a protected beat has its time");
    await tick(500);
    assert.deepEqual(seen.slice(-3), ["+wound", "=shots", "=asked"]);
  }));

test("what cannot be shown holds up nothing else", () =>
  timed(async (tick) => {
    const complaint = mock.method(console, "error", () => {});
    /** @type {string[]} */
    const ended = [];
    /** @type {Director<News>} */
    const director = new Director({
      open: ({ name }) => ({
        beats: name === "bad" ? [beat("", 1)] : [],
        begin: () => { throw new Error("broken"); },
        play: () => undefined,
        settle: () => {},
        end: () => ended.push(name),
      }),
      speed: () => ({ slow: 1, step: false }),
      unseen: () => false,
      changed: () => {},
    });
    director.push({ name: "bad" });
    director.push({ name: "good" });
    await tick(0);
    complaint.mock.restore();
    assert.deepEqual(ended, ["bad", "good"]);
    assert.equal(complaint.mock.callCount(), 1);
  }));

test("whoever skips to the end sees nothing until it comes, and then everything", async () => {
  const { director, seen } = rehearsal();
  director.skipToTheEnd();
  director.push({ name: "one", beats: [["a", 50, true]] });
  director.push({ name: "mine", beats: [["b", 50]], mine: true });
  director.push({ name: "end", beats: [["c", 50, true]], ended: true });
  await turn();
  assert.deepEqual(seen, ["+a", "=one", "+b", "=mine", "+c", "=end"]);
  director.push({ name: "ceremony", beats: [["d", 1, true]] });
  await turn();
  assert.ok(seen.includes("d 1"));
});

test("my own fall stands until I press on, however much waits; not at a fast speed", () =>
  timed(async (tick) => {
    const { director, seen } = rehearsal();
    director.push({ name: "blow", beats: [["fall", 1600, true], ["talk", 300]] });
    for (let count = 1; count < 9; count++) director.push({ name: String(count) });
    await tick(60_000);
    assert.deepEqual(seen, ["+fall", "fall 1600"]);
    director.skip();
    await tick(0);
    assert.equal(seen.at(-1), "=8");
    const fast = rehearsal({ slow: 0.5 });
    fast.director.push({ name: "blow", beats: [["fall", 1600, true]] });
    await tick(0);
    await tick(800);
    assert.equal(fast.seen.at(-1), "=blow");
  }));
