"use strict";
const botWorker = workerParts.define("botWorker", () => {
const chunk = 256 << 10;
const [offersAtOnce, offerInterval] = [256, 10];
let player = null;
let drawn = () => 0;
let offers = 0;
let offered = 0;
const post = (report) => self.postMessage(report);
const stream = (bytes) => {
let done = 0;
return new ReadableStream({
pull(controller) {
post({ compiled: done / bytes.length });
if (done === bytes.length) return controller.close();
controller.enqueue(bytes.subarray(done, done + chunk));
done = Math.min(bytes.length, done + chunk);
},
});
};
const admit = async ({ bytes, memory }) => {
const admission = botModule.admit(bytes, memory);
if (admission.bytes === null) return post({ refused: admission.objections });
const headers = { "Content-Type": "application/wasm" };
try {
const module = await WebAssembly.compileStreaming(new Response(stream(admission.bytes), { headers }));
return post({ admitted: { ...admission.facts, module } });
} catch (error) {
return post({ refused: [botDoor.invalid(error)] });
}
};
const tell = (note) => {
if ("offer" in note) {
offers += 1;
if (offers > offersAtOnce && performance.now() - offered < offerInterval) return;
offered = performance.now();
}
post({ note });
};
const open = ({ bot, rules, key, skipped, settings, limits }) => {
const dice = botDice.open(rules, key, skipped);
drawn = dice.count;
player = botPlayer.open(bot, { dice, settings, limits, now: () => performance.now(), tell });
};
const ask = (question) => {
if (player === null) throw new Error("nobody sits here");
offers = 0;
post({ answer: player.ask(question), drawn: drawn() });
};
const obey = (order) => {
if ("admit" in order) return admit(order.admit);
if ("open" in order) return open(order.open);
return ask(order.ask);
};
const serve = () => {
self.onmessage = async ({ data }) => {
try {
await obey(data);
} catch (error) {
post({ broken: error instanceof Error ? error.message : String(error) });
}
};
};
return { serve };
});
