// What the board does better with scripts: dragging, selecting, finding and ordering at once, undoing by keyboard.
// Everything here has a plain form beside it, so nothing is lost without.
"use strict";
(() => {
  const part = id => document.getElementById(id);
  const rows = (chosen = "") => [...document.querySelectorAll(`.person${chosen}`)];
  const nameOf = row => row.querySelector(".name").textContent;
  // What is said in the page's language; in braces stands what is filled in.
  const words = JSON.parse(part("say").dataset.script);
  const tell = (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const say = text => {
    const place = part("say");
    place.textContent = text;
    clearTimeout(say.timer);
    if (text) say.timer = setTimeout(() => { place.textContent = ""; }, 8000);
  };

  // What has the keyboard now, as a selector that finds it again in a board that has changed.
  const focused = () => {
    const now = document.activeElement;
    const row = now?.closest(".person");
    if (row) return `#${row.id} ${now.matches(".lock") ? ".lock" : now.matches(".who input") ? ".who input" : ".more"}`;
    return now?.id ? `#${now.id}` : null;
  };
  // A button that has nothing more to do cannot have the keyboard: its neighbour gets it.
  const focusOn = selector => {
    const found = document.querySelector(selector);
    found?.focus();
    if (!found || document.activeElement !== found) part(part("undo").disabled ? "redo" : "undo").focus();
  };

  // Changes are sent one after the other, each with the version that the one before has left.
  let last = Promise.resolve();
  let wanted = null;
  let left = null;
  const send = (address, values, focus = null) => {
    const from = focused();
    last = last.then(() => {
      [wanted, left] = [focus, from];
      const { version } = part("bar").dataset;
      return htmx.ajax("POST", address, {
        source: part("bar"), target: part("bar"), swap: "outerHTML", values: { ...values, version },
      });
    }).catch(() => {});
  };
  document.addEventListener("submit", event => {
    const form = event.target;
    if (form.id === "view") { event.preventDefault(); look(); return; }
    if (form.dataset.act === undefined) return;
    event.preventDefault();
    const sent = new FormData(form, event.submitter);
    const values = {};
    for (const key of new Set(sent.keys())) values[key] = sent.getAll(key);
    if (form.id === "pick" && !values.person) { say(tell("tick")); return; }
    const { submitter } = event;
    const row = submitter.closest(".person");
    const focus = row ? `#${row.id} ${submitter.matches(".lock") ? ".lock" : ".more"}` : submitter.id && `#${submitter.id}`;
    send(submitter.getAttribute("formaction") ?? form.action, values, focus);
  });

  // Rows that came anew go where they belong; the keyboard stays where it was; what happened is said aloud.
  const byName = new Intl.Collator().compare;
  const inOrder = (one, other) => (part("order").value === "doubt" ? one.dataset.share - other.dataset.share : 0)
    || byName(nameOf(one), nameOf(other));
  const place = row => {
    const list = document.querySelector(`.card[data-group="${row.dataset.group}"] .people`);
    const next = [...list.children].find(other => other !== row && inOrder(row, other) < 0) ?? null;
    list.insertBefore(row, next);
  };
  document.addEventListener("htmx:oobAfterSwap", event => {
    const row = part(event.detail.target.id);
    if (row?.matches(".person")) place(row);
  });
  document.addEventListener("htmx:afterSettle", event => {
    if (!["bar", "board"].includes(event.detail.elt.id)) return;
    start();
    const { say: told } = part("bar").dataset;
    if (told) say(told);
    // Somebody who has gone elsewhere in the meantime stays there.
    if (wanted && [null, left].includes(focused())) focusOn(wanted);
    wanted = null;
  });
  document.addEventListener("htmx:responseError", event => {
    say(event.detail.xhr.status === 403
      ? tell("old") : tell("failed"));
  });
  document.addEventListener("htmx:sendError", () => say(tell("offline")));

  // Finding and ordering; the address keeps them for the next look. Another view comes from the server.
  const filter = () => {
    const wanted = part("find").value.trim().toLowerCase();
    let found = 0;
    for (const row of rows()) {
      row.hidden = !nameOf(row).toLowerCase().includes(wanted);
      if (!row.hidden) found += 1;
    }
    part("found").textContent = wanted ? tell("found", { count: found }) : "";
  };
  const look = () => {
    const asked = new URLSearchParams(new FormData(part("view")));
    if (!asked.get("find")) asked.delete("find");
    history.replaceState(null, "", `?${asked}`);
  };
  document.addEventListener("input", event => {
    if (event.target.id !== "find") return;
    filter();
    look();
  });
  document.addEventListener("change", event => {
    if (event.target.id === "shape") { look(); location.reload(); }
    if (event.target.id === "order") {
      for (const list of document.querySelectorAll(".people")) list.append(...[...list.children].sort(inOrder));
      look();
      say(tell(event.target.value === "doubt" ? "by-doubt" : "by-name"));
    }
    if (event.target.matches(".who input")) count();
  });

  // Several people at once.
  const picked = () => rows(":has(.who input:checked)");
  const count = () => {
    const people = picked();
    part("picked").textContent = people.length === 1
      ? tell("one", { name: nameOf(people[0]) }) : tell("several", { count: people.length });
    part("pick").classList.toggle("some", people.length > 0);
    part("pick").classList.add("live");
    document.querySelector("[data-unpick]").hidden = people.length === 0;
  };
  const unpick = () => {
    for (const row of picked()) row.querySelector(".who input").checked = false;
    count();
  };
  document.addEventListener("click", event => {
    if (event.target.closest?.("[data-unpick]")) { unpick(); part("find").focus(); }
    const menu = document.querySelector(".menu[open]");
    if (menu && !menu.contains(event.target)) menu.open = false;
    const fold = event.target.closest?.("[data-fold]");
    if (fold) for (const card of document.querySelectorAll(".card > details")) card.open = fold.dataset.fold === "open";
    // Where somebody could be is shown in the row.
    const link = event.target.closest?.(".person .more");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const row = link.closest(".person");
    if (row.matches(".htmx-request")) return;
    const panel = row.querySelector(".panel");
    link.setAttribute("aria-expanded", String(!panel));
    if (panel) { panel.remove(); return; }
    htmx.ajax("GET", link.href, { source: row, target: row, swap: "beforeend" })
      .then(() => { if ([null, `#${row.id} .more`].includes(focused())) row.querySelector(".panel select, .panel a")?.focus(); });
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Enter" && event.target.matches?.(".who input")) {
      event.preventDefault();
      event.target.checked = true;
      count();
      part("pick-group").focus();
      say(tell("choose", { who: part("picked").textContent }));
    }
    const typing = event.target.matches?.("input:not([type=checkbox]), textarea");
    const menu = event.target.closest?.(".menu[open]");
    if (event.key === "Escape" && menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
      return;
    }
    if (event.key === "Escape" && !typing && picked().length) { unpick(); say(tell("none")); }
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.altKey || typing) return;
    event.preventDefault();
    const button = part(event.shiftKey ? "redo" : "undo");
    if (button.disabled) say(button.title);
    else send(button.getAttribute("formaction") ?? button.form.action, {}, focused());
  });

  // What a move would do, before it is made.
  const forecasts = new Map();
  const forecast = async (person, group) => {
    const { preview, version } = part("bar").dataset;
    const key = `${version} ${person} ${group}`;
    if (!forecasts.has(key)) {
      const asked = fetch(`${preview}?person=${person}&group=${group}`, { headers: { Accept: "application/json" } })
        .then(answer => answer.ok ? answer.json() : { words: "" }, () => ({ words: "" }));
      forecasts.set(key, asked);
    }
    return forecasts.get(key);
  };
  document.addEventListener("change", async event => {
    const select = event.target.closest(".move select");
    if (!select) return;
    const place = select.form.querySelector(".forecast");
    const group = select.value;
    const { words } = await forecast(select.form.elements.person.value, group);
    if (select.value === group) place.textContent = words;
  });

  // Dragging somebody who is selected takes all who are selected along.
  let held = [];
  let over = null;
  const leave = () => {
    over?.classList.remove("over");
    over = null;
  };
  const goal = event => {
    const card = held.length && event.target.closest?.(".card[data-group]");
    return card && held.some(row => !card.contains(row)) ? card : null;
  };
  document.addEventListener("dragstart", event => {
    const row = event.target.closest?.(".person[draggable=true]");
    if (!row) return;
    const people = picked().filter(other => other.draggable);
    held = people.includes(row) ? people : [row];
    for (const one of held) one.classList.add("held");
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", held.map(nameOf).join(", "));
  });
  document.addEventListener("dragend", () => {
    for (const row of held) row.classList.remove("held");
    held = [];
    leave();
  });
  document.addEventListener("dragover", async event => {
    const card = goal(event);
    if (!card) { leave(); return; }
    event.preventDefault();
    if (over === card) return;
    leave();
    over = card;
    card.classList.add("over");
    const who = held.length === 1 ? nameOf(held[0]) : tell("people", { count: held.length });
    say(tell("to", { who, group: card.querySelector("h2").textContent }));
    if (held.length > 1) return;
    const { words } = await forecast(held[0].id.slice(1), card.dataset.group);
    if (over === card && words) say(`${who}: ${words}`);
  });
  // Where a move would break the sizes and somebody could come in return, a drop asks which is meant.
  const ask = async (row, card) => {
    const { words, exchange } = await forecast(row.id.slice(1), card.dataset.group);
    if (exchange === null || exchange === undefined) return ["move"];
    const dialog = part("exchange");
    const move = tell("to", { who: nameOf(row), group: card.querySelector("h2").textContent });
    part("exchange-words").textContent = `${move}: ${words}`;
    dialog.querySelector("[value=swap]").textContent = tell("swap", { name: nameOf(part(`p${exchange}`)) });
    dialog.returnValue = "";
    say("");
    dialog.showModal();
    await new Promise(done => { dialog.addEventListener("close", done, { once: true }); });
    return [dialog.returnValue, exchange];
  };
  document.addEventListener("drop", async event => {
    const card = goal(event);
    if (!card) return;
    event.preventDefault();
    const people = held;
    const [what, other] = people.length === 1 ? await ask(people[0], card) : ["move"];
    const person = people.map(row => row.id.slice(1));
    const focus = `#${people[0].id} .more`;
    if (what === "move") send(part("bar").dataset.move, { person, group: card.dataset.group }, focus);
    if (what === "swap") send(part("bar").dataset.swap, { person, other }, focus);
  });

  const start = () => {
    for (const button of document.querySelectorAll("[data-fold]")) button.hidden = false;
    document.querySelector("[data-look]").hidden = true;
    count();
    filter();
  };
  start();
})();
