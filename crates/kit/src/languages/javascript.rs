//! The kit for JavaScript: a module for scripts, and its types for editors.

use std::fmt::Write as _;

use game::{ActionKind, BitField, FieldType, Game};

use super::assemblyscript::comment;
use crate::board::PrintedBoard;
use crate::constants::{self, Dialect};
use crate::expression::{bounds, offset, stored};
use crate::language::{File, Language, Starter};
use crate::members::fields;
use crate::text::{action_about, identifier, lower_camel, provenance};

pub(crate) const JAVASCRIPT: Language = Language {
    name: "javascript",
    title: "JavaScript",
    folder: "javascript",
    base: None,
    render,
    common: &[common!("muster.d.ts", "javascript/muster.d.ts"), common!("muster.js", "javascript/muster.js")],
    starter: Starter {
        entry: "bot.js",
        strategy: include_str!("../../starters/any/bot.js"),
        files: &[starter!("package.json", "javascript/package.json")],
        kit: "",
        needs: "You need nothing but Muster. The files `.d.ts` are for your editor.",
        build: "muster build bot.js -o bot.wasm",
        module: "bot.wasm",
        crash: "An exception is logged with its line.",
        is_script: false,
    },
};

/// Returns the files of a game: the module and its types.
fn render(game: &dyn Game) -> Vec<File> {
    let name = identifier(game);
    vec![File::new(format!("{name}.js"), module(game)), File::new(format!("{name}.d.ts"), types(game))]
}

fn module(game: &dyn Game) -> String {
    let mut out = provenance(game).map(|line| format!("// {line}\n")).concat();
    out.push_str("\nimport \"./muster.js\"; // Plays the match if node runs the bot.\n");
    out.push_str("\nexport const kind = (action) => Math.floor(action / 2 ** 48);\n");
    out.push_str(&CHECK.replace("$check", check_name(game)));
    for action in game.layout().actions {
        let names: Vec<&str> = action.bits.iter().map(|bits| bits.name).collect();
        let _ = write!(
            out,
            "\nexport const {} = {};\nexport const {} = ({}) => {{\n{}  return {};\n}};\n",
            action.name.to_uppercase(),
            action.kind,
            lower_camel(action.name),
            names.join(", "),
            action.bits.iter().map(|bits| check(check_name(game), action, bits)).collect::<String>(),
            code(action)
        );
        for bits in action.bits {
            let _ = writeln!(out, "export const {} = (action) => {};", part_name(action, bits), part(bits));
        }
    }
    out.push_str(&constants::render(game, &DIALECT));
    if game.has_chance() {
        out.push_str(CHANCE);
    }
    if let Some(board) = PrintedBoard::from_game(game) {
        out.push_str(&board.fill(PRINTER, |field| format!("view.{field}[square]")));
    }
    out
}

const CHECK: &str = r"
/** Throws if a part of an action is out of range. */
const $check = (action, part, value, least, most) => {
  if (!Number.isInteger(value)) {
    throw new TypeError(`${action}: ${part} is ${String(value)}, but it is a whole number from ${least} to ${most}`);
  }
  if (value < least || value > most) {
    throw new RangeError(`${action}: ${part} is ${value}, but it is from ${least} to ${most}`);
  }
};
";

/// Returns a name for the function that checks a part, distinct from all actions.
fn check_name(game: &dyn Game) -> &'static str {
    if game.layout().actions.iter().any(|action| action.name == "check") { "checkPart" } else { "check" }
}

fn check(function: &str, action: &ActionKind, bits: &BitField) -> String {
    let (constructor, name, (least, greatest)) = (lower_camel(action.name), bits.name, bounds(bits));
    format!("  {function}(\"{constructor}\", \"{name}\", {name}, {least}, {greatest});\n")
}

/// Returns the expression for an action's code. JavaScript's bit operators have 32 bits, but codes up to 53.
fn code(action: &ActionKind) -> String {
    let parts = action.bits.iter().map(|bits| {
        let value = stored(bits, bits.name);
        if bits.shift == 0 { value } else { format!("{value} * {}", 1_u64 << bits.shift) }
    });
    let terms: Vec<String> = std::iter::once(format!("{} * 2 ** 48", action.kind)).chain(parts).collect();
    terms.join(" + ")
}

