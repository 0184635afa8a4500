/** Keys of a page, with the list that `?` shows. */

import * as dom from "./dom.js";

/**
 * @typedef {object} Key
 * @property {string} key as `KeyboardEvent.key` has it, with `Shift+` before it where Shift is held
 * @property {string} shown what the list shows
 * @property {string} about what it does
 * @property {() => void} act
 */

/** Where the page may keep that single letters are switched off. */
const KEPT = "muster-letters";

let letters = true;

/** Whether letters are keys, as the reader chose last. */
function recall() {
  try {
    letters = localStorage.getItem(KEPT) !== "off";
  } catch {
    // A browser may forbid storage to a page from a folder. Then letters are on.
  }
}

/**
 * Listens to keys wherever the focus is, except in fields, and where an element has its own use for a key.
 * @param {Key[]} list
 */
export function listen(list) {
  recall();
  const help = dialog(list);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input:not([type=range]),select,textarea,[contenteditable]")) return;
    const isLetter = event.key.length === 1 && event.key !== " ";
    if (isLetter && !letters && event.key !== "?") return;
    // A button, a link and a summary take Space and Enter themselves.
    if ((event.key === " " || event.key === "Enter") && target.closest("button,a,summary,[role=gridcell]")) return;
    if (help.open && event.key !== "?") return;
    if (event.key === "?") {
      event.preventDefault();
      toggle(help);
      return;
    }
    const name = event.shiftKey && !isLetter ? `Shift+${event.key}` : event.key;
    const found = list.find((entry) => entry.key === name);
    if (!found) return;
    event.preventDefault();
    found.act();
  });
  return { showHelp: () => toggle(help) };
}

/** @param {HTMLDialogElement} help */
function toggle(help) {
  if (help.open) help.close();
  else help.showModal();
}

/** @param {Key[]} list */
function dialog(list) {
  const row = (/** @type {string} */ shown, /** @type {string} */ about) =>
    dom.make("tr", {}, dom.make("th", { scope: "row" }, dom.make("kbd", {}, shown)), dom.make("td", {}, about));
  const box = dom.make("input", { type: "checkbox" });
  box.checked = letters;
  box.addEventListener("change", () => {
    letters = box.checked;
    try {
      localStorage.setItem(KEPT, letters ? "on" : "off");
    } catch {
      // Then it holds until the page is closed.
    }
  });
  const rows = list.filter((entry) => entry.about).map((entry) => row(entry.shown, entry.about));
  const help = dom.make(
    "dialog",
    { class: "keys", "aria-labelledby": "keys-title" },
    dom.make("h2", { id: "keys-title" }, "Keys"),
    dom.make("table", {}, dom.make("tbody", {}, ...rows, row("?", "these keys"))),
    dom.make("p", {}, dom.make("label", {}, box, " Letters are keys")),
  );
  help.append(dom.button("Close", () => help.close(), { class: "button" }));
  document.body.append(help);
  return help;
}
