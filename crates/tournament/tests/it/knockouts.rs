//! Knockouts with byes and replays, followed game by game.

use crate::play;

use game::{Outcome, Seat};
use play::{Order, play, win, with_metric};
use tournament::{
    DoubleElimination, EntrantId, Field, Fixture, Format, RunSeed, SingleElimination, Stage, StagePlan,
};

fn knockout(entrants: u32, best_of: u16, replays: u16) -> Stage {
    let format = SingleElimination { best_of, replays, third_place: true };
    let plan = StagePlan::new(0, Format::SingleElimination(format));
    Stage::new(plan, Field::numbered(entrants), RunSeed::from(3)).expect("enough entrants")
}

fn places(stage: &Stage) -> Vec<u32> {
    stage.standings().order().iter().map(|entrant| entrant.0 + 1).collect()
}

#[test]
fn sixteen_are_seeded_one_against_sixteen() {
    let mut stage = knockout(16, 1, 3);
    let mut pairs = Vec::new();
    while let Some(fixture) = stage.next_fixture() {
        let mut pair = fixture.seats.0.map(|entrant| entrant.0 + 1);
        pair.sort_unstable();
        pairs.push(pair);
    }
    assert_eq!(pairs, [[1, 16], [8, 9], [5, 12], [4, 13], [3, 14], [6, 11], [7, 10], [2, 15]]);
}

#[test]
fn a_drawn_game_is_replayed_three_times_from_the_other_seat_and_then_the_higher_seed_goes_on() {
    let mut stage = knockout(2, 1, 3);
    let mut firsts = Vec::new();
    while let Some(fixture) = stage.next_fixture() {
        firsts.push(fixture.seats[Seat::First]);
        assert!(stage.next_fixture().is_none(), "the next one depends on this one");
        assert!(stage.record(fixture.key, with_metric(Outcome::Draw, [0, 0])).unwrap().is_kept());
    }
    assert_eq!(firsts.len(), 4);
    assert!(firsts[0] != firsts[1] && firsts[0] == firsts[2] && firsts[1] == firsts[3]);
    assert_eq!(places(&stage), [1, 2]);
}

#[test]
fn a_replay_that_is_won_decides() {
    let mut stage = knockout(2, 1, 3);
    let second_replay_to_the_lower_seed = |fixture: &Fixture| {
        if fixture.key.number() < 2 {
            return with_metric(Outcome::Draw, [0, 0]);
        }
        win(if fixture.seats[Seat::First] == EntrantId(1) { Seat::First } else { Seat::Second })
    };
    assert_eq!(play(&mut stage, 4, Order::Fifo, second_replay_to_the_lower_seed), 3);
    assert_eq!(places(&stage), [2, 1]);
}

#[test]
fn best_of_three_hands_out_two_games_at_once_and_the_third_when_needed() {
    let mut stage = knockout(2, 3, 0);
    let first = stage.next_fixture().unwrap();
    let second = stage.next_fixture().unwrap();
    assert!(stage.next_fixture().is_none());
    assert_eq!(first.seats.swapped(), second.seats);
    // The second game ends first; one win each.
    assert!(stage.record(second.key, win(Seat::First)).unwrap().is_kept());
    assert!(stage.next_fixture().is_none());
    assert!(stage.record(first.key, win(Seat::First)).unwrap().is_kept());
    let third = stage.next_fixture().unwrap();
    assert!(stage.games().is_empty(), "a pairing goes on record whole");
    assert!(stage.record(third.key, win(Seat::Second)).unwrap().is_kept());
    stage.open_rounds();
    assert!(stage.is_over());
    assert_eq!(stage.standings().order()[0], third.seats[Seat::Second]);
    assert_eq!(stage.games().len(), 3);
}

#[test]
fn six_entrants_two_byes_an_upset_and_a_third_place() {
    let mut stage = knockout(6, 1, 0);
    // 1 and 2 have byes. 4-5 and 3-6 are played, 6 beats all except 1.
    let result = |fixture: &Fixture| {
        let strength = |seat| match fixture.seats[seat].0 + 1 {
            1 => 100,
            6 => 99,
            seed => 10 - seed,
        };
        win(if strength(Seat::First) > strength(Seat::Second) { Seat::First } else { Seat::Second })
    };
    play(&mut stage, 2, Order::Lifo, result);
    assert_eq!(pairings(&stage), [vec![[4, 5], [3, 6]], vec![[1, 4], [2, 6]], vec![[1, 6], [2, 4]]]);
    // 3 and 5 have lost in the first round and are placed by seed.
    assert_eq!(places(&stage), [1, 6, 2, 4, 3, 5]);
}

