/* Times are the same in words here as on the server (tests/web/test_clocks.py has the same figures). */

import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, faceOf, spanText } from "../../platform/boomtown/static/tables/times.js";

const HOURS = "#h h #m min";
const SPANS = { minutes: "# min", hours: "# h", days: "# d" };

test("a clock has minutes and seconds, and hours with more than sixty minutes", () => {
  const texts = [0, 1, 9_000, 27_000, 61_000, 3_599_000, 3_600_000, 86_397_000, 86_400_000].map((time) =>
    clockText(time, HOURS)
  );
  assert.deepEqual(texts, ["0:00", "0:01", "0:09", "0:27", "1:01", "59:59", "1 h 0 min", "23 h 59 min", "24 h 0 min"]);
  assert.equal(clockText(-500, HOURS), "0:00");
});

test("for how long is said in one unit", () => {
  const texts = [59_000, 60_000, 3_599_000, 3_600_000, 47 * 3_600_000, 48 * 3_600_000].map((time) =>
    spanText(time, SPANS)
  );
  assert.deepEqual(texts, ["", "1 min", "59 min", "1 h", "47 h", "2 d"]);
});

test("the time of the question and the bank are apart, and the bank is there once", () => {
  assert.deepEqual(faceOf(12_000, 60_000), { turn: 12_000, spare: 60_000, onBank: false, hot: false });
  assert.deepEqual(faceOf(-20_000, 60_000), { turn: 0, spare: 40_000, onBank: true, hot: false });
  assert.deepEqual(faceOf(-55_000, 60_000), { turn: 0, spare: 5_000, onBank: true, hot: true });
  assert.deepEqual(faceOf(9_000, 0), { turn: 9_000, spare: 0, onBank: false, hot: true });
  assert.deepEqual(faceOf(-5_000, 0), { turn: 0, spare: 0, onBank: false, hot: true });
});
