//! The time of a fit: `cargo bench -p rating`, or `-- million` for the largest alone.
//!
//! Each row folds results in schedule order into a table and fits Davidson's model with seat advantage and standard
//! errors. In `paired` rows, every opening is played from both seats, and errors are robust.

#![expect(clippy::unwrap_used, reason = "a bench may stop at what cannot happen")]

use divan::{Bencher, black_box};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use rating::bradley_terry::{Options, fit_table};
use rating::model::Model;
use rating::results::{MatchResult, Results, Score};
use rating::table::Table;

fn main() {
    divan::main();
}

/// Returns random games of players spread over 800 Elo; a third of them are drawn.
fn results(players: usize, games: usize, paired: bool) -> Results {
    let mut dice = ChaCha8Rng::seed_from_u64(6);
    let mut unit = || dice.next_u64() as f64 / u64::MAX as f64;
    let strength = |player: usize| 4.6 * (player as f64 / players as f64 - 0.5);
    let mut score = |first: usize, second: usize| {
        let gap = strength(first) - strength(second) + 0.2;
        let up = (0.5 * gap).exp();
        let at = unit() * (up + 1.0 + 1.0 / up);
        if at < up {
            Score::Win
        } else if at < up + 1.0 {
            Score::Draw
        } else {
            Score::Loss
        }
    };
    let mut order = ChaCha8Rng::seed_from_u64(7);
    let mut below = |n: usize| (order.next_u64() % n as u64) as usize;
    let mut matches = Vec::with_capacity(games);
    while matches.len() < games {
        let first = below(players);
        let second = (first + 1 + below(players - 1)) % players;
        let leg = MatchResult::new(first, second, score(first, second));
        if paired {
            let swapped = MatchResult::new(second, first, score(second, first));
            let pair = matches.len() as u32 / 2;
            matches.extend([leg, swapped].map(|leg| leg.in_pair(pair)));
        } else {
            matches.push(leg);
        }
    }
    Results::new(players, matches).unwrap()
}

fn bench_fit(bencher: Bencher<'_, '_>, players: usize, games: usize, paired: bool) {
    let results = results(players, games, paired);
    bencher.bench(|| fit_table(&Table::counted(black_box(&results)), &Options::default()));
}

#[divan::bench(args = [10, 30, 100, 300, 1_000], sample_count = 5, sample_size = 1)]
fn players_at_100_000_games(bencher: Bencher<'_, '_>, players: usize) {
    bench_fit(bencher, players, 100_000, false);
}

#[divan::bench(args = [1_000, 10_000, 100_000, 1_000_000], sample_count = 5, sample_size = 1)]
fn games_of_100_players(bencher: Bencher<'_, '_>, games: usize) {
    bench_fit(bencher, 100, games, false);
}

#[divan::bench(args = [false, true], sample_count = 5, sample_size = 1)]
fn million_games_of_1000_players(bencher: Bencher<'_, '_>, paired: bool) {
    bench_fit(bencher, 1_000, 1_000_000, paired);
}

#[divan::bench(args = [false, true], sample_count = 5, sample_size = 1)]
fn million_games_of_1000_players_folded(bencher: Bencher<'_, '_>, paired: bool) {
    let results = results(1_000, 1_000_000, paired);
    bencher.bench(|| Table::counted(black_box(&results)));
}

#[divan::bench(args = ["elo", "bkr", "glicko-2", "weng-lin"], sample_count = 5, sample_size = 1)]
fn million_games_of_1000_players_in_order(bencher: Bencher<'_, '_>, model: &str) {
    let results = results(1_000, 1_000_000, false);
    let model = Model::named(model).unwrap();
    bencher.bench(|| model.rate(black_box(&results)));
}
