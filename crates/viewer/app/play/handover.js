/** Handing the screen over between two persons, where one must not see what the other sees or chooses. */

import * as dom from "../common/dom.js";

/**
 * Hides the page until the next person says that they are there.
 * @param {string} next who is to play
 * @param {() => void} confirmed
 */
export function show(next, confirmed) {
  const title = dom.make("h2", { id: "handover-title" }, `${next} to play`);
  const dialog = dom.make(
    "dialog.handover",
    { "aria-labelledby": "handover-title" },
    title,
    dom.make("p", `What one of you sees or chooses is hidden from the other. Hand over, and look away.`),
  );
  // Nothing but the button closes it.
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
