"use strict";

/** Whether the browser can show the page. Where it cannot, the page says so. */
const support = (() => {
  const isThere = typeof WebAssembly === "object" && typeof DecompressionStream === "function";
  const notice = document.getElementById("unsupported");
  if (!isThere && notice) notice.hidden = false;

  /**
   * Says what failed, where a reader finds it.
   * @param {string} what
   * @param {unknown} error
   */
  function complain(what, error) {
    const place = dom.byId("trouble");
    dom.fill(place, dom.make("strong", {}, what), words.reason(error));
    place.hidden = false;
  }

  return { isThere, complain };
})();
