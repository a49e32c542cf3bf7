/* The grammar of an answer's form, without any page: parts, alternatives, what lacks, what is sent. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { goOn, lacking, reranked, sent, stepBack, wayTo } from "../../platform/boomtown/static/tables/grammar.js";

/** @typedef {import("../../platform/boomtown/static/tables/grammar.js").Box} Box */

/** A box as the page would be read.
    @param {string} name
    @param {Partial<Box>} [facts]
    @returns {Box} */
const box = (name, facts = {}) => ({
  name,
  parts: [],
  options: [],
  groups: [],
  only: false,
  radios: Boolean(facts.groups?.length || facts.options?.length || facts.parts?.some((part) => part.radios)),
  ...facts,
});

/** @param {string} name
    @param {boolean} [picked] */
const pick = (name, picked = false) => box(name, { groups: [{ name, picked }] });

/** @param {string} name */
const given = (name) => ({ ...pick(name, true), only: true });

/** @param {string[]} names */
const namesOf = (names) => new Map(names.map((name) => [name, 0]));

/** @param {{ levels: { box: Box }[], here: Box | null }} way */
const told = ({ levels, here }) => [...levels.map(({ box }) => box.name), here?.name ?? null];

test("a form without parts is asked as a whole", () => {
  assert.deepEqual(told(wayTo(pick("a"), new Map())), ["a"]);
  assert.deepEqual(wayTo(null, new Map()), { levels: [], here: null });
});

test("parts are asked one after another, and the last one leads to a review", () => {
  const form = box("a", { parts: [pick("a.die"), pick("a.target")] });
  const steps = new Map();
  assert.deepEqual(told(wayTo(form, steps)), ["a", "a.die"]);
  goOn(wayTo(form, steps).levels, steps);
  assert.deepEqual(told(wayTo(form, steps)), ["a", "a.target"]);
  goOn(wayTo(form, steps).levels, steps);
  assert.deepEqual(told(wayTo(form, steps)), ["a", null]);
});

test("a part with only one answer is passed over, forwards and back", () => {
  const form = box("a", { parts: [pick("a.die"), given("a.gun"), pick("a.target")] });
  const steps = namesOf(["a"]);
  goOn(wayTo(form, steps).levels, steps);
  assert.equal(wayTo(form, steps).here.name, "a.target");
  const back = stepBack(wayTo(form, steps).levels);
  assert.equal(back.forget, form.parts[0]);
  assert.deepEqual(back.to, { name: "a", at: 0 });
});

test("a form that is drawn anew begins at the first part that is not answered", () => {
  const form = box("a", { parts: [pick("a.die", true), pick("a.target")] });
  assert.equal(wayTo(form, new Map()).here.name, "a.target");
  const all = box("a", { parts: [pick("a.die", true), pick("a.target", true)] });
  assert.equal(wayTo(all, new Map()).here, null);
});

test("a number is never answered by itself: its part is shown", () => {
  const form = box("a", { parts: [box("a.amount"), pick("a.target", true)] });
  assert.equal(wayTo(form, new Map()).here.name, "a.amount");
  assert.equal(lacking(form), null);
});

test("a chosen alternative leads inside, and going back forgets it", () => {
  const inner = box("a.shoot", { parts: [pick("a.shoot.at")] });
  const chosen = { chosen: true, inner };
  const form = box("a", { options: [{ chosen: false, inner: pick("a.pass") }, chosen] });
  const way = wayTo(form, new Map());
  assert.deepEqual(told(way), ["a", "a.shoot", "a.shoot.at"]);
  assert.deepEqual(stepBack(way.levels), { forget: chosen });
});

test("after the last part inside an alternative, the next part of what it lies in is asked", () => {
  const inner = box("a.how.shoot", { parts: [pick("a.how.shoot.at")] });
  const how = box("a.how", { options: [{ chosen: true, inner }] });
  const form = box("a", { parts: [how, pick("a.then")] });
  const steps = namesOf(["a", "a.how.shoot"]);
  assert.equal(wayTo(form, steps).here.name, "a.how.shoot.at");
  goOn(wayTo(form, steps).levels, steps);
  assert.equal(wayTo(form, steps).here.name, "a.then");
});

test("a refused alternative has nothing inside, and lacks nothing", () => {
  const form = box("a", { options: [{ chosen: true, inner: null }] });
  assert.equal(wayTo(form, new Map()).here, form);
  assert.equal(lacking(form), null);
});

test("what lacks is the first thing that is open and not picked", () => {
  const inner = pick("a.shoot");
  const form = box("a", { options: [{ chosen: false, inner }, { chosen: false, inner: pick("a.pass") }] });
  assert.equal(lacking(form), form);
  form.options[0].chosen = true;
  assert.equal(lacking(form), inner);
  inner.groups[0].picked = true;
  assert.equal(lacking(form), null);
});

test("there is no way back from the first part", () => {
  const form = box("a", { parts: [given("a.gun"), pick("a.target")] });
  assert.equal(stepBack(wayTo(form, new Map()).levels), null);
});

test("fields of the answer are sent as far as they say something", () => {
  const fields = /** @type {[string, string][]} */ ([
    ["csrf_token", "secret"], ["number", "7"], ["a", '"shoot"'], ["a.shoot", "2"], ["a.shoot", ""], ["about", "x"],
  ]);
  assert.deepEqual(sent(fields), [["a", '"shoot"'], ["a.shoot", "2"]]);
  assert.deepEqual(sent([["number", "3"], ["usual", "[]"]]), [["usual", "[]"]]);
});

test("pressing ranks things in order, as many as there may be, and takes them out again", () => {
  assert.deepEqual(reranked([], "b", 2), ["b"]);
  assert.deepEqual(reranked(["b"], "a", 2), ["b", "a"]);
  assert.deepEqual(reranked(["b", "a"], "c", 2), ["b", "a"]);
  assert.deepEqual(reranked(["b", "a"], "b", 2), ["a"]);
});
