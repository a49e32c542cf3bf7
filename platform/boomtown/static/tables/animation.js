/* The lines of one message are played one after another, each with what it changes on the board. */

const LONGEST_BEAT = 400;
const PATIENCE_MINE = 800; // my decision: everything before it is shown within a second
const PATIENCE = 2400;

/** A line of the log, as far as it matters here.
    @typedef {{ dataset: DOMStringMap }} Line */

/** What a game shows for a line, by its key: a sound, the elements that change with it (data-beat),
    how the change is shown, and whether they change only when that has arrived.
    @typedef {{ sound?: string, beats?: string[], arrives?: boolean,
                effect?: (shown: { line: Line, time: number, memory: unknown }) => void }} Shown */

/** @typedef {{ innerHTML: string }} Held */

/** Where lines are played.
    @typedef {object} Stage
    @property {Record<string, Shown>} events
    @property {() => boolean} hurried
    @property {() => number} pace
    @property {(time: number) => Promise<void>} pause
    @property {(line: any) => void} grow puts a line into the log
    @property {(kind: string) => void} play a sound
    @property {(beat: string) => Held | null} find the element of a beat
    @property {(element: any) => void} flash what has changed
    @property {() => void} outline everything that has changed, at once */

/** @param {Shown | undefined} shown
    @param {Line} line */
const beatsOf = (shown, { dataset }) =>
  (shown?.beats ?? []).map((beat) => beat.replace("{seat}", dataset.seat).replace("{target}", dataset.target));

/** Elements whose line has not been played yet, with their old look. */
class HeldBack {
  /** @type {Map<string, { element: Held, now: string, last: Line }>} */
  #held = new Map();
  #flash;

  /** @param {Line[]} lines
      @param {Map<string, string>} before how each beat looked
      @param {Stage} stage */
  constructor(lines, before, stage) {
    this.#flash = stage.flash;
    for (const line of lines) {
      for (const beat of beatsOf(stage.events[line.dataset.key], line)) {
        this.#hold(beat, line, stage.find(beat), before.get(beat));
      }
    }
  }

  /** @param {string} beat
      @param {Line} line
      @param {Held | null} element
      @param {string | undefined} old */
  #hold(beat, line, element, old) {
    if (!element || old === undefined) return;
    const known = this.#held.get(beat);
    if (known) known.last = line;
    else if (old !== element.innerHTML) {
      this.#held.set(beat, { element, now: element.innerHTML, last: line });
      element.innerHTML = old;
    }
  }

  /** What this line was the last one to change looks as it is now; without a line, everything.
      @param {Line} [line] */
  release(line) {
    for (const [beat, { element, now, last }] of [...this.#held]) {
      if (line && last !== line) continue;
      this.#held.delete(beat);
      element.innerHTML = now;
      this.#flash(element);
    }
  }
}

/** Plays lines, or only shows what they have changed where nobody wants to see them played.
    @param {Line[]} lines
    @param {{ mine?: boolean, before: Map<string, string>, memory?: unknown }} message
    @param {Stage} stage */
export async function playLines(lines, { mine, before, memory }, stage) {
  const { events } = stage;
  const played = lines.filter((line) => events[line.dataset.key]);
  if (stage.hurried() || !played.length) {
    for (const line of lines) stage.grow(line);
    stage.outline();
    const heard = played.findLast((line) => events[line.dataset.key].sound);
    if (heard) stage.play(events[heard.dataset.key].sound);
    return;
  }
  const held = new HeldBack(played, before, stage);
  for (const line of lines) {
    stage.grow(line);
    const shown = events[line.dataset.key];
    if (!shown) continue;
    if (!shown.arrives) held.release(line);
    if (stage.hurried()) continue;
    if (shown.sound) stage.play(shown.sound);
    const time = Math.min(LONGEST_BEAT * stage.pace(), (mine ? PATIENCE_MINE : PATIENCE) / played.length);
    shown.effect?.({ line, time, memory });
    await stage.pause(time);
    if (shown.arrives) held.release(line);
  }
  held.release();
}
