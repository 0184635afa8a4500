//! Statistics of games.

use rating::crosstable::{by_seat, head_to_head};
use rating::cycles::transitivity;
use rating::results::Player;
use rating::summary::Summary;
use rating::table::{Table, Tally};
use terminal::table::{self, Align};
use terminal::text::shortened;

use super::{percent, section};
use crate::{List, ListRatings, Statistics};

/// Maximum number of rows of first moves, endings and cycles; [`crate::RateReport`] has all.
const MOST: usize = 12;
/// Maximum number of players in a square head-to-head table.
const SQUARE: usize = 12;

/// Returns the statistics, part by part.
pub(super) fn lines(list: &List, rated: &ListRatings, statistics: &Statistics) -> Vec<String> {
    let table = &rated.list.table();
    let order: Vec<Player> = rated.list.entries().iter().map(|entry| entry.player).collect();
    let name =
        |player: Player| rated.who.get(player.index()).map_or_else(String::new, |who| shortened(&who.name));
    let mut lines = vec![
        section("results by seat", &seats(table, &order, &name)),
        section("head to head", &heads(table, &order, &name)),
        section("cycles", &cycles(table, &name)),
    ];
    if statistics.by_seat != [0; 3] {
        lines.extend(of_all_games(list, statistics));
    }
    lines
}

/// Returns the statistics of all games of the given runs.
fn of_all_games(list: &List, statistics: &Statistics) -> Vec<String> {
    let [wins, draws, losses] = statistics.by_seat;
    let games = (wins + draws + losses) as f64;
    let share = |count: u64| format!("{count} ({})", percent(count as f64 / games));
    let first = format!("won {}, drawn {}, lost {}", share(wins), share(draws), share(losses));
    let mut lines = vec![
        format!("\nall games of the given runs, copies included, of {}", shortened(&list.game)),
        section("first seat", &first),
        section("plies", &statistics.lengths().map_or_else(String::new, |lengths| spread(&lengths, 0))),
        section(
            "seconds used by a seat in a game",
            &statistics.times().map_or_else(String::new, |times| spread(&times, 6)),
        ),
    ];
    let mut endings: Vec<(&String, &u64)> = statistics.endings.iter().collect();
    endings.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let rows = endings.iter().map(|(reason, count)| vec![shortened(reason), share(**count)]).collect();
    lines.push(section("endings", &rows_of("ending", "games", rows)));
    let rows = statistics
        .faults
        .iter()
        .flat_map(|(fault, by)| {
            by.iter().map(move |(name, count)| vec![shortened(fault), shortened(name), count.to_string()])
        })
        .collect::<Vec<_>>();
    let faults = if rows.is_empty() {
        "none".to_owned()
    } else {
        table::render(&[("fault", Align::Left), ("entrant", Align::Left), ("games", Align::Right)], &rows)
    };
    lines.push(section("faults", &faults));
    let rows: Vec<Vec<String>> = statistics
        .first_moves()
        .iter()
        .take(MOST)
        .map(|(words, first)| {
            let score = first.half_points as f64 / (2 * first.games) as f64;
            vec![shortened(words), first.games.to_string(), percent(score)]
        })
        .collect();
    if !rows.is_empty() {
        let head = [("first ply", Align::Left), ("games", Align::Right), ("score", Align::Right)];
        lines.push(section("first moves from the game's own start", &table::render(&head, &rows)));
    }
    lines
}

fn rows_of(one: &str, other: &str, mut rows: Vec<Vec<String>>) -> String {
    let more = rows.len().saturating_sub(MOST);
    rows.truncate(MOST);
    if more > 0 {
        rows.push(vec![format!("and {more} more"), String::new()]);
    }
    table::render(&[(one, Align::Left), (other, Align::Right)], &rows)
}

fn spread(summary: &Summary, digits: usize) -> String {
    let Summary { least, lower_quartile, median, upper_quartile, greatest, mean, .. } = summary;
    format!(
        "minimum {least:.digits$}, lower quartile {lower_quartile:.digits$}, median {median:.digits$}, upper quartile \
         {upper_quartile:.digits$}, maximum {greatest:.digits$}; mean {mean:.*}",
        digits.max(1),
    )
}

fn tally(tally: &Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

fn seats(table: &Table, order: &[Player], name: &dyn Fn(Player) -> String) -> String {
    let seats = by_seat(table);
    let rows: Vec<Vec<String>> = order
        .iter()
        .filter_map(|&player| {
            let [first, second] = seats.get(player.index())?;
            Some(vec![name(player), tally(first), tally(second)])
        })
        .collect();
    table::render(
        &[("name", Align::Left), ("first seat", Align::Right), ("second seat", Align::Right)],
        &rows,
    )
}

fn heads(table: &Table, order: &[Player], name: &dyn Fn(Player) -> String) -> String {
    if order.len() > SQUARE {
        return "too many players for a table; use --json".to_owned();
    }
    let numbers: Vec<String> = (1..=order.len()).map(|number| number.to_string()).collect();
    let mut head = vec![("", Align::Right), ("name", Align::Left)];
    head.extend(numbers.iter().map(|number| (number.as_str(), Align::Right)));
    let rows: Vec<Vec<String>> = order
        .iter()
        .zip(&numbers)
        .map(|(&player, number)| {
            let scores = head_to_head(table, player);
            let mut row = vec![number.clone(), name(player)];
            row.extend(order.iter().map(|&other| {
                let score = scores.iter().find(|(opponent, _)| *opponent == other);
                score.map_or_else(String::new, |(_, score)| tally(score))
            }));
            row
        })
        .collect();
    table::render(&head, &rows)
}

fn cycles(table: &Table, name: &dyn Fn(Player) -> String) -> String {
    let found = transitivity(table);
    if found.cycles.is_empty() {
        return "none".to_owned();
    }
    let mut lines: Vec<String> = found
        .cycles
        .iter()
        .take(MOST)
        .map(|cycle| {
            let names: Vec<String> = cycle.iter().chain(cycle.first()).map(|&player| name(player)).collect();
            names.join(" > ")
        })
        .collect();
    lines.push(format!("{} of {} triples are cyclic", found.cyclic_triples, found.triples));
    lines.join("\n")
}
