"use strict";
const bots = (() => {
const patience = 10_000;
const ticksOfMillisecond = 1e7;
class Refusal extends Error {
constructor(objections) {
super(objections.map(({ message }) => message).join("; "));
this.objections = objections;
}
}
let address;
function worker() {
address ??= URL.createObjectURL(new Blob([workerParts.text()], { type: "text/javascript" }));
return new Worker(address);
}
function admit(bytes, memory, onProgress) {
const compiler = worker();
const admitted = new Promise((resolve, reject) => {
compiler.onerror = (event) => reject(new Error(event.message));
compiler.onmessage = ({ data }) => {
const report = data;
if ("compiled" in report) onProgress(report.compiled);
else if ("admitted" in report) resolve(report.admitted);
else if ("refused" in report) reject(new Refusal(report.refused));
else if ("broken" in report) reject(new Error(report.broken));
};
compiler.postMessage({ admit: { bytes, memory } });
});
return admitted.finally(() => compiler.terminate());
}
function seat(seating) {
let running = null;
let drawn = 0;
const log = [];
let abandon = () => {};
function started() {
if (running !== null) return running;
running = worker();
const logged = log.reduce((sum, piece) => sum + piece.bytes.length, 0);
const limits = { ...seating.limits, log: Math.max(0, seating.limits.log - logged) };
running.postMessage({ open: { ...seating, limits, skipped: drawn } });
return running;
}
function stop() {
running?.terminate();
running = null;
}
function ask(question) {
const asked = started();
let offer = null;
return new Promise((resolve, reject) => {
const timer = window.setTimeout(() => {
stop();
const detail = `the call was stopped after ${patience / 1000} s of real time`;
const failure = { fault: "timeout", detail, backtrace: [] };
resolve({ code: null, failure, offer, spent: patience * ticksOfMillisecond });
}, patience);
abandon = (error) => {
window.clearTimeout(timer);
stop();
reject(error);
};
asked.onerror = (event) => abandon(new Error(event.message));
asked.onmessage = ({ data }) => {
const report = data;
if ("note" in report) {
if ("log" in report.note) log.push(report.note.log);
else offer = report.note.offer;
} else if ("answer" in report) {
window.clearTimeout(timer);
drawn = report.drawn;
resolve(report.answer);
} else if ("broken" in report) {
abandon(new Error(report.broken));
}
};
asked.postMessage({ ask: question });
});
}
function close() {
abandon(new Error("the bot was ended"));
stop();
}
return { ask, close, log };
}
return { admit, seat, Refusal, patience };
})();
