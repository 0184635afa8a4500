//! The kit for Zig: a module.

use std::fmt::Write as _;

use game::Game;

use crate::expression::{code, part};
use crate::members::{Member, fields, length, members, short_type};
use crate::text::{action_about, camel, provenance, wrapped};

/// The text of the module.
pub(crate) fn render(game: &dyn Game) -> String {
    let mut out = provenance(game).map(|line| format!("//! {line}\n")).concat();
    out.push_str("\nconst bot = @import(\"bot\");\nconst std = @import(\"std\");\n");
    out.push_str("pub const muster = @import(\"muster.zig\");\n\n");
    out.push_str("/// What a bot sees.\npub const View = extern struct {\n");
    for member in members(game) {
        match member {
            Member::Field(field) => {
                let element = short_type(field.kind);
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
        let parts = action.bits.iter().map(|bits| format!("{}: u64", bits.name)).collect::<Vec<_>>();
        out.push('\n');
        out.push_str(&wrapped("/// ", &action_about(action)));
        let _ = writeln!(out, "pub const kind{kind} = {};", action.kind);
        let _ = writeln!(
            out,
            "/// The code of such an action.\npub fn make{kind}({}) u64 {{\n    return {};\n}}",
            parts.join(", "),
            code(action, "")
        );
        for bits in action.bits {
            let _ = writeln!(
                out,
                "/// A part of such a code.\npub fn part{kind}{}(action: u64) usize {{\n    return @intCast({});\n}}",
                camel(bits.name),
                part(bits)
            );
        }
    }
    out.push_str(
        "
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
