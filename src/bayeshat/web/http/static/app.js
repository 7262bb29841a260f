// What the pages do better with scripts: live numbers and copying; results and the board have files of their own.
// Everything here has a plain form beside it, so nothing is lost without.
"use strict";
(() => {
  // Live parts: the server sends the part anew whenever it changes, and says where to go when it is over.
  for (const part of document.querySelectorAll("[data-live]")) {
    const source = new EventSource(part.dataset.live);
    source.addEventListener("show", event => {
      part.innerHTML = JSON.parse(event.data);
    });
    source.addEventListener("over", event => {
      source.close();
      const goal = JSON.parse(event.data);
      if (goal) location.assign(goal);
    });
    addEventListener("pagehide", () => source.close());
  }

  document.addEventListener("click", event => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    navigator.clipboard?.writeText(field.value).then(() => { button.textContent = "Copied"; });
  });
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;

  document.addEventListener("htmx:afterSettle", event => {
    event.detail.elt.querySelector?.("[data-fresh]")?.focus();
  });
})();
