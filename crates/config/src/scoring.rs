//! The points of a stage's games, and its ranking criteria.

use tournament::{Criterion, DoubleForfeit, ForfeitMetrics, GuestGames, Points, Scoring, Unopposed};

use crate::closest::hint;
use crate::reader::{Located, Reader};
use crate::{Problem, keys};

/// Reads `rank`, or returns the `usual` criteria. `metrics` are those of the game; `None` if the game is unknown.
pub(crate) fn read_rank(
    table: &Reader<'_>,
    metrics: Option<&[&str]>,
    usual: impl FnOnce() -> Vec<Criterion>,
) -> Vec<Criterion> {
    let Some(names) = table.strings("rank") else { return usual() };
    let mut rank = Vec::new();
    for name in names.value {
        let Some(criterion) = read_criterion(table, &name, metrics) else { continue };
        if rank.contains(&criterion) {
            table.problem(name.span, format!("\"{}\" is listed twice", name.value));
        } else {
            rank.push(criterion);
        }
    }
    rank
}

fn read_criterion(table: &Reader<'_>, name: &Located<String>, metrics: Option<&[&str]>) -> Option<Criterion> {
    match Criterion::parse(&name.value, metrics.unwrap_or_default()) {
        Ok(criterion) => Some(criterion),
        // It may be a metric of the unknown game.
        Err(_) if metrics.is_none() => None,
        Err(error) => {
            let known: Vec<&str> = error.known.iter().map(String::as_str).collect();
            let problem = Problem::new(name.span.clone(), format!("cannot rank by \"{}\"", name.value));
            table.add(problem.hint(hint(&name.value, &known, "expected one of")));
            None
        }
    }
}

/// Reads `[stage.points]` and the rules for rounds that count. `unopposed` is the default for rounds without any
/// opponent.
pub(crate) fn read_scoring(table: &Reader<'_>, unopposed: Unopposed) -> Scoring {
    let mut scoring = Scoring { unopposed, ..Scoring::default() };
    if let Some(points) = table.table("points") {
        points.only(keys::POINTS);
        read_points(&points, "win", &mut scoring.win);
        read_points(&points, "draw", &mut scoring.draw);
        read_points(&points, "loss", &mut scoring.loss);
        if scoring.win < scoring.draw || scoring.draw < scoring.loss {
            let (win, draw, loss) = (scoring.win, scoring.draw, scoring.loss);
            let message = format!(
                "a win ({win}) must be worth at least a draw ({draw}), and a draw at least a loss ({loss})"
            );
            points.problem(points.span(), message);
        }
    }
    let metrics = [
        ("forfeiter-zero", ForfeitMetrics::ForfeiterZero),
        ("as-played", ForfeitMetrics::AsPlayed),
        ("both-zero", ForfeitMetrics::BothZero),
    ];
    if let Some(found) = table.word("forfeit_metrics", &metrics) {
        scoring.forfeit_metrics = found.value;
    }
    let doubles = [("draw", DoubleForfeit::AsJudged), ("lost-by-both", DoubleForfeit::LostByBoth)];
    if let Some(found) = table.word("double_forfeit", &doubles) {
        scoring.double_forfeit = found.value;
    }
    let guests = [("count", GuestGames::Count), ("ignore", GuestGames::Ignore)];
    if let Some(found) = table.word("guest_games", &guests) {
        scoring.guest_games = found.value;
    }
    let unopposed = [("count", Unopposed::Count), ("ignore", Unopposed::Ignore)];
    if let Some(found) = table.word("unopposed", &unopposed) {
        scoring.unopposed = found.value;
    }
    scoring
}

fn read_points(table: &Reader<'_>, key: &str, slot: &mut Points) {
    let Some(found) = table.decimal(key) else { return };
    match Points::from_number(found.value) {
        Some(value) => *slot = value,
        None => {
            table.problem(
                found.span,
                format!("`{key}` must be at most a million, with at most three decimals"),
            );
        }
    }
}
