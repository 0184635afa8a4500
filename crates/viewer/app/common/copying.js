/** Copies texts to the clipboard. */

import * as dom from "./dom.js";

/** Returns a factory for buttons that copy a text, and the element that shows the outcome. */
export function create() {
  const said = dom.make("span", { role: "status" });
  /**
   * @param {string} label
   * @param {() => string} text
   * @param {string} [title]
   */
  function button(label, text, title) {
    const act = () => void copied(text()).then((outcome) => (said.textContent = outcome));
    return dom.button(label, act, title ? { class: "small", title } : { class: "small" });
  }
  return { button, said };
}

/**
 * Copies a text and returns a message. A browser may refuse this on a page opened from a folder; then the page shows
 * the text.
 * @param {string} text
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return " copied";
  } catch {
    return ` this browser does not allow it: select the text ${text}`;
  }
}
