/* A draft of an answer, as far as it needs no page: how it grows step by step and is taken back, and
   how the server is asked what it would mean. */

/** What the server made of a draft: where it stands now, and what it would mean.
    @typedef {{ base: Record<string, unknown>, data: any }} Stand */

/** A draft with the stands it grew from: the points of a way, one after another. */
export class Sketch {
  /** @type {Stand[]} */
  #stands = [];
  /** Whether its risk was confirmed. */
  sure = false;

  /** What it is now, if anything was drawn.
      @returns {Stand | null} */
  get now() {
    return this.#stands.at(-1) ?? null;
  }

  /** What the next step starts from. */
  get base() {
    return this.now?.base ?? {};
  }

  /** A further step; if it changes nothing, it is no step of its own.
      @param {Record<string, unknown>} base
      @param {any} data */
  grow(base, data) {
    if (this.now && JSON.stringify(this.now.base) === JSON.stringify(base)) this.#stands.pop();
    this.#stands.push({ base, data });
    this.sure = false;
  }

  /** Takes the last step back; whether there was one. */
  back() {
    this.sure = false;
    return this.#stands.pop() !== undefined;
  }

  clear() {
    this.#stands = [];
    this.sure = false;
  }

  /** The drafts of all its stands, to be kept over a reload. */
  kept() {
    return this.#stands.map(({ base }) => base);
  }

  /** As it was kept; what it means is asked anew.
      @param {Record<string, unknown>[]} bases */
  restore(bases) {
    this.#stands = bases.map((base) => ({ base, data: {} }));
    this.sure = false;
  }
}

/** At most one call in so many milliseconds: the first at once, and of those that come meanwhile the last.
    @template Argument
    @param {(argument: Argument) => void} task
    @param {number} wait
    @param {{ now: () => number, later: (task: () => void, wait: number) => unknown }} clock */
export function paced(task, wait, clock = { now: () => performance.now(), later: setTimeout.bind(globalThis) }) {
  let last = -Infinity;
  /** @type {{ argument: Argument } | null} */
  let waiting = null;
  const run = () => {
    if (!waiting) return;
    const { argument } = waiting;
    waiting = null;
    last = clock.now();
    task(argument);
  };
  return (/** @type {Argument} */ argument) => {
    const scheduled = waiting !== null;
    waiting = { argument };
    if (scheduled) return;
    const left = last + wait - clock.now();
    if (left <= 0) run();
    else clock.later(run, left);
  };
}

/** @returns {null} */
const nothing = () => null;

/** Asks one thing at a time; of those that wait meanwhile only the last one counts.
    @template Question, Answer */
export class Asker {
  /** @type {{ question: Question, resolve: (answer: Answer | null) => void } | null} */
  #waiting = null;
  #asking = false;
  #age = 0;
  #ask;
  #busy;

  /** @param {(question: Question) => Promise<Answer | null>} ask
      @param {(busy: boolean) => void} busy told whenever that changes */
  constructor(ask, busy = () => {}) {
    this.#ask = ask;
    this.#busy = busy;
  }

  /** The answer; null if there is none, or if something newer was asked meanwhile.
      @param {Question} question
      @returns {Promise<Answer | null>} */
  ask(question) {
    return new Promise((resolve) => {
      this.#waiting?.resolve(null);
      this.#waiting = { question, resolve };
      if (!this.#asking) this.#askOn();
    });
  }

  /** Nobody waits for an answer any more. */
  forget() {
    this.#age += 1;
    this.#waiting?.resolve(null);
    this.#waiting = null;
  }

  async #askOn() {
    this.#busy((this.#asking = true));
    while (this.#waiting) {
      const { question, resolve } = this.#waiting;
      const age = this.#age;
      this.#waiting = null;
      const answer = await this.#ask(question).catch(nothing);
      const stale = this.#waiting !== null || age !== this.#age;
      resolve(stale ? null : answer);
    }
    this.#busy((this.#asking = false));
  }
}
