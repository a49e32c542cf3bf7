/* The story since my last turn: kept as it arrived, so that it can be told again. Knows no page. */

const MOST = 40;

/** What is kept of news: the board, the log, and whether they ask me.
    @typedef {{ parts?: Record<string, string>, log?: { html: string, from: number, page: number },
                mine?: boolean }} Told */

/** @template {Told} News */
export class Story {
  /** @type {News[]} */
  #news = [];
  /** @type {string | undefined} */
  #opening;
  /** Where what was told last began, or the line after it: what comes next begins there or later. */
  #told = 0;

  /** Something is about to be shown. If it follows my answer, the story begins here.
      @param {() => string | undefined} board as it looks now
      @param {boolean} asked whether it was my turn
      @param {News} news */
  goesOn(board, asked, news) {
    const answered = asked && (news.log?.html || !news.mine);
    if (answered || this.#opening === undefined) {
      this.#opening = board();
      this.#news = [];
    }
    if (news.log && news.log.from < this.#told) { // taken back, or played anew by other rules
      this.#opening = news.parts?.board ?? board();
      this.#news = [];
      this.#told = news.log.from;
      return;
    }
    if (news.log) this.#told = news.log.from + (news.log.html ? 1 : 0);
    if (!news.log?.html && news.parts?.board === undefined) return;
    this.#news.push(news);
    if (this.#news.length > MOST) this.#opening = this.#news.shift().parts?.board ?? this.#opening;
  }

  get isWorthTelling() {
    return this.#news.some((news) => news.log?.html);
  }

  /** The board as it was at first, then everything that happened on it.
      @returns {Told[]} */
  again() {
    /** @type {Told} */
    const opening = { parts: { board: this.#opening } };
    return [opening, ...this.#news].map(({ parts, log }) => ({
      log,
      parts: parts?.board === undefined ? {} : { board: parts.board },
    }));
  }
}
