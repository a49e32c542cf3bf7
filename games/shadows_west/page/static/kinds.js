/* The kinds of answers that are composed on the map. */

/** By the key of a question: how its answer is composed.
    @type {Record<string, string>} */
export const KINDS = {
  "shadows.move.distance": "move",
  "shadows.shoot.sequence": "shot",
  "shadows.shoot.multi": "shot",
  "shadows.tnt.throw": "throw",
  "shadows.folk.place": "folk",
  "shadows.setup.deploy": "place",
  "shadows.gang.lists": "gang",
  "shadows.act.declare": "look",
  "shadows.act.turn": "who",
};

/** Those that are drawn point by point. */
export const DRAWN = new Set(["move", "throw", "folk", "place"]);

/** Those that may be dangerous: a risk is confirmed before it is taken. */
export const RISKY = new Set(["move", "shot", "throw"]);
