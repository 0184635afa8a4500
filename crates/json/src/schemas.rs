//! Schemas for a document with a separate place for them.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::Shape;

/// JSON schemas (draft 2020-12) for a document with a separate place for them, such as `/components/schemas` in a
/// description of a service.
#[derive(Debug)]
pub struct Schemas(SchemaGenerator);

impl Schemas {
    /// Returns schemas for a document that has them at this JSON pointer.
    pub fn at(pointer: &'static str) -> Schemas {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        Schemas(settings.with(|settings| settings.definitions_path = pointer.into()).into_generator())
    }

    /// Returns the schema of a shape with its version, as [`line()`](crate::line()) writes it.
    pub fn shape<S: Shape>(&mut self) -> Value {
        json!({
            "allOf": [self.0.subschema_for::<S>()],
            "properties": { "version": { "const": S::VERSION } },
            "required": ["version"],
        })
    }

    /// Returns the schemas of all types so far, by name.
    pub fn definitions(&self) -> &Map<String, Value> {
        self.0.definitions()
    }
}

/// Returns the self-contained schema of an input type.
pub fn schema_to_read<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_deserialize();
    let settings = settings.with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    settings.into_generator().into_root_schema_for::<T>().into()
}
