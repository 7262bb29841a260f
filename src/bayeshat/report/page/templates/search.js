(() => {
  const box = document.querySelector(".search"), typed = box.querySelector("input"), told = box.querySelector("output");
  const fold = document.querySelector("#index details"), letters = [...document.querySelectorAll("#index .letter")];
  const plain = text => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const people = [...document.querySelectorAll("#index li")].map(row => [row, plain(row.querySelector("bdi").textContent)]);
  const opened = fold.open;
  box.hidden = false;
  typed.addEventListener("input", () => {
    const words = plain(typed.value).split(/\s+/).filter(word => word);
    let found = 0;
    for (const [row, name] of people) {
      row.hidden = !words.every(word => name.includes(word));
      found += !row.hidden;
    }
    for (const letter of letters) letter.hidden = !letter.querySelector("li:not([hidden])");
    fold.open = words.length > 0 || opened;
    told.textContent = words.length ? box.dataset.found.replace("{count}", found) : "";
  });
})();
