//! The teacher's decisions: the meaning of `class.toml`, and the effects of changing it.

mod assistants;
mod class_plan;
mod difference;
mod displacement;
mod language;
mod quota;
mod requirement;
mod scrimmage;
mod team_formation;

pub use assistants::AssistantRights;
pub use class_plan::{ClassPlan, Failing};
pub use difference::{Difference, differences};
pub use displacement::{Displacement, WhyDisplaced, displaced};
pub use language::HandInLanguage;
pub use quota::{Allowance, Quota};
pub use requirement::Requirement;
pub use scrimmage::{ScrimmagePlan, ShownInFreeze, called};
pub use team_formation::TeamFormation;
