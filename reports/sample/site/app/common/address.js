"use strict";
const address = (() => {
const KEY = /^\d{1,5}(\.\d{1,5}){3}(\+\d{1,3})?$/;
function read(hash) {
const [keys = "", ply] = decodeURIComponent(hash.replace(/^#/, "")).split("/");
const named = keys.split("|");
if (named.length > 2 || !named.every((key) => KEY.test(key))) return null;
return { keys: named, ply: ply !== undefined && /^\d{1,9}$/.test(ply) ? Number(ply) : null };
}
function write(keys, ply) {
return `#${keys.join("|")}${ply === undefined ? "" : `/${ply}`}`;
}
function returnKey(key) {
const [stage, round, pairing, game = 0] = key.split("+")[0].split(".").map(Number);
return [stage, round, pairing, game % 2 === 0 ? game - 1 : game + 1].join(".");
}
let waiting = 0;
function show(keys, ply) {
window.clearTimeout(waiting);
waiting = window.setTimeout(() => history.replaceState(null, "", write(keys, ply)), 250);
}
return { read, write, show, returnKey };
})();
