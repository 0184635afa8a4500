/**
 * Reads types, imports, exports, memories and tables from a module's file. A browser reveals the names of imports and
 * exports but not their types, and has no way to limit a module's memory from outside.
 */

/** The export and the custom section that mark the rules of a game, compiled or as a script. */
const [gameName, gameSection] = ["muster_game", "muster.game"];

const kinds = ["func", "table", "memory", "global", "tag"];
/** @type {Record<number, string>} */
const valueTypes = {
  0x7f: "i32",
  0x7e: "i64",
  0x7d: "f32",
  0x7c: "f64",
  0x7b: "v128",
  0x70: "funcref",
};

/**
 * Reads numbers and names, starting at an offset.
 * @param {Uint8Array} bytes
 * @param {number} from
 * @param {number} end
 */
const reader = (bytes, from, end) => {
  let at = from;
  const byte = () => {
    if (at >= end) throw new Error(`unexpected end (at byte ${at})`);
    return bytes[at++];
  };
  /** A number in LEB128; exact below 2^53. */
  const number = () => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const next = byte();
      value += (next & 0x7f) * 2 ** shift;
      if (next < 0x80) return value;
    }
    throw new Error(`a number is too long (at byte ${at})`);
  };
  const name = () => {
    const length = number();
    if (length > end - at) throw new Error(`unexpected end (at byte ${end})`);
    at += length;
    return new TextDecoder().decode(bytes.subarray(at - length, at));
  };
  return { byte, number, name, at: () => at, skip: (/** @type {number} */ count) => (at += count) };
};

/** @typedef {ReturnType<typeof reader>} Reader */

const garbage = "references to garbage-collected objects (externref and its kin)";
/** WebAssembly features required by types that no bot may have. */
const odd = {
  structure: [garbage, "garbage collection (GC types)"],
  written: ["typed function references"],
  other: [garbage],
};

/** A value's type, or the features that an unsupported type requires. @param {Reader} read */
const valueType = (read) => {
  const byte = read.byte();
  return valueTypes[byte] ?? (byte === 0x63 || byte === 0x64 ? odd.written : odd.other);
};

/**
 * The limits of a memory or table.
 * @param {Reader} read
 * @returns {WasmRoom}
 */
const limits = (read) => {
  const flags = read.byte();
  const initial = read.number();
  return { flags, initial, maximum: flags & 1 ? read.number() : null };
};

/**
 * @template T
 * @param {Reader} read
 * @param {(read: Reader) => T} entry
 * @returns {T[]}
 */
const list = (read, entry) => Array.from({ length: read.number() }, () => entry(read));

/**
 * The function types up to the first unsupported type, and the features that it requires.
 * @param {Reader} read
 * @returns {{ types: WasmFunction[], odd: string[] }}
 */
const typeSection = (read) => {
  /** @type {WasmFunction[]} */
  const types = [];
  for (let left = read.number(); left > 0; left--) {
    if (read.byte() !== 0x60) return { types, odd: odd.structure };
    const parameters = list(read, valueType);
    const results = list(read, valueType);
    const unknown = [...parameters, ...results].find((value) => typeof value !== "string");
    if (Array.isArray(unknown)) return { types, odd: unknown };
    types.push({ parameters: parameters.map(String), results: results.map(String) });
  }
  return { types, odd: [] };
};

/**
 * @param {Reader} read
 * @returns {WasmImport}
 */
const importEntry = (read) => {
  const [module, name, kind] = [read.name(), read.name(), read.byte()];
  const type = kind === 0 ? read.number() : null;
  if (kind === 1 || kind === 3) valueType(read);
  if (kind === 1 || kind === 2) limits(read);
  if (kind === 3 || kind === 4) read.byte();
  if (kind === 4) read.number();
  return { module, name, kind: kinds[kind] ?? "import of another kind", type };
};

/** Reads past a constant expression. @param {Reader} read */
const constant = (read) => {
  for (let code = read.byte(); code !== 0x0b; code = read.byte()) {
    if (code === 0x43) read.skip(4);
    else if (code === 0x44) read.skip(8);
    else if ([0x23, 0x41, 0x42, 0xd0, 0xd2, 0xfd].includes(code)) read.number();
    if (code === 0xfd) read.skip(16);
  }
};

/** Returns `true` for a global that can change. @param {Reader} read */
const globalEntry = (read) => {
  valueType(read);
  const isMutable = read.byte() === 1;
  constant(read);
  return isMutable;
};

/** The form of a module that has the rules of a game; `null` for any other.
 * @param {Uint8Array} bytes @param {WasmSection[]} found @param {WasmFile["exports"]} exports */
const rulesForm = (bytes, found, exports) => {
  if (exports.some(({ name }) => name === gameName)) return "sections";
  const custom = found.filter(({ id }) => id === 0);
  return custom.some(({ body, end }) => reader(bytes, body, end).name() === gameSection) ? "lines" : null;
};

/** The position of each section. Names of custom sections are skipped.
 * @param {Uint8Array} bytes
 * @returns {WasmSection[]}
 */
const sections = (bytes) => {
  const read = reader(bytes, 8, bytes.length);
  const found = [];
  while (read.at() < bytes.length) {
    const from = read.at();
    const id = read.byte();
    const size = read.number();
    const body = read.at();
    if (size > bytes.length - body) throw new Error(`unexpected end (at byte ${bytes.length})`);
    read.skip(size);
    found.push({ id, from, body, end: body + size });
  }
  return found;
};

/**
 * Number of entries that the sections with these ids declare. The entries are not read.
 * @param {Uint8Array} bytes
 * @param {number[]} ids
 */
export const counts = (bytes, ids) =>
  sections(bytes)
    .filter(({ id }) => ids.includes(id))
    .map(({ id, body, end }) => ({ id, count: reader(bytes, body, end).number() }));

/**
 * Parses the file.
 * @param {Uint8Array} bytes
 * @returns {WasmFile}
 */
export const parse = (bytes) => {
  const found = sections(bytes);
  /** @template T @param {number} id @param {(read: Reader) => T} use @param {T} none */
  const section = (id, use, none) => {
    const place = found.find((each) => each.id === id);
    return place === undefined ? none : use(reader(bytes, place.body, place.end));
  };
  const imports = section(2, (read) => list(read, importEntry), []);
  const imported = imports.filter((each) => each.kind === "func").map((each) => Number(each.type));
  const exports = section(
    7,
    (read) => list(read, (each) => ({ name: each.name(), kind: kinds[each.byte()], index: each.number() })),
    [],
  );
  const rules = rulesForm(bytes, found, exports);
  return {
    sections: found,
    ...section(1, typeSection, { types: [], odd: [] }),
    imports,
    functions: imported.concat(section(3, (read) => list(read, (each) => each.number()), [])),
    tables: section(4, (read) => list(read, (each) => ({ type: each.byte(), ...limits(each) })), []),
    memories: section(5, (read) => list(read, limits), []),
    exports,
    rules,
    mutable:
      rules === null ? [] : section(6, (read) => list(read, globalEntry), []).flatMap((is, at) => (is ? at : [])),
    start: section(8, (read) => read.number(), null),
  };
};
