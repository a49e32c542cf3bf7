/* The grammar of an answer's form: parts that are answered one after another, alternatives of which
   one is chosen, and what is still to be picked. Here is only what it means; `form.js` reads it from
   the page, and docs/architecture.md says what the page writes for each kind of choice. */

/** Something that is asked: the whole form, a part of it, or what lies inside an alternative.
    It has parts, or options, or neither: then `groups` are its radio buttons, by their name.
    @typedef {object} Box
    @property {string} name of its fields: "a", "a.target", "a.move.way"
    @property {Box[]} parts answered one after another
    @property {Option[]} options of which one is chosen
    @property {{ name: string, picked: boolean }[]} groups
    @property {boolean} only whether there is just one answer, which is given already
    @property {boolean} radios whether anything in it is picked from among several
    @property {HTMLElement} [element] where it stands on the page */

/** One alternative; it has nothing inside if it is refused.
    @typedef {{ chosen: boolean, inner: Box | null, element?: HTMLElement }} Option */

/** A box on the way to what is asked now: at which part it is, or which option was chosen.
    @typedef {{ box: Box, at: number, chosen: Option | null }} Level */

/** By the name of what has parts: which of them is being answered.
    @typedef {Map<string, number>} Steps */

/** The first box in which something is still to be picked; null if nothing lacks.
    @param {Box} box
    @returns {Box | null} */
export function lacking(box) {
  if (box.options.length) {
    const chosen = box.options.find((option) => option.chosen);
    if (!chosen) return box;
    return chosen.inner && lacking(chosen.inner);
  }
  for (const part of box.parts) {
    const lack = lacking(part);
    if (lack) return lack;
  }
  return box.groups.every((group) => group.picked) ? null : box;
}

/** @param {Box} part */
const isPicked = (part) => part.radios && !lacking(part);

/** Which part is being answered; at first, the first one that is not answered yet.
    @param {Box} box
    @param {Steps} steps */
function stepOf(box, steps) {
  if (!steps.has(box.name)) {
    const open = box.parts.findIndex((part) => !part.only && !isPicked(part));
    steps.set(box.name, open < 0 ? box.parts.length : open);
  }
  return steps.get(box.name);
}

/** From the whole form to what is asked now, each box with what it lies in. `here` is null once
    every part is answered.
    @param {Box | null} form
    @param {Steps} steps
    @returns {{ levels: Level[], here: Box | null }} */
export function wayTo(form, steps) {
  /** @type {Level[]} */
  const levels = [];
  let here = form;
  while (here && (here.parts.length || here.options.length)) {
    const chosen = here.options.find((option) => option.chosen) ?? null;
    if (here.options.length && !chosen) break;
    const at = here.parts.length ? stepOf(here, steps) : 0;
    levels.push({ box: here, at, chosen });
    if (chosen && !chosen.inner) break; // refused: it has nothing inside
    here = chosen ? chosen.inner : (here.parts[at] ?? null);
  }
  return { levels, here };
}

/** The next part; after the last one, the next part of what those parts belong to. Parts with only
    one answer are passed over.
    @param {Level[]} levels
    @param {Steps} steps */
export function goOn(levels, steps) {
  for (const { box, at, chosen } of levels.toReversed()) {
    if (chosen) continue;
    let next = at + 1;
    while (next < box.parts.length && box.parts[next].only) next++;
    steps.set(box.name, next);
    if (next < box.parts.length) break;
  }
}

/** What is taken back by going back: the part before this one, at which the form is then, or the
    alternative that was chosen. Null at the beginning.
    @param {Level[]} levels
    @returns {{ forget: Box | Option, to?: { name: string, at: number } } | null} */
export function stepBack(levels) {
  for (const { box, at, chosen } of levels.toReversed()) {
    if (chosen) return { forget: chosen };
    const index = box.parts.slice(0, at).findLastIndex((part) => !part.only);
    if (index >= 0) return { forget: box.parts[index], to: { name: box.name, at: index } };
  }
  return null;
}

/** What goes over the socket: the fields of the answer that say something.
    @param {Iterable<[string, FormDataEntryValue]>} fields */
export const sent = (fields) =>
  [...fields].filter(([name, value]) => (["a", "usual"].includes(name) || name.startsWith("a.")) && value !== "");

/** The order after one of the things was pressed: it is ranked last, or taken out again.
    @param {string[]} ranked in their order
    @param {string} pressed
    @param {number} most */
export function reranked(ranked, pressed, most) {
  if (ranked.includes(pressed)) return ranked.filter((one) => one !== pressed);
  return ranked.length < most ? [...ranked, pressed] : ranked;
}
