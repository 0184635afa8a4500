//! The headers of the kits, made from the games' own layouts: the fields of a view and the codes of actions,
//! in C, Rust and Zig.

use std::fmt::Write;

use game::{ActionKind, BitField, Field, FieldType, Game, view};

/// Where comments wrap.
const WIDTH: usize = 100;
const KIND_SHIFT: u32 = 48;

/// A language that has a kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    C,
    Rust,
    Zig,
}

impl Language {
    pub(crate) const ALL: [Language; 3] = [Language::C, Language::Rust, Language::Zig];

    /// The file for a game, inside `bots/kit`.
    pub(crate) fn file(self, game: &dyn Game) -> String {
        let name = identifier(game);
        match self {
            Language::C => format!("c/{name}.h"),
            Language::Rust => format!("rust/{name}.rs"),
            Language::Zig => format!("zig/{name}.zig"),
        }
    }

    /// The text of that file.
    pub(crate) fn render(self, game: &dyn Game) -> String {
        match self {
            Language::C => c(game),
            Language::Rust => rust(game),
            Language::Zig => zig(game),
        }
    }
}

/// One member of the view's struct.
enum Member {
    Field(Field),
    /// Bytes between fields, at the offset, so many.
    Gap(usize, usize),
}

/// The members of a whole view, header first, at offsets from its start and without holes.
fn members(game: &dyn Game) -> Vec<Member> {
    let layout = game.layout();
    let own = layout.fields.iter().map(|field| Field { offset: view::HEADER_LEN + field.offset, ..*field });
    let mut members = Vec::new();
    let mut end = 0;
    for field in view::HEADER.iter().copied().chain(own) {
        if field.offset > end {
            members.push(Member::Gap(end, field.offset - end));
        }
        end = field.end();
        members.push(Member::Field(field));
    }
    let length = length(game);
    if length > end {
        members.push(Member::Gap(end, length - end));
    }
    members
}

fn length(game: &dyn Game) -> usize {
    view::HEADER_LEN + game.layout().view_len()
}

fn fields(game: &dyn Game) -> Vec<Field> {
    let field = |member| if let Member::Field(field) = member { Some(field) } else { None };
    members(game).into_iter().filter_map(field).collect()
}

/// The game's name as C spells it: `tank_war`.
fn identifier(game: &dyn Game) -> String {
    game.name().replace('-', "_")
}

fn provenance(game: &dyn Game) -> [String; 2] {
    [
        format!("{}: what a bot sees, and how it answers.", game.title()),
        "Made from the layout in the rules' own code by `cargo test --test bots`; do not edit.".to_owned(),
    ]
}

fn action_about(action: &ActionKind) -> String {
    let mut text = action.about.to_owned();
    for bits in action.bits {
        let _ = write!(text, "\n{}: {}", bits.name, bits.about);
    }
    text
}

/// The lines of `text`, broken so that they take at most `WIDTH` with `prefix` before each.
fn wrapped(prefix: &str, text: &str) -> String {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if !line.is_empty() && prefix.len() + line.len() + 1 + word.len() > WIDTH {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines.iter().map(|line| format!("{prefix}{line}\n")).collect::<Vec<_>>().concat()
}

/// A comment of C that goes over as many lines as it needs.
fn c_comment(indent: &str, text: &str) -> String {
    let lines = wrapped(&format!("{indent}   "), text);
    format!("{indent}/* {} */\n", lines.trim_start().trim_end())
}

fn c_type(kind: FieldType) -> &'static str {
    match kind {
        FieldType::U8 => "uint8_t",
        FieldType::I8 => "int8_t",
        FieldType::U16 => "uint16_t",
        FieldType::U32 => "uint32_t",
        FieldType::U64 => "uint64_t",
    }
}

fn short_type(kind: FieldType) -> &'static str {
    match kind {
        FieldType::U8 => "u8",
        FieldType::I8 => "i8",
        FieldType::U16 => "u16",
        FieldType::U32 => "u32",
        FieldType::U64 => "u64",
    }
}

fn mask(bits: &BitField) -> u64 {
    (1 << bits.width) - 1
}

/// The code of an action as an expression over its parts, in the operators that C, Rust and Zig share.
fn code(action: &ActionKind, suffix: &str) -> String {
    let kind = u64::from(action.kind) << KIND_SHIFT;
    let kind = (kind != 0 || action.bits.is_empty()).then(|| format!("{kind}{suffix}"));
    let parts = action.bits.iter().map(|bits| match bits.shift {
        0 => format!("({} & {})", bits.name, mask(bits)),
        shift => format!("({} & {}) << {shift}", bits.name, mask(bits)),
    });
    let terms: Vec<String> = kind.into_iter().chain(parts).collect();
    match terms.as_slice() {
        [term] => term.trim_matches(['(', ')']).to_owned(),
        terms => terms.join(" | "),
    }
}

/// One part of an action's code as an expression.
fn part(bits: &BitField) -> String {
    match bits.shift {
        0 => format!("action & {}", mask(bits)),
        shift => format!("action >> {shift} & {}", mask(bits)),
    }
}

