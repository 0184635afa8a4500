//! Strengths by beliefs and results together.

use super::*;
use crate::results::{MatchResult, Results, Score};

fn table(players: usize, games: &[(usize, usize, Score, u32)]) -> Table {
    let mut matches = Vec::new();
    for &(first, second, score, times) in games {
        for _ in 0..times {
            // Each game twice with seats swapped, so that the seat has no advantage.
            matches.push(MatchResult::new(first, second, score));
            matches.push(MatchResult::new(second, first, score.reversed()));
        }
    }
    Table::counted(&Results::new(players, matches).unwrap())
}

const NEW: Belief = Belief { after: None, deviation: 350.0 };
/// Close enough to zero to have no effect.
const NO_DRIFT: Common = drift(1e-3);

const fn drift(drift: f64) -> Common {
    Common { drift, opponents: 0.0 }
}

fn after(player: u32, deviation: f64) -> Belief {
    Belief { after: Some(Player(player)), deviation }
}

fn close(estimate: Estimate, value: f64, deviation: f64) {
    let off = (estimate.value - value).abs().max((estimate.deviation.unwrap() - deviation).abs());
    assert!(off < 0.01, "{estimate:?}, and not {value} ± {deviation}");
}

#[test]
fn before_a_game_everybody_is_where_they_are_believed_to_be() {
    let posterior = posterior(&table(2, &[]), &[NEW, after(0, 200.0)], NO_DRIFT).unwrap();
    close(posterior.surprise(Player(0), None), 0.0, 350.0);
    close(posterior.surprise(Player(1), None), 0.0, 350.0_f64.hypot(200.0));
    close(posterior.gap(Player(1), Player(0)), 0.0, 200.0);
}

#[test]
fn a_new_version_starts_from_the_old_ones_rating_with_both_variances() {
    let games = [(0, 1, Score::Win, 30), (0, 1, Score::Loss, 10)];
    let posterior = posterior(&table(3, &games), &[NEW, NEW, after(0, 200.0)], NO_DRIFT).unwrap();
    let old = posterior.surprise(Player(0), None);
    close(posterior.surprise(Player(2), None), old.value, old.deviation.unwrap().hypot(200.0));
}

/// Against an opponent of known strength: compares the mean and deviation with numerical integration over one variable.
#[test]
fn belief_and_games_are_weighed_as_by_summing_up() {
    let games = [(0, 1, Score::Win, 9), (0, 1, Score::Loss, 3)];
    let known = Belief { after: None, deviation: 1e-3 };
    let posterior = posterior(&table(2, &games), &[NEW, known], NO_DRIFT).unwrap();
    let precision = (ELO_PER_NAT / 350.0).powi(2);
    let [mut mass, mut mean, mut square] = [0.0; 3];
    for step in -8_000_i32..8_000 {
        let x = f64::from(step) / 1000.0;
        let chance = 1.0 / (1.0 + (-x).exp());
        let density = (18.0 * chance.ln() + 6.0 * (1.0 - chance).ln() - precision * x * x / 2.0).exp();
        mass += density;
        mean += density * x;
        square += density * x * x;
    }
    let mean = mean / mass;
    let deviation = (square / mass - mean * mean).sqrt();
    let gap = posterior.gap(Player(0), Player(1));
    assert!((gap.value - mean * ELO_PER_NAT).abs() < 1.0, "{gap:?} {}", mean * ELO_PER_NAT);
    let share = gap.deviation.unwrap() / (deviation * ELO_PER_NAT);
    assert!((share - 1.0).abs() < 0.015, "{gap:?} {}", deviation * ELO_PER_NAT);
}

#[test]
fn a_wide_belief_and_many_games_are_the_fit_of_the_games() {
    let games = [
        (0, 1, Score::Win, 900),
        (0, 1, Score::Loss, 300),
        (1, 2, Score::Draw, 600),
        (2, 0, Score::Win, 400),
    ];
    let table = table(3, &games);
    let wide = Belief { after: None, deviation: 1e4 };
    let posterior = posterior(&table, &[wide; 3], NO_DRIFT).unwrap();
    let fit = crate::bradley_terry::fit_table(&table, &crate::bradley_terry::Options::default());
    let everybody = [Player(0), Player(1), Player(2)];
    for (player, estimate) in posterior.relative_to(&everybody, 1500.0).into_iter().enumerate() {
        assert!((estimate.value - fit.ratings[player]).abs() < 1.0, "{estimate:?} {}", fit.ratings[player]);
        let deviation = fit.deviations[player].unwrap();
        assert!((estimate.deviation.unwrap() / deviation - 1.0).abs() < 0.02, "{estimate:?} {deviation}");
    }
}

#[test]
fn one_sided_results_have_a_place_and_an_error() {
    let posterior = posterior(&table(2, &[(0, 1, Score::Win, 50)]), &[NEW, NEW], NO_DRIFT).unwrap();
    let gap = posterior.gap(Player(0), Player(1));
    assert!(gap.value > 300.0 && gap.value < 1500.0 && gap.deviation.unwrap() > 100.0, "{gap:?}");
    assert!(posterior.superiority(Player(0), Player(1)).unwrap() > 0.99);
    assert_eq!(posterior.superiority(Player(0), Player(0)), None);
}

