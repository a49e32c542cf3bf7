/* Find as you type in a rulebook. The form searches on the server too; with data-find="ID" it
   filters the rules inside #ID. It listens on the document, so a rulebook may arrive later. */

const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

function filter(form) {
  const book = document.getElementById(form.dataset.find);
  if (!book) return;
  const words = plain(form.elements.q.value).split(/\s+/).filter(Boolean);
  const modules = [...form.querySelectorAll('[name="m"]:checked')].map((box) => box.value);
  const fits = (rule) => {
    rule.dataset.plain ??= plain(rule.textContent);
    const inModule = !modules.length || modules.includes(rule.dataset.module);
    return inModule && words.every((word) => rule.dataset.plain.includes(word));
  };
  let found = 0;
  for (const chapter of book.querySelectorAll(".clause-chapter")) {
    const rules = [...chapter.querySelectorAll(".clause")];
    for (const rule of rules) rule.hidden = !fits(rule);
    count(chapter, rules.filter((rule) => !rule.hidden).length);
    found += rules.filter((rule) => !rule.hidden).length;
  }
  tell(form.dataset.find, book, found);
}

/* A chapter and its lines in the table of contents. */
function count(chapter, shown) {
  const contents = document.querySelectorAll(`[data-toc="${chapter.getAttribute("aria-labelledby")}"]`);
  for (const place of [chapter, ...contents]) {
    place.hidden = shown === 0;
    const number = place.querySelector("[data-count]");
    if (number) number.textContent = shown;
  }
}

function tell(id, book, found) {
  const none = book.querySelector("[data-none]");
  if (none) none.hidden = found > 0;
  const status = document.querySelector(`[data-found="${id}"]`);
  if (!status) return;
  const all = book.querySelectorAll(".clause").length;
  status.textContent = found === all ? status.dataset.all : status.dataset.some.replace("#", found);
}

for (const kind of ["input", "change", "submit"]) {
  document.addEventListener(kind, (event) => {
    const form = event.target.closest("form[data-find]");
    if (!form) return;
    if (kind === "submit") event.preventDefault();
    filter(form);
  });
}

/* Somebody may have typed before this module arrived. */
for (const form of document.querySelectorAll("form[data-find]")) {
  if (form.elements.q.value !== form.elements.q.defaultValue) filter(form);
}
