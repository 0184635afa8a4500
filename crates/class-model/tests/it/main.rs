//! The tests of `class-model`, as one program.

mod badges;
mod clock;
mod crashes;
mod entrants;
mod following;
mod places;
mod record;
mod roster;
mod scrimmages;
mod standing;
#[path = "../support/mod.rs"]
mod support;
mod text;
mod versions;
