// Lists of people: a search that follows the typing.
"use strict";
(() => {
  const plain = text => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  for (const field of document.querySelectorAll("[data-filter]")) {
    const list = document.getElementById(field.dataset.filter);
    const found = document.getElementById(list.dataset.found);
    field.addEventListener("input", () => {
      const wanted = plain(field.value);
      let count = 0;
      for (const row of list.children) {
        row.hidden = !plain(row.dataset.name).includes(wanted);
        count += !row.hidden;
      }
      found.textContent = wanted ? list.dataset.words.replace("#", count) : "";
    });
  }
})();
