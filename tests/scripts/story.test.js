/* The story since my last turn begins with my answer, and can be told again. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Story } from "../../platform/boomtown/static/tables/story.js";

let lines = 0;

/** @param {string} html
    @param {string} board */
const news = (html, board, mine = false) => ({
  parts: { board, status: "?" },
  log: { html, from: lines++, page: 0 },
  mine,
});

test("it begins with my answer, and keeps what was on the board", () => {
  const story = new Story();
  story.goesOn(() => "board 0", false, news("<li>0", "board 1"));
  story.goesOn(() => "board 1", true, news("<li>1", "board 2"));
  story.goesOn(() => "board 2", false, news("<li>2", "board 3", true));
  const told = story.again();
  assert.deepEqual(told.map(({ parts }) => parts.board), ["board 1", "board 2", "board 3"]);
  assert.deepEqual(told.map(({ log }) => log?.html), [undefined, "<li>1", "<li>2"]);
  assert.deepEqual(Object.keys(told[1].parts), ["board"], "no question is asked again");
});

test("while it is my turn nothing of it is lost", () => {
  const story = new Story();
  story.goesOn(() => "board 0", false, news("<li>0", "board 1", true));
  story.goesOn(() => "board 1", true, news("", "board 1 with a flag", true));
  assert.equal(story.again()[0].parts.board, "board 0");
  assert.equal(story.isWorthTelling, true);
});

test("where nothing has happened there is nothing to tell", () => {
  const story = new Story();
  assert.equal(story.isWorthTelling, false);
  story.goesOn(() => "board", true, { mine: false });
  assert.equal(story.isWorthTelling, false);
});

test("of a long story the end is kept", () => {
  const story = new Story();
  for (let count = 1; count <= 60; count++) story.goesOn(() => `board ${count - 1}`, false, news("<li>", `board ${count}`));
  const boards = story.again().map(({ parts }) => parts.board);
  assert.equal(boards.length, 41);
  assert.equal(boards[0], "board 20");
  assert.equal(boards.at(-1), "board 60");
});

test("what is taken back, or comes out otherwise, is told no longer", () => {
  /** @param {number} from
      @param {string} html
      @param {string} board */
  const at = (from, html, board) => ({ parts: { board }, log: { html, from, page: 0 }, mine: false });
  const story = new Story();
  story.goesOn(() => "board 0", false, at(5, "<li>5<li>6", "board 1"));
  story.goesOn(() => "board 1", false, at(7, "<li>7", "board 2"));
  story.goesOn(() => "board 2", false, at(0, "<li>0<li>1<li>2", "board 3"));
  assert.equal(story.isWorthTelling, false);
  story.goesOn(() => "board 3", false, at(3, "<li>3", "board 4"));
  assert.deepEqual(story.again().map(({ log, parts }) => [log?.from, parts.board]), [[undefined, "board 3"], [3, "board 4"]]);
});
