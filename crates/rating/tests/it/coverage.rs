//! Tests of coverage: do 95 % intervals contain the truth in 95 % of cases, and are the sequential test's error rates
//! within its risks?
//!
//! The tournaments are between players of known strengths, from fixed seeds. There are 100 of each kind by default;
//! 2,000, with the bounds of the promise, are run by
//!
//! ```text
//! MUSTER_FULL=1 cargo test --release -p rating --test it coverage -- --nocapture
//! ```

#![expect(clippy::unwrap_used, reason = "a test may stop at what cannot happen")]

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use rating::bradley_terry::{Draws, Errors, Options, fit};
use rating::pair_score::{EloEstimate, Pentanomial};
use rating::results::{MatchResult, Player, Results, Score};
use rating::scale::{ELO_PER_NAT, Z95, elo_of_score, expected_score};
use rating::sprt::{Hypotheses, Sprt, Verdict};

fn is_full() -> bool {
    std::env::var_os("MUSTER_FULL").is_some()
}

/// Number of tournaments of each kind.
fn runs() -> u64 {
    if is_full() { 2_000 } else { 100 }
}

struct Dice(ChaCha8Rng);

impl Dice {
    fn seeded(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
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

/// A kind of tournament.
#[derive(Clone)]
struct Kind {
    name: &'static str,
    /// Strengths in Elo, with average zero.
    strengths: Vec<f64>,
    /// Advantage of the first seat in Elo.
    seat: f64,
    /// Davidson's draw parameter.
    nu: f64,
    /// Maximum advantage in Elo of the first seat from an opening, in either direction.
    opening: f64,
    /// `(a, b, n)`: `a` and `b` play `n` openings from both seats.
    schedule: Vec<(usize, usize, usize)>,
    /// `true` if the two games of an opening are declared a pair.
    paired: bool,
}

impl Kind {
    fn play(&self, dice: &mut Dice) -> Results {
        let mut matches = Vec::new();
        for &(a, b, openings) in &self.schedule {
            for _ in 0..openings {
                let favour = self.seat + self.opening * (2.0 * dice.unit() - 1.0);
                let pair = matches.len() as u32;
                for (first, second) in [(a, b), (b, a)] {
                    let gap = (self.strengths[first] - self.strengths[second] + favour) / ELO_PER_NAT;
                    let up = (gap / 2.0).exp();
                    let score = Score::ALL[dice.pick(&[up, self.nu, 1.0 / up])];
                    let leg = MatchResult::new(first, second, score);
                    matches.push(if self.paired { leg.in_pair(pair) } else { leg });
                }
            }
        }
        Results::new(self.strengths.len(), matches).unwrap()
    }
}

fn round_robin(players: usize, openings: usize) -> Vec<(usize, usize, usize)> {
    (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b, openings))).collect()
}

fn spread(players: usize, elo: f64) -> Vec<f64> {
    (0..players).map(|player| elo * (player as f64 / (players - 1) as f64 - 0.5)).collect()
}

fn kinds() -> Vec<Kind> {
    let plain = Kind {
        name: "balanced",
        strengths: spread(8, 300.0),
        seat: 25.0,
        nu: 0.8,
        opening: 0.0,
        schedule: round_robin(8, 10),
        paired: false,
    };
    // Neighbours meet often, distant players never; the first player has 16 games, the last 388.
    let uneven = |players: usize| {
        let meetings = round_robin(players, 0).into_iter().filter(|(a, b, _)| b - a <= 4);
        meetings.map(|(a, b, _)| (a, b, 2 + a * b / 2)).collect::<Vec<_>>()
    };
    vec![
        plain.clone(),
        Kind { name: "unbalanced", strengths: spread(12, 700.0), schedule: uneven(12), ..plain.clone() },
        Kind {
            name: "draw-heavy",
            nu: 10.0,
            strengths: spread(8, 150.0),
            schedule: round_robin(8, 20),
            ..plain.clone()
        },
        Kind { name: "no draws", nu: 0.0, ..plain.clone() },
        Kind { name: "paired, independent", paired: true, ..plain.clone() },
        Kind { name: "paired, one-sided openings", opening: 600.0, paired: true, ..plain.clone() },
        Kind {
            name: "paired, unbalanced",
            opening: 300.0,
            paired: true,
            strengths: spread(12, 400.0),
            schedule: uneven(12),
            ..plain
        },
    ]
}

