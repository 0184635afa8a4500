//! The kit for Nim: a module.

use std::fmt::Write as _;

use game::{BitField, FieldType, Game};

use crate::board::PrintedBoard;
use crate::constants::{self, Dialect};
use crate::expression::{bounds, offset, range, stored};
use crate::language::{File, Language, Starter};
use crate::members::{Member, members};
use crate::text::{action_about, camel, identifier, lower_camel, provenance, wrapped};

pub(crate) const NIM: Language = Language {
    name: "nim",
    title: "Nim",
    folder: "nim",
    base: None,
    render,
    common: &[common!("muster.nim", "nim/muster.nim")],
    starter: Starter {
        entry: "bot.nim",
        strategy: include_str!("../../starters/any/bot.nim"),
        files: &[starter!("config.nims", "nim/config.nims"), starter!("zigcc", "nim/zigcc")],
        kit: "",
        needs: "You need Nim 1.6 or later, on Debian `apt-get install nim`, and Zig's C compiler, which has a C library for \
                wasm: `pip install ziglang`.",
        build: "nim c bot.nim",
        module: "bot.wasm",
        crash: "An exception is logged with its line.",
        is_script: false,
    },
};

fn render(game: &dyn Game) -> Vec<File> {
    vec![File::new(format!("{}.nim", identifier(game)), module(game))]
}

