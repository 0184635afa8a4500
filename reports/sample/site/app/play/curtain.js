"use strict";
const curtain = (() => {
function draw(next, lifted) {
const title = dom.make("h2", { id: "curtain-title" }, `${next} to play`);
const dialog = dom.make(
"dialog",
{ class: "curtain", "aria-labelledby": "curtain-title" },
title,
dom.make("p", {}, `What one of you sees or chooses is hidden from the other. Hand over, and look away.`),
);
dialog.addEventListener("cancel", (event) => event.preventDefault());
const lift = dom.button(`I am ${next}: show the board`, () => dialog.close(), { class: "button main" });
dialog.addEventListener("close", () => {
dialog.remove();
lifted();
});
dialog.append(lift);
document.body.append(dialog);
dialog.showModal();
}
return { draw };
})();
