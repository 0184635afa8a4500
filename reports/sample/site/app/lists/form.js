"use strict";
const filterForm = (() => {
function create(index, changed) {
const form = /** @type {HTMLFormElement} */ (dom.byId("filter"));
const fields = /** @type {Fields} */ (
Object.fromEntries([...form.querySelectorAll("[name]")].map((field) => [field.getAttribute("name"), field]))
);
choices(fields, index);
const tell = () => {
relate(form, fields, index);
changed(read(fields));
};
form.addEventListener("change", tell);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", (event) => {
event.preventDefault();
write(fields, filter.parse(""));
tell();
});
return {
show(asked) {
fields.entrant.value = String(asked.entrant ?? "");
relate(form, fields, index);
write(fields, asked);
},
};
}
function choices(fields, index) {
const numbered = (/** @type {string[]} */ names) =>
names.map((name, number) => choice(number, words.visible(name)));
const entrants = index.entrants.map(({ name }) => name);
fields.entrant.append(...numbered(entrants));
fields.opponent.append(...numbered(entrants));
fields.seat.append(...numbered(index.game.seats.map(({ word }) => word)));
fields.reason.append(...numbered(index.reasons.map(({ text }) => text)));
fields.stage.append(...numbered(index.stages.map(({ name }) => name)));
}
const choice = (value, text) => dom.make("option", { value }, text);
function relate(form, fields, index) {
const named = fields.entrant.value !== "";
for (const part of form.querySelectorAll("[data-of=entrant]")) part.toggleAttribute("hidden", !named);
for (const part of form.querySelectorAll("[data-of=stages]")) {
part.toggleAttribute("hidden", index.stages.length < 2);
}
if (!named) fields.opponent.value = fields.seat.value = "";
const [first, second] = index.game.seats.map(({ word }) => word);
const results = named
? [choice("won", "won"), choice("lost", "lost"), choice("drawn", "drawn")]
: [choice("first", `won by ${first}`), choice("second", `won by ${second}`), choice("drawn", "drawn")];
const kept = results.find(({ value }) => value === fields.result.value);
fields.result.replaceChildren(choice("", "any"), ...results);
fields.result.value = kept?.value ?? "";
}
function read(fields) {
const { least, most, ...others } = fields;
const asked = Object.entries(others).map(([name, field]) => [name, field.value]);
asked.push(["plies", `${least.value}-${most.value}`]);
return filter.parse(new URLSearchParams(asked).toString());
}
function write(fields, asked) {
for (const [name, value] of Object.entries(asked)) {
const field = fields[/** @type {keyof MatchFilter} */ (name)];
field.value = value === null ? "" : String(value);
}
}
return { create };
})();
