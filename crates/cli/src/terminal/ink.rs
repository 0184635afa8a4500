//! Colours in the terminal.

/// Whether the terminal shows colours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    Plain,
    Colour,
}

pub(super) const RESET: &str = "\u{1b}[0m";
