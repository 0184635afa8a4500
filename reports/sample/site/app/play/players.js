"use strict";
const players = (() => {
const memory = 64 << 20;
function known(name, about, load) {
let compiled;
return {
name,
about,
module(onProgress) {
compiled ??= load().then((bytes) => bots.admit(bytes, memory, onProgress));
return compiled;
},
};
}
async function unpacked(packed) {
const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
return new Uint8Array(await new Response(stream).arrayBuffer());
}
function samples(game) {
return sampleBots
.filter((bot) => bot.game === game)
.map((bot) => known(bot.name, bot.about, () => unpacked(bot.module)));
}
async function own(file, onProgress) {
const name = words.visible(file.name.replace(/\.wasm$/, "")).slice(0, 60) || "your module";
const bot = known(name, "your module", async () => new Uint8Array(await file.arrayBuffer()));
const size = words.count(Math.ceil(file.size / 1024));
await bot.module((share) => onProgress(`Compiling ${name}, ${size} KiB: ${Math.round(share * 100)} %`));
return bot;
}
return { samples, own };
})();
