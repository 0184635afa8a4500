//! The text of a class: its creation, and the adoption of changes.

mod adoption;
mod creation;

pub use self::adoption::{Adoption, CountingVersion, DisplacedVersion, adopt, preview_adoption};
pub use self::creation::{FirstText, NewClassReport, create};