fn part(bits: &BitField) -> String {
    let above = 1_u64 << bits.width;
    let shifted = match bits.shift {
        0 => "action".to_owned(),
        shift => format!("Math.floor(action / {})", 1_u64 << shift),
    };
    let payload =
        if bits.width < 32 { format!("{shifted} & {}", above - 1) } else { format!("{shifted} % {above}") };
    match offset(bits) {
        same if same.is_empty() => payload,
        offset => format!("({payload}){offset}"),
    }
}

fn part_name(action: &ActionKind, bits: &BitField) -> String {
    lower_camel(&format!("{}_{}", action.name, bits.name))
}

fn types(game: &dyn Game) -> String {
    let mut out = provenance(game).map(|line| format!("// {line}\n")).concat();
    out.push_str("\n/** The bot's view of the position. */\nexport interface View {\n");
    for field in fields(game) {
        out.push_str(&comment("  ", field.about));
        let element = if field.kind == FieldType::U64 { "bigint" } else { "number" };
        let kind = if field.count == 1 { element.to_owned() } else { format!("readonly {element}[]") };
        let _ = writeln!(out, "  readonly {}: {kind};", field.name);
    }
    out.push_str(
        "}\n\n/** Returns the kind of an action. */\nexport function kind(action: number): number;\n",
    );
    for action in game.layout().actions {
        let parts: Vec<String> = action.bits.iter().map(|bits| format!("{}: number", bits.name)).collect();
        let _ = write!(
            out,
            "\nexport const {}: {};\n{}export function {}({}): number;\n",
            action.name.to_uppercase(),
            action.kind,
            comment("", &action_about(action)),
            lower_camel(action.name),
            parts.join(", ")
        );
        for bits in action.bits {
            let _ = writeln!(out, "export function {}(action: number): number;", part_name(action, bits));
        }
    }
    out.push_str(&constants::render(game, &TYPES));
    if game.has_chance() {
        out.push_str(CHANCE_TYPES);
    }
    if PrintedBoard::from_game(game).is_some() {
        out.push_str("\n/** Writes the board to the log. */\nexport function logBoard(view: View): void;\n");
    }
    out
}

const CHANCE: &str = r"
export const CHANCE = 4;
export function expected(position, value) {
  if (position.phase !== CHANCE) return value(position);
  const outcomes = position.legalActions(0);
  return outcomes.reduce((sum, outcome) => sum + expected(position.after(outcome), value), 0) / outcomes.length;
}
";

const CHANCE_TYPES: &str = r#"
/** The phase of a position in which chance decides. Its outcomes are the legal actions of seat 0. */
export const CHANCE: 4;
/** Returns the average of `value` over the outcomes where chance decides next, elsewhere that of the position. */
export function expected(
  position: import("./muster.js").Position,
  value: (position: import("./muster.js").Position) => number,
): number;
"#;

const DIALECT: Dialect = Dialect {
    name: |name| name.to_uppercase(),
    comment: |about| comment("", about),
    number: "export const $name = $value;",
    text: "export const $name = $value;",
    texts: "export const $name = [\n$value];",
    numbers: "export const $name = [\n$value];",
};

const TYPES: Dialect = Dialect {
    name: |name| name.to_uppercase(),
    comment: |about| comment("", about),
    number: "export const $name: $value;",
    text: "export const $name: string;",
    texts: "export const $name: readonly string[];",
    numbers: "export const $name: readonly number[];",
};

const PRINTER: &str = r#"
export function logBoard(view) {
  const symbols = "$symbols";
  const ground = "$ground";
  const labels = "$labels";
  console.log("$head");
  for (let index = 0; index < $rows; index++) {
    const row = $row;
    let line = labels.slice($width * row, $width * (row + 1));
    for (let column = 0; column < $columns; column++) {
      const square = $columns * row + column;
      const symbol = symbols[$value] ?? " ";
      line += " " + (symbol === " " ? ground[$ground_at] : symbol);
    }
    console.log(line);
  }
}
"#;
