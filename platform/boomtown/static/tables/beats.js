/* Beats: lines of the log as things to be seen, one after another. What a key of the log looks like
   is declared by the game as data (boomtown.core.beat.Beat); here it is put together for the lines of
   one message. Knows no page. */

export const LONGEST = 12_000; // as boomtown.core.beat.LONGEST_LEAD

/** A line of the log, as far as it matters here.
    @typedef {{ dataset: DOMStringMap }} Line */

/** What a game declares for a key.
    @typedef {object} Declared
    @property {number} [time] milliseconds at normal speed
    @property {string} [sound]
    @property {string[]} [before] the places that change as it begins
    @property {string[]} [after] those that change when it has been shown
    @property {boolean} [cut] the whole board is the new one as it begins
    @property {string} [effect]
    @property {string} [start]
    @property {string} [end]
    @property {string[]} [needs] values of the line that its effect reads
    @property {string} [icon]
    @property {boolean} [protected] only the player's own hand cuts it short
    @property {boolean} [waits] what it changes is brought by a later beat of the message that changes the same
    @property {string} [stops] the value that is a seat: its player sees it until they press on
    @property {Record<string, string>} [why] lines before it that tell its player why, by key
    @property {string} [group] lines of one group in a row are one beat */

/** Something to be seen: one line, or those of a group. `how` is null if nothing is to be seen.
    @typedef {{ lines: Line[], how: Declared | null, told: Line[], time: number }} Beat */

const USUAL = 400;

/** The places that a pattern means for a line: "{seat}:life"; for a list, each of its values.
    @param {string} pattern
    @param {Line} line
    @returns {string[]} */
export function placesOf(pattern, { dataset }) {
  const [whole, name] = /\{(\w+)\}/.exec(pattern) ?? [];
  if (!whole) return pattern ? [pattern] : [];
  const values = (dataset[name] ?? "").split(" ").filter(Boolean);
  return values.flatMap((value) => placesOf(pattern.replace(whole, value), { dataset }));
}

/** All places of a beat that change at one of its ends.
    @param {Beat} beat
    @param {"before" | "after"} end */
export const changesOf = ({ how, told }, end) => [
  ...new Set(told.flatMap((line) => (how?.[end] ?? []).flatMap((pattern) => placesOf(pattern, line)))),
];

/** What changes when a beat has been shown; where it waits, without what a later one changes.
    @param {Beat} beat
    @param {Beat[]} beats of its message
    @returns {string[]} */
export function broughtAfter(beat, beats) {
  const places = changesOf(beat, "after");
  if (!beat.how?.waits) return places;
  const later = beats.slice(beats.indexOf(beat) + 1).flatMap((one) => changesOf(one, "after"));
  return places.filter((place) => !later.includes(place));
}

/** Whether a beat is about a player who must see it.
    @param {Beat} beat
    @param {string | undefined} me */
export const isMine = ({ how, told }, me) => Boolean(how?.stops && me && told.some((line) => line.dataset[how.stops ?? ""] === me));

/** What has led to a beat that is about a player: of the lines before it those that it names, back to the one before
    the last of its own kind.
    @template {Line} Kind
    @param {Beat} beat
    @param {Kind[]} before the oldest first
    @param {string} me
    @returns {Kind[]} */
export function reasonsFor({ how }, before, me) {
  /** @type {Kind[]} */
  const found = [];
  for (const line of before.toReversed()) {
    const value = how?.why?.[line.dataset.key ?? ""];
    if (value === undefined || (value && line.dataset[value] !== me)) continue;
    if (value === how?.stops && found.length) break; // an older blow
    if (value !== how?.stops && !found.length) continue; // nothing came of it
    found.unshift(line);
  }
  return found;
}

/** @param {Beat | undefined} beat
    @param {Declared} how */
const goesOn = (beat, how) => Boolean(how.group) && beat?.how?.group === how.group;

/** The lines of a message as beats. A line of which nothing is to be seen comes in its turn.
    @param {Line[]} lines
    @param {Record<string, Declared>} declared
    @returns {Beat[]} */
export function beatsOf(lines, declared) {
  /** @type {Beat[]} */
  const beats = [];
  for (const line of lines) {
    const how = declared[line.dataset.key] ?? null;
    const last = beats.findLastIndex((beat) => beat.how);
    if (how && goesOn(beats[last], how)) {
      const between = beats.splice(last + 1).flatMap((beat) => beat.lines);
      beats[last].lines.push(...between, line);
      beats[last].told.push(line);
    } else beats.push({ lines: [line], how, told: how ? [line] : [], time: how ? (how.time ?? USUAL) : 0 });
  }
  return shared(beats);
}

/** All of it in the longest time there is; what is protected keeps its own.
    @param {Beat[]} beats */
function shared(beats) {
  /** @param {boolean} kept */
  const sum = (kept) =>
    beats.reduce((all, { how, time }) => all + (Boolean(how?.protected) === kept ? time : 0), 0);
  const [kept, rest] = [sum(true), sum(false)];
  const part = Math.min(1, Math.max(0, LONGEST - kept) / (rest || 1));
  return beats.map((beat) => (beat.how?.protected ? beat : { ...beat, time: beat.time * part }));
}
