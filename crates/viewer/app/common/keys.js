/** Keyboard shortcuts, and the dialog that `?` opens to list them. The dialog is part of the page's HTML. */

import * as dom from "./dom.js";

/** Storage key of the setting for single-letter shortcuts. */
const KEPT = "muster-letters";

/** Returns `true` unless the reader has switched single-letter shortcuts off. */
function remembered() {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    // A browser may deny storage to a page opened from a folder. Letters are on then.
    return true;
  }
}

/** @param {boolean} letters */
function remember(letters) {
  try {
    localStorage.setItem(KEPT, letters ? "on" : "off");
  } catch {
    // Without storage, the setting lasts until the page is closed.
  }
}

/**
 * Listens to keys wherever the focus is, except in fields and where an element handles the key itself. Returns a
 * function that opens or closes the list of keys.
 * @param {Record<string, () => void>} acts actions by `KeyboardEvent.key`, prefixed with `Shift+` if Shift is held
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
    // Buttons, links, summaries and squares handle Space and Enter themselves.
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
