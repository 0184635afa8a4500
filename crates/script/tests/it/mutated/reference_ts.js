const { readFileSync } = require("fs");
const ts = require("typescript");

function answer(text) {
    const file = ts.createSourceFile("bot.ts", text, ts.ScriptTarget.ES2023);
    const first = file.parseDiagnostics[0];
    if (!first) return [0, ""];
    const line = file.getLineAndCharacterOfPosition(first.start).line + 1;
    return [line, ts.flattenDiagnosticMessageText(first.messageText, " ")];
}

console.log(JSON.stringify([`TypeScript ${ts.version}`, JSON.parse(readFileSync(0, "utf8")).map(answer)]));
