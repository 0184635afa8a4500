/** Keys of a page, and the list of them that `?` shows. The list is in the page. */

import * as dom from "./dom.js";

/** Where the page may keep that single letters are switched off. */
const KEPT = "muster-letters";

/** Whether letters are keys, as the reader chose last. */
function remembered() {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    // A browser may forbid storage to a page from a folder. Then letters are on.
    return true;
  }
}

/** @param {boolean} letters */
function remember(letters) {
  try {
    localStorage.setItem(KEPT, letters ? "on" : "off");
  } catch {
    // Then it holds until the page is closed.
  }
}

/**
 * Listens to keys wherever the focus is, except in fields, and where an element has its own use for a key. Returns what
 * shows the list, or hides it again.
 * @param {Record<string, () => void>} acts by `KeyboardEvent.key`, with `Shift+` before it where Shift is held
 */
export function listen(acts) {
  const help = /** @type {HTMLDialogElement} */ (dom.byId("help"));
  const letters = /** @type {HTMLInputElement} */ (dom.byId("letters"));
  letters.checked = remembered();
  letters.onchange = () => remember(letters.checked);
  const toggle = () => (help.open ? help.close() : help.showModal());
  dom.byId("close").onclick = toggle;
  document.onkeydown = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input:not([type=range]),select,textarea,[contenteditable]")) return;
    const isHelp = event.key === "?";
    const isLetter = event.key.length === 1 && event.key !== " ";
    if (isLetter && !letters.checked && !isHelp) return;
    // A button, a link and a summary take Space and Enter themselves.
    if ((event.key === " " || event.key === "Enter") && target.closest("button,a,summary,[role=gridcell]")) return;
    if (help.open && !isHelp) return;
    const name = event.shiftKey && !isLetter ? `Shift+${event.key}` : event.key;
    const act = isHelp ? toggle : Object.hasOwn(acts, name) && acts[name];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return toggle;
}
