//! All shapes with their schemas.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use crate::catalogue_entry::CatalogueEntry;
use crate::{Shape, page};

/// Shapes in the order of their documentation.
#[derive(Debug)]
pub struct Catalogue {
    entries: Vec<CatalogueEntry>,
    generator: SchemaGenerator,
}

impl Default for Catalogue {
    fn default() -> Catalogue {
        Catalogue {
            entries: Vec::new(),
            generator: SchemaSettings::draft2020_12().for_serialize().into_generator(),
        }
    }
}

impl Catalogue {
    /// Adds a shape that a command prints.
    #[must_use]
    pub fn with<S: Shape>(mut self, command: &'static str) -> Catalogue {
        let reference = self.generator.subschema_for::<S>();
        let reference = reference.get("$ref").and_then(Value::as_str).unwrap_or_default();
        // A type has a schema of its own, and this refers to it.
        let key = reference.rsplit('/').next().unwrap_or_default().to_owned();
        self.entries.push(CatalogueEntry { name: S::NAME, version: S::VERSION, command, key });
        self
    }

    /// The JSON schemas (draft 2020-12) of all types in shapes, each once, by type name. A shape's schema has no
    /// `version`, which is not part of its type.
    pub fn schemas(&self) -> &Map<String, Value> {
        self.generator.definitions()
    }

    /// Renders a page of Markdown: a table of commands and shapes, the members of each shape, and the members of the
    /// types in them.
    pub fn page(&self) -> String {
        page::render(&self.entries, self.schemas())
    }
}
