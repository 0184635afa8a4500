"use strict";
const listPage = (() => {
async function show(title, fill) {
const main = dom.byId("main");
try {
if (typeof DecompressionStream === "undefined") throw new Error("This browser cannot unpack the data.");
const index = await data.index();
dom.fill(dom.byId("tournament"), dom.name(index.name));
head(title, index);
await fill(index, main);
} catch (error) {
main.prepend(failure(words.reason(error)));
}
main.setAttribute("aria-busy", "false");
}
function head(title, index) {
document.title = `${words.visible(title)} · ${words.visible(index.name)}`;
}
function failure(message) {
const standings = dom.make("a", { href: "index.html" }, "the standings");
const boards = dom.make("a", { href: "matches/index.html" }, "boards of some matches");
const without = [" Without it there are ", standings, " and ", boards, "."];
return dom.make("p", { class: "notice", role: "alert" }, message, ...without);
}
return { show, head };
})();
