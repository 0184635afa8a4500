/** A curtain between two persons at one screen, where one must not see what the other sees or chooses. */

import * as dom from "../common/dom.js";

/**
 * Hides the page until the next person says that they are there.
 * @param {string} next who is to play
 * @param {() => void} lifted
 */
export function draw(next, lifted) {
  const title = dom.make("h2", { id: "curtain-title" }, `${next} to play`);
  const dialog = dom.make(
    "dialog.curtain",
    { "aria-labelledby": "curtain-title" },
    title,
    dom.make("p", `What one of you sees or chooses is hidden from the other. Hand over, and look away.`),
  );
  // Nothing but the button lifts it.
  dialog.oncancel = (event) => event.preventDefault();
  const lift = dom.button(`I am ${next}: show the board`, () => dialog.close(), { class: "button main" });
  dialog.onclose = () => {
    dialog.remove();
    lifted();
  };
  dialog.append(lift);
  document.body.append(dialog);
  dialog.showModal();
}