fn module(game: &dyn Game) -> String {
    let mut out = provenance(game).map(|line| format!("## {line}\n")).concat();
    out.push_str("import muster\n\ntype View* = object ## The bot's view of the position.\n");
    for member in members(game) {
        let _ = match member {
            Member::Field(field) => {
                let element = nim_type(field.kind);
                let kind = if field.count == 1 {
                    element.to_owned()
                } else {
                    format!("array[{}, {element}]", field.count)
                };
                let _ = writeln!(out, "  {}*: {kind}", field.name);
                write!(out, "{}", wrapped("    ## ", field.about))
            }
            Member::Gap(offset, count) => writeln!(out, "  zero{offset}: array[{count}, uint8]"),
        };
    }
    for action in game.layout().actions {
        let kind = camel(action.name);
        // In one procedure, a type class binds to a single type unless it is `distinct`.
        let class = if action.bits.iter().any(is_wide) { "distinct SomeInteger" } else { "SomeInteger" };
        let parts: Vec<String> =
            action.bits.iter().map(|bits| format!("{}: {class}", quoted(bits.name))).collect();
        let _ = write!(
            out,
            "\nconst kind{kind}* = {} ## The kind of `{name}` actions.\n\nproc make{kind}*({}): uint64 =\n{}{}  {}\n",
            action.kind,
            parts.join(", "),
            wrapped("  ## ", &action_about(action)),
            action.bits.iter().map(|bits| check(&format!("make{kind}"), bits)).collect::<String>(),
            code(action.kind, action.bits),
            name = action.name,
        );
        for bits in action.bits {
            let _ = write!(
                out,
                "\nproc {}*(action: uint64): {kept} = {kept}(action shr {} and {}){}\n  ## Returns `{name}` of a `{kind}` action.\n",
                lower_camel(&format!("{}_{}", action.name, bits.name)),
                bits.shift,
                mask(bits),
                offset(bits),
                kept = if is_wide(bits) { "int64" } else { "int" },
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
        out.push_str(&board.fill(PRINTER, |field| format!("int(view.{field}[square])")));
    }
    out.push_str(DOOR);
    out
}

fn code(kind: u8, bits: &[BitField]) -> String {
    let parts = bits.iter().map(|bits| {
        let mask = mask(bits);
        let name = quoted(bits.name);
        let value = if bits.least == 0 { name } else { stored(bits, &format!("int64({name})")) };
        format!("((uint64({value}) and {mask}) shl {})", bits.shift)
    });
    let terms: Vec<String> = std::iter::once(format!("(uint64({kind}) shl 48)")).chain(parts).collect();
    terms.join(" or ")
}

/// Returns `true` if a part needs more than the 32 bits of `int`.
fn is_wide(bits: &BitField) -> bool {
    let (least, greatest) = bounds(bits);
    least < i64::from(i32::MIN) || greatest > i128::from(i32::MAX)
}

/// Returns the mask of a part. A literal that needs more than 32 bits is signed without a suffix.
fn mask(bits: &BitField) -> String {
    format!("{}{}", (1_u64 << bits.width) - 1, if bits.width > 31 { "'u64" } else { "" })
}

fn check(constructor: &str, bits: &BitField) -> String {
    let range = range(constructor, bits);
    let name = quoted(bits.name);
    let is_in = match bounds(bits) {
        (0, greatest) if !is_wide(bits) => format!("uint64({name}) <= {greatest}"),
        (least, greatest) => format!("int64({name}) >= {least} and int64({name}) <= {greatest}"),
    };
    format!("  doAssert {is_in}, \"{range}\"\n")
}

/// Returns a name in backquotes, which may be a keyword of the language.
fn quoted(name: &str) -> String {
    format!("`{name}`")
}

fn nim_type(kind: FieldType) -> &'static str {
    match kind {
        FieldType::U8 => "uint8",
        FieldType::I8 => "int8",
        FieldType::U16 => "uint16",
        FieldType::U32 => "uint32",
        FieldType::U64 => "uint64",
    }
}

const DIALECT: Dialect = Dialect {
    name: lower_camel,
    comment: |about| wrapped("# ", about),
    number: "const $name* = $value",
    text: "const $name* = $value",
    texts: "const $name* = [\n$value]",
    numbers: "const $name* = [\n$value]",
};

const CHANCE: &str = r"
proc isChance*(phase: Phase): bool = int32(phase) == 4
  ## Returns `true` if chance decides in a phase. Its outcomes are the legal actions of seat 0.

proc expected*(position: Position, value: proc (position: Position): float): float =
  ## Returns the average of `value` over the outcomes where chance decides next, elsewhere that of the position.
  if not position.phase.isChance: return value(position)
  let outcomes = position.legalActions(0)
  for outcome in outcomes:
    let after = position.afterBoth(outcome, noAction)
    result += expected(after, value)
  result /= float(outcomes.len)
";

const PRINTER: &str = r#"
proc logBoard*(view: View) =
  ## Writes the board to the log.
  const
    symbols = "$symbols"
    ground = "$ground"
    labels = "$labels"
  log("$head")
  for index in 0 ..< $rows:
    let row = $row
    var line = labels[$width * row ..< $width * (row + 1)]
    for column in 0 ..< $columns:
      let
        square = $columns * row + column
        value = $value
        symbol = if value < symbols.len: symbols[value] else: ' '
      line.add ' '
      line.add(if symbol == ' ': ground[$ground_at] else: symbol)
    log(line)
"#;

const DOOR: &str = r#"
type Choose = proc (view: View): uint64 {.nimcall.}

var
  seen: View
  answer: Choose

proc play*(choose: Choose) = answer = choose
  ## Sets the procedure that chooses actions.

proc NimMain() {.importc, cdecl.}

proc musterBuffer(length: uint32): ptr View {.
    exportc: "muster_buffer", cdecl, codegenDecl: "__attribute__((export_name(\"muster_buffer\"))) $# $#$#".} =
  NimMain()
  doAssert length <= uint32(sizeof(View))
  addr seen

proc musterChoose(length: uint32): uint64 {.
    exportc: "muster_choose", cdecl, codegenDecl: "__attribute__((export_name(\"muster_choose\"))) $# $#$#".} =
  try: result = answer(seen)
  except:
    let error = getCurrentException()
    log(error.getStackTrace() & "Error: " & error.msg)
    quit(1)
"#;
