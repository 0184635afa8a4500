//! Who a site is for.

/// Who a site is for: what is private in it depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tier {
    /// Everybody: nothing is private.
    Public,
}

impl Tier {
    /// The word in the data.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Tier::Public => "public",
        }
    }
}
