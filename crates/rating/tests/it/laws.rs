//! Properties that hold for all results, including degenerate ones: every figure is finite, and the fit satisfies its
//! equations.

#![expect(clippy::unwrap_used, reason = "a test may stop at what cannot happen")]

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rating::bradley_terry::{Draws, Errors, Fit, Options, Seats, fit};
use rating::cycles::transitivity;
use rating::model::Model;
use rating::note::Note;
use rating::ratings::Ratings;
use rating::results::{MatchResult, Player, Results, Score};
use rating::table::Table;

fn score() -> impl Strategy<Value = Score> {
    prop_oneof![Just(Score::Win), Just(Score::Draw), Just(Score::Loss)]
}

/// Generates up to 8 players and 60 openings, half of them played from both seats; many results are degenerate.
fn results() -> impl Strategy<Value = Results> {
    let opening = (0..8_usize, 0..7_usize, score(), prop::option::of(score()), 0..20_u32, 0..3_u32);
    (1..=8_usize, prop::collection::vec(opening, 0..60)).prop_map(|(players, openings)| {
        let mut matches = Vec::new();
        for (pair, (a, b, score, second, odd, moves)) in
            openings.into_iter().enumerate().filter(|_| players > 1)
        {
            let first = a % players;
            let other = (first + 1 + b % (players - 1)) % players;
            let played = MatchResult::new(first, other, score);
            let played = MatchResult { rated: odd != 0, copy: odd == 1, moves: [2, moves], ..played };
            match second {
                None => matches.push(played),
                Some(score) => {
                    let swapped = MatchResult { first: played.second, second: played.first, score, ..played };
                    matches.extend([played, swapped].map(|leg| leg.in_pair(pair as u32)));
                }
            }
        }
        Results::new(players, matches).unwrap()
    })
}

fn options() -> impl Strategy<Value = Options> {
    let draws = prop_oneof![Just(Draws::Davidson), Just(Draws::HalfPoint)];
    let seats = prop_oneof![Just(Seats::Fitted), Just(Seats::Equal)];
    let errors = prop_oneof![Just(Errors::Suitable), Just(Errors::Information), Just(Errors::Robust)];
    (draws, seats, errors).prop_map(|(draws, seats, errors)| Options {
        draws,
        seats,
        errors,
        average: 1500.0,
    })
}

fn models() -> Vec<Model> {
    Model::NAMES.iter().map(|name| Model::named(name).unwrap()).collect()
}

fn assert_sound(ratings: &Ratings, results: &Results) {
    assert_eq!(ratings.players.len(), results.players());
    for player in &ratings.players {
        assert!(player.rating.is_finite(), "{ratings:?}");
        assert!(
            player.deviation.is_none_or(|deviation| deviation.is_finite() && deviation >= 0.0),
            "{ratings:?}"
        );
        assert_eq!(player.games() == 0, player.notes.contains(&Note::NoGames), "{ratings:?}");
    }
    let players = || (0..results.players()).map(Player::from);
    for (a, b) in players().flat_map(|a| players().map(move |b| (a, b))) {
        let (one, other) = (ratings.superiority(a, b), ratings.superiority(b, a));
        assert_eq!(one.is_some(), other.is_some());
        if let (Some(one), Some(other)) = (one, other) {
            assert!((one + other - 1.0).abs() < 1e-5 && (0.0..=1.0).contains(&one), "{one} {other}");
        }
    }
    let mut ranked: Vec<usize> = ratings.ranking().into_iter().map(Player::index).collect();
    ranked.sort_unstable();
    assert_eq!(ranked, (0..results.players()).collect::<Vec<_>>());
}

fn assert_fit_sound(fit: &Fit) {
    let estimates = [fit.seat, fit.draw];
    for estimate in estimates.into_iter().flatten() {
        assert!(estimate.value.is_finite() && estimate.deviation.is_none_or(f64::is_finite), "{fit:?}");
    }
    assert!(!fit.notes.contains(&Note::NoErrors), "{fit:?}");
    assert!(fit.log_likelihood.is_finite() && fit.log_likelihood <= 0.0, "{fit:?}");
}

fn fit_without_pairs(results: &Results, options: &Options) -> Fit {
    let single = results.matches().iter().map(|played| MatchResult { pair: None, ..*played }).collect();
    fit(&Results::new(results.players(), single).unwrap(), options)
}

fn near(a: &[f64], b: &[f64], tolerance: f64) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < tolerance)
}

