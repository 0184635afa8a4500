//! Sign-on by the school's systems: course systems (LTI 1.3) and providers of OpenID Connect.

mod signing_in;
mod systems;

pub use self::signing_in::{SchoolPerson, SchoolRole, SignInAttempt, Stranger, WhyStranger, sign_in};
pub use self::systems::{ListedSystem, add_system, change_system, disconnect, list_systems, remove_system};
