// What the pages do better with scripts: live numbers, dragging people, forecasts of moves, the slider.
// Everything here has a plain form beside it, so nothing is lost without.
"use strict";
(() => {
  const say = text => {
    const place = document.getElementById("say");
    if (!place) return;
    place.textContent = text;
    clearTimeout(say.timer);
    if (text) say.timer = setTimeout(() => { place.textContent = ""; }, 8000);
  };

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
    navigator.clipboard?.writeText(field.value).then(() => { button.textContent = button.dataset.copied ?? "Copied"; });
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

  // The board.
  const board = () => document.getElementById("board");
  const forecasts = new Map();
  const forecast = async (person, group) => {
    const { preview, version } = board().dataset;
    const key = `${version} ${person} ${group}`;
    if (!forecasts.has(key)) {
      const asked = fetch(`${preview}?person=${person}&group=${group}`, { headers: { Accept: "application/json" } })
        .then(answer => answer.ok ? answer.json() : { words: "" }, () => ({ words: "" }));
      forecasts.set(key, asked);
    }
    return (await forecasts.get(key)).words;
  };

  document.addEventListener("change", async event => {
    const select = event.target.closest(".move select");
    if (!select) return;
    const place = select.form.querySelector(".forecast");
    place.textContent = select.value === "" ? "" : await forecast(select.form.elements.person.value, select.value);
  });

  let held = null;
  let over = null;
  const leave = () => {
    document.querySelectorAll(".over").forEach(card => card.classList.remove("over"));
    over = null;
  };
  document.addEventListener("dragstart", event => {
    held = event.target.closest?.(".person[draggable=true]") ?? null;
    if (!held) return;
    held.classList.add("held");
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", held.dataset.person);
  });
  document.addEventListener("dragend", () => {
    held?.classList.remove("held");
    held = null;
    leave();
  });
  document.addEventListener("dragover", async event => {
    const card = held && event.target.closest?.(".card[data-group]");
    if (!card || card.contains(held)) { if (held && over) leave(); return; }
    event.preventDefault();
    if (over === card) return;
    leave();
    over = card;
    card.classList.add("over");
    // What the menu already says comes at once; the forecast adds which rules would break.
    const name = held.querySelector(".name").textContent;
    const option = held.querySelector(`.move option[value="${card.dataset.group}"]`);
    if (option) say(`${name} to ${option.textContent}`);
    const words = await forecast(held.dataset.person, card.dataset.group);
    if (over === card && words) say(`${name}: ${words}`);
  });
  document.addEventListener("drop", event => {
    const card = held && event.target.closest?.(".card[data-group]");
    if (!card || card.contains(held)) return;
    event.preventDefault();
    const { move, version, csrf } = board().dataset;
    const values = { person: held.dataset.person, group: card.dataset.group, version, csrf };
    wanted = held.id;
    htmx.ajax("POST", move, { source: board(), target: board(), swap: "outerHTML", values });
  });

  // After the board came anew, the keyboard stays where it was, and what happened is said aloud.
  let wanted = null;
  let focused = "summary";
  document.addEventListener("htmx:beforeRequest", event => {
    const person = event.detail.elt.closest?.(".person");
    if (person) wanted = person.id;
    focused = document.activeElement?.matches(".lock") ? ".lock" : "summary";
  });
  document.addEventListener("htmx:afterSettle", event => {
    startSliders();
    const part = event.detail.elt;
    if (part.id === "board") {
      if (part.dataset.say) say(part.dataset.say);
      const person = wanted && document.getElementById(wanted);
      (person?.querySelector(focused) ?? person?.querySelector("summary"))?.focus();
      wanted = null;
    }
    part.querySelector?.("[data-fresh]")?.focus();
  });
  document.addEventListener("htmx:responseError", event => {
    say(event.detail.xhr.status === 403
      ? "This page is too old to change anything. Reload it, then repeat your change."
      : "That did not work. Reload the page, then repeat your change.");
  });
  document.addEventListener("htmx:sendError", () => say("The server cannot be reached. Nothing was changed."));
})();
