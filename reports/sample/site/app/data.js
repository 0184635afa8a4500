"use strict";
const data = (() => {
const newest = 1;
const keptOpen = 4;
const waiting = new Map();
const open = new Map();
let known;
const inside = document.querySelector('script[type="application/json"]');
const brought = inside && JSON.parse(inside.textContent ?? "");
globalThis.musterData = (name, value) => waiting.get(name)?.(value);
function load(name) {
if (brought) return Promise.resolve(brought[name]);
return new Promise((resolve, reject) => {
const script = document.createElement("script");
const fail = (what) => {
waiting.delete(name);
script.remove();
reject(new Error(`data/${name}.js ${what}. Copy the whole folder of the report, or have it made again.`));
};
waiting.set(name, (value) => {
waiting.delete(name);
script.remove();
resolve(value);
});
script.addEventListener("error", () => fail("is missing or cannot be read"));
script.addEventListener("load", () => waiting.has(name) && fail("is damaged"));
script.src = `data/${name}.js`;
document.head.append(script);
});
}
const loading = new Map();
function value(name) {
const begun = loading.get(name) ?? load(name).finally(() => loading.delete(name));
loading.set(name, begun);
return begun;
}
async function bytes(name) {
const coded = await value(name);
if (typeof coded !== "string") throw new Error(`data/${name}.js is damaged`);
return packed.unpack(coded);
}
function index() {
known ??= value("index").then((found) => {
const site = /** @type {SiteIndex} */ (found);
if (site.schema > newest) {
throw new Error(`This report's data are of version ${site.schema}; this page reads versions up to ${newest}.`);
}
return site;
});
return known;
}
function places(key) {
const [place = "", again = "0"] = key.split("+");
const [stage = 0, round = 0, pairing = 0, game = 0] = place.split(".").map(Number);
return [stage, round, pairing, Number(again), game];
}
function isAfter(one, other) {
const [ones, others] = [places(one), places(other)];
const at = ones.findIndex((number, place) => number !== others[place]);
return at >= 0 && (ones[at] ?? 0) > (others[at] ?? 0);
}
function chunkOf(site, key) {
const after = site.chunks.findIndex((first) => isAfter(first, key));
return (after < 0 ? site.chunks.length : after) - 1;
}
const padded = (number, digits) => String(number).padStart(digits, "0");
function chunk(number) {
const opened = open.get(number) ?? archived(number);
open.delete(number);
open.set(number, opened);
opened.catch(() => open.get(number) === opened && open.delete(number));
for (const [oldest, unused] of open) {
if (open.size <= keptOpen) break;
open.delete(oldest);
unused.then((archive) => archive.free()).catch(() => undefined);
}
return opened;
}
async function archived(number) {
const [rules, archive] = await Promise.all([engine.start(), bytes(`m/${padded(number, 5)}`)]);
return rules.archive(new Uint8Array(archive));
}
async function match(key) {
const site = await index();
if (site.single === key) {
const { opening, row } = /** @type {SingleMatch} */ (await value("match"));
return { opening: { ...opening, transcript: packed.bytes(opening.transcript) }, row };
}
const number = chunkOf(site, key);
const archive = number < 0 ? null : await chunk(number);
const at = archive?.find(key) ?? null;
if (archive === null || at === null) throw new Error(`There is no match ${key} in this report.`);
const { start, reason, ...recorded } = archive.row(at);
const [stage = 1, round = 1] = places(key);
const { rules, limits } = site.stages[stage - 1] ?? { rules: "", limits: "" };
const { text, faults = [] } = site.reasons[reason] ?? { text: "?" };
return {
opening: { game: site.game.name, rules, limits, start, transcript: archive.transcript(at) },
row: { ...recorded, stage: stage - 1, round, reasonText: text, faults: bySeat(recorded.outcome, faults) },
};
}
function bySeat(outcome, faults) {
const [one = null, other = null] = faults.map(({ name, explanation }) => ({ name, about: explanation }));
if (outcome === null) return [one, other];
return outcome === 0 ? [null, one] : [one, null];
}
function columns(list) {
const [, count = 0] = new Uint32Array(list, 0, 2);
const wide = (column) => new Uint32Array(list, 8 + 4 * count * column, count);
const medium = (column) => new Uint16Array(list, 8 + count * (20 + 2 * column), count);
const narrow = (column) => new Uint8Array(list, 8 + count * (26 + column), count);
const common = Math.ceil((8 + 28 * count) / 4) * 4;
const [rounds, pairings, stages, games] = [wide(0), wide(1), medium(0), medium(1)];
const key = (at) => {
const [stage = 0, round = 0, pairing = 0, game = 0] = [stages[at], rounds[at], pairings[at], games[at]];
const [again, number] = [game >> 12, game & 0xfff];
return `${stage + 1}.${round + 1}.${pairing + 1}.${number + 1}${again > 0 ? `+${again}` : ""}`;
};
return {
count,
key,
stage: stages,
round: rounds.map((round) => round + 1),
first: wide(2),
second: wide(3),
plies: wide(4),
reason: medium(2),
outcome: narrow(0),
counts: narrow(1),
spent: new Float32Array(list, common, list.byteLength > common ? count : 0),
};
}
const list = async (number) => columns(await bytes(`l/${padded(number, 3)}`));
const entrant = async (number) => columns(await bytes(`e/${number}`));
async function privateOf(key) {
const site = await index();
if (site.single === key) return /** @type {PrivateRecord | null} */ (await value("private"));
const number = chunkOf(site, key);
if (!site.private?.includes(number)) return null;
const text = new TextDecoder().decode(await bytes(`p/${padded(number, 5)}`));
return JSON.parse(text)[key] ?? null;
}
return { index, match, list, entrant, privateOf };
})();
