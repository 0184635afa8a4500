"use strict";
const found = (() => {
const BLOCK = 65536;
const blocks = [];
const load = (block) => (blocks[block] ??= data.list(block));
async function find(index, asked, progress) {
if (Object.values(asked).every((value) => value === null)) return everything(index);
const faults = index.reasons.map((_, reason) => tally.isFault(index, reason));
if (asked.entrant !== null) {
if (asked.entrant >= index.entrants.length) return among([]);
const rows = await data.entrant(asked.entrant);
return among([{ rows, picked: filter.select(asked, rows, faults) }]);
}
const parts = [];
for (let block = 0; block < index.lists; block++) {
const rows = await load(block);
parts.push({ rows, picked: filter.select(asked, rows, faults) });
progress((block + 1) / index.lists);
}
return among(parts);
}
function everything(index) {
const at = async (/** @type {number} */ place) => {
return { rows: await load(Math.floor(place / BLOCK)), index: place % BLOCK };
};
return { count: index.matches, slice: (from, to) => Promise.all(places(from, to).map(at)) };
}
function among(parts) {
const count = parts.reduce((sum, { picked }) => sum + picked.length, 0);
const at = (/** @type {number} */ place) => {
let left = place;
for (const { rows, picked } of parts) {
if (left < picked.length) return { rows, index: picked[left] };
left -= picked.length;
}
throw new RangeError(`there is no match ${place} of ${count}`);
};
return { count, slice: async (from, to) => places(from, Math.min(to, count)).map(at) };
}
const places = (from, to) => Array.from({ length: Math.max(to - from, 0) }, (_, place) => from + place);
return { find, among };
})();
