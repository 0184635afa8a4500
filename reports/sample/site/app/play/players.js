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
function samples(game) {
return sampleBots
.filter((bot) => bot.game === game)
.map((bot) => known(bot.name, bot.about, async () => new Uint8Array(await packed.unpack(bot.module))));
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
