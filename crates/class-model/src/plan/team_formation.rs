//! `[teams]`: teams that students form.

use config::Reader;

use super::class_plan::read_deadline;
use crate::{Deadline, Zone};

/// The keys of `[teams]`.
pub(crate) const TEAMS: &[&str] = &["size", "until"];

/// Maximum size of a team.
const LARGEST: u32 = 100;

/// The teams that students may form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamFormation {
    /// Maximum number of members who take part.
    pub size: u32,
    /// The end of forming teams, joining and leaving.
    pub until: Deadline,
}

pub(crate) fn read(table: &Reader<'_>, zone: Option<&Zone>) -> Option<TeamFormation> {
    table.only(TEAMS);
    table.require("size", "3");
    table.require("until", "\"2026-11-15 23:59\"");
    let (size, until) = (table.number("size", 2, LARGEST), read_deadline(table, "until", zone));
    Some(TeamFormation { size: size?.value, until: until? })
}
