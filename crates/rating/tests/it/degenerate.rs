//! Results that do not determine a rating: each gives a defined figure with a note on its basis.

#![expect(clippy::unwrap_used, reason = "a test may stop at what cannot happen")]

use rating::bradley_terry::{Anchor, Draws, Fit, Options, fit, fit_anchored};
use rating::model::Model;
use rating::note::{Note, OpenSide, PriorReason};
use rating::results::{MatchResult, Player, Results, Score};
use rating::scale::ELO_PER_NAT;
use rating::table::Table;

use Score::{Draw, Loss, Win};

/// Returns results given as `(first, second, score of the first, number of games)`.
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

/// Ten wins, no loss. With the prior the maximum solves 10 / (1 + exp(2 x)) = tanh(x / 2), where x is each player's
/// distance from the average in natural units: the derivative of 10 ln s(2x) + 2 (ln s(x) + ln s(-x)) is zero there.
/// Its second derivative gives the variance 1 / (4 s(x) s(-x) + 40 s(2x) s(-2x)).
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
        &[&[Note::WonAll, Note::Open(OpenSide::Above)], &[Note::LostAll, Note::Open(OpenSide::Below)]],
    );
    let superiority = fit.superiority(Player(0), Player(1)).unwrap();
    assert!(superiority > 0.9 && superiority < 1.0, "{superiority}");
}

/// A thousand wins give a higher rating than ten, but still a finite one.
#[test]
fn more_wins_rate_higher() {
    let rating = |wins| fit_games(2, &[(0, 1, Win, wins), (1, 0, Loss, wins)]).ratings[0];
    assert!(rating(5) < rating(500) && rating(500) < rating(50_000) && rating(50_000) < 2_000.0);
}

#[test]
fn islands_that_never_met() {
    let games = [(0, 1, Win, 3), (1, 0, Win, 1), (0, 1, Draw, 1), (1, 0, Loss, 1)];
    let fit = fit_games(4, &[games, games.map(|(a, b, score, times)| (a + 2, b + 2, score, times))].concat());
    assert_eq!(fit.notes, [Note::Islands { islands: 2 }, Note::Placed { players: 4, weight: 1.0 }]);
    let island = |island| vec![Note::Island { island }, Note::Open(OpenSide::Both)];
    assert_eq!(fit.player_notes, [island(0), island(0), island(1), island(1)]);
    // Two equal islands are equally placed around the average. Superiority is known within an island, but not across.
    assert!(
        (fit.ratings[0] + fit.ratings[1]).abs() < 1.0 && (fit.ratings[2] + fit.ratings[3]).abs() < 1.0,
        "{fit:?}"
    );
    assert!(fit.superiority(Player(0), Player(1)).unwrap() > 0.5);
    assert_eq!(fit.superiority(Player(0), Player(2)), None);
    assert!(fit.deviations.iter().all(|deviation| deviation.unwrap() > 100.0), "{fit:?}");
}

/// Returns a class of eight that play one another, in which every player has won, drawn and lost from both seats.
fn class() -> Vec<(usize, usize, Score, usize)> {
    let mut games = Vec::new();
    for a in 0..8 {
        for b in (0..8).filter(|&b| b != a) {
            let wins = if a < b { 3 + (b - a) / 2 } else { 2 };
            games.extend([(a, b, Win, wins), (a, b, Draw, 1 + (a * b) % 3), (a, b, Loss, 2)]);
        }
    }
    games
}

/// Returns the ratings of the first eight players and their deviations.
fn of_the_class(fit: &Fit) -> (Vec<f64>, Vec<f64>) {
    let deviations = fit.deviations[..8].iter().map(|deviation| deviation.unwrap()).collect();
    (fit.ratings[..8].to_vec(), deviations)
}

