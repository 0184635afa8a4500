//! Serialising moments to JSON.

use class_model::Moment;
use serde::Serializer;

/// Serialises a moment as RFC 3339 in UTC: `2026-12-01T22:59:00Z`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls it with")]
pub(crate) fn text<S: Serializer>(moment: &Moment, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(moment)
}

/// Serialises a moment in UTC, or null.
#[expect(clippy::ref_option, reason = "what serde calls it with")]
pub(crate) fn optional_text<S: Serializer>(
    moment: &Option<Moment>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match moment {
        Some(moment) => text(moment, serializer),
        None => serializer.serialize_none(),
    }
}
