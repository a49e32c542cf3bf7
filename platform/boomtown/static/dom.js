/* Short ways to the elements of a page. */

/** What is found on our pages. Scripts look at controls most of the time, so all of it is typed as one.
    @typedef {HTMLInputElement} Found */

/** The first that fits, or null.
    @type {(selector: string, inside?: ParentNode) => Found} */
export const $ = (selector, inside = document) => inside.querySelector(selector);

/** All that fit, as a list.
    @type {(selector: string, inside?: ParentNode) => Found[]} */
export const $$ = (selector, inside = document) => [...inside.querySelectorAll(selector)].map(found);

/** @param {unknown} element
    @returns {Found} */
export const found = (element) => /** @type {Found} */ (element);

/** Listens on the whole page, so that what arrives later is heard as well.
    @template {keyof DocumentEventMap} Name
    @param {Name} name
    @param {(event: DocumentEventMap[Name], target: Found) => unknown} does
    @param {boolean} [capture] before anything on the page hears it */
export function on(name, does, capture = false) {
  document.addEventListener(name, (event) => void does(event, found(event.target)), capture);
}

/** A new element.
    @template {keyof HTMLElementTagNameMap} Name
    @param {Name} name
    @param {Partial<HTMLElementTagNameMap[Name]>} [properties]
    @returns {HTMLElementTagNameMap[Name]} */
export const made = (name, properties = {}) => Object.assign(document.createElement(name), properties);

/** What a server sent as HTML, not on the page yet.
    @param {string} html */
export function fragment(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content;
}

/** Puts a note beside a place of the window: below it, or above where there is no room.
    @param {HTMLElement} note
    @param {DOMRect} at */
export function beside(note, at) {
  const { offsetWidth: width, offsetHeight: height } = note;
  const below = at.bottom + height + 12 < innerHeight || at.top < innerHeight / 2;
  const top = below ? Math.min(at.bottom + 6, innerHeight - height - 8) : at.top - height - 6;
  note.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  note.style.top = `${Math.max(8, top)}px`;
}

/** Whether a request failed because something newer was asked for.
    @param {unknown} error */
export const isAborted = (error) => error instanceof Error && error.name === "AbortError";
