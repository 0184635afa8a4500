//! Rounds that were not played: in tie-breaks, and without any opponent left.

use crate::play;

use game::{Outcome, Seat};
use play::{Order, better_seed_wins, play, win, with_metric};
use tournament::rulings::{self, PastGames, Ruling, Rulings, Since};
use tournament::{
    Bye, Criterion, Edition, EntrantId, Field, Fixture, Format, GameResult, RoundRobin, RunSeed, Scoring,
    Stage, StagePlan, Swiss, Unopposed,
};

fn leaves(entrant: u32, round: u32) -> Ruling {
    let order = rulings::RulingAction::Withdraw { entrant: EntrantId(entrant), games: PastGames::Keep };
    Ruling { since: Since { stage: 0, round }, order, reason: "a test".to_owned() }
}

fn played(plan: StagePlan, entrants: u32, rulings: Vec<Ruling>) -> Stage {
    let rulings = Rulings::new(rulings).unwrap();
    let mut stage = Stage::with_rulings(plan, Field::numbered(entrants), RunSeed::from(1), rulings).unwrap();
    play(&mut stage, 1, Order::Fifo, better_seed_wins);
    stage
}

fn swiss(swiss: Swiss, rank: &[Criterion], edition: Edition) -> StagePlan {
    StagePlan { rank: rank.to_vec(), edition, ..StagePlan::new(0, Format::Swiss(swiss)) }
}

fn shown(stage: &Stage, entrant: u32) -> Vec<String> {
    let standings = stage.standings();
    let values = &standings.row(EntrantId(entrant)).unwrap().values;
    values.iter().map(|value| value.map_or_else(|| "-".to_owned(), |value| value.to_string())).collect()
}

#[test]
fn eight_points_for_no_game_are_the_organisers_choice() {
    for (unopposed, points) in [(Unopposed::Ignore, "1"), (Unopposed::Count, "9")] {
        let swiss = Swiss { rounds: 9, ..Swiss::default() };
        let scoring = Scoring { unopposed, ..Scoring::default() };
        let plan = StagePlan { scoring, ..StagePlan::new(0, Format::Swiss(swiss)) };
        let stage = played(plan, 10, (1..10).map(|entrant| leaves(entrant, 1)).collect());
        let row = stage.standings().row(EntrantId(0)).unwrap().clone();
        assert_eq!(row.tally.points.to_string(), points, "{unopposed:?}");
        assert_eq!(row.tally.byes, if unopposed == Unopposed::Count { 8 } else { 0 });
        let alone: Vec<u32> = (0..9).filter(|&round| stage.is_unopposed(round)).collect();
        assert_eq!(alone, (1..9).collect::<Vec<_>>());
    }
}

#[test]
fn walkovers_against_everybody_are_the_organisers_choice_too() {
    for (unopposed, wins) in [(Unopposed::Ignore, 1), (Unopposed::Count, 3)] {
        let scoring = Scoring { unopposed, ..Scoring::default() };
        let format = Format::RoundRobin(RoundRobin { games: 1, cycles: 1 });
        let plan = StagePlan { scoring, ..StagePlan::new(0, format) };
        let stage = played(plan, 4, (1..4).map(|entrant| leaves(entrant, 1)).collect());
        assert_eq!(stage.standings().row(EntrantId(0)).unwrap().tally.wins, wins, "{unopposed:?}");
    }
}

