//! Do 95 % intervals hold the truth 95 % of the time, in seasons whose bots change by leaps that are not the model's?
//!
//! Seasons between bots of known strengths, from fixed seeds, paired by the season's own rule. 10 seasons by default;
//! 1,000, with the bounds of the promise, by
//!
//! ```text
//! MUSTER_FULL=1 cargo test --release -p season --test seasons -- --nocapture
//! ```

#![expect(clippy::unwrap_used, reason = "a test may stop at what cannot happen")]
#![expect(clippy::print_stdout, reason = "what is found is shown with --nocapture")]

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use rating::bradley_terry::Estimate;
use rating::results::{MatchResult, Player, Score};
use rating::scale::{ELO_PER_NAT, Z95};
use season::{Bot, Cycle, CyclePlan, Season, SeasonFit, fit, next_cycle};
use tournament::{RunSeed, StageSeed};

fn is_full() -> bool {
    std::env::var_os("MUSTER_FULL").is_some()
}

/// Seasons of each kind.
fn runs() -> u64 {
    if is_full() { 1_000 } else { 10 }
}

struct Dice(ChaCha8Rng);

impl Dice {
    fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn pick(&mut self, chances: &[f64]) -> usize {
        let mut at = self.unit() * chances.iter().sum::<f64>();
        for (choice, chance) in chances.iter().enumerate() {
            at -= chance;
            if at < 0.0 {
                return choice;
            }
        }
        chances.len() - 1
    }
}

/// How strengths begin and change. None of them is normal.
#[derive(Clone, Copy)]
enum Leaps {
    /// A third of new versions changes nothing, half are better by up to 250, some are broken or mended by 200 to 500.
    Students,
    /// Most change next to nothing, a few by several hundred to either side.
    Rare,
    /// Always better, by up to 300.
    Better,
}

impl Leaps {
    const ALL: [Leaps; 3] = [Leaps::Students, Leaps::Rare, Leaps::Better];

    fn name(self) -> &'static str {
        match self {
            Leaps::Students => "students",
            Leaps::Rare => "rare",
            Leaps::Better => "better",
        }
    }

    fn draw(self, dice: &mut Dice) -> f64 {
        match self {
            Leaps::Students => match dice.pick(&[0.35, 0.5, 0.09, 0.06]) {
                0 => 0.0,
                1 => dice.between(0.0, 250.0),
                2 => -dice.between(200.0, 500.0),
                _ => dice.between(200.0, 500.0),
            },
            Leaps::Rare => match dice.pick(&[0.8, 0.1, 0.1]) {
                0 => dice.between(-20.0, 20.0),
                1 => -dice.between(200.0, 500.0),
                _ => dice.between(200.0, 500.0),
            },
            Leaps::Better => dice.between(0.0, 300.0),
        }
    }
}

/// A season with the strength of each version.
struct Played {
    season: Season,
    truth: Vec<f64>,
}

const BOTS: usize = 20;
const CYCLES: u16 = 40;
/// In each cycle, for each bot.
const CHANCE_OF_A_NEW_VERSION: f64 = 0.07;
const SEAT: f64 = 25.0;
const NU: f64 = 0.6;

/// How often the second game of an opening is the first one's opposite, for each of the two, as of one-sided openings.
const ONE_SIDED: f64 = 0.7;

/// The chances of a win and of a win or draw for the one of two who is in the first seat.
fn chances(gap: f64) -> [f64; 2] {
    let up = ((gap + SEAT) / ELO_PER_NAT / 2.0).exp();
    let all = up + NU + 1.0 / up;
    [up / all, (up + NU) / all]
}

/// Two games with seats swapped. `one_sided` is how often the score of the second follows from that of the first; the
/// chances of each game by itself are the same in any case.
fn play_pair(pair: [Player; 2], gap: f64, one_sided: f64, number: u32, dice: &mut Dice) -> [MatchResult; 2] {
    let score = |at: f64, [win, not_lost]: [f64; 2]| match at {
        at if at < win => Score::Win,
        at if at < not_lost => Score::Draw,
        _ => Score::Loss,
    };
    let [first, second] = pair;
    let at = dice.unit();
    let follows = one_sided > 0.0 && dice.unit() < one_sided;
    let other = if follows { at } else { dice.unit() };
    [
        MatchResult::new(first, second, score(at, chances(gap))).in_pair(number),
        // The best for the first one is the worst for the other one.
        MatchResult::new(second, first, score(other, chances(-gap))).in_pair(number),
    ]
}

/// Plays a season: bots begin at strengths that are far from normal, a fifth of them later than the others.
fn play(leaps: Leaps, one_sided: f64, seed: u64) -> Played {
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
    let mut versions: Vec<Bot> = (0..BOTS as u32).map(Bot).collect();
    let mut truth: Vec<f64> = (0..BOTS)
        .map(|_| if dice.unit() < 0.2 { dice.between(-700.0, -400.0) } else { dice.between(-200.0, 400.0) })
        .collect();
    let mut present: Vec<Player> = (0..BOTS).map(Player::from).collect();
    let mut cycles: Vec<Cycle> = Vec::new();
    let plan = CyclePlan { top: 4, ..CyclePlan::default() };
    for number in 0..CYCLES {
        for (bot, current) in present.iter_mut().enumerate() {
            if dice.unit() < CHANCE_OF_A_NEW_VERSION {
                truth.push(truth[current.index()] + leaps.draw(&mut dice));
                *current = Player::from(versions.len());
                versions.push(Bot(bot as u32));
            }
        }
        let here = if number < 10 { &present[..BOTS * 4 / 5] } else { &present[..] };
        let season = Season::new(BOTS, versions.clone(), cycles.clone()).unwrap();
        let lots = StageSeed::new(RunSeed::from(seed), number);
        let pairs = next_cycle(&season, here, &plan, lots);
        let games = (0..).zip(&pairs).flat_map(|(number, pair)| {
            let gap = truth[pair.first.index()] - truth[pair.second.index()];
            play_pair([pair.first, pair.second], gap, one_sided, number, &mut dice)
        });
        cycles.push(Cycle { at: i64::from(number), games: games.collect() });
    }
    Played { season: Season::new(BOTS, versions, cycles).unwrap(), truth }
}

