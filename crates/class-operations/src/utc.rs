//! Moments in JSON.

use std::borrow::Cow;

use class_model::Moment;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

/// A moment that serialises as RFC 3339 in UTC: `2026-12-01T22:59:00Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utc(pub Moment);

impl Serialize for Utc {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// The schema of a plain string. The documentation of each field says that it is UTC.
impl JsonSchema for Utc {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}
