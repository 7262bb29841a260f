// What the pages do better with scripts: copying, and times in the reader's own zone; results and the board have files
// of their own.
// Everything here has a plain form beside it, so nothing is lost without.
"use strict";
(() => {
  // Times: in the page's language, in the reader's own manner of writing it.
  const page = document.documentElement.lang;
  const locale = navigator.languages.find(one => one.split("-")[0] === page) ?? page;
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" });
  const tellTimes = () => document.querySelectorAll("time[datetime]:not([data-told])").forEach(time => {
    time.textContent = dates.format(new Date(time.dateTime));
    time.dataset.told = "";
  });
  tellTimes();

  document.addEventListener("click", event => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    navigator.clipboard?.writeText(field.value).then(() => { button.textContent = button.dataset.copied; });
  });
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;

  document.addEventListener("htmx:afterSettle", event => {
    tellTimes();
    event.detail.elt.querySelector?.("[data-fresh]")?.focus();
  });
})();
