//! The text of a class: its creation, and the adoption of changes.

mod adoption;
mod creation;
mod game_rules;
mod saving;
mod setting_fields;

pub use self::adoption::{Adoption, CountingVersion, DisplacedVersion, adopt, preview_adoption};
pub use self::creation::{FirstText, NewClassReport, create, create_with_roster};
pub use self::game_rules::{change_game, open_rules, set_game, with_rules};
pub use self::saving::{SaveText, preview_text, save_text, text_on_disk};
pub use self::setting_fields::{SettingField, SettingKind, set_fields, setting_fields};
