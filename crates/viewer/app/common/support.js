"use strict";

// Says so where a browser cannot show the page. The scripts after this one need not care.
{
  const notice = document.getElementById("unsupported");
  const main = document.getElementById("main");
  const isMissing = typeof WebAssembly !== "object" || typeof DecompressionStream !== "function";
  if (isMissing && notice && main) {
    notice.hidden = false;
    main.setAttribute("aria-busy", "false");
  }
}
