/* Find as you type in a rulebook. The form searches on the server too; a form with data-find="ID"
   filters the rules inside #ID. It listens on the document, so a rulebook may arrive later. */

const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

function filter(form) {
  const book = document.getElementById(form.dataset.find);
  if (!book) return;
  const words = plain(form.elements.q.value).split(/\s+/).filter(Boolean);
  const boxes = [...form.querySelectorAll('[name="m"]')];
  const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
  let found = 0;
  let all = 0;
  for (const chapter of book.querySelectorAll(".rule-chapter")) {
    let here = 0;
    for (const rule of chapter.querySelectorAll(".rule")) {
      rule.dataset.plain ??= plain(rule.textContent);
      const inModule = !chosen.length || chosen.includes(rule.dataset.module);
      rule.hidden = !(inModule && words.every((word) => rule.dataset.plain.includes(word)));
      here += rule.hidden ? 0 : 1;
      all += 1;
    }
    chapter.hidden = here === 0;
    found += here;
  }
  const status = document.querySelector(`[data-found="${form.dataset.find}"]`);
  if (status) {
    status.textContent = found === all ? status.dataset.all : status.dataset.some.replace("#", found);
  }
}

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, ({ target }) => {
    const form = target.closest("form[data-find]");
    if (form) filter(form);
  });
}
