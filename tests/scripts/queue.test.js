/* What arrives is shown one thing after another, and faster when something more important waits. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Queue } from "../../platform/boomtown/static/tables/queue.js";

/** @typedef {{ name: string, mine?: boolean }} News */

/** A queue whose messages wait to be released by hand. */
function held({ impatient = false } = {}) {
  /** @type {string[]} */
  const taken = [];
  /** @type {(() => void)[]} */
  const gates = [];
  /** @type {Queue<News>} */
  const queue = new Queue(
    ({ name }) => {
      taken.push(name);
      return new Promise((resolve) => gates.push(() => resolve(undefined)));
    },
    () => impatient,
  );
  return { queue, taken, gates };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

test("one message after another, in their order", async () => {
  const { queue, taken, gates } = held();
  const done = queue.push({ name: "one" });
  queue.push({ name: "two" });
  await turn();
  assert.deepEqual(taken, ["one"]);
  gates[0]();
  await turn();
  assert.deepEqual(taken, ["one", "two"]);
  gates[1]();
  await done;
});

test("a message that cannot be shown holds up no other", async () => {
  const complaint = mock.method(console, "error", () => {});
  /** @type {string[]} */
  const taken = [];
  /** @type {Queue<News>} */
  const queue = new Queue(
    ({ name }) => {
      taken.push(name);
      return name === "bad" ? Promise.reject(new Error("broken")) : Promise.resolve();
    },
    () => false,
  );
  await Promise.all([queue.push({ name: "bad" }), queue.push({ name: "good" })]);
  complaint.mock.restore();
  assert.deepEqual(taken, ["bad", "good"]);
  assert.equal(complaint.mock.callCount(), 1);
});

test("a decision of one's own hurries what is before it, and so do too many messages", () => {
  const { queue } = held();
  queue.push({ name: "shown" });
  queue.push({ name: "waits" });
  assert.equal(queue.hurried(), false);
  queue.push({ name: "waits" });
  queue.push({ name: "waits" });
  assert.equal(queue.hurried(), false);
  queue.push({ name: "waits" });
  assert.equal(queue.hurried(), true);
  const other = held().queue;
  other.push({ name: "shown" });
  other.push({ name: "asked", mine: true });
  assert.equal(other.hurried(), true);
  assert.equal(held({ impatient: true }).queue.hurried(), true);
});

test("a pause ends at once when somebody is in a hurry", async () => {
  const { queue } = held();
  queue.push({ name: "shown" });
  let over = false;
  const pause = queue.pause(60_000).then(() => (over = true));
  queue.push({ name: "waits" });
  await turn();
  assert.equal(over, false);
  queue.push({ name: "asked", mine: true });
  await pause;
  assert.equal(over, true);
});
