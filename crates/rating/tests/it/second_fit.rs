//! Comparisons with independent fits: statsmodels, scipy and Ordo on the same games. See `tests/rating/README.md`.

#![expect(clippy::unwrap_used, reason = "a test may stop at what cannot happen")]
#![expect(clippy::float_cmp, reason = "the figures are rounded")]

use std::collections::BTreeMap;

use rating::bradley_terry::{Draws, Errors, Estimate, Fit, Options, Seats, fit};
use rating::pair_score::{Pentanomial, Trinomial};
use rating::results::{MatchResult, Player, Results, Score};
use rating::scale::{ELO_PER_NAT, EloScale};

const GAMES: &str = include_str!("../../../../tests/rating/games.csv");
const FIGURES: &str = include_str!("../../../../tests/rating/figures.csv");
const ORDO: &str = include_str!("../../../../tests/rating/ordo.csv");
const FISHTEST: &str = include_str!("../../../../tests/rating/fishtest.csv");
const BASEBALL: &str = include_str!("../../../../tests/rating/baseball.csv");
const PLAYERS: usize = 24;

fn rows(csv: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    csv.lines().skip(1).map(|line| line.split(',').collect())
}

fn figures(name: &str) -> BTreeMap<String, f64> {
    let found: BTreeMap<String, f64> = rows(FIGURES)
        .filter(|row| row[0] == name)
        .map(|row| (row[1].to_string(), row[2].parse().unwrap()))
        .collect();
    assert!(!found.is_empty(), "no figure {name}");
    found
}

fn figure(name: &str) -> f64 {
    figures(name)[""]
}

fn games() -> Results {
    let matches = rows(GAMES).enumerate().map(|(at, row)| {
        let [first, second, half_points] = [0, 1, 2].map(|column| row[column].parse::<usize>().unwrap());
        let score = [Score::Loss, Score::Draw, Score::Win][half_points];
        MatchResult::new(first, second, score).in_pair(at as u32 / 2)
    });
    Results::new(PLAYERS, matches.collect()).unwrap()
}

fn fit_games(draws: Draws, errors: Errors) -> Fit {
    fit(&games(), &Options { draws, errors, average: 0.0, ..Options::default() })
}

fn near(ours: f64, theirs: f64, tolerance: f64, what: &str) {
    assert!((ours - theirs).abs() < tolerance, "{what}: {ours}, by the second fit {theirs}");
}

fn near_each(ours: &[f64], name: &str, tolerance: f64) {
    let theirs = figures(name);
    assert_eq!(ours.len(), theirs.len());
    for (player, ours) in ours.iter().enumerate() {
        near(*ours, theirs[&player.to_string()], tolerance, &format!("{name} {player}"));
    }
}

fn deviations(fit: &Fit) -> Vec<f64> {
    fit.deviations.iter().map(|deviation| deviation.unwrap()).collect()
}

fn near_estimate(ours: Option<Estimate>, value: &str, deviation: &str, tolerance: f64) {
    let Estimate { value: ours, deviation: our_deviation } = ours.unwrap();
    near(ours, figure(value), tolerance, value);
    near(our_deviation.unwrap(), figure(deviation), tolerance, deviation);
}

/// The requirement is a tenth of an Elo; both fits converge much further.
#[test]
fn ratings_agree_with_statsmodels() {
    let fit = fit_games(Draws::Davidson, Errors::Information);
    near_each(&fit.ratings, "davidson", 1e-4);
    near_each(&deviations(&fit), "davidson_error", 1e-4);
    near_estimate(fit.seat, "seat", "seat_error", 1e-4);
    near_estimate(fit.draw, "draw", "draw_error", 1e-6);
    near(fit.log_likelihood, figure("log_likelihood"), 1e-3, "log likelihood");
    near_differences(&fit, "difference_error");
}

#[test]
fn errors_by_pairs_agree_with_a_dense_sandwich() {
    let fit = fit_games(Draws::Davidson, Errors::Suitable);
    near_each(&fit.ratings, "davidson", 1e-4);
    near_each(&deviations(&fit), "davidson_robust_error", 1e-4);
    near_estimate(fit.seat, "seat", "seat_robust_error", 1e-4);
    near_estimate(fit.draw, "draw", "draw_robust_error", 1e-6);
    near_differences(&fit, "difference_robust_error");
}

fn near_differences(fit: &Fit, name: &str) {
    for (pair, theirs) in figures(name) {
        let (a, b) = pair.split_once('-').unwrap();
        let [a, b] = [a, b].map(|player| Player(player.parse().unwrap()));
        near(fit.difference(a, b).unwrap().deviation.unwrap(), theirs, 1e-4, &pair);
    }
}

#[test]
fn draws_as_half_points_agree_with_statsmodels_and_ordo() {
    let fit = fit_games(Draws::HalfPoint, Errors::Suitable);
    near_each(&fit.ratings, "half_points", 1e-4);
    near(fit.seat.unwrap().value, figure("half_points_seat"), 1e-4, "seat");
    for row in rows(ORDO) {
        let player: usize = row[0].parse().unwrap();
        near(fit.ratings[player], row[1].parse().unwrap(), 0.001, "Ordo");
    }
}

