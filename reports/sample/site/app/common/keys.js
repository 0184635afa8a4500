"use strict";
const keys = (() => {
const KEPT = "muster-letters";
let letters = true;
try {
letters = localStorage.getItem(KEPT) !== "off";
} catch {
}
function listen(list) {
const help = dialog(list);
document.addEventListener("keydown", (event) => {
if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
const target = event.target instanceof Element ? event.target : document.body;
if (target.closest("input:not([type=range]),select,textarea,[contenteditable]")) return;
const isLetter = event.key.length === 1 && event.key !== " ";
if (isLetter && !letters && event.key !== "?") return;
if ((event.key === " " || event.key === "Enter") && target.closest("button,a,summary,[role=gridcell]")) return;
if (help.open && event.key !== "?") return;
if (event.key === "?") {
event.preventDefault();
toggle(help);
return;
}
const name = event.shiftKey && !isLetter ? `Shift+${event.key}` : event.key;
const found = list.find((entry) => entry.key === name);
if (!found) return;
event.preventDefault();
found.act();
});
return { showHelp: () => toggle(help) };
}
function toggle(help) {
if (help.open) help.close();
else help.showModal();
}
function dialog(list) {
const row = (/** @type {string} */ shown, /** @type {string} */ about) =>
dom.make("tr", {}, dom.make("th", { scope: "row" }, dom.make("kbd", {}, shown)), dom.make("td", {}, about));
const box = dom.make("input", { type: "checkbox" });
box.checked = letters;
box.addEventListener("change", () => {
letters = box.checked;
try {
localStorage.setItem(KEPT, letters ? "on" : "off");
} catch {
}
});
const rows = list.filter((entry) => entry.about).map((entry) => row(entry.shown, entry.about));
const help = dom.make(
"dialog",
{ class: "keys", "aria-labelledby": "keys-title" },
dom.make("h2", { id: "keys-title" }, "Keys"),
dom.make("table", {}, dom.make("tbody", {}, ...rows, row("?", "these keys"))),
dom.make("p", {}, dom.make("label", {}, box, " Letters are keys")),
);
help.append(dom.button("Close", () => help.close(), { class: "button" }));
document.body.append(help);
return help;
}
return { listen };
})();
