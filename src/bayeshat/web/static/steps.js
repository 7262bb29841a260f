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

  // Whoever types a size means that way to say it.
  document.addEventListener("input", event => {
    const way = event.target.type !== "radio" && event.target.closest("[data-chooses]");
    if (way) document.querySelector(`[name=sizes][value=${way.dataset.chooses}]`).checked = true;
  }, true);

  // Sentences with any number of people.
  const offerMore = () => document.querySelectorAll("[data-more]").forEach(button => { button.hidden = false; });
  const addPerson = button => {
    const fields = [...button.form.querySelectorAll("[name=people]")];
    const last = fields.at(-1);
    const [label, field] = [last.previousElementSibling.cloneNode(true), last.cloneNode(true)];
    const number = fields.length;
    field.id = label.htmlFor = `people-${number}`;
    field.value = "";
    field.placeholder = label.textContent = button.dataset.more.replace("#", number + 1);
    const and = button.form.querySelector("[data-and]").cloneNode(true);
    last.after(and, label, field);
    return field;
  };
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-more]");
    if (button) addPerson(button).focus();
  });
  document.addEventListener("htmx:afterSettle", offerMore);
  offerMore();

  // A sentence gets other fields when it is to say something else. What was typed until they come goes into them, with
  // the keyboard; fields for what is no longer chosen are left out.
  let active = null;
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id !== "sentence") return;
    detail.shouldSwap &&= detail.requestConfig.parameters.kind === document.getElementById("kind").value;
    active = document.activeElement;
  });
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target.id !== "sentence") return;
    const more = document.querySelector("#sentence [data-more]");
    for (const { id, value } of detail.target.querySelectorAll("input, select[name=groups]")) {
      const field = document.getElementById(id) ?? (value && more && id.startsWith("people-") ? addPerson(more) : null);
      if (field?.matches("input") || [...field?.options ?? []].some(option => option.value === value)) field.value = value;
      if (id !== active.id) continue;
      field?.focus();
      field?.setSelectionRange?.(active.selectionStart, active.selectionEnd);
    }
  });
})();
