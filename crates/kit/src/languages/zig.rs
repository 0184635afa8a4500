//! The kit for Zig: a module.

use std::fmt::Write as _;

use game::{BitField, Game};

use crate::board::PrintedBoard;
use crate::constants::{self, Dialect};
use crate::expression::{code, is_long, is_out_of_range, offset, part, range};
use crate::language::{File, Language, Starter};
use crate::members::{Member, fields, length, members};
use crate::text::{action_about, camel, identifier, provenance, wrapped};

pub(crate) const ZIG: Language = Language {
    name: "zig",
    title: "Zig",
    folder: "zig",
    base: None,
    render,
    common: &[common!("muster.zig", "zig/muster.zig")],
    starter: Starter {
        entry: "bot.zig",
        strategy: include_str!("../../starters/any/bot.zig"),
        files: &[],
        kit: "",
        needs: "You need Zig 0.17: `pip install ziglang==0.17.0`. The kit's file for the game is the root module, which \
                has the exports.",
        build: "python3 -m ziglang build-exe -target wasm32-freestanding -O ReleaseSafe -fno-entry -rdynamic \
                -femit-bin=bot.wasm --dep bot -Mroot=$name.zig --dep $name=root -Mbot=bot.zig",
        module: "bot.wasm",
        crash: "A failed safety check, such as an index out of bounds, is logged as a message. The fault names the \
                function.",
        is_script: false,
    },
};

/// The module.
fn render(game: &dyn Game) -> Vec<File> {
    vec![File::new(format!("{}.zig", identifier(game)), module(game))]
}

fn module(game: &dyn Game) -> String {
    let mut out = provenance(game).map(|line| format!("//! {line}\n")).concat();
    out.push_str("\nconst bot = @import(\"bot\");\nconst std = @import(\"std\");\n");
    out.push_str("pub const muster = @import(\"muster.zig\");\n\n");
    out.push_str("/// The bot's view of the position.\npub const View = extern struct {\n");
    for member in members(game) {
        match member {
            Member::Field(field) => {
                let element = field.kind.name();
                out.push_str(&wrapped("    /// ", field.about));
                let _ = match field.count {
                    1 => writeln!(out, "    {}: {element},", field.name),
                    count => writeln!(out, "    {}: [{count}]{element},", field.name),
                };
            }
            Member::Gap(offset, count) => {
                let _ = writeln!(out, "    zero_{offset}: [{count}]u8,");
            }
        }
    }
    out.push_str("};\n\ncomptime {\n");
    for field in fields(game) {
        let _ =
            writeln!(out, "    std.debug.assert(@offsetOf(View, \"{}\") == {});", field.name, field.offset);
    }
    let _ = writeln!(out, "    std.debug.assert(@sizeOf(View) == {});\n}}", length(game));
    for action in game.layout().actions {
        let kind = camel(action.name);
        let parts = action
            .bits
            .iter()
            .map(|bits| format!("{}: {}", bits.name, if is_long(bits) { "i64" } else { "u64" }))
            .collect::<Vec<_>>();
        out.push('\n');
        out.push_str(&wrapped("/// ", &action_about(action)));
        let _ = writeln!(out, "pub const kind{kind} = {};", action.kind);
        let _ = writeln!(
            out,
            "/// Returns the code of the action `{}`.\npub fn make{kind}({}) u64 {{\n{}    return {};\n}}",
            action.name,
            parts.join(", "),
            action.bits.iter().map(|bits| check(&format!("make{kind}"), bits)).collect::<String>(),
            code(action, "", "@as(u64, @intCast($))")
        );
        for bits in action.bits {
            let kept = if is_long(bits) { "i64" } else { "usize" };
            let _ = writeln!(
                out,
                "/// Returns `{}` of a `{}` action.\npub fn part{kind}{}(action: u64) {kept} {{\n    return {};\n}}",
                bits.name,
                action.name,
                camel(bits.name),
                value(bits, kept),
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
    out.push_str(
        "
/// Logs a failed safety check before it ends the bot.
pub const panic = std.debug.FullPanic(muster.panic);

var seen: View = undefined;

export fn muster_buffer(length: u32) *View {
    if (length > @sizeOf(View)) @trap();
    return &seen;
}

export fn muster_choose(_: u32) u64 {
    return bot.choose(&seen);
}
",
    );
    out
}

/// Returns the expression for the value of a part.
fn value(bits: &BitField, kept: &str) -> String {
    match offset(bits) {
        same if same.is_empty() => format!("@intCast({})", part(bits)),
        offset => format!("@as({kept}, @intCast({})){offset}", part(bits)),
    }
}

/// Returns a check that runs where the language itself checks, as in `ReleaseSafe`.
fn check(constructor: &str, bits: &BitField) -> String {
    let range = range(constructor, bits);
    let is_out = is_out_of_range(bits, "or");
    let is_out = if is_out.contains(" or ") { format!("({is_out})") } else { is_out };
    format!("    if (std.debug.runtime_safety and {is_out}) @panic(\"{range}\");\n")
}

const DIALECT: Dialect = Dialect {
    name: str::to_owned,
    comment: |about| wrapped("/// ", about),
    number: "pub const $name = $value;",
    text: "pub const $name = $value;",
    texts: "pub const $name = [_][]const u8{\n$value};",
    numbers: "pub const $name = [_]i16{\n$value};",
};

const CHANCE: &str = r"
/// Returns `true` if chance decides in a phase. Its outcomes are the legal actions of seat 0.
pub fn isChance(phase: muster.Phase) bool {
    return @intFromEnum(phase) == 4;
}

/// Returns the average of `value` over the outcomes where chance decides next, elsewhere that of the position. At most
/// 1,024 outcomes count.
pub fn expected(position: muster.Position, value: *const fn (muster.Position) f64) muster.Misuse!f64 {
    if (!isChance(try position.phase())) return value(position);
    var room: [1024]u64 = undefined;
    const outcomes = try position.legalActions(0, &room);
    var sum: f64 = 0;
    for (outcomes) |outcome| {
        const after = try position.afterBoth(outcome, std.math.maxInt(u64));
        defer after.release();
        sum += try expected(after, value);
    }
    return sum / @as(f64, @floatFromInt(outcomes.len));
}
";

const PRINTER: &str = r#"
/// Writes the board to the log.
pub fn logBoard(view: *const View) void {
    const symbols = "$symbols";
    const ground = "$ground";
    const labels = "$labels";
    muster.log("$head\n");
    for (0..$rows) |index| {
        const row = $row;
        var line: [$headlen + 1]u8 = undefined;
        @memcpy(line[0..$width], labels[$width * row ..][0..$width]);
        for (0..$columns) |column| {
            const square = $columns * row + column;
            const value = $value;
            const symbol = if (value < symbols.len) symbols[value] else ' ';
            line[$width + 2 * column] = ' ';
            line[$width + 2 * column + 1] = if (symbol == ' ') ground[$ground_at] else symbol;
        }
        line[$headlen] = '\n';
        muster.log(&line);
    }
}
"#;
