// What the pages of an event's steps do better with scripts; each has a plain form without.
"use strict";
(() => {
  // Dates and times: stored in UTC, shown and typed in the reader's own time zone.
  const pad = number => String(number).padStart(2, "0");
  const asLocal = date => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const field of document.querySelectorAll("[data-moment]")) {
    const sent = document.createElement("input");
    sent.type = "hidden";
    sent.name = field.name;
    field.removeAttribute("name");
    field.after(sent);
    if (field.value) field.value = asLocal(new Date(`${field.value}Z`));
    const note = () => {
      const date = new Date(field.value);
      sent.value = Number.isNaN(date.getTime()) ? field.value : date.toISOString();
    };
    note();
    field.addEventListener("input", note);
    const told = field.closest(".field").querySelector("[data-zone]");
    told.textContent = `(${zone || told.dataset.zone})`;
  }

  // The sum of the sizes, while they are typed.
  const sizes = document.querySelector("[data-sizes]");
  if (sizes) {
    const rest = document.querySelector("[data-rest]");
    const read = text => {
      const found = text.trim().match(/^(\d+)$|^(\d*)\s*(?:\.\.\.?|-|to|bis)\s*(\d*)$/);
      if (!found) return text.trim() ? null : [0, Infinity];
      if (found[1]) return [Number(found[1]), Number(found[1])];
      return [Number(found[2] || 0), found[3] ? Number(found[3]) : Infinity];
    };
    const tell = () => {
      const chosen = document.querySelector("[name=sizes]:checked")?.value;
      const bounds = [...sizes.querySelectorAll("input")].map(field => read(field.value));
      if (chosen !== "houses" || bounds.includes(null)) { rest.textContent = ""; return; }
      const least = bounds.reduce((sum, one) => sum + one[0], 0);
      const most = bounds.reduce((sum, one) => sum + one[1], 0);
      const people = Number(sizes.dataset.people);
      // The page has the sentences in the reader's language, with # before what is filled in.
      const words = sizes.dataset;
      const fill = (sentence, values) => sentence.replace(/#(\w+)/g, (_, name) => values[name]);
      const sum = least === most ? `${least}` : fill(most === Infinity ? words.sumLeast : words.sumRange, { least, most });
      const [sentence, left] = !people ? [words.sum, 0]
        : people < least ? [words.sumTooMany, least - people]
          : people > most ? [words.sumTooFew, people - most]
            : most === Infinity ? [words.sumLeft, people - least] : [words.sumOf, 0];
      rest.textContent = fill(sentence, { sum, people, rest: left });
    };
    document.addEventListener("input", event => {
      // Whoever types a size means sizes one by one.
      if (sizes.contains(event.target)) document.querySelector("[name=sizes][value=houses]").checked = true;
      if (event.target.id === "range") document.querySelector("[name=sizes][value=range]").checked = true;
      tell();
    });
    tell();
  }

  // Sentences with any number of people.
  const offerMore = () => document.querySelectorAll("[data-more]").forEach(button => { button.hidden = false; });
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-more]");
    if (!button) return;
    const fields = [...button.form.querySelectorAll("[name=people]")];
    const last = fields.at(-1);
    const [label, field] = [last.previousElementSibling.cloneNode(true), last.cloneNode(true)];
    const number = fields.length;
    field.id = label.htmlFor = `people-${number}`;
    field.value = "";
    field.placeholder = label.textContent = button.dataset.more.replace("#", number + 1);
    const and = button.form.querySelector("[data-and]").cloneNode(true);
    last.after(and, label, field);
    field.focus();
  });
  document.addEventListener("htmx:afterSettle", offerMore);
  offerMore();
})();
