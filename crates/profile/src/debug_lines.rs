//! The lines of a compiled module's source, by its debug information (DWARF), if it was built with that.

use addr2line::Context;
use gimli::{Dwarf, EndianSlice, LittleEndian, SectionId};

use crate::frame::Place;

/// The bytes of a section.
type Section<'a> = EndianSlice<'a, LittleEndian>;

/// Bytes of code within which the next line is looked for.
const LOOK_AHEAD: u64 = 64;

/// Where the code of a module comes from.
pub struct DebugLines<'a> {
    context: Context<Section<'a>>,
    /// Where the module has its code, from which addresses count.
    code: u64,
}

impl<'a> DebugLines<'a> {
    /// Reads the debug information in the custom sections of a module, whose code is at this offset; `None` if it has none,
    /// or none that can be read.
    pub fn read(code: u64, custom: &[(&'a str, &'a [u8])]) -> Option<DebugLines<'a>> {
        let bytes_of = |id: SectionId| {
            let found = custom.iter().find(|(name, _)| *name == id.name());
            Ok::<_, gimli::Error>(Section::new(found.map_or(&[], |(_, bytes)| bytes), LittleEndian))
        };
        if custom.iter().all(|(name, _)| *name != SectionId::DebugLine.name()) {
            return None;
        }
        let context = Context::from_dwarf(Dwarf::load(bytes_of).ok()?).ok()?;
        Some(DebugLines { context, code })
    }

    /// The line of an instruction, by its offset in the module. Compilers write line 0 for instructions that belong to no
    /// line, such as the heads of loops, where most samples of a loop are taken: the next line of the function counts.
    pub fn place(&self, offset: u64) -> Option<Place> {
        let address = offset.checked_sub(self.code)?;
        let rows = self.context.find_location_range(address, address + LOOK_AHEAD).ok()?;
        let mut end = address;
        for (start, length, location) in rows {
            // Between functions is the size of the next one, which has no row.
            if start > end {
                return None;
            }
            if let Some(line) = location.line.filter(|&line| line > 0) {
                return Some(Place { file: short(location.file?), line, text: String::new() });
            }
            end = start + length;
        }
        None
    }
}

/// A path as its author knows it: of an absolute one the file and its directory.
fn short(path: &str) -> String {
    let parts: Vec<&str> = path.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect();
    let is_absolute = path.starts_with(['/', '\\']) || path.get(1..2) == Some(":");
    let shown = if is_absolute { parts.len().saturating_sub(2) } else { 0 };
    parts[shown..].join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_or_damaged_has_no_lines() {
        assert!(DebugLines::read(8, &[]).is_none());
        assert!(DebugLines::read(8, &[("name", b"\x01")]).is_none());
        for length in 0..40 {
            let damaged: Vec<u8> = (0..length).map(|byte: u8| byte.wrapping_mul(37)).collect();
            let names = [".debug_line", ".debug_info", ".debug_abbrev"];
            let sections = names.map(|name| (name, &damaged[..]));
            let lines = DebugLines::read(8, &sections);
            assert!(lines.is_none_or(|lines| (0..64).all(|offset| lines.place(offset).is_none())));
        }
    }

    #[test]
    fn a_path_is_shown_as_short_as_it_is_known() {
        let cases = [
            ("bot.c", "bot.c"),
            ("./src/bot.c", "src/bot.c"),
            ("/home/ann/bots/first/src/lib.rs", "src/lib.rs"),
            ("C:\\bots\\first\\bot.zig", "first/bot.zig"),
            ("/bot.c", "bot.c"),
        ];
        for (path, shown) in cases {
            assert_eq!(short(path), shown);
        }
    }
}