/// The pairings of each round by seeds from 1, the smaller first.
fn pairings(stage: &Stage) -> Vec<Vec<[u32; 2]>> {
    let sorted = |mut pair: [u32; 2]| {
        pair.sort_unstable();
        pair
    };
    let rounds = stage.past().rounds().iter().map(|played| {
        let pairings = played.round.pairings.iter();
        pairings.map(|pairing| sorted([pairing.first.0 + 1, pairing.second.0 + 1])).collect()
    });
    rounds.collect()
}

fn double(entrants: u32) -> Stage {
    let plan = StagePlan::new(0, Format::DoubleElimination(DoubleElimination { best_of: 1, replays: 0 }));
    Stage::new(plan, Field::numbered(entrants), RunSeed::from(3)).expect("enough entrants")
}

#[test]
fn a_double_elimination_of_four_without_upsets() {
    let mut stage = double(4);
    // 1-4, 2-3; 1-2 and 3-4; 2-3; 1-2.
    assert_eq!(play(&mut stage, 2, Order::Fifo, play::better_seed_wins), 6);
    assert_eq!(places(&stage), [1, 2, 3, 4]);
}

#[test]
fn who_drops_is_put_in_with_halves_swapped() {
    let mut stage = double(8);
    play(&mut stage, 3, Order::Fifo, play::better_seed_wins);
    let rounds = [
        vec![[1, 8], [4, 5], [3, 6], [2, 7]],
        vec![[1, 4], [2, 3], [5, 8], [6, 7]],
        // 4 has just beaten 5, and 3 has beaten 6.
        vec![[1, 2], [3, 5], [4, 6]],
        vec![[3, 4]],
        vec![[2, 3]],
        vec![[1, 2]],
    ];
    assert_eq!(pairings(&stage), rounds);
    assert_eq!(places(&stage), [1, 2, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn the_grand_final_is_played_again_when_the_unbeaten_one_loses_it() {
    let mut stage = double(4);
    let second_wins_from_the_final_on = |fixture: &Fixture| {
        let better = play::better_seed_wins(fixture);
        if fixture.key.round() < 3 { better } else { win(better.outcome.winner().unwrap().other()) }
    };
    assert_eq!(play(&mut stage, 2, Order::Fifo, second_wins_from_the_final_on), 7);
    assert_eq!(places(&stage), [2, 1, 3, 4]);
    assert_eq!(stage.most_matches(), 7);
}

#[test]
fn a_double_elimination_of_two_is_two_or_three_games() {
    for (wins, games, first) in [([1, 1, 1], 2, 1), ([1, 2, 1], 3, 1), ([1, 2, 2], 3, 2), ([2, 2, 2], 2, 2)] {
        let mut stage = double(2);
        let result = |fixture: &Fixture| {
            let winner = EntrantId(wins[fixture.key.round() as usize] - 1);
            win(if fixture.seats[Seat::First] == winner { Seat::First } else { Seat::Second })
        };
        assert_eq!(play(&mut stage, 1, Order::Fifo, result), games, "{wins:?}");
        assert_eq!(places(&stage)[0], first, "{wins:?}");
    }
}

#[test]
fn to_ask_whether_a_stage_is_over_opens_no_round() {
    let mut stage = knockout(4, 1, 0);
    for _ in 0..2 {
        let fixture = stage.next_fixture().unwrap();
        assert!(stage.record(fixture.key, win(Seat::First)).unwrap().is_kept());
    }
    let question = &stage;
    assert!(!question.is_over());
    assert_eq!(question.past().rounds().len(), 1, "the final is not paired because of the question");
    stage.open_rounds();
    assert_eq!(stage.past().rounds().len(), 2);
    assert!(!stage.is_over());
    while let Some(fixture) = stage.next_fixture() {
        assert!(!stage.is_over());
        assert!(stage.record(fixture.key, win(Seat::First)).unwrap().is_kept());
    }
    assert!(stage.is_over() && stage.next_fixture().is_none());
}
