//! A Swiss stage with its requested byes and the entrants to keep apart.

use std::collections::{BTreeMap, BTreeSet};

use tournament::{Bye, Entrant, EntrantId, MatchKey, Swiss};

use crate::parameters::{entrant, games, required};
use crate::reader::{Located, Reader};

const BYES: [(&str, Bye); 3] = [("win", Bye::Win), ("draw", Bye::Draw), ("nothing", Bye::Nothing)];

/// Reads all keys before it gives up on a missing one, so that all problems are reported.
pub(crate) fn read(table: &Reader<'_>, entrants: &[Entrant]) -> Option<Swiss> {
    let rounds = required(table, "rounds", "7", MatchKey::ROUNDS);
    let usual = Swiss::default();
    let bye = table.word("bye", &BYES).map_or(usual.bye, |bye| bye.value);
    let requested_bye = table.word("requested_bye", &BYES).map_or(usual.requested_bye, |bye| bye.value);
    let games = games(table, 1);
    let requested = read_requested(table, entrants, rounds);
    let apart = read_apart(table, entrants);
    Some(Swiss { rounds: rounds?, games, bye, requested, requested_bye, apart })
}

/// Reads the rounds, from 0, in which entrants asked not to be paired.
fn read_requested(
    table: &Reader<'_>,
    entrants: &[Entrant],
    rounds: Option<u32>,
) -> BTreeMap<EntrantId, BTreeSet<u32>> {
    let Some(asked) = table.table("requested_byes") else { return BTreeMap::new() };
    let mut requested = BTreeMap::new();
    for (name, found) in asked.entries() {
        let id = entrant(table, entrants, &name, "each key is an entrant's name");
        let numbers = table.numbers(&name.value, found, 1, rounds.unwrap_or(MatchKey::ROUNDS));
        if let (Some(id), Some(numbers)) = (id, numbers) {
            requested.insert(id, numbers.into_iter().map(|number| number - 1).collect());
        }
    }
    requested
}

/// Reads the groups of entrants that must not meet.
fn read_apart(table: &Reader<'_>, entrants: &[Entrant]) -> Vec<Vec<EntrantId>> {
    let lists = table.lists_of_strings("apart").unwrap_or_default();
    lists.into_iter().map(|names| read_group(table, entrants, &names)).collect()
}

fn read_group(table: &Reader<'_>, entrants: &[Entrant], names: &[Located<String>]) -> Vec<EntrantId> {
    let mut group = Vec::new();
    for name in names {
        let Some(id) = entrant(table, entrants, name, "`apart` lists entrants by name") else {
            continue;
        };
        if group.contains(&id) {
            table.problem(name.span.clone(), format!("\"{}\" is listed twice", name.value));
        } else {
            group.push(id);
        }
    }
    group
}
