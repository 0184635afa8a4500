//! Ratings, statistics and lists as JSON.

use rating::bradley_terry::Estimate;
use rating::crosstable::{by_seat, first_seat, head_to_head};
use rating::cycles::transitivity;
use rating::note::{Note, Open};
use rating::results::Player;
use rating::scale::{Z95, round6};
use rating::summary::Summary;
use rating::table::Tally;
use serde::Serialize;
use serde_json::{Value, json};

use super::list::{List, Rated, StoredRun};
use super::stats::Stats;
use super::{By, Shown};

/// A list's file: what it is read back from, and for readers the ratings with their history.
#[derive(Serialize)]
pub(crate) struct Kept<'a> {
    format: &'a str,
    game: &'a str,
    model: &'a str,
    by: By,
    runs: &'a [StoredRun],
    ratings: Value,
}

impl<'a> Kept<'a> {
    pub(crate) fn new(list: &'a List, rated: &Rated) -> Kept<'a> {
        Kept {
            format: list.format(),
            game: &list.game,
            model: &list.model,
            by: list.by,
            runs: &list.runs,
            ratings: players(rated, Z95),
        }
    }
}

/// Everything that `muster rate` knows.
pub(crate) fn all(list: &List, rated: &Rated, stats: Option<&Stats>, shown: &Shown) -> Value {
    let ratings = rated.list.ratings();
    let fit = ratings.fit.as_ref();
    let mut value = json!({
        "game": list.game,
        "model": list.model,
        "by": list.by,
        "runs": rated.list.runs(),
        "games": rated.games,
        "copies": rated.copies,
        "unrated": rated.unrated,
        "unfinished": rated.unfinished,
        "against_itself": rated.against_itself,
        "confidence": shown.confidence,
        "ratings": players(rated, shown.deviations()),
        "seat_advantage": fit.and_then(|fit| fit.seat).map(|seat| estimate(&seat)),
        "draws_between_equals": fit.and_then(|fit| fit.draw).map(|draw| estimate(&draw)),
        "notes": notes(&ratings.notes),
    });
    if shown.errors {
        value["error_matrix"] = matrix(rated, |a, b| {
            let deviation = ratings.fit.as_ref()?.difference(a, b)?.deviation?;
            Some(round6(shown.deviations() * deviation))
        });
    }
    if shown.superiority {
        value["superiority_matrix"] = matrix(rated, |a, b| ratings.superiority(a, b));
    }
    if let Some(stats) = stats {
        value["statistics"] = statistics(rated, stats);
    }
    value
}

/// Text for people, too.
pub(crate) fn pretty(value: &Value) -> String {
    format!("{value:#}")
}

/// `[row][column]` in the order of `ratings`; `null` on the diagonal and where nothing links the two.
fn matrix(rated: &Rated, of: impl Fn(Player, Player) -> Option<f64>) -> Value {
    let order: Vec<Player> = rated.list.entries().iter().map(|entry| entry.player).collect();
    order.iter().map(|&a| order.iter().map(|&b| json!(of(a, b))).collect::<Value>()).collect()
}

fn players(rated: &Rated, deviations: f64) -> Value {
    let entries = rated.list.entries();
    let next = |at: usize| entries.get(at + 1).map(|next| next.player);
    entries
        .iter()
        .enumerate()
        .map(|(at, entry)| {
            let who = &rated.who[entry.player.index()];
            // Of a name in a file no bot is known.
            let bot = |text: &str| (!who.is_name()).then(|| text.to_owned());
            let above = next(at).and_then(|next| rated.list.ratings().superiority(entry.player, next));
            let history: Value = entry
                .history
                .iter()
                .map(|point| {
                    json!({
                        "run": point.run,
                        "rating": point.rating,
                        "deviation": point.deviation,
                        "games": point.games,
                    })
                })
                .collect();
            json!({
                "rank": entry.place,
                "name": who.name,
                "bot": bot(&who.bot),
                "module": bot(&who.module),
                "settings": bot(&who.settings),
                "rating": entry.rating.rating,
                "deviation": entry.rating.deviation,
                "open": entry.rating.open.map(Open::sign),
                "interval95": entry.rating.interval().map(|(low, high)| [low, high]),
                "interval": entry.rating.interval_of(deviations).map(|(low, high)| [low, high]),
                "games": entry.rating.games(),
                "score": tally(&entry.rating.tally),
                "above_next": above,
                "provisional": entry.provisional,
                "active": entry.active,
                "last_run": entry.last_run,
                "notes": notes(&entry.rating.notes),
                "history": history,
            })
        })
        .collect()
}

fn notes(notes: &[Note]) -> Vec<String> {
    notes.iter().map(ToString::to_string).collect()
}

fn estimate(estimate: &Estimate) -> Value {
    json!({ "value": estimate.value, "deviation": estimate.deviation })
}

fn tally(tally: &Tally) -> Value {
    json!({ "won": tally.wins, "drawn": tally.draws, "lost": tally.losses, "mean": tally.mean() })
}

fn summary(summary: &Summary) -> Value {
    json!({
        "count": summary.count,
        "least": summary.least,
        "lower_quartile": summary.lower_quartile,
        "median": summary.median,
        "upper_quartile": summary.upper_quartile,
        "greatest": summary.greatest,
        "mean": summary.mean,
    })
}

fn statistics(rated: &Rated, stats: &Stats) -> Value {
    let table = &rated.list.table();
    // Players are named by their place in `ratings`, from 0.
    let entries = rated.list.entries();
    let mut place = vec![0; entries.len()];
    for (at, entry) in entries.iter().enumerate() {
        place[entry.player.index()] = at;
    }
    let place = |player: Player| place.get(player.index()).copied();
    let seats = by_seat(table);
    let seats: Value = entries
        .iter()
        .filter_map(|entry| seats.get(entry.player.index()))
        .map(|[first, second]| json!({ "first": tally(first), "second": tally(second) }))
        .collect();
    let heads: Value = entries
        .iter()
        .map(|entry| {
            let row: Value = head_to_head(table, entry.player)
                .iter()
                .map(|(opponent, score)| json!({ "opponent": place(*opponent), "score": tally(score) }))
                .collect();
            row
        })
        .collect();
    let found = transitivity(table);
    let cycles: Value = found
        .cycles
        .iter()
        .map(|cycle| cycle.iter().map(|&player| json!(place(player))).collect::<Value>())
        .collect();
    let first_moves: Value = stats
        .first_moves()
        .iter()
        .map(|(words, first)| {
            json!({ "ply": words, "games": first.games, "points_of_first_seat": first.half_points as f64 / 2.0 })
        })
        .collect();
    json!({
        "first_seat": tally(&first_seat(table)),
        "by_seat": seats,
        "head_to_head": heads,
        "triples": found.triples,
        "cyclic_triples": found.cyclic_triples,
        "cycles": cycles,
        "runs_read_now": {
            "first_seat": {
                "won": stats.by_seat[0], "drawn": stats.by_seat[1], "lost": stats.by_seat[2],
            },
            "plies": stats.lengths().map(|lengths| summary(&lengths)),
            "seconds": stats.times().map(|times| summary(&times)),
            "endings": stats.endings,
            "faults": stats.faults,
            "first_moves": first_moves,
        },
    })
}
