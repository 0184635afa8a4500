"use strict";
const packed = (() => {
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
function unpack(text) {
return new Response(new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
function hex(digits) {
return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
return { bytes, unpack, hex };
})();
