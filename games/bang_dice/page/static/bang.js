/* What only the saloon table shows: lives that fall. Which line of the log is shown by which effect stands in
   page/beats.py. */

import { picture, placeOf, standing } from "/static/tables/kit.js";

/** The place is struck, and the bullet at the right end of what is left falls off.
    @param {import("/static/tables/stage.js").Told} told */
function lose({ line, time, still, at }) {
  const calm = standing([placeOf(line.dataset.seat)], "struck");
  const life = at(`${line.dataset.seat}:life`);
  const drawn = life?.querySelector(".pips");
  const pips = drawn?.checkVisibility() ? drawn : life; // a small screen has the number alone
  const whole = pips === drawn ? pips?.querySelector("path")?.getBoundingClientRect() : undefined;
  const bullet = picture("bullet", "falling");
  if (pips && !still) {
    const here = pips.getBoundingClientRect();
    Object.assign(bullet.style, { left: `${whole?.right ?? here.right}px`, top: `${here.top}px` });
    document.body.append(bullet);
    bullet.animate([{ transform: "none", opacity: 1 }, { transform: "translateY(60px) rotate(120deg)", opacity: 0 }], { duration: time, fill: "forwards" });
  }
  return () => {
    calm();
    bullet.remove();
  };
}

export const effects = { lose };

/** Whoever falls is told by what, and stays there until they press on. An arrow that is taken counts when it is seen
    whether the Indians come: the board of a message knows only how it ends. */
export const beats = {
  "bang.out.reveal": {
    stops: "seat",
    why: {
      "bang.loss.batch.bullseye": "seat",
      "bang.loss.batch.gatling": "seat",
      "bang.loss.batch.indians": "seat",
      "bang.loss.batch.dynamite": "seat",
      "bang.loss.batch.bullet": "seat",
      "bang.shot.one": "target",
      "bang.slab.double": "target",
      "bang.gat.fire": "",
    },
  },
  "bang.arrow.take": { waits: true },
  "bang.chief.take": { waits: true },
};
