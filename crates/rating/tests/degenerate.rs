//! Results that do not settle a rating: each gives a defined figure and says what it rests on.

#![expect(clippy::unwrap_used, reason = "a test may stop at what cannot happen")]

use rating::bradley_terry::{Fit, Options, Prior, fit};
use rating::model::Model;
use rating::note::{Note, PriorReason};
use rating::results::{MatchResult, Player, Results, Score};
use rating::scale::ELO_PER_NAT;

use Score::{Draw, Loss, Win};

/// `(first, second, score of the first, how often)`.
fn results(players: usize, games: &[(usize, usize, Score, usize)]) -> Results {
    let matches = games.iter().flat_map(|&(a, b, score, times)| vec![MatchResult::new(a, b, score); times]);
    Results::new(players, matches.collect()).unwrap()
}

fn fit_games(players: usize, games: &[(usize, usize, Score, usize)]) -> Fit {
    fit(&results(players, games), &Options { average: 0.0, ..Options::default() })
}

fn prior(reason: PriorReason) -> Note {
    Note::Prior { weight: 1.0, reason }
}

#[track_caller]
fn check(fit: &Fit, ratings: &[f64], deviations: &[Option<f64>], notes: &[Note], player_notes: &[&[Note]]) {
    let rounded = |x: f64| (x * 10.0).round() / 10.0;
    assert_eq!(fit.ratings.iter().map(|&x| rounded(x)).collect::<Vec<_>>(), ratings, "{fit:?}");
    assert_eq!(fit.deviations.iter().map(|x| x.map(rounded)).collect::<Vec<_>>(), deviations, "{fit:?}");
    assert_eq!(fit.notes, notes);
    assert_eq!(fit.player_notes, player_notes);
}

#[test]
fn nobody_at_all() {
    check(&fit_games(0, &[]), &[], &[], &[Note::NoGames], &[]);
}

#[test]
fn one_player() {
    check(&fit_games(1, &[]), &[0.0], &[None], &[Note::NoGames], &[&[Note::NoGames]]);
}

#[test]
fn a_player_without_games_stands_at_the_average() {
    let games = [(0, 1, Win, 3), (1, 0, Win, 1), (0, 1, Loss, 1), (1, 0, Loss, 2)];
    let fit = fit_games(3, &games);
    assert_eq!((fit.ratings[2], fit.deviations[2]), (0.0, None));
    assert_eq!(fit.player_notes, [vec![], vec![], vec![Note::NoGames]]);
    assert_eq!((fit.superiority(Player(0), Player(2)), fit.difference(Player(2), Player(0))), (None, None));
    assert_eq!(fit.superiority(Player(0), Player(0)), None);
    assert_eq!(fit.superiority(Player(0), Player(9)), None);
    assert_eq!(fit.outlook(Player(0), Player(9)), None);
}

/// Ten wins, no loss. With the prior the maximum solves 10 / (1 + exp(2 x)) = tanh(x / 2), x each player's distance
/// from the average in natural units: the derivative of 10 ln s(2x) + 2 (ln s(x) + ln s(-x)) is zero there. Its second
/// derivative gives the variance 1 / (4 s(x) s(-x) + 40 s(2x) s(-2x)).
#[test]
fn all_wins() {
    let fit = fit_games(2, &[(0, 1, Win, 5), (1, 0, Loss, 5)]);
    let x = fit.ratings[0] / ELO_PER_NAT;
    assert!((10.0 / (1.0 + (2.0 * x).exp()) - (x / 2.0).tanh()).abs() < 1e-6, "{fit:?}");
    check(
        &fit,
        &[239.4, -239.4],
        &[Some(102.2), Some(102.2)],
        &[Note::NoDraws, prior(PriorReason::OneSided)],
        &[&[Note::WonAll], &[Note::LostAll]],
    );
    let superiority = fit.superiority(Player(0), Player(1)).unwrap();
    assert!(superiority > 0.9 && superiority < 1.0, "{superiority}");
}

/// A thousand wins say more than ten, and still are no infinity.
#[test]
fn more_wins_rate_higher() {
    let rating = |wins| fit_games(2, &[(0, 1, Win, wins), (1, 0, Loss, wins)]).ratings[0];
    assert!(rating(5) < rating(500) && rating(500) < rating(50_000) && rating(50_000) < 2_000.0);
}

#[test]
fn islands_that_never_met() {
    let games =
        [(0, 1, Win, 3), (1, 0, Win, 1), (2, 3, Win, 1), (3, 2, Win, 3), (1, 0, Draw, 1), (3, 2, Draw, 1)];
    let fit = fit_games(4, &games);
    assert_eq!(fit.notes, [Note::Islands { islands: 2 }, prior(PriorReason::Islands)]);
    let island = |island| vec![Note::Island { island }];
    assert_eq!(fit.player_notes, [island(0), island(0), island(1), island(1)]);
    // Two alike islands lie alike around the average; within one, superiority is known, across, it is not.
    assert!(
        (fit.ratings[0] + fit.ratings[1]).abs() < 1.0 && (fit.ratings[2] + fit.ratings[3]).abs() < 1.0,
        "{fit:?}"
    );
    assert!(fit.superiority(Player(0), Player(1)).unwrap() > 0.5);
    assert_eq!(fit.superiority(Player(0), Player(2)), None);
    assert!(fit.deviations.iter().all(|deviation| deviation.unwrap() > 100.0), "{fit:?}");
}

