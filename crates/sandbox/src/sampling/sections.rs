//! The sections of a module that concern its source.

use wasmparser::{Parser, Payload};

/// The offset of a module's code, and its custom sections by name, which include those with debug information.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DebugSections<'a> {
    /// Offset of the code section's contents, from which addresses in the debug information count.
    pub code: u64,
    /// Names and contents of the custom sections.
    pub custom: Vec<(&'a str, &'a [u8])>,
}

impl<'a> DebugSections<'a> {
    /// Returns the sections of a module up to the first error.
    pub fn read(module: &'a [u8]) -> DebugSections<'a> {
        let mut sections = DebugSections::default();
        for payload in Parser::new(0).parse_all(module) {
            match payload {
                Ok(Payload::CodeSectionStart { range, .. }) => sections.code = range.start as u64,
                Ok(Payload::CustomSection(section)) => sections.custom.push((section.name(), section.data())),
                Ok(_) => {}
                Err(_) => break,
            }
        }
        sections
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_found_up_to_where_the_module_can_be_read() {
        let module =
            wat::parse_str("(module (func) (@custom \"notes\" (after last) \"abc\"))").expect("a module");
        let sections = DebugSections::read(&module);
        assert_eq!(sections.custom, [("notes", &b"abc"[..])]);
        // The contents begin with the number of functions.
        assert_eq!(module[sections.code as usize], 1);
        assert_eq!(DebugSections::read(&module[..module.len() - 1]).custom, []);
        assert_eq!(DebugSections::read(b"not a module"), DebugSections::default());
    }
}
