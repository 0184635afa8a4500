//! Broken scripts in JavaScript and TypeScript.

use super::Broken;

/// Scripts as students write them.
pub(super) const BROKEN: &[Broken] = &[
    ("bot.js", b"export function choose(view) {\n  return 1 +;\n}\n"),
    ("bot.js", b"export function choose(view) {\n  if (view.ply === 0 {\n    return 1;\n  }\n}\n"),
    ("bot.js", b"function choose(view) {\n  return 0;\n}\n"),
    ("bot.js", b"export const choose = 5;\n"),
    ("bot.js", b"export async function choose(view) {\n  return 0;\n}\n"),
    (
        "bot.js",
        b"import { legal_actions } from \"./muster.js\";\n\
          export const choose = () => legal_actions()[0];\n\
          ",
    ),
    ("bot.js", b"import { search } from \"./serach.js\";\nexport const choose = () => search();\n"),
    ("bot.js", b"import _ from \"lodash\";\nexport const choose = () => 0;\n"),
    ("bot.js", b"const fs = require(\"fs\");\nexport const choose = () => 0;\n"),
    (
        "bot.js",
        b"import { number } from \"./muster.js\";\n\
          const depth = number(\"depth\", 3);\n\
          export const choose = () => 0;\n\
          ",
    ),
    ("bot.js", b"const table = null;\ntable.x = 1;\nexport const choose = () => 0;\n"),
    ("bot.js", b"throw \"not ready\";\nexport const choose = () => 0;\n"),
    ("bot.js", b"let n = 0;\nwhile (true) n++;\nexport const choose = () => 0;\n"),
    (
        "bot.js",
        b"const all = [];\n\
          for (;;) all.push(\"x\".repeat(1000) + all.length);\n\
          export const choose = () => 0;\n\
          ",
    ),
    ("bot.js", b"export function choose(view) {\n  const move = view.moves[0];\n  return move;\n}\n"),
    (
        "bot.js",
        b"export function choose(view) {\n\
          \x20 const best = view.board.find((piece) => piece === 99);\n\
          \x20 return best.code;\n\
          }\n\
          ",
    ),
    ("bot.js", b"export function choose(view) {\n  view.ply;\n}\n"),
    (
        "bot.js",
        b"export function choose(view) {\n\
          \x20 for (const square of view.board) {\n\
          \x20   if (square === 99) return square;\n\
          \x20 }\n\
          \x20 return;\n\
          }\n\
          ",
    ),
    ("bot.js", b"export function choose(view) {\n  return \"C\";\n}\n"),
    ("bot.js", b"export function choose(view) {\n  return 0.5;\n}\n"),
    ("bot.js", b"export function choose(view) {\n  return [1, 2];\n}\n"),
    ("bot.js", b"export const choose = (view) => Promise.resolve(1);\n"),
    (
        "bot.js",
        b"function pick(view) {\n\
          \x20 throw \"no move\";\n\
          }\n\
          export function choose(view) {\n\
          \x20 return pick(view);\n\
          }\n\
          ",
    ),
    ("bot.js", b"export function choose(view) {\n  throw { code: 5 };\n}\n"),
    ("bot.js", b"export function choose(view) {\n  return legalActions()[0];\n}\n"),
    (
        "bot.js",
        b"import { legalActions } from \"./muster.js\";\n\
          export function choose(view) {\n\
          \x20 return legalAction()[0];\n\
          }\n\
          ",
    ),
    (
        "bot.js",
        b"import muster from \"./muster.js\";\n\
          export function choose(view) {\n\
          \x20 return muster.legal_actions()[0];\n\
          }\n\
          ",
    ),
    ("bot.js", b"export function choose(view) {\n  setTimeout(() => {}, 10);\n  return 0;\n}\n"),
    ("bot.js", b"export function choose(view) {\n  const depth = process.env.DEPTH;\n  return 0;\n}\n"),
    (
        "bot.js",
        b"export function choose(view) {\n\
          \x20 const page = fetch(\"http://example.org\");\n\
          \x20 return 0;\n\
          }\n\
          ",
    ),
    ("bot.js", b"export function choose(view) {\n  while (true) {\n    view.ply + 1;\n  }\n}\n"),
    (
        "bot.js",
        b"export function choose(view) {\n\
          \x20 for (let n = 0; ; n++) {\n\
          \x20   console.log(n, \"x\".repeat(100));\n\
          \x20 }\n\
          }\n\
          ",
    ),
    (
        "bot.js",
        b"export function choose(view) {\n\
          \x20 let list = [];\n\
          \x20 for (;;) {\n\
          \x20   list = list.concat([1, 2, 3]).slice(-1000);\n\
          \x20 }\n\
          }\n\
          ",
    ),
    (
        "bot.js",
        b"export function choose(view) {\n\
          \x20 const seen = [];\n\
          \x20 for (;;) {\n\
          \x20   seen.push(new Array(1000).fill(seen.length));\n\
          \x20 }\n\
          }\n\
          ",
    ),
    (
        "bot.js",
        b"const deep = (n) => deep(n + 1) + 1;\n\
          export function choose(view) {\n\
          \x20 return deep(0);\n\
          }\n\
          ",
    ),
    ("bot.js", b"// Z\xfcge\nexport const choose = () => 0;\n"),
    (
        "bot.js",
        b"\xff\xfe/\x00/\x00 \x00Z\x00u\x00g\x00\n\
          \x00e\x00x\x00p\x00o\x00r\x00t\x00 \x00c\x00o\x00n\x00s\x00t\x00 \x00c\x00h\x00o\x00o\x00s\x00e\x00 \x00=\x00 \x00(\x00)\x00 \x00=\x00>\x00 \x000\x00;\x00\n\
          \x00\n\
          ",
    ),
    ("bot.ts", b"export function choose(view: ) {\n  return 0;\n}\n"),
    ("bot.ts", b"enum Tank { A, B }\nexport const choose = () => Tank.A;\n"),
    ("bot.ts", b"namespace Tanks {\n  export const a = 1;\n}\nexport const choose = () => Tanks.a;\n"),
    (
        "bot.ts",
        b"class Search {\n\
          \x20 constructor(private depth: number) {}\n\
          }\n\
          export const choose = () => 0;\n\
          ",
    ),
    (
        "bot.ts",
        b"export function choose(view: any): number {\n\
          \x20 const target: any = view.targets;\n\
          \x20 return target.length;\n\
          }\n\
          ",
    ),
    (
        "bot.js",
        b"import { legalActions } from \"./muster.js\";\n\
          export function choose(view) {\n\
          \x20 for (const i in legalActions()) return i;\n\
          }\n\
          ",
    ),
    (
        "bot.js",
        b"import { legalActions } from \"./muster.js\";\n\
          export function choose(view) {\n\
          \x20 const a = legalActions();\n\
          \x20 return a[a.length];\n\
          }\n\
          ",
    ),
    (
        "bot.js",
        b"export function choose(view) {\n\
          \x20 const zero = 0;\n\
          \x20 let x;\n\
          \x20 const [a, b] = view.bords;\n\
          \x20 return a;\n\
          }\n\
          ",
    ),
    (
        "bot.js",
        b"const bot = { pick(xs) { return xs[0]; } };\n\
          export function choose(view) {\n\
          \x20 return bot.pik([1]);\n\
          }\n\
          ",
    ),
    (
        "bot.js",
        b"export function choose(view) {\n\
          \x20 const values = view.board.mpa((piece) => piece + 1);\n\
          \x20 return values[0];\n\
          }\n\
          ",
    ),
    (
        "bot.js",
        b"export function choose(view) {\n\
          \x20 if (view.ply > 3) {\n\
          \x20   return 1;\n\
          \x20 return 0;\n\
          }\n\
          ",
    ),
    (
        "bot.js",
        b"const cache = [];\n\
          export function choose(view) {\n\
          \x20 for (;;) cache.push(new Array(100000).fill(0));\n\
          }\n\
          ",
    ),
    (
        "bot.js",
        b"export function choose(view) {\n\
          \x20 let best = 0;\n\
          \x20 bset = 1;\n\
          \x20 retrun best;\n\
          }\n\
          ",
    ),
    (
        "bot.js",
        b"async function helper() {\n\
          \x20 throw new Error(\"not ready\");\n\
          }\n\
          export function choose(view) {\n\
          \x20 helper();\n\
          \x20 return 0;\n\
          }\n\
          ",
    ),
    (
        "bot.js",
        b"const table = [1, 2\n\
          export const choose = (view) => table[0];\n\
          ",
    ),
    (
        "bot.js",
        b"export const choose = (view) => Math.floot(1.5);\n\
          ",
    ),
    (
        "bot.ts",
        b"export function choose(view: any): number {\n\
          \x20 if (view.ply > 3) {\n\
          \x20   return 1;\n\
          \x20 return 0;\n\
          }\n\
          ",
    ),
];
