// What the survey's form does better with scripts. Of two fields that say the same, either follows the other: a colour
// is picked or typed, an answer points to a group or has counts. A folded question shows what is asked.
"use strict";
document.addEventListener("input", event => {
  const { target } = event;
  if (target.matches("input[type=color][data-for]")) {
    document.getElementById(target.dataset.for).value = target.value;
  } else if (/^#[0-9a-f]{6}$/i.test(target.value)) {
    const picker = document.querySelector(`input[data-for="${CSS.escape(target.id)}"]`);
    if (picker) picker.value = target.value;
  }
  const line = document.querySelector(`[data-shows="${CSS.escape(target.id)}"]`);
  if (line && target.value.trim()) line.textContent = target.value;
  if (target.matches(".chip") && target.value !== "own") {
    document.querySelectorAll(`[name^="s${target.id.slice(1)}-"]`).forEach((cell, place) => {
      cell.value = target.value === String(place) ? "3" : "1";
    });
  } else if (target.matches(".advanced input")) {
    const chip = document.getElementById(target.id.replace(/^s(-\d+-\d+)-\d+$/, "p$1"));
    chip.value = "own";
    chip.selectedOptions[0].textContent = chip.dataset.own;
  }
});

// A form that comes back to somebody who was logged out is shown as well: it holds what was typed.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if ([401, 403].includes(detail.xhr.status) && detail.serverResponse.includes('id="survey"')) {
    detail.shouldSwap = true;
    detail.isError = false;
  }
});
