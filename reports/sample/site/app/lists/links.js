"use strict";
const links = (() => {
function entrant(index, number) {
return dom.make("a", { href: `entrant.html#${number}` }, dom.name(index.entrants[number].name));
}
function match(key) {
return dom.make("a", { href: `match.html#${key}` }, key);
}
function list(text, filtered) {
return dom.make("a", { href: `matches.html#${filter.format(filtered)}` }, text);
}
function returnKey(key) {
const [stage, round, pairing, game] = key.split("+")[0].split(".").map(Number);
return [stage, round, pairing, game % 2 === 0 ? game - 1 : game + 1].join(".");
}
return { entrant, match, list, returnKey };
})();
