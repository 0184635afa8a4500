//! The cost of a large season: `cargo bench -p season`.

#![expect(clippy::unwrap_used, reason = "a bench may stop at what cannot happen")]

use divan::Bencher;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use rating::results::{MatchResult, Player, Score};
use season::{Bot, Cycle, CyclePlan, Season, fit, next_cycle, standings};
use tournament::{RunSeed, StageSeed};

const BOTS: usize = 300;
const CYCLES: u16 = 100;

fn main() {
    divan::main();
}

/// Returns a hundred cycles between 300 bots, each paired twice with bots of similar strength. At the end, each has
/// this many versions on average.
fn season(versions_of_each: usize) -> (Season, Vec<Player>) {
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    let mut unit = || (dice.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    let chance = (versions_of_each - 1) as f64 / f64::from(CYCLES);
    let mut versions: Vec<Bot> = (0..BOTS as u32).map(Bot).collect();
    let mut strengths: Vec<f64> = (0..BOTS).map(|_| 4.0 * unit() - 2.0).collect();
    let mut present: Vec<Player> = (0..BOTS).map(Player::from).collect();
    let mut cycles = Vec::new();
    for at in 0..CYCLES {
        for (bot, current) in present.iter_mut().enumerate() {
            if unit() < chance {
                strengths.push(strengths[current.index()] + 2.0 * unit() - 0.7);
                *current = Player::from(versions.len());
                versions.push(Bot(bot as u32));
            }
        }
        let mut games = Vec::new();
        for _ in 0..2 {
            let mut order: Vec<(f64, Player)> =
                present.iter().map(|version| (strengths[version.index()] + 2.0 * unit(), *version)).collect();
            order.sort_by(|a, b| a.0.total_cmp(&b.0));
            for pair in order.chunks_exact(2) {
                for (first, second) in [(pair[0].1, pair[1].1), (pair[1].1, pair[0].1)] {
                    let up = (strengths[first.index()] - strengths[second.index()]).exp();
                    let score = match unit() * (up + 0.5 + 1.0) {
                        at if at < up => Score::Win,
                        at if at < up + 0.5 => Score::Draw,
                        _ => Score::Loss,
                    };
                    games.push(MatchResult::new(first, second, score));
                }
            }
        }
        cycles.push(Cycle { at: i64::from(at), games });
    }
    (Season::new(BOTS, versions, cycles).unwrap(), present)
}

/// Rates all versions, by number of versions of each of 300 bots.
#[divan::bench(args = [5, 20], sample_count = 1, sample_size = 1)]
fn ratings(bencher: Bencher<'_, '_>, versions_of_each: usize) {
    let (season, _) = season(versions_of_each);
    bencher.bench_local(|| fit(&season));
}

/// Makes the table of the season, from its ratings.
#[divan::bench(args = [5, 20], sample_count = 1, sample_size = 1)]
fn table(bencher: Bencher<'_, '_>, versions_of_each: usize) {
    let (season, _) = season(versions_of_each);
    let fit = fit(&season);
    bencher.bench_local(|| standings(&season, &fit, i64::from(CYCLES)));
}

/// Pairs the next cycle.
#[divan::bench(args = [5, 20], sample_count = 1, sample_size = 1)]
fn pairs(bencher: Bencher<'_, '_>, versions_of_each: usize) {
    let (season, present) = season(versions_of_each);
    let lots = StageSeed::new(RunSeed::from(7), CYCLES);
    bencher.bench_local(|| next_cycle(&season, &present, &CyclePlan::default(), lots));
}
