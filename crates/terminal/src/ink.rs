//! Colours in the terminal.

/// The use of colours in the terminal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// No colours.
    Plain,
    /// Colours.
    Colour,
}

pub(crate) const RESET: &str = "\u{1b}[0m";
