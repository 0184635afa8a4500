/**
 * Checks if a module may play here: it needs the exports and imports of a bot. The reasons are worded as in the
 * sandbox. The sandbox has more of them: it limits more parts of a module, and rejects features that browsers support.
 */

import { imports, buffer, choose, initialize, describe, memory, start } from "./interface.js";
import { entriesMax, moduleMax, tableMax } from "./interface.js";
import * as wasmFile from "./wasm.js";

/** Maximum number of pages that a memory may start with. */
const pagesMax = 4096;
/** Maximum number of reasons listed. */
const listed = 20;

const advice = {
  source: "hand in the .wasm file that the compiler made, not the source",
  large:
    "strip names and debug information (-s, --strip-all), or leave out data; interpreters need a " +
    'tournament that admits size = "script"',
  core: "build a core module (wasm32-unknown-unknown or wasm32-wasip1)",
  damaged: "the file was cut off or damaged: build it again and copy it whole",
  smaller:
    "make the function or the data smaller, or turn optimisation on; interpreters need a tournament " +
    'that admits size = "script"',
  feature: "switch the feature off in the compiler, for example with -mno-… or -C target-feature=-…",
  imports: "a bot may import only what the module `muster` offers, and the stub of WASI preview 1",
  header: "use the starter kit's header, or compare with its example",
  more: "fix the causes of those that are listed, and check again",
};

/** @type {Objection} */
const programObjection = {
  message: "the module is a program with _start, which reads and prints lines: that cannot be played in a browser",
  advice: "play it with `muster play`, or build a reactor (-mexec-model=reactor) that exports muster_choose",
};

/** Maximum size in bytes of a text from a module, and the size to which a longer one is cut. */
const [foreignMax, foreignKept] = [240, 200];
/** Control, line break, direction, invisible and combining characters, and code points without a character. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{M}]|(?! )\p{Zs}/u;
/** @type {Record<string, string>} */
const escapes = { "\0": "\\0", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/**
 * A text from a module, made safe to show: on one line, not too long, with invisible characters escaped.
 * @param {string} text
 */
export const foreign = (text) => {
  const size = (/** @type {string} */ each) => new TextEncoder().encode(each).length;
  const shown = Array.from(text, (each) => {
    if (!unseen.test(each)) return each;
    return escapes[each] ?? `\\u{${Number(each.codePointAt(0)).toString(16)}}`;
  });
  if (size(shown.join("")) <= foreignMax) return shown.join("");
  let [kept, bytes] = ["", 0];
  for (const each of shown) {
    bytes += size(each);
    if (bytes > foreignKept) break;
    kept += each;
  }
  return `${kept}… (${size(text)} bytes in all)`;
};

/** The type at an index in readable form; `null` if it is unknown.
 * @param {WasmFile} file @param {number | null | undefined} index */
const spelled = (file, index) => {
  const type = file.types[Number(index)];
  if (type === undefined) return null;
  const results = type.results.length === 1 ? type.results[0] : `(${type.results.join(", ")})`;
  return foreign(`func (${type.parameters.join(", ")}) -> ${results}`);
};

/** @param {Uint8Array} bytes @returns {Objection | null} */
const atAGlance = (bytes) => {
  if (bytes.length === 0) return { message: "the file is empty", advice: advice.source };
  if (bytes.length > moduleMax) {
    const message = `the file has ${bytes.length} bytes; at most ${moduleMax} are admitted`;
    return { message, advice: advice.large };
  }
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== "\0asm") {
    const message = "the file is not a WebAssembly module: it does not start with \\0asm and version 1";
    return { message, advice: advice.source };
  }
  if (bytes[4] === 13 && bytes[6] === 1) {
    return { message: "the file is a WebAssembly component, not a core module", advice: advice.core };
  }
  return null;
};

/** @param {WasmFile} file @param {WasmImport} entry @returns {Objection[]} */
const importObjections = (file, entry) => {
  const due =
    Object.hasOwn(imports, entry.module) && Object.hasOwn(imports[entry.module], entry.name)
      ? describe(imports[entry.module][entry.name])
      : null;
  if (due === null) {
    const message =
      `the module imports ${foreign(entry.module)}.${foreign(entry.name)}, ` + "which does not exist here";
    return [{ message, advice: advice.imports }];
  }
  const found = entry.kind === "func" ? spelled(file, entry.type) : entry.kind;
  if (found === due || found === null) return [];
  const message = `the module imports ${entry.module}.${entry.name} as ${found}; its type is ${due}`;
  return [{ message, advice: advice.header }];
};