/// Four broken bots lose every game against the class. Their results against one another (none, always a draw, always a
/// win of the first seat, mixed) do not affect any rating in the class.
#[test]
fn broken_bots_move_nobody() {
    let alone = of_the_class(&fit_games(8, &class()));
    let among: [&[(Score, usize)]; 4] = [&[], &[(Draw, 2)], &[(Win, 2)], &[(Win, 2), (Draw, 1), (Loss, 1)]];
    for results in among {
        let mut games = class();
        for broken in 8..12 {
            games.extend((0..8).flat_map(|sane| [(sane, broken, Win, 2), (broken, sane, Loss, 2)]));
            let others = (8..12).filter(|&other| other != broken);
            games.extend(
                others.flat_map(|other| {
                    results.iter().map(move |&(score, times)| (broken, other, score, times))
                }),
            );
        }
        let fit = fit_games(12, &games);
        assert_eq!(of_the_class(&fit), alone, "{results:?}");
        assert_eq!(fit.open, [[None; 8].as_slice(), &[Some(OpenSide::Below); 4]].concat(), "{results:?}");
        assert!(fit.notes.contains(&Note::Placed { players: 4, weight: 1.0 }), "{:?}", fit.notes);
        let worst = alone.0.iter().copied().fold(f64::INFINITY, f64::min);
        for broken in 8..12 {
            assert!(fit.ratings[broken] < worst - 100.0, "{results:?}: {fit:?}");
            assert!(fit.superiority(Player(0), Player(broken as u32)).unwrap() > 0.95, "{results:?}");
        }
    }
}

/// The same, with a class without a maximum, since the first seat always won.
#[test]
fn broken_bots_move_nobody_where_the_seat_explains_all() {
    let class =
        [(0, 1, Win, 3), (1, 0, Win, 4), (1, 2, Win, 2), (2, 1, Win, 2), (0, 2, Win, 1), (2, 0, Win, 3)];
    let alone = fit_games(3, &class);
    let all = fit_games(4, &[&class[..], &[(0, 3, Win, 9), (1, 3, Win, 9)]].concat());
    assert!(
        all.ratings[..3] == alone.ratings && all.deviations[..3] == alone.deviations,
        "{alone:?} {all:?}"
    );
    assert_eq!(all.open, [None, None, None, Some(OpenSide::Below)]);
    assert!(all.notes.contains(&prior(PriorReason::Unbounded)), "{all:?}");
}

/// A player that won everything is above the class, one that beat it is higher still, and one that lost to a broken bot
/// is below that bot.
#[test]
fn chains_above_and_below_are_placed_in_order() {
    let mut games = class();
    games.extend((0..8).flat_map(|sane| [(8, sane, Win, 3), (sane, 9, Win, 3)]));
    games.extend([(10, 8, Win, 3), (9, 11, Win, 3)]);
    let fit = fit_games(12, &games);
    let order: Vec<f64> = [10, 8, 0, 9, 11].map(|player| fit.ratings[player]).to_vec();
    assert!(order.is_sorted_by(|one, other| one > other), "{fit:?}");
    let open = [8, 9, 10, 11].map(|player| fit.open[player].unwrap().sign());
    assert_eq!(open, ['>', '<', '>', '<']);
}

/// Islands have the ratings that they would have alone, up to a shift.
#[test]
fn islands_keep_their_own_ratings() {
    let island = |first: usize| {
        let games = [(0, 1, Win, 9), (1, 0, Win, 4), (0, 1, Draw, 20), (1, 0, Loss, 6), (0, 1, Loss, 5)];
        games.map(|(a, b, score, times)| (first + a, first + b, score, times))
    };
    let with = |first: usize| class().into_iter().chain(island(first)).collect::<Vec<_>>();
    let alone = fit_games(8, &class());
    let both = fit_games(10, &with(8));
    assert_eq!(of_the_class(&both), of_the_class(&alone));
    assert_eq!(both.superiority(Player(0), Player(8)), None);
    let two = fit_games(2, &island(0));
    let gap = |fit: &Fit, at: usize| fit.ratings[at] - fit.ratings[at + 1];
    assert!((gap(&both, 8) - gap(&two, 0)).abs() < 1e-5, "{both:?} {two:?}");
    assert_eq!(both.open[8..], [Some(OpenSide::Both); 2]);
}