/// If the two games of a pair are assumed to be independent, errors are too wide for one-sided openings, as the loss of
/// one game is the gain of the other. Therefore pairs must be declared.
#[test]
fn independence_wrongly_supposed_shows() {
    let kind = kinds().into_iter().find(|kind| kind.name == "paired, one-sided openings").unwrap();
    let results = kind.play(&mut Dice::seeded(1_200));
    let deviation = |errors| fit(&results, &Options { errors, ..Options::default() }).deviations[0].unwrap();
    let (information, robust) = (deviation(Errors::Information), deviation(Errors::Suitable));
    println!("one player's error: {information:.1} Elo from the information, {robust:.1} by pairs");
    assert!(robust < 0.9 * information, "{information} {robust}");
}

/// The coverage of intervals.
#[derive(Default)]
struct Held {
    held: u64,
    of: u64,
}

impl Held {
    fn add(&mut self, estimate: f64, deviation: f64, truth: f64) {
        self.held += u64::from((estimate - truth).abs() <= Z95 * deviation);
        self.of += 1;
    }

    fn percent(&self) -> f64 {
        100.0 * self.held as f64 / self.of as f64
    }
}

/// With `opening` above zero the model has no exact truth in its own units. The limit of the fit is estimated from one
/// tournament of a thousand times the length.
fn truth(kind: &Kind, seed: u64) -> Vec<f64> {
    if kind.opening == 0.0 {
        return kind.strengths.clone();
    }
    let long = kind.schedule.iter().map(|&(a, b, openings)| (a, b, openings * 1_000)).collect();
    let long = Kind { schedule: long, ..kind.clone() };
    fit(&long.play(&mut Dice::seeded(seed)), &Options { average: 0.0, ..Options::default() }).ratings
}

#[test]
fn intervals_hold_the_truth() {
    for (kind, seed) in kinds().iter().zip(1_000..) {
        let truth = truth(kind, seed);
        let mut dice = Dice::seeded(seed);
        let (mut ratings, mut differences, mut seats) = (Held::default(), Held::default(), Held::default());
        let mut of_player: Vec<Held> = truth.iter().map(|_| Held::default()).collect();
        for _ in 0..runs() {
            let fit = fit(&kind.play(&mut dice), &Options { average: 0.0, ..Options::default() });
            for (player, (held, truth)) in of_player.iter_mut().zip(&truth).enumerate() {
                ratings.add(fit.ratings[player], fit.deviations[player].unwrap(), *truth);
                held.add(fit.ratings[player], fit.deviations[player].unwrap(), *truth);
            }
            let last = truth.len() - 1;
            for (a, b) in [(0, 1), (0, 3), (last - 1, last), (2, last - 2)] {
                let found = fit.difference(Player(a as u32), Player(b as u32)).unwrap();
                differences.add(found.value, found.deviation.unwrap(), truth[a] - truth[b]);
            }
            let seat = fit.seat.unwrap();
            if kind.opening == 0.0 {
                seats.add(seat.value, seat.deviation.unwrap(), kind.seat);
            }
        }
        let least = of_player.iter().map(Held::percent).fold(100.0, f64::min);
        println!("{:28} least of a player {least:.2} %", kind.name);
        for (what, held) in [("ratings", ratings), ("differences", differences), ("seat", seats)] {
            if held.of == 0 {
                continue;
            }
            let percent = held.percent();
            println!("{:28} {what} {percent:.2} %", kind.name);
            assert!(bounds(what).contains(&percent), "{}: {what} {percent:.2} %", kind.name);
        }
    }
}

/// Returns the promised bounds, or those that 100 tournaments can verify: wider for the seat, as each tournament has
/// only one.
fn bounds(what: &str) -> std::ops::RangeInclusive<f64> {
    match (is_full(), what) {
        (true, _) => 93.0..=97.0,
        (false, "ratings") => 91.0..=98.0,
        (false, _) => 88.0..=100.0,
    }
}

