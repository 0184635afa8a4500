//! The contract of `--json`: all JSON output is a [`Shape`], a type with a name, a version and documentation.
//!
//! A shape stands next to the value that it shows. [`line()`] and [`pretty`] write it as one object whose first
//! member is its version. A [`Catalogue`] of all shapes renders the page that documents them, from the documentation
//! of the types. [`Schemas`] are for documents that describe a service.

mod catalogue;
mod catalogue_entry;
mod page;
mod schema_words;
mod schemas;
mod shape;

pub use catalogue::Catalogue;
pub use catalogue_entry::CatalogueEntry;
pub use schemas::{Schemas, schema_to_read};
pub use shape::{Shape, line, pretty};