/// Draws alone do not tell how far apart winners would be: even, and unsure.
#[test]
fn ten_thousand_draws() {
    let fit = fit_games(2, &[(0, 1, Draw, 5_000), (1, 0, Draw, 5_000)]);
    assert_eq!(fit.ratings, [0.0, 0.0]);
    assert_eq!(fit.notes, [prior(PriorReason::OnlyDraws)]);
    assert_eq!(fit.player_notes, [vec![Note::DrewAll], vec![Note::DrewAll]]);
    assert!(fit.deviations.iter().all(|deviation| deviation.unwrap() > 50.0), "{fit:?}");
    assert_eq!(fit.superiority(Player(0), Player(1)), Some(0.5));
    let draw = fit.draw.unwrap();
    assert!(draw.value > 0.999 && draw.value < 1.0, "{draw:?}");
}

#[test]
fn one_draw_and_one_win() {
    for games in [&[(0, 1, Draw, 1)][..], &[(0, 1, Win, 1)], &[(0, 1, Draw, 1), (0, 1, Win, 1)]] {
        let fit = fit_games(2, games);
        assert!(fit.notes.contains(&Note::SeatUnknown), "{fit:?}");
        assert_eq!(fit.seat, None);
        assert!(fit.deviations.iter().all(|deviation| deviation.unwrap() > 50.0), "{fit:?}");
    }
}

/// Both groups took points from one another, so Ford's condition holds, but the first seat always won: its advantage
/// has no bound.
#[test]
fn the_first_seat_always_wins() {
    let fit = fit_games(2, &[(0, 1, Win, 30), (1, 0, Win, 30)]);
    check(
        &fit,
        &[0.0, 0.0],
        &[Some(79.2), Some(79.2)],
        &[Note::NoDraws, prior(PriorReason::Unbounded)],
        &[&[], &[]],
    );
    let seat = fit.seat.unwrap();
    assert!(seat.value > 500.0 && seat.value < 1_000.0, "{seat:?}");
}

/// Neighbours drew and the strongest beat the weakest: likelihood goes to one as ratings spread, although each group
/// took points from the others.
#[test]
fn draws_that_only_fit_at_infinity() {
    let games =
        [(0, 1, Draw, 4), (1, 0, Draw, 4), (1, 2, Draw, 4), (2, 1, Draw, 4), (0, 2, Win, 4), (2, 0, Loss, 4)];
    let fit = fit_games(3, &games);
    assert_eq!(fit.notes, [prior(PriorReason::Unbounded)]);
    assert!(fit.ratings[0] > 100.0 && fit.ratings[0] < 2_000.0, "{fit:?}");
}

/// A ladder of players far apart, each linked to the next by one upset in 500 from each seat: far ratings, but sure ones.
#[test]
fn a_long_ladder_has_a_maximum() {
    let games: Vec<(usize, usize, Score, usize)> = (0..9)
        .flat_map(|step| [(step, step + 1), (step + 1, step)].map(|seats| (step, seats)))
        .flat_map(|(step, (a, b))| {
            [(a, b, if a == step { Win } else { Loss }, 499), (a, b, if a == step { Loss } else { Win }, 1)]
        })
        .collect();
    let fit = fit_games(10, &games);
    assert_eq!(fit.notes, [Note::NoDraws]);
    // Odds of 499 to 1 a step, nine steps, half of them above the average.
    assert!((fit.ratings[0] - 9.0 / 2.0 * 400.0 * 499_f64.log10()).abs() < 1e-3, "{fit:?}");
}

#[test]
fn a_prior_that_is_asked_for_is_named() {
    let games = results(2, &[(0, 1, Win, 3), (1, 0, Win, 2)]);
    let fit = fit(&games, &Options { prior: Prior::Always { weight: 2.0 }, ..Options::default() });
    assert!(fit.notes.contains(&Note::Prior { weight: 2.0, reason: PriorReason::Asked }));
    // A weight that is no weight is taken as one.
    let odd = rating::bradley_terry::fit(
        &games,
        &Options { prior: Prior::Always { weight: f64::NAN }, ..Options::default() },
    );
    assert!(odd.notes.contains(&prior(PriorReason::Asked)));
}

/// The other models, on the same odd results: a million wins, a million draws, nothing.
#[test]
fn sequential_models_stay_within_numbers() {
    let cases = [
        results(1, &[]),
        results(3, &[(0, 1, Win, 200_000)]),
        results(2, &[(0, 1, Draw, 200_000)]),
        results(4, &[(0, 1, Win, 1_000), (2, 3, Loss, 1_000)]),
    ];
    for model in ["elo", "bkr", "glicko-2", "weng-lin"].map(|name| Model::named(name).unwrap()) {
        for results in &cases {
            let ratings = model.rate(results);
            for player in &ratings.players {
                assert!(player.rating.is_finite() && player.rating.abs() < 20_000.0, "{model:?} {ratings:?}");
                assert!(player.deviation.is_none_or(|x| x.is_finite() && x > 0.0), "{model:?} {ratings:?}");
                assert!(!player.notes.contains(&Note::Unchanged));
            }
        }
    }
}

#[test]
fn every_note_is_a_sentence_for_people() {
    let notes = [
        Note::NoGames,
        Note::WonAll,
        Note::LostAll,
        Note::DrewAll,
        Note::Islands { islands: 2 },
        Note::Island { island: 0 },
        prior(PriorReason::Asked),
        prior(PriorReason::Islands),
        prior(PriorReason::OneSided),
        prior(PriorReason::OnlyDraws),
        prior(PriorReason::Unbounded),
        Note::NoDraws,
        Note::SeatUnknown,
        Note::RobustErrors,
        Note::ModelError { units: 20 },
        Note::NoErrors,
        Note::Provisional { games: 3 },
        Note::Unchanged,
    ];
    let texts: std::collections::BTreeSet<String> = notes.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), notes.len());
    assert!(texts.iter().all(|text| text.len() > 7));
}
