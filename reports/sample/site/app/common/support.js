"use strict";
const support = (() => {
const isThere = typeof WebAssembly === "object" && typeof DecompressionStream === "function";
const notice = document.getElementById("unsupported");
if (!isThere && notice) notice.hidden = false;
return { isThere };
})();
