const { spawnSync } = require("child_process");
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require("fs");
const { join } = require("path");
const { tmpdir } = require("os");

const folder = mkdtempSync(join(tmpdir(), "muster-"));
const file = join(folder, "bot.mjs");

function answer(text) {
    writeFileSync(file, text);
    const said = spawnSync(process.execPath, ["--check", file], { encoding: "utf8" }).stderr;
    const line = /bot\.mjs:(\d+)\n/.exec(said);
    const message = /^\w*Error: .*/m.exec(said);
    return line && message ? [Number(line[1]), message[0]] : [0, ""];
}

const answers = JSON.parse(readFileSync(0, "utf8")).map(answer);
rmSync(folder, { recursive: true });
console.log(JSON.stringify([`Node ${process.version}, V8 ${process.versions.v8}`, answers]));
