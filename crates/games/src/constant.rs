//! A constant for the authors of bots.

/// A constant of a game's kit, in every language.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// The name: lower case, underscores.
    pub name: &'static str,
    /// The description, a sentence.
    pub about: &'static str,
    /// The value.
    pub value: ConstantValue,
}

/// The value of a [`Constant`].
#[derive(Clone, Copy, Debug)]
pub enum ConstantValue {
    /// A text with neither quotes nor backslashes.
    Text(&'static str),
    /// A list of such texts.
    Texts(&'static [&'static str]),
    /// A list of integers.
    Numbers(&'static [i64]),
}
