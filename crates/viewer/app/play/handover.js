/** Handover of the screen between two people who must not see each other's view or choice. */

import * as dom from "../common/dom.js";

/**
 * Hides the page until the next person confirms being at the screen.
 * @param {string} next name of the next person's seat
 * @param {() => void} confirmed
 */
export function show(next, confirmed) {
  const title = dom.make("h2", { id: "handover-title" }, `${next} to play`);
  const dialog = dom.make(
    "dialog.handover",
    { "aria-labelledby": "handover-title" },
    title,
    dom.make("p", `Your opponent must not see your view and choices. Hand over the device, and look away.`),
  );
  // Only the button closes the dialog.
  dialog.oncancel = (event) => event.preventDefault();
  const confirm = dom.button(`I am ${next}: show the board`, () => dialog.close(), { class: "button main" });
  dialog.onclose = () => {
    dialog.remove();
    confirmed();
  };
  dialog.append(confirm);
  document.body.append(dialog);
  dialog.showModal();
}
