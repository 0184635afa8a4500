//! A shape as a catalogue lists it.

/// A shape as a catalogue lists it.
#[derive(Clone, Debug)]
pub struct CatalogueEntry {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: u32,
    /// The command that prints it, as a user types it.
    pub command: &'static str,
    /// The key of its type among the schemas of a [`Catalogue`](crate::Catalogue).
    pub key: String,
}
