/* The draft of a way on the map: it grows, is taken back step by step, and is asked about in order. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Asker, Sketch, paced } from "../../games/shadows_west/page/static/sketch.js";

test("a way grows point by point and is taken back point by point", () => {
  const way = new Sketch();
  assert.equal(way.now, null);
  assert.deepEqual(way.base, {});
  way.grow({ order: "M 100,100" }, { legal: true });
  way.grow({ order: "M 100,100 200,100" }, { legal: false });
  assert.deepEqual(way.base, { order: "M 100,100 200,100" });
  assert.equal(way.back(), true);
  assert.deepEqual(way.now, { base: { order: "M 100,100" }, data: { legal: true } });
  assert.equal(way.back(), true);
  assert.equal(way.now, null);
  assert.equal(way.back(), false);
});

test("a step that changes nothing is not one to take back, but what it means is new", () => {
  const way = new Sketch();
  way.grow({ order: "M 100,100" }, { risk: true });
  way.grow({ order: "M 100,100" }, { risk: false });
  assert.deepEqual(way.now.data, { risk: false });
  way.back();
  assert.equal(way.now, null);
});

test("a confirmed risk is confirmed only for the draft as it was", () => {
  const way = new Sketch();
  way.grow({ order: "M" }, {});
  way.sure = true;
  way.grow({ order: "M 1,1" }, {});
  assert.equal(way.sure, false);
  way.sure = true;
  way.back();
  assert.equal(way.sure, false);
  way.sure = true;
  way.clear();
  assert.equal(way.sure, false);
  assert.equal(way.now, null);
});

/** A server that answers when it is told to. */
function server() {
  /** @type {string[]} */
  const asked = [];
  /** @type {((answer: string) => void)[]} */
  const answers = [];
  /** @type {boolean[]} */
  const busy = [];
  /** @type {Asker<string, string>} */
  const asker = new Asker(
    (question) => {
      asked.push(question);
      return new Promise((resolve) => answers.push(resolve));
    },
    (now) => busy.push(now),
  );
  return { asker, asked, answers, busy };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

test("one question is on its way at a time, and of those that wait only the last one counts", async () => {
  const { asker, asked, answers, busy } = server();
  const first = asker.ask("here");
  const second = asker.ask("there");
  const third = asker.ask("farther");
  assert.deepEqual(asked, ["here"]);
  assert.equal(await second, null);
  answers[0]("legal");
  assert.equal(await first, null, "something newer was asked meanwhile");
  await turn();
  assert.deepEqual(asked, ["here", "farther"]);
  answers[1]("illegal");
  assert.equal(await third, "illegal");
  await turn();
  assert.deepEqual(busy, [true, false]);
});

test("an answer to a question that nobody asks any more is dropped", async () => {
  const { asker, answers } = server();
  const answer = asker.ask("here");
  asker.forget();
  answers[0]("legal");
  assert.equal(await answer, null);
});

test("a server that cannot be reached answers nothing, and is asked again", async () => {
  let tries = 0;
  /** @type {Asker<string, string>} */
  const asker = new Asker(() => {
    tries += 1;
    return tries > 1 ? Promise.resolve("legal") : Promise.reject(new Error("offline"));
  });
  assert.equal(await asker.ask("here"), null);
  await turn();
  assert.equal(await asker.ask("here"), "legal");
});

test("a draft is kept over a reload, stand by stand", () => {
  const way = new Sketch();
  way.grow({ order: "a" }, { legal: true });
  way.grow({ order: "a b" }, { legal: true });
  const again = new Sketch();
  again.restore(JSON.parse(JSON.stringify(way.kept())));
  assert.deepEqual(again.base, { order: "a b" });
  again.back();
  assert.deepEqual(again.base, { order: "a" });
});

test("of many moves of a drag the first is asked at once, and then the last of each pause", () => {
  let time = 0;
  /** @type {(() => void)[]} */
  const later = [];
  /** @type {number[]} */
  const asked = [];
  const ask = paced((/** @type {number} */ n) => asked.push(n), 90, { now: () => time, later: (task) => later.push(task) });
  for (let n = 0; n < 20; n += 1) ask(n);
  assert.deepEqual(asked, [0]);
  assert.equal(later.length, 1);
  time = 90;
  later[0]();
  assert.deepEqual(asked, [0, 19]);
  time = 300;
  ask(20);
  assert.deepEqual(asked, [0, 19, 20]);
});
