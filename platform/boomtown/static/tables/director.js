/* The director: one queue for everything that a table shows. What arrives waits until what came before
   it has been shown, beat by beat; a protected beat is cut short by the player's own hand alone. Knows
   no page. */

const MOST_WAITING = 6;

/** How fast: times the usual duration, 0 for not at all; step by step waits for a key after each.
    @typedef {{ slow: number, step: boolean }} Speed */

/** @typedef {import("./beats.js").Beat} Beat */

/** Something that arrived: whether it asks me, in how many milliseconds my clock runs, whether it is the end.
    @typedef {{ mine?: boolean, lead?: number | null, ended?: boolean }} News */

/** Clears away what a beat shows. What has parts of its own is over when the last of them has stood its time, which
    takes longer where everything is late.
    @typedef {(() => void) & { over?: Promise<void> }} Clear */

/** How one of them is put on the stage. A beat begins, is played and settles; `end` shows the rest.
    @typedef {object} Scene
    @property {Beat[]} beats
    @property {(beat: Beat) => void} begin
    @property {(beat: Beat, time: number) => Clear | undefined} play
    @property {(beat: Beat) => void} settle
    @property {(beat: Beat) => boolean} [stops] whether it stands until its player presses on
    @property {() => void} end */

/** @template {News} Kind
    @typedef {object} House
    @property {(news: Kind) => Scene} open
    @property {() => Speed} speed
    @property {() => boolean} unseen whether nobody looks
    @property {(state: { showing: boolean, waits: boolean }) => void} changed */

/** @template {News} Kind */
export class Director {
  /** @type {{ news: Kind, due: number }[]} */
  #waiting = [];
  /** @type {Beat | null} */
  #beat = null;
  #shownAt = Infinity; // when the present beat has had its time
  #busy = false;
  #stopped = false;
  #toMyTurn = false;
  #toTheEnd = false;
  #wake = () => {};
  #house;

  /** @param {House<Kind>} house */
  constructor(house) {
    this.#house = house;
  }

  /** Whether something is being shown, or waits for it. */
  get showing() {
    return this.#busy;
  }

  /** Puts something at the end of the queue; resolved when everything has been shown.
      @param {Kind} news */
  async push(news) {
    const timed = news.mine && typeof news.lead === "number";
    this.#waiting.push({ news, due: timed ? performance.now() + news.lead : Infinity });
    if (timed) setTimeout(() => this.#hurry(), news.lead);
    this.#hurry();
    if (this.#busy) return;
    this.#busy = true;
    while (this.#waiting.length) {
      const { news: next } = this.#waiting[0];
      try {
        await this.#show(next);
      } catch (error) {
        console.error(error); // what cannot be shown holds up nothing else
      }
      this.#waiting.shift();
      if (next.mine || next.ended) this.#toMyTurn = false;
      if (next.ended) this.#toTheEnd = false;
    }
    this.#busy = false;
    this.#house.changed({ showing: false, waits: false });
  }

  /** Ends the present beat. */
  skip() {
    this.#wake();
  }

  /** Shows nothing of what is before my next decision, or before the end. */
  skipToMyTurn() {
    this.#toMyTurn = this.#busy;
    this.#wake();
  }

  /** Shows nothing of what is before the end, whenever it comes. */
  skipToTheEnd() {
    this.#toTheEnd = true;
    this.#wake();
  }

  /** Somebody wants to look again, whatever was to be skipped. */
  attend() {
    this.#toMyTurn = false;
  }

  /** @param {Kind} news */
  async #show(news) {
    const scene = this.#house.open(news);
    try {
      for (const beat of scene.beats) await this.#play(scene, beat);
    } finally {
      this.#beat = null;
      scene.end();
    }
  }

  /** @param {Scene} scene
      @param {Beat} beat */
  async #play(scene, beat) {
    scene.begin(beat);
    const { slow, step: each } = this.#house.speed();
    this.#stopped = slow >= 1 && Boolean(scene.stops?.(beat));
    const step = each || this.#stopped;
    if (beat.time && !this.#isCut(beat)) {
      this.#beat = beat;
      const time = beat.time * slow;
      const clear = scene.play(beat, time);
      this.#shownAt = clear?.over ? Infinity : performance.now() + time;
      clear?.over?.then(() => this.#isWhole(beat));
      this.#house.changed({ showing: true, waits: step });
      if (step) setTimeout(() => this.#hurry(), time);
      await this.#pause(step ? Infinity : time, clear?.over);
      clear?.();
    }
    scene.settle(beat);
  }

  /** Whether nobody sees a beat: by their own wish, or because more important things wait.
      @param {Beat} beat */
  #isCut(beat) {
    if (this.#house.unseen() || this.#house.speed().slow === 0) return true;
    if (this.#toMyTurn || this.#toTheEnd) return true;
    return !beat.how?.protected && this.#isLate();
  }

  /** Whether my clock runs already, or too much waits. */
  #isLate() {
    return this.#waiting.length > MOST_WAITING || this.#isDue();
  }

  #isDue() {
    const now = performance.now();
    return this.#waiting.some(({ due }) => due <= now);
  }

  #hurry() {
    const late = performance.now() >= this.#shownAt && (this.#stopped ? this.#isDue() : this.#isLate());
    if (this.#beat && (late || this.#isCut(this.#beat))) this.#wake();
  }

  /** @param {Beat} beat */
  #isWhole(beat) {
    if (this.#beat !== beat) return;
    this.#shownAt = performance.now();
    this.#hurry();
  }

  /** @param {number} time
      @param {Promise<void>} [over]
      @returns {Promise<void>} */
  #pause(time, over) {
    return new Promise((resolve) => {
      const timer = time === Infinity ? 0 : setTimeout(() => (over ?? Promise.resolve()).then(resolve), time);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
