/** The list of matches. */

import * as dom from "../common/dom.js";
import * as words from "../common/words.js";
import * as filter from "./filter.js";
import * as filterForm from "./form.js";
import * as found from "./found.js";
import * as listPage from "./page.js";
import * as pager from "./pager.js";

/** @param {SiteIndex} index */
async function fill(index) {
  const table = dom.byId("matches");
  let asking = 0;

  /**
   * @param {MatchFilter} asked
   * @param {number} page
   */
  const list = async (asked, page) => {
    // A newer request replaces this one.
    const mine = ++asking;
    const isWanted = () => mine === asking;
    dom.setBusy(table, true);
    const progress = (/** @type {number} */ share) => {
      if (isWanted() && share < 1) say(`Searching: ${Math.round(share * 100)} %`);
    };
    const matches = await found.find(index, asked, progress);
    if (!isWanted()) return;
    const turned = (/** @type {number} */ to) => note(asked, to);
    await pager.show(table, index, matches, page, { turned, isWanted });
    if (!isWanted()) return;
    const total = words.counted(index.matches, "match", "matches");
    say(matches.count === index.matches ? total : `${words.count(matches.count)} of ${total}`);
    dom.setBusy(table, false);
  };
  const form = filterForm.create(index, (asked) => {
    note(asked, 0);
    void list(asked, 0);
  });
  const open = async () => {
    const fragment = location.hash.slice(1);
    const asked = filter.parse(fragment);
    form.show(asked);
    const page = Number(new URLSearchParams(fragment).get("page") ?? 1);
    await list(asked, Number.isSafeInteger(page) && page > 0 ? page - 1 : 0);
  };
  window.onhashchange = () => void open();
  await open();
}

/** @param {string} text */
function say(text) {
  dom.byId("count").textContent = text;
}

/**
 * Writes the filter and the page into the address, so that the reader can share it.
 *
 * @param {MatchFilter} asked
 * @param {number} page
 */
function note(asked, page) {
  const parts = [filter.format(asked), page > 0 ? `page=${page + 1}` : ""];
  history.replaceState(null, "", `#${parts.filter(Boolean).join("&")}`);
}

/** Shows the page. */
export function open() {
  void listPage.show("Matches", fill);
  return { filter };
}
