//! The kit for AssemblyScript: a module, and the root module with the exports.

use std::fmt::Write as _;

use game::{BitField, Game};

use crate::board::PrintedBoard;
use crate::constants::{self, Dialect};
use crate::expression::{code, is_in_range, is_long, offset, part, range};
use crate::language::{File, Language, Starter};
use crate::members::{fields, length};
use crate::text::{action_about, camel, identifier, lower_camel, provenance, wrapped};

pub(crate) const ASSEMBLYSCRIPT: Language = Language {
    name: "assemblyscript",
    title: "AssemblyScript",
    folder: "assemblyscript",
    base: None,
    render,
    common: &[common!("muster.ts", "assemblyscript/muster.ts")],
    starter: Starter {
        entry: "bot.ts",
        strategy: include_str!("../../starters/any/assemblyscript.ts"),
        files: &[
            starter!("package.json", "assemblyscript/package.json"),
            starter!("tsconfig.json", "assemblyscript/tsconfig.json"),
        ],
        kit: "",
        needs: "You need Node. Run `npm install` here once to install the compiler.",
        build: "npm run build",
        module: "bot.wasm",
        crash: "A thrown error or a failed `assert` is logged with its file and line.",
        is_script: false,
    },
};

fn render(game: &dyn Game) -> Vec<File> {
    let name = identifier(game);
    let door = DOOR.replace("$name", &name).replace("$length", &length(game).to_string());
    vec![File::new(format!("{name}.ts"), module(game)), File::new(format!("{name}_door.ts"), door)]
}

fn module(game: &dyn Game) -> String {
    let mut out = provenance(game).map(|line| format!("// {line}\n")).concat();
    let more = if game.has_chance() { ", NO_ACTION, Phase, Position" } else { "" };
    let _ = write!(
        out,
        "\nimport {{ log{more} }} from \"./muster\";\n\n/** The bot's view of the position. */\n@unmanaged\nexport class View {{\n",
    );
    for field in fields(game) {
        let (kind, name, offset) = (field.kind.name(), field.name, field.offset);
        out.push_str(&comment("  ", field.about));
        let _ = if field.count == 1 {
            writeln!(
                out,
                "  get {name}(): {kind} {{\n    return load<{kind}>(changetype<usize>(this), {offset});\n  }}"
            )
        } else {
            let (count, shift) = (field.count, field.kind.size().trailing_zeros());
            writeln!(
                out,
                "  {name}(index: i32): {kind} {{\n    assert(<u32>index < {count}, \"{name}: no such index\");\n    return load<{kind}>(changetype<usize>(this) + (<usize>index << {shift}), {offset});\n  }}"
            )
        };
    }
    out.push_str("}\n");
    for action in game.layout().actions {
        let kind = camel(action.name);
        let parts: Vec<String> = action
            .bits
            .iter()
            .map(|bits| format!("{}: {}", bits.name, if is_long(bits) { "i64" } else { "u64" }))
            .collect();
        let _ = write!(
            out,
            "\n/** The kind of `{name}` actions. */\nexport const KIND_{upper}: i32 = {number};\n{about}export function make{kind}({parts}): u64 {{\n{checks}  return {code};\n}}\n",
            name = action.name,
            upper = action.name.to_uppercase(),
            number = action.kind,
            about = comment("", &action_about(action)),
            parts = parts.join(", "),
            checks = action.bits.iter().map(|bits| check(&format!("make{kind}"), bits)).collect::<String>(),
            code = code(action, "", "<u64>($)"),
        );
        for bits in action.bits {
            let _ = write!(
                out,
                "/** Returns `{name}` of a `{kind}` action. */\nexport function {}(action: u64): {kept} {{\n  return <{kept}>({}){};\n}}\n",
                lower_camel(&format!("{}_{}", action.name, bits.name)),
                part(bits),
                offset(bits),
                kept = if is_long(bits) { "i64" } else { "i32" },
                name = bits.name,
                kind = action.name
            );
        }
    }
    out.push_str(&constants::render(game, &DIALECT));
    if game.has_chance() {
        out.push_str(CHANCE);
    }
    if let Some(board) = PrintedBoard::from_game(game) {
        out.push_str(&board.fill(PRINTER, |field| format!("view.{field}(square)")));
    }
    out
}

fn check(constructor: &str, bits: &BitField) -> String {
    format!("  assert({}, \"{}\");\n", is_in_range(bits, "&&"), range(constructor, bits))
}

/// Returns a documentation comment.
pub(super) fn comment(indent: &str, text: &str) -> String {
    let lines = wrapped(&format!("{indent} * "), text);
    match lines.trim_end().split_once('\n') {
        None => format!("{indent}/** {} */\n", lines.trim_start().trim_start_matches("* ").trim_end()),
        Some(_) => format!("{indent}/**\n{lines}{indent} */\n"),
    }
}

const DIALECT: Dialect = Dialect {
    name: |name| name.to_uppercase(),
    comment: |about| comment("", about),
    number: "export const $name: i32 = $value;",
    text: "export const $name: string = $value;",
    texts: "export const $name: StaticArray<string> = [\n$value];",
    numbers: "export const $name: StaticArray<i32> = [\n$value];",
};

const CHANCE: &str = r"
/** Returns `true` if chance decides in a phase. Its outcomes are the legal actions of seat 0. */
export function isChance(phase: Phase): bool {
  return !phase.isOver && !phase.acts(0) && !phase.acts(1);
}

/** Returns the average of `value` over the outcomes where chance decides next, elsewhere that of the position. */
export function expected(position: Position, value: (position: Position) => f64): f64 {
  if (!isChance(position.phase)) return value(position);
  const outcomes = position.legalActions(0);
  let sum: f64 = 0;
  for (let index = 0; index < outcomes.length; index++) {
    const after = position.afterBoth(outcomes[index], NO_ACTION);
    sum += expected(after, value);
    after.release();
  }
  return sum / <f64>outcomes.length;
}
";

const PRINTER: &str = r#"
/** Writes the board to the log. */
export function logBoard(view: View): void {
  const symbols = "$symbols";
  const ground = "$ground";
  const labels = "$labels";
  log("$head");
  for (let index = 0; index < $rows; index++) {
    const row = $row;
    let line = labels.substr($width * row, $width);
    for (let column = 0; column < $columns; column++) {
      const square = $columns * row + column;
      const value = <i32>$value;
      const symbol = value < symbols.length ? symbols.charAt(value) : " ";
      line += " " + (symbol == " " ? ground.charAt($ground_at) : symbol);
    }
    log(line);
  }
}
"#;

const DOOR: &str = r#"// Made by the kit: the functions that the host calls. They call `choose` in bot.ts.

import { choose } from "./bot";
import { View } from "./$name";

const room = memory.data($length, 8);

export function muster_buffer(length: u32): usize {
  assert(length <= $length, "the view is longer than the kit knows");
  return room;
}

export function muster_choose(length: u32): u64 {
  return choose(changetype<View>(room));
}
"#;
