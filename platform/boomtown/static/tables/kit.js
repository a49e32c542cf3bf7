/* The board kit for scripts: what a game's own module (Page(script=…)) may use, in one place. A module exports what
   it brings: `effects` by name, `begin(table)`, `morphed()` (table.js says when they are called, stage.js what an
   effect is told); everything that it needs of the site it imports from here. */

export { $, $$, found, fragment, made, on } from "../dom.js";
export { callOut, middle, picture, placeOf, sendOff, standing, wordsOf } from "./effects.js";
export { glide, slideNow } from "./glide.js";
export * as lens from "./lens.js";
