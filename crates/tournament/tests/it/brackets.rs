//! Brackets of knockouts in which entrants leave: advancement, places, and drawings.

use crate::play;

use play::{Order, better_seed_wins, play, win};
use tournament::rulings::{self, PastGames, Ruling, Since};
use tournament::{
    Bracket, BracketPart, BracketPlace, DoubleElimination, Edition, EntrantId, Field, Fixture, Format,
    GameResult, RunSeed, SingleElimination, Stage, StagePlan,
};

fn knockout(entrants: u32, third_place: bool, edition: Edition) -> Stage {
    let format = Format::SingleElimination(SingleElimination { best_of: 1, replays: 0, third_place });
    let plan = StagePlan { edition, ..StagePlan::new(0, format) };
    Stage::new(plan, Field::numbered(entrants), RunSeed::from(3)).unwrap()
}

fn double(entrants: u32) -> Stage {
    let format = Format::DoubleElimination(DoubleElimination { best_of: 1, replays: 0 });
    Stage::new(StagePlan::new(0, format), Field::numbered(entrants), RunSeed::from(3)).unwrap()
}

/// Withdraws an entrant, by its seed from 1, before the next round.
fn leave(stage: &mut Stage, seed: u32) {
    let entrant = EntrantId(seed - 1);
    let order = rulings::RulingAction::Withdraw { entrant, games: PastGames::Keep };
    rule(stage, order);
}

fn rule(stage: &mut Stage, order: rulings::RulingAction) {
    let since = Since { stage: 0, round: stage.past().rounds().len() as u32 };
    stage.rule(Ruling { since, order, reason: "a test".to_owned() }).unwrap();
}

fn play_on(stage: &mut Stage) {
    play(stage, 1, Order::Fifo, better_seed_wins);
    stage.open_rounds();
    assert!(stage.is_over());
}

/// Seed and rank, in the order of the table.
fn ranks(stage: &Stage) -> Vec<(u32, u32)> {
    let rows = stage.standings().rows;
    rows.iter().filter_map(|row| Some((row.entrant.0 + 1, row.rank?))).collect()
}

/// The brackets as text: `1+` advances, `-` is an empty place, `?` an unknown one.
fn drawn(stage: &Stage) -> Vec<String> {
    let text = |bracket: &Bracket| {
        let columns = bracket.columns.iter().map(|column| {
            let ties = column.ties.iter().map(|tie| {
                let [above, below] = tie.places.map(|place| match place {
                    BracketPlace::Taken(entrant) if tie.winner == place => format!("{}+", entrant.0 + 1),
                    BracketPlace::Taken(entrant) => (entrant.0 + 1).to_string(),
                    BracketPlace::Empty => "-".to_owned(),
                    BracketPlace::Open => "?".to_owned(),
                });
                format!("{above}:{below}")
            });
            ties.collect::<Vec<_>>().join(" ")
        });
        columns.collect::<Vec<_>>().join(" | ")
    };
    stage.brackets().iter().map(text).collect()
}

#[test]
fn nobody_advances_where_both_have_left_and_both_are_placed_with_the_losers_of_that_round() {
    let mut stage = knockout(8, false, Edition::NOW);
    play_first_round(&mut stage);
    // 1 and 4 would meet in a semi-final.
    leave(&mut stage, 1);
    leave(&mut stage, 4);
    play_on(&mut stage);
    assert_eq!(drawn(&stage), ["1+:8 5:4+ 3+:6 7:2+ | 1:4 3:2+ | -:2+"]);
    assert_eq!(ranks(&stage), [(2, 1), (1, 2), (3, 2), (4, 2), (5, 5), (6, 5), (7, 5), (8, 5)]);
}

fn play_first_round(stage: &mut Stage) {
    for _ in 0..4 {
        let fixture = stage.next_fixture().unwrap();
        assert!(stage.record(fixture.key, better_seed_wins(&fixture)).unwrap().is_kept());
    }
}

#[test]
fn the_third_place_goes_to_the_only_loser_who_is_left() {
    let mut stage = knockout(8, true, Edition::NOW);
    play_first_round(&mut stage);
    leave(&mut stage, 1);
    leave(&mut stage, 4);
    play_on(&mut stage);
    assert_eq!(drawn(&stage), ["1+:8 5:4+ 3+:6 7:2+ | 1:4 3:2+ | -:2+", "-:3+"]);
    assert_eq!(ranks(&stage), [(2, 1), (3, 2), (1, 3), (4, 3), (5, 5), (6, 5), (7, 5), (8, 5)]);
}

#[test]
fn an_older_run_keeps_the_seed_who_advanced_where_both_had_left() {
    let mut stage = knockout(8, false, Edition::Second);
    play_first_round(&mut stage);
    leave(&mut stage, 1);
    leave(&mut stage, 4);
    play_on(&mut stage);
    assert_eq!(drawn(&stage), ["1+:8 5:4+ 3+:6 7:2+ | 1+:4 3:2+ | 1:2+"]);
    assert_eq!(stage.standings().order()[1], EntrantId(0));
}

