//! The source lines of a compiled module, from its debug information (DWARF), if present.

use addr2line::Context;
use gimli::{Dwarf, EndianSlice, LittleEndian, SectionId};

use crate::frame::SourceLine;

/// The bytes of a section.
type Section<'a> = EndianSlice<'a, LittleEndian>;

/// Number of bytes of code within which the next line is searched.
const LOOK_AHEAD: u64 = 64;

/// The source locations of a module's code.
pub struct DebugLines<'a> {
    context: Context<Section<'a>>,
    /// The offset of the code in the module, to which addresses are relative.
    code: u64,
}

impl<'a> DebugLines<'a> {
    /// Reads the debug information in the custom sections of a module whose code is at this offset; `None` if there is
    /// none, or if it cannot be read.
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

    /// Returns the line of an instruction, by its offset in the module; `None` if it is unknown. Compilers write line 0
    /// for instructions that belong to no line, such as the heads of loops, where most samples of a loop are taken. For
    /// these, the next line of the function is returned.
    pub fn place(&self, offset: u64) -> Option<SourceLine> {
        let address = offset.checked_sub(self.code)?;
        let rows = self.context.find_location_range(address, address + LOOK_AHEAD).ok()?;
        let mut end = address;
        for (start, length, location) in rows {
            // The size of the next function is between two functions, and has no row.
            if start > end {
                return None;
            }
            if let Some(line) = location.line.filter(|&line| line > 0) {
                return Some(SourceLine { file: short(location.file?), line, text: String::new() });
            }
            end = start + length;
        }
        None
    }
}

/// Shortens a path: an absolute path becomes the file and its directory.
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
