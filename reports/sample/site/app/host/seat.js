"use strict";
const botSeat = workerParts.define("botSeat", () => {
const { settingsMax, memory } = botInterface;
const open = ({ dice, settings, limits, now, tell }) => ({
dice,
now,
tell,
settings: new TextEncoder().encode(settings).subarray(0, settingsMax),
limits,
log: { pieces: [], length: 0, marks: [], dropped: 0 },
memoryPeak: 0,
instance: null,
ply: 0,
asked: false,
legal: null,
history: null,
offer: null,
begun: 0,
limit: 0,
gameLeft: 0,
ownTime: { used: 0, runs: false },
stopped: null,
});
const incrementAt = 48;
const ticksOfNanosecond = 10;
const noteTime = (seat, { view, gameLeft }, isFirst) => {
const increment = new DataView(view.buffer, view.byteOffset).getBigUint64(incrementAt, true);
const rose = Number(increment) * ticksOfNanosecond;
if (!isFirst) seat.ownTime.used += Math.max(0, seat.gameLeft + rose - gameLeft);
seat.gameLeft = gameLeft;
};
const writeLog = (seat, bytes) => {
const { log } = seat;
const kept = Math.min(Math.max(0, seat.limits.log - log.length), bytes.length);
log.dropped += bytes.length - kept;
if (kept === 0) return;
const piece = { ply: seat.ply, bytes: bytes.slice(0, kept) };
if (log.marks.at(-1)?.ply !== seat.ply) log.marks.push({ ply: seat.ply, offset: log.length });
log.pieces.push(piece.bytes);
log.length += kept;
seat.tell({ log: piece });
};
const stop = (seat, fault, detail) => {
seat.stopped ??= new botFailure.Stop(fault, detail);
throw seat.stopped;
};
const bytesOf = (seat) => {
const found = seat.instance?.exports[memory];
if (!(found instanceof WebAssembly.Memory)) return stop(seat, "bad-pointer", "the bot has no memory");
return new Uint8Array(found.buffer);
};
const span = (seat, pointer, length) => {
const bytes = bytesOf(seat);
const from = pointer >>> 0;
if (from + length <= bytes.length) return bytes.subarray(from, from + length);
const detail = `${length} bytes at address ${from}, in a memory of ${bytes.length} bytes`;
return stop(seat, "bad-pointer", detail);
};
const spent = (seat) => Math.round((seat.now() - seat.begun) * 1e7);
const ownTime = (seat) => (seat.ownTime.runs ? seat.ownTime.used + spent(seat) : 0);
const wholeLog = ({ log }) => {
const whole = new Uint8Array(log.length);
let at = 0;
for (const piece of log.pieces) {
whole.set(piece, at);
at += piece.length;
}
return { bytes: whole, marks: log.marks, dropped: log.dropped };
};
return { open, noteTime, writeLog, stop, bytesOf, span, spent, ownTime, wholeLog };
});
