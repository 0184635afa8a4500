//! Colours in the terminal.

/// Whether the terminal shows colours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// It does not.
    Plain,
    /// It does.
    Colour,
}

pub(crate) const RESET: &str = "\u{1b}[0m";
