//! The kit for Rust: a module.

use std::fmt::Write as _;

use game::{ActionKind, BitField, Game};

use crate::board::PrintedBoard;
use crate::constants::{self, Dialect};
use crate::expression::{code, is_in_range, is_long, offset, part, range};
use crate::language::{File, Language, Starter};
use crate::members::{Member, fields, length, members};
use crate::text::{action_about, identifier, provenance, wrapped};

pub(crate) const RUST: Language = Language {
    name: "rust",
    title: "Rust",
    folder: "rust",
    base: None,
    render,
    common: &[common!("muster.rs", "rust/muster.rs")],
    starter: Starter {
        entry: "src/lib.rs",
        strategy: include_str!("../../starters/any/bot.rs"),
        files: &[
            starter!("Cargo.toml", "rust/manifest.toml"),
            starter!(".cargo/config.toml", "rust/config.toml"),
        ],
        kit: "src/",
        needs: "You need Rust with its wasm target: `rustup target add wasm32-unknown-unknown`.",
        build: "cargo build --release",
        module: "target/wasm32-unknown-unknown/release/bot.wasm",
        crash: "A panic is logged with its line.",
        is_script: false,
    },
};

/// The module.
fn render(game: &dyn Game) -> Vec<File> {
    vec![File::new(format!("{}.rs", identifier(game)), module(game))]
}

fn module(game: &dyn Game) -> String {
    let mut out = provenance(game).map(|line| format!("//! {line}\n")).concat();
    out.push_str("#![allow(dead_code, reason = \"no bot uses all of it\")]\n\n");
    out.push_str("use core::mem::{MaybeUninit, offset_of};\n\nuse crate::muster::Kept;\n\n");
    out.push_str(
        "/// The bot's view of the position.\n#[repr(C)]\n#[derive(Clone, Copy)]\npub struct View {\n",
    );
    for member in members(game) {
        match member {
            Member::Field(field) => {
                let element = field.kind.name();
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
        let parts = action
            .bits
            .iter()
            .map(|bits| format!("{}: {}", bits.name, if is_long(bits) { "i64" } else { "u64" }))
            .collect::<Vec<_>>();
        out.push('\n');
        out.push_str(&wrapped("/// ", &action_about(action)));
        let _ = writeln!(out, "pub const {}: u8 = {};", kind.to_uppercase(), action.kind);
        let _ = writeln!(
            out,
            "/// Returns the code of the action `{kind}`.\n///\n/// # Panics\n/// With the feature `std`, if a part is out of range.\n\
             pub const fn make_{kind}({}) -> u64 {{\n{}    {}\n}}",
            parts.join(", "),
            checks(action),
            code(action, "", "($ as u64)")
        );
        for bits in action.bits {
            let _ = writeln!(
                out,
                "/// Returns `{}` of a `{kind}` action.\npub const fn {kind}_{}(action: u64) -> {kept} {{\n    ({}) as {kept}{}\n}}",
                bits.name,
                bits.name,
                part(bits),
                offset(bits),
                kept = if is_long(bits) { "i64" } else { "usize" },
            );
        }
    }
    out.push_str(&constants::render(game, &DIALECT));
    if game.has_chance() {
        out.push_str(CHANCE);
    }
    if let Some(board) = PrintedBoard::from_game(game) {
        out.push_str(&board.fill(PRINTER, |field| format!("usize::from(view.{field}[square])")));
    }
    out.push_str(
        "
static VIEW: Kept<MaybeUninit<View>> = Kept::new(MaybeUninit::zeroed());

#[unsafe(no_mangle)]
extern \"C\" fn muster_buffer(length: usize) -> *mut View {
    assert!(length <= size_of::<View>());
    crate::muster::begin();
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

/// Returns a check for each part of an action. Bots without the standard library have none, because a panic there gives
/// no message.
fn checks(action: &ActionKind) -> String {
    let check = |bits: &BitField| {
        let range = range(&format!("make_{}", action.name), bits);
        format!("    #[cfg(feature = \"std\")]\n    assert!({}, \"{range}\");\n", is_in_range(bits, "&&"))
    };
    action.bits.iter().map(check).collect()
}

const DIALECT: Dialect = Dialect {
    name: |name| name.to_uppercase(),
    comment: |about| wrapped("/// ", about),
    number: "pub const $name: usize = $value;",
    text: "pub const $name: &str = $value;",
    texts: "pub const $name: [&str; $count] = [\n$value];",
    numbers: "pub const $name: [i16; $count] = [\n$value];",
};

const CHANCE: &str = r"
/// Returns `true` if chance decides in a phase. Its outcomes are the legal actions of seat 0.
pub fn is_chance(phase: crate::muster::Phase) -> bool {
    !phase.is_over() && !phase.acts(0) && !phase.acts(1)
}

/// Returns the average of `value` over the outcomes where chance decides next, elsewhere that of the position.
pub fn expected(
    position: &crate::muster::Position,
    value: &mut dyn FnMut(&crate::muster::Position) -> f64,
) -> Result<f64, crate::muster::Misuse> {
    if !is_chance(position.phase()?) {
        return Ok(value(position));
    }
    // The codes of outcomes are consecutive.
    let mut first = [0];
    let count = position.legal_actions(0, &mut first)?;
    let mut sum = 0.0;
    for outcome in first[0]..first[0] + count as u64 {
        sum += expected(&position.after_both(outcome, u64::MAX)?, value)?;
    }
    Ok(sum / count as f64)
}
";

const PRINTER: &str = r#"
/// Writes the board to the log.
pub fn log_board(view: &View) {
    const SYMBOLS: &[u8] = b"$symbols";
    const GROUND: &[u8] = b"$ground";
    const LABELS: &[u8] = b"$labels";
    crate::muster::log("$head\n");
    for index in 0..$rows {
        let row = $row;
        let mut line = [b' '; $headlen + 1];
        line[..$width].copy_from_slice(&LABELS[$width * row..$width * (row + 1)]);
        for column in 0..$columns {
            let square = $columns * row + column;
            let symbol = SYMBOLS.get($value).copied().unwrap_or(b' ');
            line[$width + 2 * column + 1] =
                if symbol == b' ' { GROUND[$ground_at] } else { symbol };
        }
        line[$headlen] = b'\n';
        crate::muster::log(core::str::from_utf8(&line).unwrap_or_default());
    }
}
"#;
