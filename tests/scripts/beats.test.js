/* Lines of the log become beats: in their order, groups as one, all of it in the time there is. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { beatsOf, broughtAfter, changesOf, isMine, LONGEST, placesOf, reasonsFor } from "../../platform/boomtown/static/tables/beats.js";

/** @param {string} key
    @param {Record<string, string>} [data] */
const line = (key, data = {}) => ({ dataset: { key, ...data } });

test("a place names values of its line, each of a list", () => {
  assert.deepEqual(placesOf("{seat}:life", line("x", { seat: "2" })), ["2:life"]);
  assert.deepEqual(placesOf("{seats}:look", line("x", { seats: "1 3" })), ["1:look", "3:look"]);
  assert.deepEqual(placesOf("{target}:life", line("x")), []);
  assert.deepEqual(placesOf("pile", line("x")), ["pile"]);
});

test("a line of which nothing is to be seen comes in its turn and takes no time", () => {
  const beats = beatsOf([line("talk"), line("shot"), line("talk")], { shot: { time: 300 } });
  assert.deepEqual(beats.map(({ time, how }) => [time, Boolean(how)]), [[0, false], [300, true], [0, false]]);
});

test("lines of a group are one beat, with what stands between them", () => {
  const aim = { time: 3000, group: "aims", after: ["{seat}:aim"] };
  const lines = [line("aim", { seat: "0" }), line("talk"), line("late", { seat: "1" }), line("shot")];
  const beats = beatsOf(lines, { aim, late: aim, shot: {} });
  assert.deepEqual(beats.map(({ lines: some }) => some.length), [3, 1]);
  assert.equal(beats[0].time, 3000);
  assert.deepEqual(changesOf(beats[0], "after"), ["0:aim", "1:aim"]);
});

test("two groups are two beats, and so are two of a kind without a group", () => {
  const declared = { a: { group: "a" }, b: { group: "b" }, c: {} };
  assert.equal(beatsOf([line("a"), line("b"), line("a")], declared).length, 3);
  assert.equal(beatsOf([line("c"), line("c")], declared).length, 2);
});

test("much is shown faster, but what is protected keeps its time", () => {
  const lines = [line("count"), ...Array.from({ length: 100 }, () => line("shot"))];
  const beats = beatsOf(lines, { count: { time: 3000, protected: true }, shot: { time: 400 } });
  assert.equal(beats[0].time, 3000);
  assert.ok(beats[1].time < 100);
  assert.ok(Math.abs(beats.reduce((sum, { time }) => sum + time, 0) - LONGEST) < 1);
});

test("whoever falls is told who has shot, and what made it worse, but not of older blows", () => {
  const out = { stops: "seat", why: { shot: "target", double: "target", loss: "seat", gatling: "" } };
  const before = [
    line("shot", { seat: "3", target: "0" }),
    line("loss", { seat: "0", lost: "1" }),
    line("shot", { seat: "1", target: "2" }),
    line("shot", { seat: "1", target: "0" }),
    line("talk"),
    line("double", { seat: "1", target: "0" }),
    line("loss", { seat: "2" }),
    line("loss", { seat: "0", lost: "2" }),
  ];
  const [beat] = beatsOf([line("out", { seat: "0" })], { out });
  assert.deepEqual(reasonsFor(beat, before, "0"), [before[3], before[5], before[7]]);
  assert.deepEqual(reasonsFor(beat, before.slice(0, 1), "0"), [], "a shot that took nothing");
  assert.equal(isMine(beat, "0"), true);
  assert.equal(isMine(beat, "2"), false);
  assert.equal(isMine(beat, undefined), false, "nobody plays in a replay");
});

test("an arrow is not back on the pile before the Indians have come", () => {
  const take = { after: ["pile", "{seat}:arrows"], waits: true };
  const ride = { after: ["pile", "0:arrows"] };
  const lines = [line("take", { seat: "0" }), line("attack"), line("ride")];
  const beats = beatsOf(lines, { take, attack: {}, ride });
  assert.deepEqual(beats.map((beat) => broughtAfter(beat, beats)), [[], [], ["pile", "0:arrows"]]);
  const alone = beatsOf([line("take", { seat: "1" })], { take });
  assert.deepEqual(broughtAfter(alone[0], alone), ["pile", "1:arrows"]);
});
