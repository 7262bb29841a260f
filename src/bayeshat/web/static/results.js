// Results with scripts: one slider for the trade-off between sizes and answers; without, it has one choice for each point.
"use strict";
(() => {
  const slide = (curve, chosen) => {
    const slider = curve.querySelector("[data-slider]");
    const point = curve.querySelectorAll(".point")[chosen];
    const dot = curve.querySelectorAll(".dot:not(.now)")[chosen];
    slider.value = chosen;
    point.querySelector("input").checked = true;
    for (const side of ["cx", "cy"]) curve.querySelector(".dot.now").setAttribute(side, dot.getAttribute(side));
    slider.setAttribute("aria-valuetext", point.dataset.words);
    curve.querySelector("[data-chosen]").textContent = point.dataset.words;
  };
  // The slider takes the place of the choices, which stay in the form and are sent with it.
  const startSliders = () => document.querySelectorAll("[data-curve] .slider[hidden]").forEach(field => {
    const curve = field.closest("[data-curve]");
    field.hidden = false;
    curve.querySelector(".points").hidden = true;
    slide(curve, Number(field.querySelector("input").value));
  });
  document.addEventListener("input", event => {
    if (event.target.matches("[data-slider]")) slide(event.target.closest("[data-curve]"), Number(event.target.value));
  });

  startSliders();
  document.addEventListener("htmx:afterSettle", startSliders);
})();
