"use strict";
const facts = (() => {
function head(place, title, result, story) {
const [first, second] = story.sides;
const { index, row, stage } = story;
const linked = (/** @type {string} */ page, /** @type {string} */ label) =>
index.single ? dom.name(label) : dom.make("a", { href: page }, dom.name(label));
dom.fill(
place,
linked("index.html", index.name),
" · ",
!index.single && linked("matches.html", "Matches"),
!index.single && " · ",
stage ? dom.name(stage.name) : "",
` round ${row.round}, match ${story.key}`,
);
dom.fill(title, dom.name(first.name), " – ", dom.name(second.name));
dom.fill(
result,
dom.make("strong", {}, ...winner(story)),
`: ${row.reasonText}, after ${words.counted(story.plies, "ply", "plies")}.`,
!row.counts && dom.make("span", { class: "tag" }, "does not count, by a ruling"),
);
document.title = `${first.name} – ${second.name} · ${story.key} · ${index.name}`;
}
function winner({ row, sides }) {
return row.outcome === null ? ["Draw"] : [dom.name(sides[row.outcome].name), " won"];
}
function verdict(story) {
const { row, sides } = story;
const who = row.outcome === null ? "Draw" : `${sides[row.outcome].word} won`;
return `${who}: ${row.reasonText}`;
}
function actions(container, story, play) {
const on = dom.make("a", { class: "button" }, "Play on from here");
play.watch(({ ply }) => {
on.setAttribute("href", `play.html${address.write([story.key], ply)}`);
on.classList.toggle("void", ply === story.plies && story.isOver);
});
const downloads = story.records.flatMap((record, seat) => (record ? [download(story, record, seat)] : []));
dom.fill(container, !story.index.single && on, ...downloads);
if (!story.index.single) void offerComparison(container, story.key);
}
async function offerComparison(container, key) {
const [, pairing = "", game] = /^(.*)\.(\d+)/.exec(key) ?? [];
const other = `${pairing}.${game === "1" ? 2 : 1}`;
try {
await data.match(other);
} catch {
return;
}
const href = `compare.html${address.write([key, other])}`;
container.append(dom.make("a", { class: "button", href }, "Compare with the return game"));
}
function download(story, record, seat) {
const side = story.sides[seat === 0 ? 0 : 1];
return dom.button(
`Download ${side.word}'s record`,
() => {
const file = new Blob([JSON.stringify(record)], { type: "application/json" });
const link = dom.make("a", {
href: URL.createObjectURL(file),
download: `${story.key}-${side.word.toLowerCase()}.json`,
});
link.click();
window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
},
{ class: "button", title: "for `muster why FILE`" },
);
}
function conditions(container, story) {
const { opening, row, sides, index } = story;
const rows = [
["Game", `${story.game.title}, version ${story.game.version} of the rules`],
["Rules", opening.rules ?? ""],
["Limits", opening.limits ?? ""],
["Start position", opening.start ?? "the game's own"],
...sides.map(({ seat, word }) => /** @type {[string, string]} */ ([`${word} used`, used(row, seat)])),
["Times", index.times === "rounded" ? "an eighth off at most; the exports have the exact ones" : "exact"],
["Written by", `Muster ${index.muster}`],
];
dom.fill(
container,
dom.make("h2", {}, "Conditions"),
dom.make(
"div",
{ class: "scroll" },
dom.make(
"table",
{ class: "facts" },
dom.make(
"tbody",
{},
...rows.map(([label, value]) =>
dom.make("tr", {}, dom.make("th", { scope: "row" }, label), dom.make("td", {}, words.visible(value))),
),
),
),
),
);
}
function used({ spent, memory }, seat) {
return `${words.duration(spent[seat])} of time, ${words.count(Math.ceil(memory[seat] / 1024))} KiB of memory`;
}
return { head, verdict, actions, conditions };
})();