fn c(game: &dyn Game) -> String {
    let name = identifier(game);
    let upper = name.to_uppercase();
    let mut out = String::new();
    let [title, made] = provenance(game);
    let _ = write!(
        out,
        "/* {title}\n * {made} */\n#ifndef {upper}_H\n#define {upper}_H\n\n#include \"muster.h\"\n\n"
    );
    out.push_str("typedef struct {\n");
    for member in members(game) {
        match member {
            Member::Field(field) => {
                let array = if field.count == 1 { String::new() } else { format!("[{}]", field.count) };
                out.push_str(&c_comment("    ", field.about));
                let _ = writeln!(out, "    {} {}{array};", c_type(field.kind), field.name);
            }
            Member::Gap(offset, count) => {
                let _ = writeln!(out, "    uint8_t zero_{offset}[{count}];");
            }
        }
    }
    let _ = writeln!(out, "}} {name}_view;\n");
    for field in fields(game) {
        let _ = writeln!(
            out,
            "_Static_assert(offsetof({name}_view, {field}) == {offset}, \"{field}\");",
            field = field.name,
            offset = field.offset
        );
    }
    let _ = writeln!(out, "_Static_assert(sizeof({name}_view) == {}, \"the view's length\");", length(game));
    for action in game.layout().actions {
        let kind = action.name;
        let parts = action.bits.iter().map(|bits| format!("uint64_t {}", bits.name)).collect::<Vec<_>>();
        let parameters = if parts.is_empty() { "void".to_owned() } else { parts.join(", ") };
        let expression = code(action, "u");
        out.push('\n');
        out.push_str(&c_comment("", &action_about(action)));
        let _ = writeln!(out, "#define {upper}_{} {}", kind.to_uppercase(), action.kind);
        let _ = writeln!(
            out,
            "static inline uint64_t {name}_{kind}({parameters}) {{\n    return {expression};\n}}"
        );
        for bits in action.bits {
            let _ = writeln!(
                out,
                "static inline unsigned {name}_{kind}_{}(uint64_t action) {{ return (unsigned)({}); }}",
                bits.name,
                part(bits)
            );
        }
    }
    let _ = write!(out, "\nMUSTER_BOT({name}_view)\n\n#endif\n");
    out
}

fn rust(game: &dyn Game) -> String {
    let mut out = provenance(game).map(|line| format!("//! {line}\n")).concat();
    out.push_str("#![allow(dead_code, reason = \"no bot uses all of it\")]\n\n");
    out.push_str("use core::mem::{MaybeUninit, offset_of};\n\nuse crate::muster::Kept;\n\n");
    out.push_str("/// What a bot sees.\n#[repr(C)]\n#[derive(Clone, Copy)]\npub struct View {\n");
    for member in members(game) {
        match member {
            Member::Field(field) => {
                let element = short_type(field.kind);
                out.push_str(&wrapped("    /// ", field.about));
                let _ = match field.count {
                    1 => writeln!(out, "    pub {}: {element},", field.name),
                    count => writeln!(out, "    pub {}: [{element}; {count}],", field.name),
                };
            }
            Member::Gap(offset, count) => {
                let _ = writeln!(out, "    zero_{offset}: [u8; {count}],");
            }
        }
    }
    out.push_str("}\n\nconst _: () = {\n");
    for field in fields(game) {
        let _ = writeln!(out, "    assert!(offset_of!(View, {}) == {});", field.name, field.offset);
    }
    let _ = writeln!(out, "    assert!(size_of::<View>() == {});\n}};", length(game));
    for action in game.layout().actions {
        let kind = action.name;
        let parts = action.bits.iter().map(|bits| format!("{}: u64", bits.name)).collect::<Vec<_>>();
        out.push('\n');
        out.push_str(&wrapped("/// ", &action_about(action)));
        let _ = writeln!(out, "pub const {}: u8 = {};", kind.to_uppercase(), action.kind);
        let _ = writeln!(
            out,
            "/// The code of such an action.\npub const fn make_{kind}({}) -> u64 {{\n    {}\n}}",
            parts.join(", "),
            code(action, "")
        );
        for bits in action.bits {
            let _ = writeln!(
                out,
                "/// A part of such a code.\npub const fn {kind}_{}(action: u64) -> usize {{\n    ({}) as usize\n}}",
                bits.name,
                part(bits)
            );
        }
    }
    out.push_str(
        "
static VIEW: Kept<MaybeUninit<View>> = Kept::new(MaybeUninit::zeroed());

#[unsafe(no_mangle)]
extern \"C\" fn muster_buffer(length: usize) -> *mut View {
    assert!(length <= size_of::<View>());
    VIEW.address().cast()
}

#[unsafe(no_mangle)]
extern \"C\" fn muster_choose(_length: usize) -> u64 {
    // SAFETY: all fields are numbers, and the host has written them.
    crate::choose(unsafe { VIEW.borrow().assume_init_ref() })
}
",
    );
    out
}

fn zig(game: &dyn Game) -> String {
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

/// `end_turn` as `EndTurn`.
fn camel(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    };
    name.split('_').map(capital).collect()
}