#[test]
fn the_sequential_test_agrees_with_a_constrained_search() {
    for (case, theirs) in figures("gsprt") {
        let numbers: Vec<i64> = case.split(' ').map(|number| number.parse().unwrap()).collect();
        let (counts, elo) = numbers.split_at(numbers.len() - 2);
        let (elo0, elo1) = (elo[0] as f64, elo[1] as f64);
        let counts: Vec<u64> = counts.iter().map(|&count| count as u64).collect();
        let ours = match counts[..] {
            [_, _, _] => {
                Trinomial(counts.try_into().unwrap()).log_likelihood_ratio(EloScale::Logistic, elo0, elo1)
            }
            _ => Pentanomial(counts.try_into().unwrap()).log_likelihood_ratio(EloScale::Logistic, elo0, elo1),
        };
        near(ours, theirs, 1e-4, &case);
    }
}

/// Compares with the output of fishtest's own `LLR_logistic` and `LLR_normalized` for the same counts.
#[test]
fn the_sequential_test_agrees_with_fishtest() {
    for row in rows(FISHTEST) {
        let scale = EloScale::named(row[0]).unwrap();
        let counts: Vec<u64> = row[1].split(' ').map(|count| count.parse().unwrap()).collect();
        let [elo0, elo1, theirs] = [2, 3, 4].map(|column| row[column].parse::<f64>().unwrap());
        let ours = match counts[..] {
            [_, _, _] => Trinomial(counts.try_into().unwrap()).log_likelihood_ratio(scale, elo0, elo1),
            _ => Pentanomial(counts.try_into().unwrap()).log_likelihood_ratio(scale, elo0, elo1),
        };
        near(ours, theirs, 1e-6 * theirs.abs().max(1.0), &row.join(","));
    }
}

fn baseball() -> (Vec<&'static str>, Results) {
    let mut teams: Vec<&str> = rows(BASEBALL).map(|row| row[0]).collect();
    teams.sort_unstable();
    teams.dedup();
    let index = |team| teams.iter().position(|name| *name == team).unwrap();
    let mut matches = Vec::new();
    for row in rows(BASEBALL) {
        let (home, away) = (index(row[0]), index(row[1]));
        for (score, count) in [(Score::Win, row[2]), (Score::Loss, row[3])] {
            matches.extend(vec![MatchResult::new(home, away, score); count.parse().unwrap()]);
        }
    }
    let results = Results::new(teams.len(), matches).unwrap();
    (teams, results)
}

/// Agresti, Categorical Data Analysis (2nd edition, 2002), 10.6: American League, Eastern Division, 1987.
///
/// Table 10.11 gives the estimates without home advantage to two digits, those with it as shares of strength to
/// three, and the text the home advantage, 0.302.
#[test]
fn baseball_agrees_with_the_textbook() {
    let (teams, results) = baseball();
    let strengths = |seats| {
        let fit = fit(&results, &Options { seats, ..Options::default() });
        let baltimore = fit.ratings[0];
        let strengths: Vec<f64> =
            fit.ratings.iter().map(|rating| (rating - baltimore) / ELO_PER_NAT).collect();
        (fit, strengths)
    };

    let (equal_fit, equal) = strengths(Seats::Equal);
    let mut rounded: Vec<f64> =
        equal[1..].iter().map(|strength| (strength * 100.0).round() / 100.0).collect();
    rounded.sort_by(f64::total_cmp);
    assert_eq!(rounded, [0.68, 1.11, 1.25, 1.29, 1.44, 1.58]);

    let (home_fit, home) = strengths(Seats::Fitted);
    let total: f64 = home.iter().map(|strength| strength.exp()).sum();
    let mut shares: Vec<f64> =
        home.iter().map(|strength| (strength.exp() / total * 1000.0).round() / 1000.0).collect();
    shares.sort_by(f64::total_cmp);
    assert_eq!(shares, [0.044, 0.088, 0.137, 0.157, 0.164, 0.190, 0.220]);
    let advantage = home_fit.seat.unwrap();
    assert_eq!((advantage.value / ELO_PER_NAT * 1000.0).round() / 1000.0, 0.302);

    near(
        advantage.deviation.unwrap() / ELO_PER_NAT,
        figure("baseball_home_advantage_error"),
        1e-6,
        "home error",
    );
    for (fit, strengths, name) in [(&equal_fit, equal, "baseball_equal"), (&home_fit, home, "baseball_home")]
    {
        let (values, errors) = (figures(name), figures(&format!("{name}_error")));
        for (team, player) in teams.iter().zip(0..).skip(1) {
            near(strengths[player as usize], values[*team], 1e-6, team);
            let deviation = fit.difference(Player(player), Player(0)).unwrap().deviation.unwrap();
            near(deviation / ELO_PER_NAT, errors[*team], 1e-6, team);
        }
    }
}
