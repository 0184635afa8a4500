//! Parameters that several formats share.

use tournament::{Entrant, EntrantId, MatchKey};

use crate::Problem;
use crate::closest::closest;
use crate::reader::{Located, Reader};

/// The maximum of `cycles`.
const MOST_CYCLES: u32 = 10_000;

/// Reads the number of games of a pairing.
pub(crate) fn games(table: &Reader<'_>, usual: u16) -> u16 {
    count(table, "games", 1, usual)
}

/// Reads the number of times that all entrants meet.
pub(crate) fn cycles(table: &Reader<'_>) -> u32 {
    table.number("cycles", 1, MOST_CYCLES).map_or(1, |cycles| cycles.value)
}

/// Reads a number of games, at least `least`.
pub(crate) fn count(table: &Reader<'_>, key: &str, least: u32, usual: u16) -> u16 {
    table.number(key, least, MatchKey::GAMES).map_or(usual, |found| found.value as u16)
}

/// Reads a required number, at least 1.
pub(crate) fn required(table: &Reader<'_>, key: &str, example: &str, most: u32) -> Option<u32> {
    table.require(key, example);
    table.number(key, 1, most).map(|found| found.value)
}

/// Finds an entrant by name, or adds a problem.
pub(crate) fn entrant(
    table: &Reader<'_>,
    entrants: &[Entrant],
    name: &Located<String>,
    otherwise: &str,
) -> Option<EntrantId> {
    let known: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    if let Some(index) = known.iter().position(|known| *known == name.value) {
        return Some(EntrantId(index as u32));
    }
    let problem = Problem::new(name.span.clone(), format!("no entrant is named \"{}\"", name.value));
    table.add(match closest(&name.value, &known) {
        Some(near) => problem.hint(format!("did you mean \"{near}\"?")),
        None => problem.hint(otherwise),
    });
    None
}
