// Lists of people: times in the reader's own zone, and a search that follows the typing.
"use strict";
(() => {
  for (const time of document.querySelectorAll("time[datetime]")) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  }
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
      found.textContent = wanted ? `${count} of ${list.children.length} people` : "";
    });
  }
})();