/// Ordo's treatment of draws, whose errors must come from the residuals.
#[test]
fn intervals_of_half_point_draws_hold_the_truth() {
    let kind = Kind { name: "half-point draws", strengths: vec![0.0; 8], ..kinds()[0].clone() };
    let mut dice = Dice::seeded(1_100);
    let mut ratings = Held::default();
    for _ in 0..runs() {
        let options = Options { average: 0.0, draws: Draws::HalfPoint, ..Options::default() };
        let fit = fit(&kind.play(&mut dice), &options);
        for (rating, deviation) in fit.ratings.iter().zip(&fit.deviations) {
            ratings.add(*rating, deviation.unwrap(), 0.0);
        }
    }
    println!("{:28} ratings {:.2} %", kind.name, ratings.percent());
    assert!(bounds("ratings").contains(&ratings.percent()), "{:.2} %", ratings.percent());
}

/// Returns the distribution nearest to `base` with the mean for `elo`: every probability times `exp(t k)`.
fn tilted(base: [f64; 5], elo: f64) -> [f64; 5] {
    let goal = expected_score(elo);
    let at = |t: f64| {
        let weights: [f64; 5] = std::array::from_fn(|k| base[k] * (t * k as f64).exp());
        let total: f64 = weights.iter().sum();
        weights.map(|weight| weight / total)
    };
    let mean = |chances: [f64; 5]| (0..5).map(|k| chances[k] * k as f64 / 4.0).sum::<f64>();
    let (mut low, mut high) = (-10.0, 10.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if mean(at(middle)) < goal { low = middle } else { high = middle }
    }
    at(low)
}

const PAIRS: [(&str, [f64; 5]); 4] = [
    ("balanced", [0.08, 0.22, 0.40, 0.22, 0.08]),
    ("draw-heavy", [0.005, 0.06, 0.87, 0.06, 0.005]),
    ("one-sided openings", [0.02, 0.05, 0.86, 0.05, 0.02]),
    ("no draws", [0.25, 0.0, 0.5, 0.0, 0.25]),
];

/// Returns one pair with this number of half points. Their division between the two games does not matter to the test.
fn scores(half_points: usize) -> [Score; 2] {
    use Score::{Draw, Loss, Win};
    [[Loss, Loss], [Loss, Draw], [Draw, Draw], [Win, Draw], [Win, Win]][half_points]
}

#[test]
fn the_sequential_test_errs_as_rarely_as_promised() {
    // The sampling error of a risk of exactly 5 %: two standard deviations for 2,000 tests, three for the small sample.
    let deviations = if is_full() { 2.0 } else { 3.0 };
    let most = 0.05 + deviations * (0.05 * 0.95 / runs() as f64).sqrt();
    for (elo0, elo1) in [(0.0, 10.0), (0.0, 40.0), (-5.0, 25.0)] {
        let hypotheses = Hypotheses::new(elo0, elo1, 0.05, 0.05).unwrap();
        for ((name, base), seed) in PAIRS.into_iter().zip(2_000..) {
            for (truth, right) in [(elo0, Verdict::AcceptElo0), (elo1, Verdict::AcceptElo1)] {
                let mut dice = Dice::seeded(seed);
                let chances = tilted(base, truth);
                let (mut wrong, mut pairs) = (0, 0);
                for _ in 0..runs() {
                    let mut sprt = Sprt::new(hypotheses, None);
                    while sprt.push(scores(dice.pick(&chances))) == Verdict::Continue {}
                    wrong += u64::from(sprt.verdict() != right);
                    pairs += sprt.pairs().pairs();
                }
                let share = wrong as f64 / runs() as f64;
                let length = pairs / runs();
                println!(
                    "{name:20} {elo0} to {elo1}, truth {truth}: {share:.4} wrong after {length} pairs on average"
                );
                assert!(share <= most, "{name}, {elo0} to {elo1}, truth {truth}: {share} wrong");
            }
        }
    }
}

/// Outcomes of sequential tests of one kind, in percent.
struct AfterStop {
    /// Coverage of the intervals.
    held: f64,
    /// Coverage of the intervals for a fixed number of pairs, from the same pairs.
    held_if_fixed: f64,
    /// Share of estimates below the truth.
    below: f64,
}

