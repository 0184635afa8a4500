"use strict";
const botModule = workerParts.define("botModule", () => {
const admit = (bytes, memory) => {
const { objections, file } = botDoor.inspect(bytes);
if (file === null || objections.length > 0) return { objections, bytes: null };
const fitted = moduleFit.fit(bytes, file, memory);
const needsMatch = file.imports.some(
({ module, name }) => module === "muster" && (name === "legal_actions" || name === "history"),
);
const pages = Math.max(0, ...file.memories.map((each) => each.initial));
const facts = {
starts: file.start !== null,
moved: fitted.moved,
memory: pages * botInterface.page,
needsMatch,
};
return { objections, bytes: fitted.bytes, facts };
};
return { admit };
});
