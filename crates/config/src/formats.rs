//! The formats of a stage with their parameters.

use tournament::{
    DoubleElimination, Entrant, EntrantId, Format, Gauntlet, GroupDraw, Groups, Ladder, MatchKey, Pairings,
    Pyramid, RoundRobin, SingleElimination,
};

use crate::parameters::{count, cycles, entrant, games, required};
use crate::reader::{Located, Reader};
use crate::{Problem, keys};

/// The default number of replays of a drawn knockout pairing before the higher seed advances.
const USUAL_REPLAYS: u16 = 3;
const USUAL_BATCH: u32 = 16;
const MOST_BUDGET: u32 = 100_000_000;

/// Reads the format of a stage, and checks that the stage has no keys of other formats.
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
        "pairings" => read_pairings(table, entrants).map(Format::Pairings),
        _ => None,
    }
}

// Each function reads all of its keys before it gives up on a missing one, so that all problems are reported.

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

fn read_pairings(table: &Reader<'_>, entrants: &[Entrant]) -> Option<Pairings> {
    table.require("pairs", "[[\"Alpha\", \"Beta\"]]");
    let games = games(table, 2);
    if table.value("pairs").and_then(|found| found.get_ref().as_array()).is_some_and(|list| list.is_empty()) {
        table.problem(table.place_of("pairs"), "`pairs` is empty");
    }
    let lists = table.lists_of_strings("pairs")?;
    let pairs = lists.iter().take_while(|_| !table.is_given_up());
    let pairs = pairs.filter_map(|names| read_pair(table, entrants, names)).collect();
    Some(Pairings { pairs, games })
}

fn read_pair(table: &Reader<'_>, entrants: &[Entrant], names: &[Located<String>]) -> Option<[EntrantId; 2]> {
    let find = |name| entrant(table, entrants, name, "`pairs` lists entrants by name");
    let [one, other] = names else {
        if let Some(third) = names.get(2) {
            table.problem(third.span.clone(), "a pair is two entrants");
        }
        return None;
    };
    let (first, second) = (find(one), find(other));
    if first.is_some() && first == second {
        table.problem(other.span.clone(), format!("\"{}\" is paired with itself", other.value));
        return None;
    }
    Some([first?, second?])
}

/// Returns the phrase for a stage of the format at the start of a sentence.
pub(crate) fn in_a_sentence(format: &str) -> String {
    if format == "pairings" { "a list of pairings".to_owned() } else { format!("a {format}") }
}

fn check_keys(table: &Reader<'_>, format: Option<&str>) {
    let known = keys::of_stage(format);
    for (key, _) in table.others(&known) {
        let formats = keys::formats_with(&key.value);
        let problem = match format {
            Some(format) if !formats.is_empty() => {
                Problem::new(key.span, format!("{} has no key `{}`", in_a_sentence(format), key.value))
                    .hint(format!("only these formats have it: {}", formats.join(", ")))
            }
            _ => Problem::new(key.span, format!("{} has no key `{}`", table.title(), key.value))
                .hint(keys::hint(&key.value, &known)),
        };
        table.add(problem);
    }
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
