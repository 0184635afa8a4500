//! Entrants that fail too often are withdrawn at the next round.

use crate::play;

use game::{Outcome, Seat, SeatSet};
use play::{Order, play};
use tournament::rulings::{self, Ruling, Rulings, Since};
use tournament::{
    Carry, EntrantId, Field, Fixture, Format, GameResult, Gauntlet, GroupDraw, Groups, RoundRobin, RunSeed,
    Stage, StagePlan, Status, Swiss,
};

/// The last two entrants fail in every game they play; otherwise the better seed wins.
fn fails_or_better_seed(entrants: u32) -> impl Fn(&Fixture) -> GameResult {
    move |fixture| {
        let broken = |seat: Seat| fixture.seats[seat].0 + 2 >= entrants;
        let forfeits = match Seat::BOTH.map(broken) {
            [true, true] => SeatSet::BOTH,
            [true, false] => SeatSet::only(Seat::First),
            [false, true] => SeatSet::only(Seat::Second),
            [false, false] => SeatSet::NONE,
        };
        let better =
            if fixture.seats[Seat::First] < fixture.seats[Seat::Second] { Seat::First } else { Seat::Second };
        let outcome = if forfeits == SeatSet::BOTH { Outcome::Draw } else { Outcome::Win(better) };
        GameResult { forfeits, ..GameResult::plain(outcome) }
    }
}

fn stage(format: Format, entrants: u32, limit: Option<u32>) -> Stage {
    let plan = StagePlan { withdraw_after_faults: limit, ..StagePlan::new(0, format) };
    Stage::new(plan, Field::numbered(entrants), RunSeed::from(3)).expect("enough entrants")
}

fn faults_of(stage: &Stage, entrant: u32) -> usize {
    let failed = |game: &tournament::GameRecord| {
        game.seat_of(EntrantId(entrant)).is_some_and(|seat| game.result.forfeits.contains(seat))
    };
    stage.games().iter().filter(failed).count()
}

#[test]
fn who_fails_too_often_is_out_from_the_next_round_in_any_order_of_arrival() {
    let formats = [
        Format::RoundRobin(RoundRobin { games: 2, cycles: 1 }),
        Format::Groups(Groups { groups: 2, draw: GroupDraw::Snake, games: 2, cycles: 1 }),
        Format::Gauntlet(Gauntlet { challengers: vec![EntrantId(0), EntrantId(9)], games: 2, cycles: 2 }),
        Format::Swiss(Swiss { rounds: 6, games: 2, ..Swiss::default() }),
    ];
    for format in formats {
        let played = |slots, order| {
            let mut stage = stage(format.clone(), 10, Some(3));
            play(&mut stage, slots, order, fails_or_better_seed(10));
            stage
        };
        let one = played(1, Order::Fifo);
        for (slots, order) in [(2, Order::Lifo), (16, Order::Random(1)), (16, Order::Random(2))] {
            let other = played(slots, order);
            assert_eq!(other.games(), one.games(), "{}", format.name());
            assert_eq!(other.standings(), one.standings());
        }
        let left: Vec<_> = one.withdrawn_for_faults().collect();
        assert!(!left.is_empty(), "{}", format.name());
        for (entrant, since) in left {
            // The round in which the limit is reached is played to its end: at most two more games.
            assert!((3..=4).contains(&faults_of(&one, entrant.0)), "{} of {entrant}", format.name());
            let later = one.games().iter().filter(|game| game.key.round() >= since.round);
            assert!(later.filter(|game| game.seat_of(entrant).is_some()).count() == 0);
            assert_eq!(one.standings().row(entrant).unwrap().status, Status::Withdrawn);
        }
    }
}

#[test]
fn nobody_is_taken_out_without_a_limit_or_below_it() {
    for limit in [None, Some(100)] {
        let mut stage = stage(Format::RoundRobin(RoundRobin { games: 2, cycles: 1 }), 8, limit);
        assert_eq!(stage.is_fixed(), limit.is_none());
        assert_eq!(play(&mut stage, 4, Order::Random(5), fails_or_better_seed(8)), 56);
        assert_eq!(stage.withdrawn_for_faults().count(), 0);
    }
}

#[test]
fn faults_count_over_stages_and_who_left_does_not_advance() {
    let format = Format::RoundRobin(RoundRobin { games: 1, cycles: 1 });
    let mut first = stage(format.clone(), 6, Some(5));
    play(&mut first, 3, Order::Fifo, fails_or_better_seed(6));
    // Five games each, all of them lost by a fault: the limit is reached in the last round, and this stage has no
    // further round to miss.
    assert_eq!(first.withdrawn_for_faults().count(), 0);
    let next = first.advancing(None, Carry::Nothing);
    assert_eq!(next.ranked.len(), 4, "{next:?}");

    let mut first = stage(format.clone(), 6, Some(6));
    play(&mut first, 3, Order::Fifo, fails_or_better_seed(6));
    let next = first.advancing(None, Carry::Nothing);
    assert_eq!(next.ranked.len(), 6);
    assert_eq!(next.faults.get(&EntrantId(5)), Some(&5));
    let plan = StagePlan { withdraw_after_faults: Some(6), ..StagePlan::new(1, format) };
    let mut second = Stage::new(plan, next, RunSeed::from(3)).unwrap();
    play(&mut second, 3, Order::Fifo, fails_or_better_seed(6));
    for entrant in [4, 5] {
        assert_eq!(faults_of(&second, entrant), 1, "one fault more, and it is out");
    }
}

#[test]
fn a_fault_in_a_game_that_was_annulled_is_none() {
    let format = Format::RoundRobin(RoundRobin { games: 1, cycles: 2 });
    let plan = || StagePlan { withdraw_after_faults: Some(3), ..StagePlan::new(0, format.clone()) };
    let mut plain = Stage::new(plan(), Field::numbered(4), RunSeed::from(3)).unwrap();
    play(&mut plain, 2, Order::Fifo, fails_or_better_seed(4));
    let out =
        |stage: &Stage| stage.withdrawn_for_faults().find(|(entrant, _)| entrant.0 == 3).unwrap().1.round;
    let game = plain.games().iter().find(|game| game.seat_of(EntrantId(3)).is_some()).unwrap().key;
    let annul = rulings::RulingAction::Annul { game };
    let ruling = Ruling { since: Since { stage: 0, round: 1 }, order: annul, reason: "a test".to_owned() };
    let rulings = Rulings::new(vec![ruling]).unwrap();
    let mut ruled = Stage::with_rulings(plan(), Field::numbered(4), RunSeed::from(3), rulings).unwrap();
    play(&mut ruled, 2, Order::Fifo, fails_or_better_seed(4));
    assert_eq!(out(&ruled), out(&plain) + 1);
}
