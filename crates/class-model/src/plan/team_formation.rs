//! `[teams]`: teams that students form.

use config::Reader;

use crate::Deadline;

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

/// Reads the table; `until` is its value of that key, already read.
pub(crate) fn read(table: &Reader<'_>, until: Option<Deadline>) -> Option<TeamFormation> {
    table.only(TEAMS);
    table.require("size", "3");
    table.require("until", "\"2026-11-15 23:59\"");
    let size = table.number("size", 2, LARGEST);
    Some(TeamFormation { size: size?.value, until: until? })
}