/// Runs tests until they end.
fn after_stop(
    hypotheses: Hypotheses,
    most: Option<u64>,
    chances: [f64; 5],
    truth: f64,
    seed: u64,
) -> AfterStop {
    let mut dice = Dice::seeded(seed);
    let [mut held, mut held_if_fixed, mut below] = [0_u32; 3];
    for _ in 0..runs() {
        let mut sprt = Sprt::new(hypotheses, most);
        while sprt.push(scores(dice.pick(&chances))) == Verdict::Continue {}
        let holds = |elo: EloEstimate| {
            u32::from(elo.low.is_none_or(|low| low <= truth) && elo.high.is_none_or(|high| truth <= high))
        };
        let elo = sprt.elo();
        held += holds(elo);
        held_if_fixed += holds(sprt.pairs().elo());
        below += u32::from(elo.elo.map_or(elo.score < 0.5, |elo| elo < truth));
    }
    let percent = |count: u32| 100.0 * f64::from(count) / runs() as f64;
    AfterStop { held: percent(held), held_if_fixed: percent(held_if_fixed), below: percent(below) }
}

/// A test stops when results are extreme: the interval for a fixed number of pairs had a coverage of only 90.3 %.
#[test]
fn intervals_after_a_sequential_stop_hold_the_truth() {
    let tests = [(0.0, 40.0, None), (0.0, 40.0, Some(200)), (0.0, 10.0, None), (-60.0, -40.0, None)];
    let tests = if is_full() { &tests[..] } else { &tests[..2] };
    let mut all: Vec<AfterStop> = Vec::new();
    for &(elo0, elo1, most) in tests {
        let hypotheses = Hypotheses::new(elo0, elo1, 0.05, 0.05).unwrap();
        for ((name, base), seed) in PAIRS.into_iter().zip(6_000..) {
            for truth in [elo0 - 30.0, elo0, f64::midpoint(elo0, elo1), elo1, elo1 + 60.0] {
                let found = after_stop(hypotheses, most, tilted(base, truth), truth, seed);
                let AfterStop { held, held_if_fixed, below } = found;
                let what = format!("{name}, {elo0} to {elo1}, games {most:?}, truth {truth}");
                println!(
                    "{what}: {held:.1} % held, {held_if_fixed:.1} % if fixed, {below:.1} % of estimates below"
                );
                let [least, most_off] = if is_full() { [93.5, 13.0] } else { [87.0, 26.0] };
                assert!(held >= least && (below - 50.0).abs() <= most_off, "{what}: {held} {below}");
                all.push(found);
            }
        }
    }
    let average = |of: fn(&AfterStop) -> f64| all.iter().map(of).sum::<f64>() / all.len() as f64;
    let (held, fixed) = (average(|found| found.held), average(|found| found.held_if_fixed));
    println!("on average {held:.2} % held, {fixed:.2} % if fixed, of {} tests", all.len() as u64 * runs());
    assert!((94.0..98.0).contains(&held) && fixed < held, "{held} {fixed}");
}

/// Distributions tested with few pairs, in addition to [`PAIRS`].
const FEW_PAIRS: [(&str, [f64; 5]); 3] = [
    ("no draws, one-sided openings", [0.1, 0.0, 0.8, 0.0, 0.1]),
    ("no draws, openings that decide nothing", [0.4, 0.05, 0.1, 0.05, 0.4]),
    ("60 % of pairs even", [0.04, 0.16, 0.60, 0.16, 0.04]),
];

/// Returns all outcomes of a number of pairs.
fn outcomes(pairs: u64) -> Vec<[u64; 5]> {
    let mut all = Vec::new();
    for a in 0..=pairs {
        for b in 0..=pairs - a {
            for c in 0..=pairs - a - b {
                all.extend((0..=pairs - a - b - c).map(|d| [a, b, c, d, pairs - a - b - c - d]));
            }
        }
    }
    all
}