#[test]
fn direct_encounter_is_applied_again_to_those_who_are_still_tied() {
    // Among four level entrants, 1 has 2½, 2 and 3 have 1½ each, and 4 has ½; 2 has beaten 3.
    let result = |fixture: &Fixture| -> GameResult {
        let mut pair = fixture.seats.0.map(|entrant| entrant.0 + 1);
        pair.sort_unstable();
        let winner = match pair {
            [1, 2 | 4] => 1,
            [2, 3] => 2,
            [3, 4] => 3,
            _ => return with_metric(Outcome::Draw, [0, 0]),
        };
        win(if fixture.seats[Seat::First].0 + 1 == winner { Seat::First } else { Seat::Second })
    };
    for (edition, by_lot) in [(Edition::NOW, 0), (Edition::Second, 2)] {
        let format = Format::RoundRobin(RoundRobin { games: 1, cycles: 1 });
        let plan = StagePlan { rank: vec![Criterion::HeadToHead], edition, ..StagePlan::new(0, format) };
        let mut stage = Stage::new(plan, Field::numbered(4), RunSeed::from(1)).unwrap();
        play(&mut stage, 1, Order::Fifo, result);
        let standings = stage.standings();
        assert_eq!(standings.rows.iter().filter(|row| row.is_by_lot()).count(), by_lot, "{edition:?}");
        let scores: Vec<String> = [0, 1, 2, 3].map(|entrant| shown(&stage, entrant)[0].clone()).into();
        assert_eq!(scores, ["2.5", "1.5", "1.5", "0.5"], "what is shown is of all who were tied");
        if by_lot == 0 {
            assert_eq!(standings.order(), [0, 1, 2, 3].map(EntrantId));
        }
    }
}

#[test]
fn a_round_that_was_not_played_is_one_against_an_opponent_with_ones_own_score() {
    let rank = [Criterion::Points, Criterion::SonnebornBerger, Criterion::Buchholz];
    for (edition, expected) in [(Edition::NOW, ["1", "1", "3"]), (Edition::Second, ["1", "0", "3"])] {
        let format = Swiss { rounds: 2, ..Swiss::default() };
        let stage = played(swiss(format, &rank, edition), 3, Vec::new());
        // 3 rests in the first round, and loses to 1, who has 2 points in the end.
        assert_eq!(stage.past().rounds()[0].round.byes, [EntrantId(2)]);
        assert_eq!(shown(&stage, 2), expected, "{edition:?}");
    }
}

#[test]
fn the_round_that_an_entrant_chose_not_to_play_is_cut_first() {
    let rank = [Criterion::Points, Criterion::Buchholz, Criterion::BuchholzCut1];
    let format = Swiss {
        rounds: 3,
        requested: [(EntrantId(0), [1].into())].into(),
        requested_bye: Bye::Draw,
        ..Swiss::default()
    };
    let cut = |edition| {
        let stage = played(swiss(format.clone(), &rank, edition), 6, Vec::new());
        let [points, all, cut] = <[String; 3]>::try_from(shown(&stage, 0)).unwrap();
        let [points, all, cut] = [points, all, cut].map(|text| text.parse::<f64>().unwrap());
        (points, all - cut)
    };
    // The first wins both its games and has half a point for the round in which it rested.
    assert_eq!(cut(Edition::NOW), (2.5, 2.5), "its own score is cut");
    let (points, weakest) = cut(Edition::Second);
    assert!(weakest < 2.5, "the weakest opponent was cut: {weakest} with {points} points");
}

#[test]
fn rounds_after_an_opponent_has_left_count_as_drawn_for_those_who_met_it() {
    let rank = [Criterion::Points, Criterion::Buchholz];
    let format = Swiss { rounds: 3, ..Swiss::default() };
    let buchholz = |edition, rulings| {
        let stage = played(swiss(format.clone(), &rank, edition), 4, rulings);
        let first = stage.past().rounds()[0].round.pairings.iter().find_map(|pairing| {
            let side = pairing.side_of(EntrantId(3))?;
            Some(pairing.entrant(side.other()).0)
        });
        let met = first.unwrap();
        let opponents: f64 = shown(&stage, met)[1].parse().unwrap();
        opponents
    };
    let [now, before] = [Edition::NOW, Edition::Second].map(|edition| buchholz(edition, vec![leaves(3, 1)]));
    assert!((now - before - 1.0).abs() < 1e-9, "two rounds at half a point: {now} instead of {before}");
}
