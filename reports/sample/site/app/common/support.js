"use strict";
const support = (() => {
const isThere = typeof WebAssembly === "object" && typeof DecompressionStream === "function";
const notice = document.getElementById("unsupported");
if (!isThere && notice) notice.hidden = false;
function complain(what, error) {
const place = dom.byId("trouble");
dom.fill(place, dom.make("strong", {}, what), words.reason(error));
place.hidden = false;
}
return { isThere, complain };
})();
