//! Tests of coverage: do 95 % intervals contain the truth in 95 % of cases, in seasons whose bots change by leaps that
//! differ from the model's?
//!
//! The seasons are between bots of known strengths, from fixed seeds, paired by the season's own rule. There are five
//! seasons of each kind by default, evaluated together; 1,000, each kind by itself, are run by
//!
//! ```text
//! MUSTER_FULL=1 cargo test --release -p season --test seasons -- --nocapture
//! ```

#![expect(clippy::unwrap_used, reason = "a test may stop at what cannot happen")]
#![expect(clippy::print_stdout, reason = "what is found is shown with --nocapture")]

use std::collections::BTreeMap;

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

/// Number of seasons of each kind.
fn runs() -> u64 {
    if is_full() { 1_000 } else { 5 }
}

struct Dice(ChaCha8Rng);

impl Dice {
    fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Returns an approximately normal variable, the sum of twelve uniform ones.
    fn normal(&mut self, deviation: f64) -> f64 {
        deviation * ((0..12).map(|_| self.unit()).sum::<f64>() - 6.0)
    }

    /// Returns a variable of Student's t with three degrees of freedom, of the given deviation.
    fn heavy(&mut self, deviation: f64) -> f64 {
        let squares: f64 = (0..3).map(|_| self.normal(1.0).powi(2)).sum();
        self.normal(deviation) / squares.max(1e-3).sqrt()
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

/// The distribution of initial strengths and of their changes.
#[derive(Clone, Copy)]
enum Leaps {
    /// A third of new versions changes nothing, half are better by up to 250, and some are broken or repaired by 200 to
    /// 500.
    Students,
    /// Most versions change almost nothing, a few by several hundred in either direction.
    Rare,
    /// Every version is better, by up to 300.
    Better,
    /// All bots are within a deviation of 60, and new versions within 20 of their predecessor.
    Near,
    /// Student's t with three degrees of freedom, with deviations of 200 and 100.
    Heavy,
    /// As `Students`, except for 15 % that are about 1,200 below all others.
    Hopeless,
}

impl Leaps {
    /// Returns the strength of a first version, in most kinds from two uniform distributions.
    fn first(self, dice: &mut Dice) -> f64 {
        match self {
            Leaps::Near => dice.normal(60.0),
            Leaps::Heavy => dice.heavy(200.0),
            Leaps::Hopeless if dice.unit() < 0.15 => dice.between(-1_300.0, -1_100.0),
            _ if dice.unit() < 0.2 => dice.between(-700.0, -400.0),
            _ => dice.between(-200.0, 400.0),
        }
    }

    /// Returns the Elo gain of a new version over its predecessor.
    fn change(self, dice: &mut Dice) -> f64 {
        match self {
            Leaps::Students | Leaps::Hopeless => match dice.pick(&[0.35, 0.5, 0.09, 0.06]) {
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
            Leaps::Near => dice.normal(20.0),
            Leaps::Heavy => dice.heavy(100.0),
        }
    }
}

/// The dependence between two games from one opening.
#[derive(Clone, Copy)]
enum Openings {
    /// Independent games.
    Even,
    /// In this share of pairs, the second game's score is the opposite of the first one's, for each of the two players.
    OneSided(f64),
    /// An opening has the same advantage for the first seat in both games: a normal variable of this deviation in Elo.
    Favour(f64),
}

impl Openings {
    /// Returns the apparent Elo difference, from the openings played, for a difference of one Elo from a neutral
    /// opening. In an opening that favours a seat, both games are nearer to one win each than strengths alone predict.
    ///
    /// It is computed at 200 Elo; at other differences it is slightly different.
    fn share_of_differences(self) -> f64 {
        const AT: f64 = 200.0;
        let Openings::Favour(deviation) = self else { return 1.0 };
        let (mut won, mut lost) = (0.0, 0.0);
        for step in -40..=40 {
            let at = f64::from(step) / 10.0;
            let favour = deviation * at - SEAT;
            let [win, not_lost] = chances(AT + favour);
            won += (-at * at / 2.0).exp() * win;
            lost += (-at * at / 2.0).exp() * (1.0 - not_lost);
        }
        ELO_PER_NAT * (won / lost).ln() / AT
    }
}

/// A kind of season.
struct Kind {
    name: &'static str,
    leaps: Leaps,
    openings: Openings,
    /// The dependence of strengths on the opponent: a standard deviation in Elo.
    styles: f64,
}

impl Kind {
    const fn even(name: &'static str, leaps: Leaps) -> Kind {
        Kind { name, leaps, openings: Openings::Even, styles: 0.0 }
    }
}

const KINDS: [Kind; 9] = [
    Kind::even("students", Leaps::Students),
    Kind::even("rare", Leaps::Rare),
    Kind::even("better", Leaps::Better),
    Kind::even("near", Leaps::Near),
    Kind::even("heavy", Leaps::Heavy),
    Kind { openings: Openings::OneSided(0.7), ..Kind::even("one-sided", Leaps::Students) },
    Kind { openings: Openings::Favour(200.0), ..Kind::even("favour", Leaps::Students) },
    Kind::even("hopeless", Leaps::Hopeless),
    Kind { styles: 100.0, ..Kind::even("styles", Leaps::Students) },
];

/// A season with the strength of each version.
struct Played {
    season: Season,
    truth: Vec<f64>,
}

const BOTS: usize = 20;
/// The numbers of cycles after which the coverage of intervals is tested.
fn looked_at() -> &'static [u16] {
    if is_full() { &[10, 30, 90] } else { &[10, 30] }
}

/// The probability per cycle and bot.
const CHANCE_OF_A_NEW_VERSION: f64 = 0.07;
const SEAT: f64 = 25.0;
const NU: f64 = 0.6;

/// Returns the probabilities of a win, and of a win or draw, for the player in the first seat.
fn chances(gap: f64) -> [f64; 2] {
    let up = ((gap + SEAT) / ELO_PER_NAT / 2.0).exp();
    let all = up + NU + 1.0 / up;
    [up / all, (up + NU) / all]
}

/// Plays two games from one opening with seats swapped. With one-sided openings, the probabilities of each single game
/// do not change.
fn play_pair(
    pair: [Player; 2],
    gap: f64,
    openings: Openings,
    number: u32,
    dice: &mut Dice,
) -> [MatchResult; 2] {
    let score = |at: f64, [win, not_lost]: [f64; 2]| match at {
        at if at < win => Score::Win,
        at if at < not_lost => Score::Draw,
        _ => Score::Loss,
    };
    let [first, second] = pair;
    let at = dice.unit();
    let follows = matches!(openings, Openings::OneSided(share) if dice.unit() < share);
    let other = if follows { at } else { dice.unit() };
    let favour = if let Openings::Favour(deviation) = openings { dice.normal(deviation) } else { 0.0 };
    [
        MatchResult::new(first, second, score(at, chances(gap + favour))).in_pair(number),
        // The best result for the first is the worst for the other.
        MatchResult::new(second, first, score(other, chances(favour - gap))).in_pair(number),
    ]
}

/// Returns the additional Elo strength of each bot against each other.
fn styles(deviation: f64, dice: &mut Dice) -> Vec<Vec<f64>> {
    let mut styles = vec![vec![0.0; BOTS]; BOTS];
    if deviation > 0.0 {
        for (one, other) in (0..BOTS).flat_map(|one| (0..one).map(move |other| (one, other))) {
            styles[one][other] = dice.normal(deviation);
            styles[other][one] = -styles[one][other];
        }
    }
    styles
}

/// Plays a season, and returns its state after each of the numbers of cycles. A fifth of the bots begin ten cycles
/// later than the others.
fn play(kind: &Kind, seed: u64) -> Vec<Played> {
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
    let mut versions: Vec<Bot> = (0..BOTS as u32).map(Bot).collect();
    let mut truth: Vec<f64> = (0..BOTS).map(|_| kind.leaps.first(&mut dice)).collect();
    let styles = styles(kind.styles, &mut dice);
    let mut present: Vec<Player> = (0..BOTS).map(Player::from).collect();
    let mut cycles: Vec<Cycle> = Vec::new();
    let mut played = Vec::new();
    let plan = CyclePlan { top: 4, ..CyclePlan::default() };
    for number in 0.. {
        if looked_at().contains(&number) {
            let season = Season::new(BOTS, versions.clone(), cycles.clone()).unwrap();
            let share = kind.openings.share_of_differences();
            let truth = truth.iter().map(|strength| share * strength).collect();
            played.push(Played { season, truth });
            if played.len() == looked_at().len() {
                break;
            }
        }
        for (bot, current) in present.iter_mut().enumerate() {
            if dice.unit() < CHANCE_OF_A_NEW_VERSION {
                truth.push(truth[current.index()] + kind.leaps.change(&mut dice));
                *current = Player::from(versions.len());
                versions.push(Bot(bot as u32));
            }
        }
        let season = Season::new(BOTS, versions.clone(), cycles.clone()).unwrap();
        let here = if number < 10 { &present[..BOTS * 4 / 5] } else { &present[..] };
        let lots = StageSeed::new(RunSeed::from(seed), number);
        let pairs = next_cycle(&season, here, &plan, lots);
        let games = (0..).zip(&pairs).flat_map(|(number, pair)| {
            let [one, other] = [pair.first, pair.second].map(|version| versions[version.index()].index());
            let gap = truth[pair.first.index()] - truth[pair.second.index()] + styles[one][other];
            play_pair([pair.first, pair.second], gap, kind.openings, number, &mut dice)
        });
        cycles.push(Cycle { at: i64::from(number), games: games.collect() });
    }
    played
}

/// The coverage of intervals, by season.
#[derive(Default)]
struct Counts {
    /// Number of intervals, and number of those that contained the truth.
    seasons: Vec<[f64; 2]>,
}

impl Counts {
    fn add(&mut self, held: bool) {
        if let Some([all, those]) = self.seasons.last_mut() {
            *all += 1.0;
            *those += f64::from(u8::from(held));
        }
    }

    fn all(&self) -> f64 {
        self.seasons.iter().map(|[all, _]| all).sum()
    }

    /// Returns the coverage in percent.
    fn share(&self) -> f64 {
        100.0 * self.seasons.iter().map(|[_, held]| held).sum::<f64>() / self.all()
    }

    /// Returns the standard error of the share, from the variation between seasons, as intervals within a season are
    /// not independent.
    ///
    /// # Source
    /// Cochran, Sampling Techniques (3rd edition), 6.4: the variance of a ratio.
    fn error(&self) -> f64 {
        let share = self.share() / 100.0;
        let squares = self.seasons.iter().map(|[all, held]| (held - share * all).powi(2)).sum::<f64>();
        100.0 * squares.sqrt() / self.all()
    }
}

/// The coverage of intervals, by category.
#[derive(Default)]
struct Coverage(BTreeMap<&'static str, Counts>);

impl Coverage {
    fn begin_season(&mut self) {
        for counts in self.0.values_mut() {
            counts.seasons.push([0.0; 2]);
        }
    }

    fn join(&mut self, other: Coverage) {
        for (of, counts) in other.0 {
            self.0.entry(of).or_default().seasons.extend(counts.seasons);
        }
    }

    fn add(&mut self, of: &'static str, estimate: Estimate, truth: f64) {
        let held = (estimate.value - truth).abs() <= Z95 * estimate.deviation.unwrap();
        let counts = self.0.entry(of).or_insert_with(|| Counts { seasons: vec![[0.0; 2]] });
        counts.add(held);
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
    let zero = fit.zero.iter().map(|version| truth[version.index()]).sum::<f64>() / fit.zero.len() as f64;
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

/// The promised coverage in percent: rather too high than too low.
const PROMISED: [f64; 2] = [94.0, 98.0];
/// Number of standard errors by which a share may differ by chance: about 60 shares are tested, and a share at a bound
/// exceeds this in one of a thousand cases.
const BY_CHANCE: f64 = 3.0;
/// Number of cycles from which the coverage of changes between versions is promised, too. With fewer cycles, games
/// carry little information about changes.
const CHANGES_FROM: u16 = 90;

impl Counts {
    /// Returns `true` if the share is as promised, within the tolerance for chance.
    fn is_promised(&self) -> bool {
        let [least, most] = PROMISED;
        let slack = BY_CHANCE * self.error();
        (least - slack..=most + slack).contains(&self.share())
    }
}

/// Plays seasons of a kind, and counts after each number of cycles.
fn of_kind(kind: &Kind) -> Vec<Coverage> {
    let mut of_cycles: Vec<(Coverage, [f64; 4])> = looked_at().iter().map(|_| Default::default()).collect();
    for seed in 0..runs() {
        for (played, (coverage, found)) in play(kind, seed).iter().zip(&mut of_cycles) {
            let fit = fit(&played.season);
            found[0] += fit.jump / runs() as f64;
            found[1] += fit.field / runs() as f64;
            found[2] += fit.spread_of_pairs / runs() as f64;
            found[3] += fit.depends_on_opponent / runs() as f64;
            coverage.begin_season();
            count(played, &fit, coverage);
        }
    }
    for (cycles, (_, [jump, field, spread, opponents])) in looked_at().iter().zip(&of_cycles) {
        println!(
            "{}, {cycles} cycles: jump {jump:.0}, field {field:.0}, spread of pairs {spread:.2}, opponents {opponents:.0}",
            kind.name
        );
    }
    of_cycles.into_iter().map(|(coverage, _)| coverage).collect()
}

/// Prints the counts, and returns the violated promises.
fn wrong(of: &str, found: &[Coverage]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (cycles, Coverage(coverage)) in looked_at().iter().zip(found) {
        println!("{of}, {cycles} cycles:");
        for (which, counts) in coverage {
            let line =
                format!("{which}: {:.2} ± {:.2} % of {}", counts.share(), counts.error(), counts.all());
            println!("  {line}");
            let is_looked_at = match *which {
                "all versions" | "current versions" => true,
                "changes" => *cycles >= CHANGES_FROM,
                _ => false,
            };
            if is_looked_at && !counts.is_promised() {
                wrong.push(format!("{of}, {cycles} cycles, {line}"));
            }
        }
    }
    wrong
}

/// A few seasons of a kind are evaluated together, as they carry little information; a thousand are evaluated by kind.
#[test]
fn intervals_hold_whatever_the_season() {
    let mut together: Vec<Coverage> = looked_at().iter().map(|_| Coverage::default()).collect();
    let mut missed = Vec::new();
    for kind in &KINDS {
        let found = of_kind(kind);
        if is_full() {
            missed.extend(wrong(kind.name, &found));
        }
        for (together, found) in together.iter_mut().zip(found) {
            together.join(found);
        }
    }
    missed.extend(wrong("all kinds", &together));
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn how_alike_the_games_of_an_opening_are_is_found() {
    let spread = |one_sided: f64| {
        let kind = Kind { openings: Openings::OneSided(one_sided), ..Kind::even("", Leaps::Rare) };
        fit(&play(&kind, 3)[1].season).spread_of_pairs
    };
    let [even, some, all] = [0.0, 0.5, 1.0].map(spread);
    assert!((0.85..1.15).contains(&even) && all < 0.4 && all < some && some < even, "{even} {some} {all}");
}
