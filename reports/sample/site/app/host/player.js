"use strict";
const botPlayer = workerParts.define("botPlayer", () => {
const { buffer, choose, initialize, memory } = botInterface;
const alignment = 8;
const failure = (fault, detail) => ({ fault, detail, backtrace: [] });
const open = (bot, options) => {
const seat = botSeat.open(options);
const imports = { muster: botCalls.of(seat), wasi_snapshot_preview1: botWasi.of(seat) };
let address = null;
const call = (name) => {
const found = seat.instance?.exports[name];
if (typeof found !== "function") throw new Error(`an export that the door saw is missing: ${name}`);
return /** @type {WasmCall} */ (found);
};
const tried = (attempt) => {
try {
const value = attempt();
if (seat.stopped === null) return { value };
throw seat.stopped;
} catch (error) {
const found = botFailure.of(error, seat.instance, bot.moved);
if (found === null) throw error;
return { failure: found };
}
};
const begin = (length) => {
seat.instance = new WebAssembly.Instance(bot.module, imports);
if (bot.starts) call(moduleFit.startName)();
if (seat.instance.exports[initialize.name] !== undefined) call(initialize.name)();
const found = Number(call(buffer.name)(length)) >>> 0;
const size = botSeat.bytesOf(seat).length;
if (found % alignment === 0 && found + length <= size) return found;
const detail = `${length} bytes at address ${found}, in a memory of ${size} bytes`;
throw new botFailure.Stop("bad-buffer", detail);
};
const start = (length) => {
if (bot.memory > options.limits.memory) {
const detail = `the memory starts with ${bot.memory} bytes; ${options.limits.memory} are allowed`;
return failure("out-of-memory", detail);
}
const begun = tried(() => begin(length));
if ("failure" in begun) return begun.failure;
address = begun.value;
return null;
};
const drop = () => {
seat.instance = null;
seat.stopped = null;
address = null;
};
const answer = (question) => {
if (address === null) throw new Error("a bot without an instance was asked");
botSeat.bytesOf(seat).set(question.view, address);
Object.assign(seat, { asked: true, legal: question.legal, history: question.history });
const result = tried(() => BigInt(call(choose.name)(question.view.length)));
Object.assign(seat, { asked: false, legal: null, history: null });
return result;
};
const told = (found, code, spent) => {
const exported = seat.instance?.exports[memory];
if (exported instanceof WebAssembly.Memory) {
seat.memoryPeak = Math.max(seat.memoryPeak, exported.buffer.byteLength);
}
const { offer } = seat;
if (found !== null) drop();
return { code, failure: found, offer, spent };
};
const ask = (question) => {
const { ply, view, limit, restarted } = question;
if (restarted) drop();
botSeat.noteTime(seat, question, !seat.ownTime.runs);
Object.assign(seat, { ply, limit: options.limits.start, offer: null, begun: seat.now() });
if (address === null) {
const found = start(view.length);
if (found !== null) return told(found, null, restarted ? botSeat.spent(seat) : 0);
if (!restarted) seat.begun = seat.now();
}
seat.limit = limit;
seat.ownTime.runs = true;
const result = answer(question);
const spent = botSeat.spent(seat);
return "value" in result ? told(null, result.value, spent) : told(result.failure, null, spent);
};
const close = () => ({ log: botSeat.wholeLog(seat), memoryPeak: seat.memoryPeak });
return { ask, close };
};
return { open };
});
