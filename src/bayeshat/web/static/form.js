// What respondents' pages do better with scripts: how far one is, and a shared device that
// keeps nothing of anybody. Everything works without.
"use strict";
(() => {
  const start = () => {
    count();
    const next = document.querySelector("[data-next]");
    if (next) setTimeout(() => { if (next.isConnected) location.replace(next.href); }, 1000 * next.dataset.next);
  };

  const count = () => {
    const place = document.querySelector("[data-count]");
    if (!place) return;
    const answered = [...document.querySelectorAll(".question")]
      .filter(one => one.querySelector(":checked:not([value=''])") || one.querySelector("[inputmode]")?.value.trim());
    place.querySelector("progress").value = answered.length;
    place.querySelector("span").textContent = place.dataset.count.replace("#", answered.length);
  };
  document.addEventListener("change", count);

  // A shared device: nothing is added to the history, and what was typed is gone whenever the page is shown again.
  const kiosk = () => document.querySelector("[data-kiosk]");
  addEventListener("pageshow", event => {
    if (event.persisted && document.querySelector("[data-kiosk], [data-next]")) location.reload();
    kiosk()?.reset();
    count();
  });
  document.addEventListener("click", event => {
    const link = event.target.closest("[data-next]");
    if (!link) return;
    event.preventDefault();
    location.replace(link.href);
  });
  let sending = false;
  document.addEventListener("submit", async event => {
    const form = event.target;
    if (form !== kiosk()) return;
    event.preventDefault();
    if (sending) return;
    sending = true;
    try {
      const body = new URLSearchParams(new FormData(form, event.submitter));
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.title = page.title;
      document.querySelector("main").replaceWith(page.querySelector("main"));
      scrollTo(0, 0);
      (document.querySelector("[autofocus]") ?? document.querySelector("main")).focus();
      start();
    } catch {
      alert(form.dataset.offline);
    } finally {
      sending = false;
    }
  });
  start();
})();
