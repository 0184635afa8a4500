"use strict";
const sight = (() => {
function eyes(story, play) {
if (!story.steps.some((step) => step.hidden)) return null;
const choices = ["Seen: everything", ...story.sides.map((side) => `Seen by ${side.word}`)];
const options = choices.map((label, index) => dom.make("option", { value: index - 1 }, label));
const select = dom.make("select", { "aria-label": "What the board shows" }, ...options);
select.addEventListener("change", () => {
const seat = Number(select.value);
play.setViewer(seat === 0 || seat === 1 ? seat : null);
});
return select;
}
function told(container, story, play) {
const body = dom.make("tbody");
const options = story.sides.map((side) => dom.make("option", { value: side.seat }, side.word));
const choice = dom.make("select", { "aria-label": "Seat" }, ...options);
const table = dom.make("table", { class: "facts" }, body);
const details = dom.make(
"details",
{ class: "told" },
dom.make("summary", {}, "What a bot is shown here, field by field"),
dom.make("p", {}, "The view of ", choice, " after this ply:"),
dom.make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "View" }, table),
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