#[test]
fn a_knockout_that_everybody_has_left_has_no_winner() {
    for mut stage in [knockout(8, true, Edition::NOW), double(8)] {
        play_first_round(&mut stage);
        (1..=8).for_each(|seed| leave(&mut stage, seed));
        play_on(&mut stage);
        let rows = stage.standings().rows;
        assert!(rows.iter().all(|row| row.place > Some(1) && row.rank > Some(1)), "{rows:#?}");
        assert_eq!(stage.games().len(), 4);
    }
}

#[test]
fn two_finalists_who_have_left_are_both_second() {
    let mut stage = knockout(4, true, Edition::NOW);
    for _ in 0..2 {
        let fixture = stage.next_fixture().unwrap();
        assert!(stage.record(fixture.key, better_seed_wins(&fixture)).unwrap().is_kept());
    }
    leave(&mut stage, 1);
    leave(&mut stage, 2);
    play_on(&mut stage);
    assert_eq!(ranks(&stage), [(1, 2), (2, 2), (3, 4), (4, 5)]);
    let places: Vec<_> = stage.standings().rows.iter().map(|row| row.place).collect();
    assert_eq!(places, [2, 3, 4, 5].map(Some));
}

#[test]
fn an_entrant_who_has_left_does_not_win_by_a_bye() {
    let mut stage = knockout(8, false, Edition::NOW);
    play_first_round(&mut stage);
    // 2 waits in the final without an opponent.
    leave(&mut stage, 1);
    leave(&mut stage, 4);
    let semi_final = stage.next_fixture().unwrap();
    assert!(stage.record(semi_final.key, better_seed_wins(&semi_final)).unwrap().is_kept());
    leave(&mut stage, 2);
    play_on(&mut stage);
    assert_eq!(drawn(&stage), ["1+:8 5:4+ 3+:6 7:2+ | 1:4 3:2+ | -:2"]);
    assert_eq!(ranks(&stage)[0], (2, 2));
}

#[test]
fn a_later_replay_does_not_call_back_who_has_lost() {
    let mut stage = knockout(4, false, Edition::NOW);
    let mut first = None;
    for _ in 0..2 {
        let fixture = stage.next_fixture().unwrap();
        first.get_or_insert(fixture.key);
        assert!(stage.record(fixture.key, better_seed_wins(&fixture)).unwrap().is_kept());
    }
    let last = stage.next_fixture().unwrap();
    rule(&mut stage, rulings::RulingAction::Replay { game: first.unwrap() });
    assert!(stage.record(last.key, better_seed_wins(&last)).unwrap().is_kept());
    // The replay goes to 4, which has lost before.
    play(&mut stage, 1, Order::Fifo, |fixture: &Fixture| -> GameResult {
        let seat = game::Seat::BOTH.into_iter().max_by_key(|&seat| fixture.seats[seat]);
        win(seat.unwrap())
    });
    assert_eq!(drawn(&stage), ["1+:4 3:2+ | 1+:2"]);
    assert_eq!(ranks(&stage), [(1, 1), (2, 2), (3, 3), (4, 3)]);
}

#[test]
fn the_grand_final_is_of_those_who_played_it_and_the_upper_final_stays_above() {
    // The lower finalist wins the grand final and loses its repetition. Places alone would not tell which entrant
    // advanced when.
    let mut stage = double(4);
    play(&mut stage, 1, Order::Fifo, |fixture: &Fixture| {
        let is_first_final = fixture.key.round() == 3;
        let better = better_seed_wins(fixture);
        let worse = win(better.outcome.winner().unwrap().other());
        if is_first_final { worse } else { better }
    });
    assert_eq!(drawn(&stage), ["1+:4 3:2+ | 1+:2", "4:3+ | 3:2+", "1:2+ | 1+:2"]);
    let parts: Vec<_> = stage.brackets().iter().map(|bracket| bracket.part).collect();
    assert_eq!(parts, [BracketPart::Upper, BracketPart::Lower, BracketPart::Final]);
}

#[test]
fn in_a_double_elimination_two_who_have_left_drop_nowhere() {
    let mut stage = double(4);
    let one = stage.next_fixture().unwrap();
    let other = stage.next_fixture().unwrap();
    for fixture in [one, other] {
        assert!(stage.record(fixture.key, better_seed_wins(&fixture)).unwrap().is_kept());
    }
    leave(&mut stage, 1);
    leave(&mut stage, 2);
    play_on(&mut stage);
    // 1 and 2 leave the upper final; 3 and 4 play on below.
    assert_eq!(drawn(&stage), ["1+:4 3:2+ | 1:2", "4:3+ | 3+:-", "-:3+"]);
    assert_eq!(ranks(&stage)[0], (3, 1));
    assert_eq!(ranks(&stage)[1..], [(1, 2), (2, 2), (4, 2)]);
}
