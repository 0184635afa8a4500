//! The kit for D without its runtime: a module.

use std::fmt::Write as _;

use game::{BitField, FieldType, Game};

use crate::board::PrintedBoard;
use crate::constants::{self, Dialect};
use crate::expression::{code, is_in_range, is_long, offset, part, range};
use crate::language::{File, Language, Starter};
use crate::members::{Member, fields, length, members};
use crate::text::{action_about, camel, identifier, lower_camel, provenance, wrapped};

pub(crate) const D: Language = Language {
    name: "d",
    title: "D",
    folder: "d",
    base: None,
    render,
    common: &[common!("muster.d", "d/muster.d")],
    starter: Starter {
        entry: "bot.d",
        strategy: include_str!("../../starters/any/bot.d"),
        files: &[starter!("flags.txt", "d/flags.txt")],
        kit: "",
        needs: "You need LDC and LLVM's linker: on Debian `apt-get install ldc lld-19`. Bots use D without its \
                runtime (`-betterC`): no exceptions, no garbage collector.",
        build: "ldc2 @flags.txt -linker=wasm-ld-19 -of=bot.wasm bot.d",
        module: "bot.wasm",
        crash: "A failed `assert` or an index out of bounds is logged with its line.",
        is_script: false,
    },
};

fn render(game: &dyn Game) -> Vec<File> {
    let name = identifier(game);
    vec![File::new(format!("{name}.d"), module(game, &name))]
}

fn module(game: &dyn Game, name: &str) -> String {
    let mut out = provenance(game).map(|line| format!("/// {line}\n")).concat();
    let more = if game.has_chance() { ", noAction, Phase, Position" } else { "" };
    let _ = write!(
        out,
        "module {name};\n\nimport muster : write{more};\n\n/// The bot's view of the position.\nstruct View\n{{\n"
    );
    for member in members(game) {
        let _ = match member {
            Member::Field(field) => {
                out.push_str(&wrapped("    /// ", field.about));
                let array = if field.count == 1 { String::new() } else { format!("[{}]", field.count) };
                writeln!(out, "    {}{array} {};", d_type(field.kind), field.name)
            }
            Member::Gap(offset, count) => writeln!(out, "    private ubyte[{count}] zero_{offset};"),
        };
    }
    out.push_str("}\n\n");
    for field in fields(game) {
        let _ = writeln!(out, "static assert(View.{}.offsetof == {});", field.name, field.offset);
    }
    let _ = writeln!(out, "static assert(View.sizeof == {});\n\n@nogc nothrow:", length(game));
    for action in game.layout().actions {
        let kind = camel(action.name);
        let parts: Vec<String> = action
            .bits
            .iter()
            .map(|bits| format!("{} {}", if is_long(bits) { "long" } else { "ulong" }, bits.name))
            .collect();
        let _ = write!(
            out,
            "\n/// The kind of `{name}` actions.\nenum uint kind{kind} = {};\n\n{}ulong make{kind}({})\n{{\n{}    return {};\n}}\n",
            action.kind,
            wrapped("/// ", &action_about(action)),
            parts.join(", "),
            action.bits.iter().map(|bits| check(&format!("make{kind}"), bits)).collect::<String>(),
            code(action, "UL", "cast(ulong)($)"),
            name = action.name,
        );
        for bits in action.bits {
            let _ = write!(
                out,
                "\n/// Returns `{name}` of a `{kind}` action.\n{kept} {}(ulong action)\n{{\n    return cast({kept})({}){};\n}}\n",
                lower_camel(&format!("{}_{}", action.name, bits.name)),
                part(bits),
                offset(bits),
                kept = if is_long(bits) { "long" } else { "uint" },
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
        out.push_str(&board.fill(PRINTER, |field| format!("view.{field}[square]")));
    }
    out.push_str(DOOR);
    out
}

fn check(constructor: &str, bits: &BitField) -> String {
    format!("    assert({}, \"{}\");\n", is_in_range(bits, "&&"), range(constructor, bits))
}

fn d_type(kind: FieldType) -> &'static str {
    match kind {
        FieldType::U8 => "ubyte",
        FieldType::I8 => "byte",
        FieldType::U16 => "ushort",
        FieldType::U32 => "uint",
        FieldType::U64 => "ulong",
    }
}

const DIALECT: Dialect = Dialect {
    name: lower_camel,
    comment: |about| wrapped("/// ", about),
    number: "enum uint $name = $value;",
    text: "enum string $name = $value;",
    texts: "static immutable string[$count] $name = [\n$value];",
    numbers: "static immutable short[$count] $name = [\n$value];",
};

const CHANCE: &str = r"
/// Returns `true` if chance decides in a phase. Its outcomes are the legal actions of seat 0.
bool isChance()(Phase phase)
{
    return !phase.isOver && !phase.acts(0) && !phase.acts(1);
}

/// Returns the average of `value` over the outcomes where chance decides next, elsewhere that of the position. At most
/// 1,024 outcomes count.
double expected(alias value)(const Position position)
{
    if (!isChance(position.phase)) return value(position);
    ulong[1024] room = void;
    const outcomes = position.legalActions(0, room[]);
    double sum = 0;
    foreach (outcome; outcomes)
    {
        const after = position.afterBoth(outcome, noAction);
        scope (exit) after.release();
        sum += expected!value(after);
    }
    return sum / outcomes.length;
}
";

const PRINTER: &str = r#"
/// Writes the board to the log.
void logBoard(const(View)* view)
{
    static immutable symbols = "$symbols";
    static immutable ground = "$ground";
    static immutable labels = "$labels";
    write("$head\n");
    foreach (index; 0 .. $rows)
    {
        const row = $row;
        char[$headlen + 1] line = ' ';
        line[0 .. $width] = labels[$width * row .. $width * (row + 1)];
        foreach (column; 0 .. $columns)
        {
            const square = $columns * row + column, value = $value;
            const symbol = value < symbols.length ? symbols[value] : ' ';
            line[$width + 2 * column + 1] = symbol == ' ' ? ground[$ground_at] : symbol;
        }
        line[$headlen] = '\n';
        write(line[]);
    }
}
"#;

const DOOR: &str = r#"
private __gshared View seen;

/// The function `choose` of the bot's module.
private extern (C) pragma(mangle, "choose") ulong chosen(const(View)* view);

extern (C) View* muster_buffer(uint length)
{
    assert(length <= View.sizeof);
    return &seen;
}

extern (C) ulong muster_choose(uint)
{
    return chosen(&seen);
}
"#;
