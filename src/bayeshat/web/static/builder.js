// What the survey's form does better with scripts. A colour is picked or typed, and either field follows the other.
"use strict";
document.addEventListener("input", event => {
  const { target } = event;
  if (target.matches("input[type=color][data-for]")) {
    document.getElementById(target.dataset.for).value = target.value;
  } else if (/^#[0-9a-f]{6}$/i.test(target.value)) {
    const picker = document.querySelector(`input[data-for="${CSS.escape(target.id)}"]`);
    if (picker) picker.value = target.value;
  }
});

// A form that comes back to somebody who was logged out is shown as well: it holds what was typed.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if ([401, 403].includes(detail.xhr.status) && detail.serverResponse.includes('id="survey"')) {
    detail.shouldSwap = true;
    detail.isError = false;
  }
});
