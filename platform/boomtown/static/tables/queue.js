/* What arrives waits until what came before it has been shown; more important things shorten that. */

const MOST_WAITING = 3;

/** Messages, shown one after another.
    @template {{ mine?: boolean }} Message */
export class Queue {
  /** @type {Message[]} */
  #waiting = [];
  #busy = false;
  #wake = () => {};
  #take;
  #impatient;

  /** @param {(message: Message) => Promise<unknown>} take shows one of them
      @param {() => boolean} impatient whether nobody wants to see how it happens */
  constructor(take, impatient) {
    this.#take = take;
    this.#impatient = impatient;
  }

  /** Nobody looks, nobody wants to see it, too much waits, or a decision of one's own does. */
  hurried() {
    return (
      this.#impatient() ||
      this.#waiting.length > MOST_WAITING ||
      this.#waiting.some((message) => message.mine)
    );
  }

  /** Puts a message at the end; resolved when everything has been shown.
      @param {Message} message */
  async push(message) {
    this.#waiting.push(message);
    if (this.hurried()) this.#wake();
    if (this.#busy) return;
    this.#busy = true;
    while (this.#waiting.length) {
      try {
        await this.#take(this.#waiting.shift());
      } catch (error) {
        console.error(error); // one that cannot be shown holds up no other
      }
    }
    this.#busy = false;
  }

  /** Waits so many milliseconds, or until somebody is in a hurry.
      @param {number} time
      @returns {Promise<void>} */
  pause(time) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
