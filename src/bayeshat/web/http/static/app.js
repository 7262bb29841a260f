// What the pages do better with scripts: live numbers, copying, the slider; the board has a file of its own.
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

  // The slider of the size weight chooses one of the rows below it, and the other way round.
  const slide = (choice, chosen) => {
    const slider = choice.querySelector("[data-slider]");
    slider.value = chosen;
    const dot = choice.querySelectorAll(".dot")[chosen];
    for (const side of ["cx", "cy"]) choice.querySelector(".dot.now").setAttribute(side, dot.getAttribute(side));
    const row = choice.querySelectorAll(".point")[chosen];
    row.querySelector("input").checked = true;
    slider.setAttribute("aria-valuetext", row.dataset.words);
  };
  document.addEventListener("input", event => {
    const choice = event.target.closest("[data-points]");
    if (!choice) return;
    const rows = [...choice.querySelectorAll(".point")];
    const isSlider = event.target.matches("[data-slider]");
    slide(choice, isSlider ? Number(event.target.value) : rows.indexOf(event.target.closest(".point")));
  });
  const startSliders = () => document.querySelectorAll("[data-points] .slider[hidden]").forEach(field => {
    field.hidden = false;
    slide(field.closest("[data-points]"), Number(field.querySelector("input").value));
  });
  startSliders();

  document.addEventListener("htmx:afterSettle", event => {
    startSliders();
    event.detail.elt.querySelector?.("[data-fresh]")?.focus();
  });
})();
