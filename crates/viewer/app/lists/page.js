/** Shared parts of the pages of lists: the site's index, the heading and the error message. */

import * as dom from "../common/dom.js";
import * as support from "../common/support.js";
import * as words from "../common/words.js";
import * as data from "../data.js";

/**
 * Shows a page. `fill` adds the contents to its main element.
 *
 * @param {string} title the title of the page
 * @param {(index: SiteIndex, main: HTMLElement) => Promise<void>} fill
 */
export async function show(title, fill) {
  const main = dom.byId("main");
  try {
    if (!support.hasAll()) throw new Error("This browser lacks WebAssembly or DecompressionStream.");
    const index = await data.index();
    dom.fill(dom.byId("tournament"), dom.name(index.name));
    head(title, index);
    await fill(index, main);
  } catch (error) {
    main.prepend(failure(words.reason(error)));
  }
  dom.setBusy(main, false);
}

/**
 * Sets the document's title.
 *
 * @param {string} title
 * @param {SiteIndex} index
 */
export function head(title, index) {
  document.title = `${words.visible(title)} · ${words.visible(index.name)}`;
}

/** @param {string} message */
function failure(message) {
  const standings = dom.make("a", { href: "index.html" }, "the standings");
  const boards = dom.make("a", { href: "matches/index.html" }, "boards of some matches");
  const without = [" Without it there are ", standings, " and ", boards, "."];
  return dom.make("p.notice", { role: "alert" }, message, ...without);
}
