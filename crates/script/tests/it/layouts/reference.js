const { relative, dirname } = require("path");
const ts = require("typescript");

const [, asked, config] = process.argv;
const { options } = ts.convertCompilerOptionsFromJson(JSON.parse(config).compilerOptions, ".");
console.log(`TypeScript ${ts.version}`);
for (const [file, name] of JSON.parse(asked)) {
    const found = ts.resolveModuleName(name, file, options, ts.sys).resolvedModule;
    console.log(found ? relative(dirname(file), found.resolvedFileName) : "-");
}