/// Returns the probability of an outcome.
fn chance(outcome: &[u64; 5], chances: &[f64; 5]) -> f64 {
    let pairs: u64 = outcome.iter().sum();
    let orders: f64 = outcome.iter().flat_map(|&count| 1..=count).map(|k| (k as f64).ln()).sum();
    let all: f64 = (1..=pairs).map(|k| (k as f64).ln()).sum();
    let each = outcome.iter().zip(chances).filter(|(count, _)| **count > 0);
    (all - orders + each.map(|(&count, share)| count as f64 * share.ln()).sum::<f64>()).exp()
}

/// Returns the exact coverage of the interval for this number of pairs, for 105 truths: scores from 50 to 92 %, with
/// draws and openings of seven kinds.
fn exact_coverage(pairs: u64) -> Vec<f64> {
    let intervals: Vec<([u64; 5], [f64; 3])> = outcomes(pairs)
        .into_iter()
        .map(|outcome| (outcome, Pentanomial(outcome).share95().unwrap()))
        .collect();
    let bases = PAIRS.into_iter().chain(FEW_PAIRS);
    let truths = bases.flat_map(|(_, base)| (0..15).map(move |step| (base, 0.5 + 0.03 * f64::from(step))));
    let coverage = truths.map(|(base, score)| {
        let chances = tilted(base, elo_of_score(score));
        let held = intervals.iter().filter(|(_, [_, low, high])| (low..=high).contains(&&score));
        100.0 * held.map(|(outcome, _)| chance(outcome, &chances)).sum::<f64>()
    });
    coverage.collect()
}

/// Few pairs have few outcomes, so the coverage depends on the truth: it must be nearly 95 % or more.
#[test]
fn intervals_of_few_games_hold_the_truth() {
    for (pairs, least, most) in [(5, 95.0, 99.3), (10, 94.0, 98.5), (20, 93.0, 97.5)] {
        if pairs > 10 && !is_full() {
            continue;
        }
        let coverage = exact_coverage(pairs);
        let lowest = coverage.iter().copied().fold(f64::INFINITY, f64::min);
        let average = coverage.iter().sum::<f64>() / coverage.len() as f64;
        let short = coverage.iter().filter(|&&percent| percent < 94.0).count();
        println!(
            "{} games: at least {lowest:.1} %, {average:.1} % on average, {short} of {} truths below 94 %",
            2 * pairs,
            coverage.len()
        );
        assert!(lowest >= least && average <= most, "{pairs} pairs: {lowest} {average}");
    }
}

#[test]
fn intervals_of_many_games_hold_the_truth() {
    for (pairs, seed) in [(50, 4_000), (500, 5_000)] {
        for ((name, base), at) in PAIRS.into_iter().chain(FEW_PAIRS).zip(0..) {
            for score in [0.5, 0.64, 0.82] {
                let chances = tilted(base, elo_of_score(score));
                let mut dice = Dice::seeded(seed + at);
                let mut held = 0;
                for _ in 0..runs() {
                    let mut found = Pentanomial::default();
                    (0..pairs).for_each(|_| found.add(scores(dice.pick(&chances))));
                    let [_, low, high] = found.share95().unwrap();
                    held += u64::from((low..=high).contains(&score));
                }
                let percent = 100.0 * held as f64 / runs() as f64;
                println!("{} games, {name}, score {score}: {percent:.2} %", 2 * pairs);
                assert!(
                    bounds("few pairs").contains(&percent),
                    "{pairs} pairs, {name}, {score}: {percent} %"
                );
            }
        }
    }
}

#[test]
fn elo_intervals_of_pairs_hold_the_truth() {
    for (((name, base), elo), seed) in PAIRS.into_iter().zip([0.0, 20.0, -30.0, 100.0]).zip(3_000..) {
        let chances = tilted(base, elo);
        let mut dice = Dice::seeded(seed);
        let mut held = 0;
        for _ in 0..runs() {
            let mut pairs = Pentanomial::default();
            for _ in 0..300 {
                pairs.add(scores(dice.pick(&chances)));
            }
            let found = pairs.elo();
            held += u64::from(
                found.low.is_none_or(|low| low <= elo) && found.high.is_none_or(|high| elo <= high),
            );
        }
        let percent = 100.0 * held as f64 / runs() as f64;
        println!("{name:20} interval of 300 pairs at {elo} Elo: {percent:.2} %");
        assert!(bounds("differences").contains(&percent), "{name}: {percent} %");
    }
}
