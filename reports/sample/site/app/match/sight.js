"use strict";
const sight = (() => {
function eyes(story, play) {
if (!story.steps.some((step) => step.hidden)) return null;
const choices = story.sides.map(({ seat, word }) => [seat, `Seen by ${word}`]);
const select = dom.select([[-1, "Seen: everything"], ...choices], { "aria-label": "What the board shows" });
select.addEventListener("change", () => {
const seat = Number(select.value);
play.setViewer(seat === 0 || seat === 1 ? seat : null);
});
return select;
}
function told(container, story, play) {
const body = dom.make("tbody");
const choice = dom.select(
story.sides.map(({ seat, word }) => [seat, word]),
{ "aria-label": "Seat" },
);
const table = dom.make("table", { class: "facts" }, body);
const details = dom.make(
"details",
{ class: "told" },
dom.make("summary", {}, "What a bot is shown here, field by field"),
dom.make("p", {}, "The view of ", choice, " after this ply:"),
dom.region("View", table),
);
const show = () => {
if (!details.open) return;
const { fields } = story.session.view(play.now().ply, choice.value === "1" ? 1 : 0);
dom.fill(body, ...fields.map(fieldRow));
};
details.addEventListener("toggle", show);
choice.addEventListener("change", show);
play.watch(show);
dom.fill(container, details);
}
function fieldRow({ name, about, values }) {
const head = dom.make("th", { scope: "row" }, dom.make("code", {}, name));
head.append(dom.make("span", { class: "soft small" }, ` ${about}`));
return dom.make("tr", {}, head, dom.make("td", {}, dom.make("code", {}, values.join(" "))));
}
return { eyes, told };
})();