/// How often an interval held the truth, by something.
#[derive(Default)]
struct Coverage(BTreeMap<&'static str, [u32; 2]>);

impl Coverage {
    fn add(&mut self, of: &'static str, estimate: Estimate, truth: f64) {
        let held = (estimate.value - truth).abs() <= Z95 * estimate.deviation.unwrap();
        let counts = self.0.entry(of).or_default();
        counts[usize::from(held)] += 1;
    }

    fn shares(&self) -> impl Iterator<Item = (&'static str, u32, f64)> {
        self.0.iter().map(|(of, [missed, held])| {
            (*of, missed + held, 100.0 * f64::from(*held) / f64::from(missed + held))
        })
    }
}

fn by_games(games: u32) -> &'static str {
    match games {
        0 => "0 games",
        1..=9 => "1 to 9 games",
        10..=19 => "10 to 19 games",
        20..=49 => "20 to 49 games",
        50..=99 => "50 to 99 games",
        _ => "at least 100 games",
    }
}

/// Adds every version, relative to the average of the first versions that have games, and every change from one version
/// to the next.
fn count(played: &Played, fit: &SeasonFit, coverage: &mut Coverage) {
    let Played { season, truth } = played;
    let mut games = vec![0; truth.len()];
    for game in season.by_version().matches() {
        games[game.first.index()] += 1;
        games[game.second.index()] += 1;
    }
    let first = |bot: Bot| season.versions_of(bot).iter().copied().find(|version| games[version.index()] > 0);
    let zero: Vec<f64> = season.bots().filter_map(first).map(|version| truth[version.index()]).collect();
    let zero = zero.iter().sum::<f64>() / zero.len() as f64;
    for (version, estimate) in fit.versions.iter().enumerate() {
        let is_current =
            season.versions_of(season.versions()[version]).last() == Some(&Player::from(version));
        let true_rating = truth[version] - zero + 1500.0;
        if games[version] == 0 {
            continue;
        }
        coverage.add(by_games(games[version]), *estimate, true_rating);
        coverage.add("all versions", *estimate, true_rating);
        if is_current {
            coverage.add("current versions", *estimate, true_rating);
        }
        if let Some(before) = season.before(Player::from(version)) {
            let change = fit.gap(Player::from(version), before);
            coverage.add("changes", change, truth[version] - truth[before.index()]);
        }
    }
}

/// Plays seasons and returns what is not as promised.
fn wrong(leaps: Leaps, one_sided: f64, promised: RangeInclusive<f64>) -> Vec<String> {
    let bounds = if is_full() { promised } else { 89.0..=99.0 };
    let mut coverage = Coverage::default();
    let (mut jump, mut field, mut spread, mut root) = (0.0, 0.0, 0.0, (0.0, 0.0));
    for seed in 0..runs() {
        let played = play(leaps, one_sided, seed);
        let fit = fit(&played.season);
        jump += fit.jump / runs() as f64;
        field += fit.field / runs() as f64;
        spread += fit.spread_of_pairs / runs() as f64;
        for version in BOTS..played.truth.len() {
            let before = played.season.before(Player::from(version)).unwrap();
            root.0 += (played.truth[version] - played.truth[before.index()]).powi(2);
            root.1 += 1.0;
        }
        count(&played, &fit, &mut coverage);
    }
    let root: f64 = f64::sqrt(root.0 / root.1);
    let name = leaps.name();
    println!(
        "{name}, one-sided {one_sided}: jump {jump:.0} (true {root:.0}), field {field:.0}, spread of pairs {spread:.2}"
    );
    let mut wrong = Vec::new();
    for (of, count, share) in coverage.shares() {
        println!("  {of}: {share:.1} % of {count}");
        let is_promised = of != "changes" && count >= 400;
        if is_promised && !bounds.contains(&share) {
            wrong.push(format!("{name}, one-sided {one_sided}, {of}: {share:.1} %"));
        }
    }
    wrong
}

#[test]
fn intervals_hold_whatever_the_leaps() {
    let wrong: Vec<String> =
        Leaps::ALL.into_iter().flat_map(|leaps| wrong(leaps, 0.0, 93.5..=96.5)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn intervals_hold_whatever_the_openings() {
    let wrong = wrong(Leaps::Students, ONE_SIDED, 93.0..=97.0);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn how_alike_the_games_of_an_opening_are_is_found() {
    let spread = |one_sided: f64| fit(&play(Leaps::Rare, one_sided, 3).season).spread_of_pairs;
    let [even, some, all] = [0.0, 0.5, 1.0].map(spread);
    assert!((0.85..1.15).contains(&even) && all < 0.4 && all < some && some < even, "{even} {some} {all}");
}
