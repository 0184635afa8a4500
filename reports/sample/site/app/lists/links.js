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
return { entrant, match, list };
})();