#[test]
fn anchors_stand_where_they_are_put() {
    let results = results(12, &[class(), vec![(0, 8, Win, 3), (9, 10, Win, 3), (10, 9, Win, 2)]].concat());
    let table = Table::counted(&results);
    let options = Options::default();
    let plain = fit(&results, &options);
    let anchor = |player, rating| Anchor { player: Player(player), rating };
    // One anchor shifts all ratings alike; its own rating has no error, and the others' are relative to it.
    let one = fit_anchored(&table, &options, &[anchor(3, 2_000.0)]);
    for player in 0..9 {
        let moved = one.ratings[player] - one.ratings[0] - (plain.ratings[player] - plain.ratings[0]);
        assert!(moved.abs() < if player < 8 { 1e-5 } else { 100.0 }, "{player}: {moved}");
    }
    assert_eq!((one.ratings[3], one.deviations[3]), (2_000.0, Some(0.0)));
    let to_anchor = plain.difference(Player(0), Player(3)).unwrap();
    assert!((one.deviations[0].unwrap() - to_anchor.deviation.unwrap()).abs() < 1e-4, "{one:?}");
    assert!(one.player_notes[3].contains(&Note::Anchor));
    // Several anchors stretch the scale and link islands; the equations of the others hold as before.
    let two = fit_anchored(&table, &options, &[anchor(0, 1_800.0), anchor(7, 1_200.0), anchor(9, 1_000.0)]);
    let anchored: Vec<f64> = [0, 7, 9].iter().map(|&player| two.ratings[player]).collect();
    assert_eq!(anchored, [1_800.0, 1_200.0, 1_000.0]);
    assert_eq!([7, 10].map(|player| two.open[player]), [None, None], "{two:?}");
    let expected: f64 = (0..8)
        .filter(|&other| other != 4)
        .map(|other| {
            let meeting = table.meeting(Player(4), Player(other)).unwrap();
            let own = |player: Player| two.outlook(Player(4), player).unwrap();
            let theirs = |player: Player| two.outlook(player, Player(4)).unwrap();
            let (first, second) = (own(Player(other)), theirs(Player(other)));
            let [of_first, of_second] = if meeting.low == Player(4) {
                [meeting.low_first, meeting.high_first]
            } else {
                [meeting.high_first, meeting.low_first]
            };
            f64::from(of_first.games()) * (first.win + first.draw / 2.0)
                + f64::from(of_second.games()) * (second.loss + second.draw / 2.0)
        })
        .sum();
    assert!((expected - table.scores()[4].points()).abs() < 1e-3, "{expected}");
    // A player without games is at its anchor, and the others are around it.
    let idle = fit_anchored(&table, &options, &[anchor(11, 900.0)]);
    assert_eq!((idle.ratings[11], idle.deviations[11]), (900.0, None));
}

/// Rounding noise at the maximum is not mistaken for an unbounded likelihood, for any numbering of the players.
#[test]
fn a_maximum_is_found_whoever_has_which_number() {
    for [winner, one, other] in [[7, 3, 0], [0, 4, 7]] {
        let games = [
            (winner, one, Draw, 1),
            (one, winner, Loss, 1),
            (winner, other, Win, 1),
            (other, winner, Draw, 1),
        ];
        let options = Options { draws: Draws::HalfPoint, average: 0.0, ..Options::default() };
        let fit = fit(&results(8, &games), &options);
        assert_eq!(fit.notes, [Note::RobustErrors { paired: false }], "{fit:?}");
        // Three points of four are odds of three to one.
        assert!((fit.ratings[winner] - fit.ratings[one] - 400.0 * 3_f64.log10()).abs() < 1e-4, "{fit:?}");
    }
}

