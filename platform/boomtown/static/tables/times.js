/* Times in words, with the words that the page brings along. */

/** Milliseconds on a clock: minutes and seconds, and with more than an hour hours and minutes.
    @param {number} time
    @param {string} words with #h and #m in the place of the numbers */
export function clockText(time, words) {
  const seconds = Math.max(0, Math.ceil(time / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  return words.replace("#h", String(Math.floor(minutes / 60))).replace("#m", String(minutes % 60));
}

/** About how long something has been, in one unit; nothing for less than a minute.
    @param {number} time
    @param {{ minutes: string, hours: string, days: string }} words with # in the place of the number */
export function spanText(time, words) {
  const minutes = Math.floor(time / 60_000);
  if (minutes < 1) return "";
  if (minutes < 60) return words.minutes.replace("#", String(minutes));
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? words.hours.replace("#", String(hours)) : words.days.replace("#", String(Math.floor(hours / 24)));
}

/** What a clock shows: the time of the question, and apart from it what is left of the bank.
    @param {number} left milliseconds for the question; less than none where the bank is being used
    @param {number} bank */
export function faceOf(left, bank) {
  const spare = Math.max(0, bank + Math.min(0, left));
  const turn = Math.max(0, left);
  return { turn, spare, onBank: left < 0 && bank > 0, hot: turn + spare <= 10_000 };
}
