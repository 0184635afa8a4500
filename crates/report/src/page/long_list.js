"use strict";
// A class on the whole page, before it is drawn: what is cut is never seen for a moment.
document.documentElement.classList.add("cut");
document.addEventListener("DOMContentLoaded", () => {
  for (const rest of document.querySelectorAll("tbody.rest")) {
    const table = rest.closest("table");
    const box = rest.closest(".scroll") ?? table;
    const first = table.tBodies[0];
    // A line is a row with a name, and those below it that have none.
    const linesOf = (body) => {
      const lines = [];
      for (const row of body.rows) {
        if (row.querySelector("th")) lines.push([row]);
        else lines[lines.length - 1].push(row);
      }
      return lines;
    };
    const atFirst = linesOf(first).length;
    const lines = [...linesOf(first), ...linesOf(rest)];
    const nameOf = ([row]) => row.querySelector("th").textContent.toLowerCase();
    const count = (number) => number.toLocaleString("en").replaceAll(",", "\u202f");
    const field = Object.assign(document.createElement("input"), { type: "search", autocomplete: "off" });
    const label = document.createElement("label");
    label.append(`Find in ${count(lines.length)} lines `, field);
    const whole = Object.assign(document.createElement("button"), { type: "button", textContent: "Show all" });
    const said = document.createElement("span");
    said.setAttribute("role", "status");
    const bar = document.createElement("div");
    bar.className = "finding";
    bar.append(label, whole, said);
    box.before(bar);
    let isWhole = false;
    const show = () => {
      const sought = field.value.trim().toLowerCase();
      let found = 0;
      for (const line of lines) {
        const isHidden = sought !== "" && !nameOf(line).includes(sought);
        for (const row of line) row.hidden = isHidden;
        found += isHidden ? 0 : 1;
      }
      rest.classList.toggle("open", isWhole || sought !== "");
      said.textContent = sought === "" ? `The first ${count(atFirst)} are shown.` : `${count(found)} found.`;
      if (isWhole && sought === "") said.textContent = "All are shown.";
      whole.textContent = isWhole ? "Show fewer" : "Show all";
    };
    field.oninput = show;
    whole.onclick = () => {
      isWhole = !isWhole;
      show();
    };
    show();
  }
});
