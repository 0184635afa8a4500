//! A shape as a catalogue lists it.

/// A shape as a catalogue lists it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: u32,
    /// The command that prints it, as one would type it.
    pub command: &'static str,
    /// Its type's key among the schemas of a [`Catalogue`](crate::Catalogue).
    pub key: String,
}