/// Games of a file have no pairs: draws that count half make errors robust, by game.
#[test]
fn nothing_is_said_of_pairs_where_there_are_none() {
    let games = [(0, 1, Win, 20), (1, 0, Draw, 20), (0, 1, Loss, 15), (1, 2, Win, 2), (2, 1, Win, 2)];
    let options = Options { draws: Draws::HalfPoint, average: 0.0, ..Options::default() };
    let told = |results: &Results| -> Vec<String> {
        let fit = fit(results, &options);
        fit.notes.iter().chain(fit.player_notes.iter().flatten()).map(ToString::to_string).collect()
    };
    let alone = results(3, &games);
    assert!(told(&alone).iter().any(|note| note.contains("from how results vary")), "{:?}", told(&alone));
    assert!(told(&alone).iter().any(|note| note.contains("independent games")), "{:?}", told(&alone));
    assert!(!told(&alone).iter().any(|note| note.contains("pair")), "{:?}", told(&alone));
    let legs = [MatchResult::new(0_usize, 1_usize, Win), MatchResult::new(1_usize, 0_usize, Win)];
    let paired = alone.matches().iter().copied().chain(legs.map(|leg| leg.in_pair(0))).collect();
    let paired = Results::new(3, paired).unwrap();
    assert!(
        told(&paired).iter().any(|note| note.contains("games of a pair as one unit")),
        "{:?}",
        told(&paired)
    );
}

/// Draws alone do not determine differences between players: they are rated equal, with large errors.
#[test]
fn ten_thousand_draws() {
    let fit = fit_games(2, &[(0, 1, Draw, 5_000), (1, 0, Draw, 5_000)]);
    assert_eq!(fit.ratings, [0.0, 0.0]);
    assert_eq!(fit.notes, [prior(PriorReason::OnlyDraws)]);
    assert_eq!(fit.player_notes, vec![vec![Note::DrewAll]; 2]);
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

/// Neighbours drew and the strongest beat the weakest: the likelihood approaches one as ratings spread, although each
/// group took points from the others.
#[test]
fn draws_that_only_fit_at_infinity() {
    let games =
        [(0, 1, Draw, 4), (1, 0, Draw, 4), (1, 2, Draw, 4), (2, 1, Draw, 4), (0, 2, Win, 4), (2, 0, Loss, 4)];
    let fit = fit_games(3, &games);
    assert_eq!(fit.notes, [prior(PriorReason::Unbounded)]);
    assert!(fit.ratings[0] > 100.0 && fit.ratings[0] < 2_000.0, "{fit:?}");
}

/// A ladder of players far apart, each linked to the next by one upset in 500 from each seat: the ratings are far
/// apart, but precise.
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
    // Odds of 499 to 1 per step, nine steps, half of them above the average.
    assert!((fit.ratings[0] - 9.0 / 2.0 * 400.0 * 499_f64.log10()).abs() < 1e-3, "{fit:?}");
}

/// The other models on the same degenerate results: many wins, many draws, no games.
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
        prior(PriorReason::Islands),
        prior(PriorReason::OneSided),
        prior(PriorReason::OnlyDraws),
        prior(PriorReason::Unbounded),
        Note::Open(OpenSide::Above),
        Note::Open(OpenSide::Below),
        Note::Open(OpenSide::Both),
        Note::Anchor,
        Note::Placed { players: 4, weight: 1.0 },
        Note::NoDraws,
        Note::SeatUnknown,
        Note::RobustErrors { paired: false },
        Note::RobustErrors { paired: true },
        Note::ModelError { units: 20, paired: false },
        Note::ModelError { units: 20, paired: true },
        Note::NoErrors,
        Note::Provisional { games: 3 },
        Note::Unchanged,
    ];
    let texts: std::collections::BTreeSet<String> = notes.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), notes.len());
    assert!(texts.iter().all(|text| text.len() > 5));
}
