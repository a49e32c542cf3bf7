/* Sounds, for those who switch them on: a different one for each kind of event, made on the spot. */

/** Settings of the synthesiser, by the kind of event.
    @type {Record<string, number[]>} */
const SOUNDS = {
  turn: [0.9, 0, 523, 0.01, 0.08, 0.25, 0, 1.2, 0, 0, 262, 0.09],
  dice: [0.8, 0.2, 180, 0, 0.02, 0.05, 4, 0.4, 0, 0, 0, 0, 0.04, 2],
  shot: [1.1, 0.1, 110, 0, 0.03, 0.28, 4, 1.7, -2, 0, 0, 0, 0, 1.4],
  beer: [0.7, 0.05, 330, 0.02, 0.06, 0.16, 1, 1.5, 4, 0, 110, 0.08],
  arrow: [0.7, 0.05, 900, 0.01, 0.03, 0.12, 3, 0.6, -14],
  dynamite: [1.4, 0.1, 60, 0.01, 0.2, 0.7, 4, 2.5, -0.4, 0, 0, 0, 0, 1.8, 0, 0.4],
  win: [1, 0, 392, 0.02, 0.3, 0.5, 1, 1.6, 0, 0, 196, 0.12, 0.15],
  out: [1, 0.02, 220, 0.02, 0.2, 0.5, 1, 1.2, -3],
};

/** The file of others that makes the sounds; not known to the types. */
const SYNTHESISER = "../vendor/zzfx-1.3.2.js";
/** @type {{ audioContext: AudioContext, play: (...settings: number[]) => void } | null} */
let synthesiser = null;

/** Loads the synthesiser; browsers want a press of a key or button before they make any sound. */
export async function allowSounds() {
  synthesiser ??= (await import(SYNTHESISER)).ZZFX;
  await synthesiser.audioContext.resume();
}

export function forbidSounds() {
  synthesiser?.audioContext.suspend();
}

/** Plays one kind of event, if sounds are on.
    @param {string} kind */
export function play(kind) {
  if (synthesiser?.audioContext.state === "running" && kind in SOUNDS) {
    synthesiser.play(...SOUNDS[kind]);
  }
}
