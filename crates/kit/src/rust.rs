//! The kit for Rust: a module.

use std::fmt::Write as _;

use game::Game;

use crate::expression::{code, part};
use crate::members::{Member, fields, length, members, short_type};
use crate::text::{action_about, provenance, wrapped};

/// The text of the module.
pub(crate) fn render(game: &dyn Game) -> String {
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