#[test]
fn a_mixture_has_the_average_of_its_parts_and_what_they_differ_by() {
    let games = [(0, 1, Score::Win, 9), (0, 1, Score::Loss, 3), (2, 1, Score::Win, 5)];
    let table = table(4, &games);
    let believed = |deviation: f64| {
        let beliefs = [NEW, Belief { deviation, ..NEW }, NEW, after(2, deviation)];
        posterior(&table, &beliefs, drift(50.0)).unwrap()
    };
    let parts = [(1.0, believed(30.0)), (3.0, believed(300.0))];
    let mixed = Posterior::mixed(&parts).unwrap();
    let mixture = |each: [Estimate; 2]| {
        let mean = (each[0].value + 3.0 * each[1].value) / 4.0;
        let square =
            |estimate: Estimate| (estimate.value - mean).powi(2) + estimate.deviation.unwrap().powi(2);
        (mean, ((square(each[0]) + 3.0 * square(each[1])) / 4.0).sqrt())
    };
    // Stored entries of the covariance, a computed one, and ratings relative to others.
    for [a, b] in [[1, 3], [3, 2], [0, 2], [0, 1]] {
        let (mean, deviation) = mixture(parts.each_ref().map(|(_, part)| part.gap(Player(a), Player(b))));
        close(mixed.gap(Player(a), Player(b)), mean, deviation);
    }
    let ratings = |posterior: &Posterior| posterior.relative_to(&[Player(0), Player(2)], 0.0)[1];
    let (mean, deviation) = mixture(parts.each_ref().map(|(_, part)| ratings(part)));
    close(ratings(&mixed), mean, deviation);
    let (mean, deviation) = mixture(parts.each_ref().map(|(_, part)| part.drift));
    close(mixed.drift, mean, deviation);
    assert!(Posterior::mixed(&[]).is_none());
    assert!(Posterior::mixed(&[(0.0, believed(30.0))]).is_none());
}

#[test]
fn beliefs_that_say_nothing_are_refused() {
    let table = table(2, &[]);
    let check = |beliefs: &[Belief], deviation: f64, error: BeliefError| {
        assert_eq!(posterior(&table, beliefs, drift(deviation)).unwrap_err().to_string(), error.to_string());
    };
    check(&[NEW], 100.0, BeliefError::Count { beliefs: 1, players: 2 });
    check(&[NEW, after(1, 200.0)], 100.0, BeliefError::Order { player: 1 });
    for deviation in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300] {
        check(&[Belief { deviation, ..NEW }, NEW], 100.0, BeliefError::Deviation(deviation));
        check(&[NEW, NEW], deviation, BeliefError::Deviation(deviation));
    }
}

#[test]
fn what_versions_gain_on_average_is_learnt_from_all_of_them() {
    // Four players have successors. The predecessors are even with a fifth player; each successor scores three of four
    // points against it.
    let mut games = Vec::new();
    for player in 0..4 {
        games.extend([(player, 4, Score::Win, 40), (player, 4, Score::Loss, 40)]);
        games.extend([(5 + player, 4, Score::Win, 60), (5 + player, 4, Score::Loss, 20)]);
    }
    let next: Vec<Belief> = (0..4).map(|player| after(player, 60.0)).collect();
    let beliefs = [&[NEW; 5][..], &next, &[after(4, 60.0)]].concat();
    let posterior = posterior(&table(10, &games), &beliefs, drift(500.0)).unwrap();
    assert!((posterior.drift.value - 180.0).abs() < 15.0, "{:?}", posterior.drift);
    // The fifth player's successor has not played.
    let unplayed = posterior.gap(Player(9), Player(4));
    assert!((unplayed.value - posterior.drift.value).abs() < 1e-6, "{unplayed:?}");
    assert!(unplayed.deviation.unwrap() > 60.0);
}

/// Returns the results of five players in a circle. Each wins `share` of 40 pairs against the next two.
fn circle(share: u32) -> Table {
    let mut games = Vec::new();
    for player in 0..5 {
        for step in [1, 2] {
            games.push((player, (player + step) % 5, Score::Win, share));
            games.push((player, (player + step) % 5, Score::Loss, 40 - share));
        }
    }
    table(5, &games)
}

/// Each player in a circle beats the next two: all are equal, and ratings hardly predict results.
#[test]
fn strengths_that_depend_on_the_opponent_make_errors_greater() {
    let common = Common { drift: 1e-3, opponents: 50.0 };
    let fitted = |share, common| posterior(&circle(share), &[NEW; 5], common).unwrap();
    let (circle, even) = (fitted(30, common), fitted(20, common));
    assert!(circle.depends_on_opponent() > 80.0, "{}", circle.depends_on_opponent());
    assert!(even.depends_on_opponent() < 40.0, "{}", even.depends_on_opponent());
    let error = |posterior: &Posterior| posterior.gap(Player(0), Player(1)).deviation.unwrap();
    let plain = error(&fitted(30, NO_DRIFT));
    assert!(error(&circle) > 1.5 * plain, "{} {plain}", error(&circle));
}

/// Between two players the difference is strength alone, regardless of how often they met.
#[test]
fn between_two_players_nothing_depends_on_the_opponent() {
    let table = table(2, &[(0, 1, Score::Win, 300), (0, 1, Score::Loss, 100)]);
    let common = Common { drift: 1e-3, opponents: 100.0 };
    let [with, without] = [common, NO_DRIFT].map(|common| posterior(&table, &[NEW; 2], common).unwrap());
    assert!(with.depends_on_opponent().abs() < f64::EPSILON);
    assert_eq!(with.gap(Player(0), Player(1)), without.gap(Player(0), Player(1)));
}