/** @param {WasmFile} file @param {string} name @param {string} due @returns {Objection[]} */
const exportObjections = (file, name, due) => {
  const entry = file.exports.find((each) => each.name === name);
  if (entry === undefined) {
    return [{ message: `the module does not export ${name}, ${due}`, advice: advice.header }];
  }
  const isFunction = entry.kind === "func" && due !== "memory";
  const found = isFunction ? spelled(file, file.functions[entry.index]) : entry.kind;
  if (found === due || found === null) return [];
  return [{ message: `the module exports ${name} as ${found}; it must be ${due}`, advice: advice.header }];
};

/** Objections to sections with too many entries. Such a module is not read any further. @param {Uint8Array} bytes */
const capObjections = (bytes) =>
  wasmFile.counts(bytes, Object.keys(entriesMax).map(Number)).flatMap(({ id, count }) => {
    const [what, limit] = entriesMax[id] ?? ["", count];
    if (count <= limit) return [];
    return [{ message: `the module has ${count} ${what}; at most ${limit} are admitted`, advice: advice.smaller }];
  });

/** The first objections, and the number of the others. @param {Objection[]} found @returns {Objection[]} */
const first = (found) => {
  if (found.length <= listed) return found;
  const message = `${found.length - listed} more reasons are not listed`;
  return [...found.slice(0, listed), { message, advice: advice.more }];
};

/** @param {WasmFile} file @returns {Objection[]} */
const sizeObjections = (file) => {
  const pages = Math.max(0, ...file.memories.map((each) => each.initial));
  const entries = Math.max(0, ...file.tables.map((each) => each.initial));
  const over = [];
  if (entries > tableMax) over.push(`a table has ${entries} entries; at most ${tableMax} are admitted`);
  if (pages > pagesMax) {
    over.push(`the memory starts with ${pages} pages of 64 KiB; at most ${pagesMax} are admitted`);
  }
  return over.map((message) => ({ message, advice: advice.smaller }));
};

/** Objections to features that the host cannot support. @param {WasmFile} file @returns {Objection[]} */
const featureObjections = (file) => {
  const flag = (/** @type {number} */ bit) => file.memories.some((each) => each.flags & bit);
  /** @type {[boolean, string][]} */
  const features = [
    [flag(2), "threads (atomic operations or shared memory)"],
    [flag(4), "memory64 (64-bit addresses)"],
    [file.memories.length > 1, "multi-memory (more than one memory)"],
    [file.sections.some((each) => each.id === 13), "exceptions (exception tags)"],
    [flag(8), "custom page sizes"],
  ];
  const used = features.filter(([is]) => is).map(([, name]) => name);
  return [...used, ...file.odd].map((name) => ({
    message: `the module uses ${name}, which is not admitted`,
    advice: advice.feature,
  }));
};

/** @param {WasmFile} file @param {string} name */
const has = (file, name) => file.exports.some((each) => each.name === name);

/** Returns `true` if the module plays over standard input and output. @param {WasmFile} file */
const isProgram = (file) => has(file, start.name) && !has(file, choose.name);

/** The functions that a module must export. @param {WasmFile} file */
const functionsDue = (file) => {
  if (isProgram(file)) return [start];
  return has(file, initialize.name) ? [buffer, choose, initialize] : [buffer, choose];
};

/** @param {WasmFile} file @returns {Objection[]} */
const fileObjections = (file) => {
  const found = [...sizeObjections(file), ...file.imports.flatMap((entry) => importObjections(file, entry))];
  found.push(...exportObjections(file, memory, "memory"));
  for (const { name, signature } of functionsDue(file)) {
    found.push(...exportObjections(file, name, describe(signature)));
  }
  return [...found, ...featureObjections(file)];
};

/** @param {unknown} error @returns {Objection} */
export const invalid = (error) => {
  const message = error instanceof Error ? error.message : String(error);
  return { message: `the module is not valid: ${foreign(message)}`, advice: advice.damaged };
};

/**
 * The objections to a module that its file alone reveals. Nothing is compiled.
 * @param {Uint8Array} bytes
 * @returns {{ objections: Objection[], file: WasmFile | null }}
 */
export const inspect = (bytes) => {
  const glance = atAGlance(bytes);
  if (glance !== null) return { objections: [glance], file: null };
  try {
    const beyond = capObjections(bytes);
    if (beyond.length > 0) return { objections: first(beyond), file: null };
    const file = wasmFile.parse(bytes);
    const objections = first(fileObjections(file));
    // In a browser, a program cannot wait for its input. The sandbox does not have this objection.
    if (objections.length === 0 && isProgram(file)) objections.push(programObjection);
    return { objections, file };
  } catch (error) {
    return { objections: [invalid(error)], file: null };
  }
};
