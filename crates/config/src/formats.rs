//! The formats of a stage with their parameters.

use tournament::{
    DoubleElimination, Entrant, EntrantId, Format, Gauntlet, GroupDraw, Groups, Ladder, MatchKey, Pyramid,
    RoundRobin, SingleElimination,
};

use crate::closest::closest;
use crate::reader::{At, Reader};
use crate::{Problem, keys};

/// The maximum of `cycles`.
const MOST_CYCLES: u32 = 10_000;
/// How often a level pairing of a knockout is replayed before the higher seed advances.
const USUAL_REPLAYS: u16 = 3;
const USUAL_BATCH: u32 = 16;
const MOST_BUDGET: u32 = 100_000_000;

/// Reads the format of a stage and checks that it has no keys but its own.
pub(crate) fn read(table: &Reader<'_>, entrants: &[Entrant]) -> Option<Format> {
    table.require("format", "\"round-robin\"");
    let names: Vec<_> = keys::FORMATS.iter().map(|(name, _)| (*name, *name)).collect();
    let name = table.word("format", &names).map(|name| name.value);
    check_keys(table, name);
    match name? {
        "round-robin" => {
            Some(Format::RoundRobin(RoundRobin { games: games(table, 1), cycles: cycles(table) }))
        }
        "groups" => read_groups(table).map(Format::Groups),
        "swiss" => crate::swiss::read(table, entrants).map(Format::Swiss),
        "knockout" => Some(Format::SingleElimination(SingleElimination {
            best_of: count(table, "best_of", 1, 1),
            replays: count(table, "replays", 0, USUAL_REPLAYS),
            third_place: table.flag("third_place").is_some_and(|third_place| third_place.value),
        })),
        "double-elimination" => Some(Format::DoubleElimination(DoubleElimination {
            best_of: count(table, "best_of", 1, 1),
            replays: count(table, "replays", 0, USUAL_REPLAYS),
        })),
        "gauntlet" => read_gauntlet(table, entrants).map(Format::Gauntlet),
        "pyramid" => Some(Format::Pyramid(Pyramid { games: games(table, 1) })),
        "ladder" => read_ladder(table).map(Format::Ladder),
        _ => None,
    }
}

// Each reads all of its keys before it gives up for a missing one, so that all problems are reported.

fn read_groups(table: &Reader<'_>) -> Option<Groups> {
    let groups = required(table, "groups", "4", 1_000_000);
    let draws = [("seeded", GroupDraw::Snake), ("drawn", GroupDraw::Drawn)];
    let draw = table.word("draw", &draws).map(|draw| draw.value).unwrap_or_default();
    let (games, cycles) = (games(table, 1), cycles(table));
    Some(Groups { groups: groups?, draw, games, cycles })
}

fn read_gauntlet(table: &Reader<'_>, entrants: &[Entrant]) -> Option<Gauntlet> {
    let challengers = challengers(table, entrants);
    let (games, cycles) = (games(table, 1), cycles(table));
    Some(Gauntlet { challengers: challengers?, games, cycles })
}

fn read_ladder(table: &Reader<'_>) -> Option<Ladder> {
    let budget = required(table, "budget", "10_000", MOST_BUDGET);
    let games = games(table, 2);
    let batch = table.number("batch", 1, MatchKey::PAIRINGS).map_or(USUAL_BATCH, |batch| batch.value);
    Some(Ladder { budget: u64::from(budget?), games, batch })
}

fn check_keys(table: &Reader<'_>, format: Option<&str>) {
    let known = keys::of_stage(format);
    for (key, _) in table.others(&known) {
        let formats = keys::formats_with(&key.value);
        let problem = match format {
            Some(format) if !formats.is_empty() => {
                Problem::new(key.span, format!("a {format} has no key `{}`", key.value))
                    .hint(format!("only these formats have it: {}", formats.join(", ")))
            }
            _ => Problem::new(key.span, format!("{} has no key `{}`", table.title(), key.value))
                .hint(keys::hint(&key.value, &known)),
        };
        table.add(problem);
    }
}

pub(crate) fn games(table: &Reader<'_>, usual: u16) -> u16 {
    count(table, "games", 1, usual)
}

fn cycles(table: &Reader<'_>) -> u32 {
    table.number("cycles", 1, MOST_CYCLES).map_or(1, |cycles| cycles.value)
}

fn count(table: &Reader<'_>, key: &str, least: u32, usual: u16) -> u16 {
    table.number(key, least, MatchKey::GAMES).map_or(usual, |found| found.value as u16)
}

pub(crate) fn required(table: &Reader<'_>, key: &str, example: &str, most: u32) -> Option<u32> {
    table.require(key, example);
    table.number(key, 1, most).map(|found| found.value)
}

fn challengers(table: &Reader<'_>, entrants: &[Entrant]) -> Option<Vec<EntrantId>> {
    table.require("challengers", "[\"Alpha\"]");
    let names = table.strings("challengers")?.value;
    let mut ids = Vec::new();
    for name in names {
        let Some(id) = entrant(table, entrants, &name, "challengers are listed by their entrants' names")
        else {
            continue;
        };
        if ids.contains(&id) {
            table.problem(name.span, format!("\"{}\" is listed twice", name.value));
        } else {
            ids.push(id);
        }
    }
    Some(ids)
}

/// Finds an entrant by name, or adds a problem.
pub(crate) fn entrant(
    table: &Reader<'_>,
    entrants: &[Entrant],
    name: &At<String>,
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