fn cases() -> u32 {
    if std::env::var_os("MUSTER_FULL").is_some() { 30_000 } else { 300 }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), rng_seed: RngSeed::Fixed(6), max_global_rejects: 100_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_figure_of_every_model_is_finite(results in results()) {
        for model in models() {
            assert_sound(&model.rate(&results), &results);
        }
    }

    #[test]
    fn every_fit_is_finite_under_all_options(results in results(), options in options()) {
        let ratings = Model::BradleyTerry(options).rate(&results);
        assert_sound(&ratings, &results);
        assert_fit_sound(ratings.fit.as_ref().unwrap());
    }

    /// The equations of the maximum: the expected score of every player equals its actual score. The same holds for the
    /// first seat, if its advantage is fitted, and for draws, if they are fitted.
    #[test]
    fn at_the_maximum_the_expected_is_what_happened(results in results(), options in options()) {
        let fit = fit(&results, &options);
        let prior =
            fit.notes.iter().any(|note| matches!(note, Note::Prior { .. } | Note::Placed { .. }));
        prop_assume!(!prior);
        let mut surplus = vec![0.0; results.players()];
        let (mut of_first_seat, mut of_draws) = (0.0, 0.0);
        for played in results.counted() {
            let outlook = fit.outlook(played.first, played.second).unwrap();
            let more = played.score.points() - (outlook.win + outlook.draw / 2.0);
            surplus[played.first.index()] += more;
            surplus[played.second.index()] -= more;
            of_first_seat += more;
            of_draws += f64::from(u8::from(played.score == Score::Draw)) - outlook.draw;
        }
        surplus.extend(fit.seat.map(|_| of_first_seat));
        surplus.extend(fit.draw.map(|_| of_draws));
        prop_assert!(near(&surplus, &vec![0.0; surplus.len()], 1e-3), "{surplus:?} in {fit:?}");
    }

    /// Players with bounded ratings are rated as if the others had not played.
    #[test]
    fn open_players_move_nobody(results in results(), options in options()) {
        let all = fit(&results, &options);
        let is_placed = all.notes.iter().any(|note| matches!(note, Note::Placed { .. }));
        let settled = |player: Player| all.open[player.index()].is_none();
        if !(is_placed && results.counted().any(|played| settled(played.first) && settled(played.second))) {
            return Ok(());
        }
        let among = results.matches().iter().filter(|played| settled(played.first) && settled(played.second));
        let alone = fit(&Results::new(results.players(), among.map(|played| MatchResult { pair: None, ..*played }).collect()).unwrap(), &options);
        let all = fit_without_pairs(&results, &options);
        for player in (0..results.players()).filter(|&player| settled(Player::from(player))) {
            prop_assert!((all.ratings[player] - alone.ratings[player]).abs() < 1e-5, "{all:?}\n{alone:?}");
            prop_assert_eq!(all.deviations[player], alone.deviations[player]);
        }
    }

    #[test]
    fn the_order_of_games_does_not_matter_to_bradley_terry(results in results()) {
        let reversed: Vec<MatchResult> = results.matches().iter().rev().copied().collect();
        let reversed = Results::new(results.players(), reversed).unwrap();
        let model = Model::named("bradley-terry").unwrap();
        prop_assert_eq!(model.rate(&results).players, model.rate(&reversed).players);
    }

    /// Names must not matter: reversing the indices reverses the ratings.
    #[test]
    fn ratings_follow_their_players(results in results(), options in options()) {
        let last = results.players() as u32 - 1;
        let turn = |player: Player| Player(last - player.0);
        let turned = results.matches().iter();
        let turned = turned.map(|played| MatchResult { first: turn(played.first), second: turn(played.second), ..*played });
        let turned = fit(&Results::new(results.players(), turned.collect()).unwrap(), &options);
        let ratings: Vec<f64> = turned.ratings.iter().rev().copied().collect();
        prop_assert!(near(&ratings, &fit(&results, &options).ratings, 1e-3));
    }

    /// Seats must be treated alike: swapping all seats inverts the advantage and does not change the ratings.
    #[test]
    fn the_seats_are_alike(results in results(), options in options()) {
        let swapped = results.matches().iter().map(|played| MatchResult {
            first: played.second,
            second: played.first,
            score: played.score.reversed(),
            ..*played
        });
        let swapped = fit(&Results::new(results.players(), swapped.collect()).unwrap(), &options);
        let fit = fit(&results, &options);
        prop_assert!(near(&swapped.ratings, &fit.ratings, 1e-3), "{swapped:?}\n{fit:?}");
        let seats = [fit.seat, swapped.seat].map(|seat| seat.map_or(0.0, |seat| seat.value));
        prop_assert!((seats[0] + seats[1]).abs() < 1e-3);
    }

    #[test]
    fn every_cycle_is_one(results in results()) {
        let table = Table::counted(&results);
        let found = transitivity(&table);
        prop_assert_eq!(found.cyclic_triples > 0, found.cycles.first().is_some_and(|cycle| cycle.len() == 3));
        for cycle in &found.cycles {
            for (at, &player) in cycle.iter().enumerate() {
                let next = cycle[(at + 1) % cycle.len()];
                let score = table.meeting(player, next).unwrap();
                let own = if score.low == player { score.score() } else { score.score().reversed() };
                prop_assert!(own.wins > own.losses);
            }
        }
    }
}
