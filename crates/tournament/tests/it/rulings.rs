//! Effects of an organiser's rulings.

use crate::play;

use game::{Outcome, Seat};
use play::{Order, better_seed_wins, play, play_up_to, strength_result, win, with_metric};
use tournament::rulings::{self, PastGames, Ruling, RulingError, Rulings, Since};
use tournament::{
    BracketPlace, Carry, Criterion, EntrantId, Field, Format, GroupDraw, Groups, Ladder, MatchKey,
    RoundRobin, RunSeed, SingleElimination, Stage, StagePlan, Status, Swiss,
};

fn since(round: u32) -> Since {
    Since { stage: 0, round }
}

fn ruling(round: u32, order: rulings::RulingAction) -> Ruling {
    Ruling { since: since(round), order, reason: "a test".to_owned() }
}

fn round_robin(entrants: u32, rulings: Vec<Ruling>) -> Stage {
    let format = Format::RoundRobin(RoundRobin { games: 1, cycles: 1 });
    let plan = StagePlan { metrics: 1, rank: vec![Criterion::Wins], ..StagePlan::new(0, format) };
    let rulings = Rulings::new(rulings).expect("these can be");
    Stage::with_rulings(plan, Field::numbered(entrants), RunSeed::from(1), rulings).expect("enough entrants")
}

fn key(text: &str) -> MatchKey {
    text.parse().expect("a key")
}

fn wins(stage: &Stage, entrant: u32) -> u32 {
    stage.standings().row(EntrantId(entrant)).expect("in the field").tally.wins
}

// The table of four: round 1: 1-4 2-3; round 2: 4-3 1-2; round 3: 2-4 3-1. The better seed wins.

#[test]
fn who_withdraws_gives_walkovers_from_then_on() {
    let leave = rulings::RulingAction::Withdraw { entrant: EntrantId(0), games: PastGames::Keep };
    let mut stage = round_robin(4, vec![ruling(1, leave)]);
    assert_eq!(play(&mut stage, 2, Order::Fifo, better_seed_wins), 4);
    // The first has won one game and is out for two; the second and third have a walkover each.
    assert_eq!([0, 1, 2, 3].map(|entrant| wins(&stage, entrant)), [1, 3, 2, 0]);
    let standings = stage.standings();
    assert_eq!(standings.row(EntrantId(0)).unwrap().status, Status::Withdrawn);
    assert_eq!(standings.order().len(), 4);
    assert_eq!(standings.row(EntrantId(1)).unwrap().tally.byes, 1);
}

#[test]
fn the_games_of_one_who_is_disqualified_can_be_annulled() {
    let expel = rulings::RulingAction::Disqualify { entrant: EntrantId(0), games: PastGames::Annul };
    let mut stage = round_robin(4, vec![ruling(2, expel)]);
    assert_eq!(play(&mut stage, 2, Order::Fifo, better_seed_wins), 5);
    // Two games against it do not count, the third is a walkover for the third seed.
    assert_eq!([0, 1, 2, 3].map(|entrant| wins(&stage, entrant)), [0, 2, 2, 0]);
    assert_eq!(stage.standings().row(EntrantId(3)).unwrap().tally.games, 2);
    let last = stage.standings().rows.pop().unwrap();
    assert_eq!((last.entrant, last.place, last.status), (EntrantId(0), None, Status::Disqualified));
}

#[test]
fn who_withdraws_is_not_paired_in_a_swiss() {
    let leave = rulings::RulingAction::Withdraw { entrant: EntrantId(2), games: PastGames::Keep };
    let format = Format::Swiss(Swiss { rounds: 4, games: 1, ..Swiss::default() });
    let mut stage = Stage::new(StagePlan::new(0, format), Field::numbered(8), RunSeed::from(1)).unwrap();
    play_up_to(&mut stage, 8);
    assert_eq!(
        stage.rule(ruling(1, leave)).unwrap_err(),
        RulingError::Late { asked: 2, next: 3 },
        "two rounds have been paired"
    );
    stage.rule(ruling(2, leave)).unwrap();
    play(&mut stage, 3, Order::Fifo, strength_result);
    for (number, played) in stage.past().rounds().iter().enumerate() {
        let there = played.round.pairings.iter().any(|pairing| pairing.side_of(EntrantId(2)).is_some());
        assert_eq!(there, number < 2);
        assert_eq!(played.round.byes.len(), usize::from(number >= 2));
    }
}

#[test]
fn an_annulled_game_counts_for_nobody() {
    let annul = rulings::RulingAction::Annul { game: key("1.1.1.1") };
    let mut stage = round_robin(4, vec![]);
    play(&mut stage, 2, Order::Fifo, better_seed_wins);
    assert_eq!(wins(&stage, 0), 3);
    stage.rule(ruling(3, annul)).unwrap();
    assert_eq!(wins(&stage, 0), 2);
    assert_eq!(stage.games().len(), 6, "played games stay on record");
    assert!(stage.is_over());
    stage.rule(ruling(3, rulings::RulingAction::Undo { ruling: 0 })).unwrap();
    assert_eq!(wins(&stage, 0), 3);
}

#[test]
fn a_game_is_played_again_and_the_new_result_counts() {
    let replay = rulings::RulingAction::Replay { game: key("1.1.1.1") };
    let mut stage = round_robin(4, vec![]);
    play(&mut stage, 2, Order::Fifo, better_seed_wins);
    let first = stage.games().get(0).unwrap();
    stage.rule(ruling(3, replay)).unwrap();
    assert!(!stage.is_over());
    assert_eq!(wins(&stage, 0), 2);
    let again = stage.next_fixture().unwrap();
    assert_eq!(again.key, key("1.1.1.1+1"));
    assert_eq!(again.seats, first.seats);
    assert_ne!(again.seed, tournament::match_seed(RunSeed::from(1), first.key));
    assert!(stage.record(again.key, win(Seat::Second)).unwrap().is_kept());
    assert!(stage.is_over());
    assert_eq!([0, 3].map(|entrant| wins(&stage, entrant)), [2, 1]);
    assert_eq!(stage.games().last().unwrap().key, again.key);
    // Undone: the first result counts again, the second stays on record.
    stage.rule(ruling(3, rulings::RulingAction::Undo { ruling: 0 })).unwrap();
    assert_eq!([0, 3].map(|entrant| wins(&stage, entrant)), [3, 0]);
    assert_eq!(stage.games().len(), 7);
    assert!(stage.is_over());
}

#[test]
fn a_replay_in_a_knockout_decides_who_goes_on_if_ruled_before_the_next_round() {
    let format = Format::SingleElimination(SingleElimination { best_of: 1, replays: 1, third_place: false });
    let mut stage = Stage::new(StagePlan::new(0, format), Field::numbered(4), RunSeed::from(1)).unwrap();
    play_up_to(&mut stage, 2);
    let upset = |stage: &Stage| stage.games().get(0).unwrap();
    let game = upset(&stage);
    stage.rule(ruling(1, rulings::RulingAction::Replay { game: game.key })).unwrap();
    let again = stage.next_fixture().unwrap();
    assert_eq!(again.key, game.key.again().unwrap());
    // The replay is drawn, so the knockout's own replay follows, with the seats swapped, and is won.
    assert!(stage.record(again.key, with_metric(Outcome::Draw, [0, 0])).unwrap().is_kept());
    let more = stage.next_fixture().unwrap();
    assert_eq!((more.key.number(), more.seats), (1, again.seats.swapped()));
    assert!(stage.record(more.key, win(Seat::First)).unwrap().is_kept());
    let last = stage.next_fixture().unwrap();
    assert_eq!(last.key.round(), 1);
    assert!(last.seats.0.contains(&more.seats[Seat::First]));
}

#[test]
fn rulings_known_from_the_start_or_made_on_the_way_end_the_same() {
    let orders = [
        ruling(2, rulings::RulingAction::Withdraw { entrant: EntrantId(4), games: PastGames::Keep }),
        ruling(2, rulings::RulingAction::Annul { game: key("1.1.2.1") }),
        ruling(3, rulings::RulingAction::Replay { game: key("1.2.1.1") }),
        ruling(4, rulings::RulingAction::Undo { ruling: 0 }),
    ];
    let format = Format::Swiss(Swiss { rounds: 6, games: 1, ..Swiss::default() });
    let new = |rulings: Vec<Ruling>| {
        let plan = StagePlan { metrics: 1, ..StagePlan::new(0, format.clone()) };
        let rulings = Rulings::new(rulings).unwrap();
        Stage::with_rulings(plan, Field::numbered(10), RunSeed::from(1), rulings).unwrap()
    };
    let mut known = new(orders.to_vec());
    play(&mut known, 3, Order::Random(1), strength_result);
    let mut made = new(vec![]);
    play_up_to(&mut made, 10);
    for order in orders {
        made.rule(order).unwrap();
    }
    play(&mut made, 2, Order::Lifo, strength_result);
    assert_eq!(known.games(), made.games());
    assert_eq!(known.standings(), made.standings());
    assert_eq!(known.games().iter().filter(|game| game.key.attempt() == 1).count(), 1);
}

#[test]
fn scores_count_replays_that_are_on_record_behind_later_pairings() {
    let mut stage = round_robin(4, vec![]);
    play(&mut stage, 2, Order::Fifo, better_seed_wins);
    for game in [key("1.2.2.1"), key("1.1.1.1")] {
        stage.rule(ruling(3, rulings::RulingAction::Replay { game })).unwrap();
        let again = stage.next_fixture().unwrap();
        assert!(stage.record(again.key, with_metric(Outcome::Draw, [0, 0])).unwrap().is_kept());
    }
    let scores = |stage: &Stage| {
        let scores = stage.past().rounds().iter().flat_map(|round| round.scores.clone());
        scores.map(|score| (score.wins, score.draws)).collect::<Vec<_>>()
    };
    let (first, draw, second) = (([1, 0], 0), ([0, 0], 1), ([0, 1], 0));
    assert_eq!(scores(&stage), [draw, first, second, draw, first, second]);
    stage.rule(ruling(3, rulings::RulingAction::Annul { game: key("1.1.2.1") })).unwrap();
    assert_eq!(scores(&stage), [draw, ([0, 0], 0), second, draw, first, second]);
    stage.rule(ruling(3, rulings::RulingAction::Undo { ruling: 0 })).unwrap();
    assert_eq!(scores(&stage), [draw, ([0, 0], 0), second, first, first, second]);
}

#[test]
fn rulings_that_cannot_be_are_refused() {
    let mut stage = round_robin(4, vec![]);
    let game = key("1.1.1.1");
    let annul = ruling(0, rulings::RulingAction::Annul { game });
    assert_eq!(stage.rule(annul.clone()), Err(RulingError::Unplayed(game)));
    let undo = ruling(0, rulings::RulingAction::Undo { ruling: 0 });
    assert_eq!(
        stage.rule(undo).unwrap_err().to_string(),
        "ruling 1 undoes ruling 1, which is not an earlier one"
    );
    play(&mut stage, 1, Order::Fifo, better_seed_wins);
    assert_eq!(
        stage.rule(annul).unwrap_err().to_string(),
        "round 4 is the first that is not paired yet: the ruling can take effect from there, not from round 1"
    );
    let replay = ruling(9, rulings::RulingAction::Replay { game });
    assert_eq!(
        Rulings::new(vec![replay; 16]).unwrap_err().to_string(),
        "game 1.1.1.1 has been replayed 15 times, which is the limit"
    );
}

#[test]
fn a_later_ruling_changes_an_earlier_stage_only_when_asked_for() {
    let expel = Ruling {
        since: Since { stage: 1, round: 0 },
        order: rulings::RulingAction::Disqualify { entrant: EntrantId(0), games: PastGames::Annul },
        reason: String::new(),
    };
    let mut stage = round_robin(4, vec![expel]);
    play(&mut stage, 2, Order::Fifo, better_seed_wins);
    assert_eq!(stage.standings().order()[0], EntrantId(0));
    let later = stage.standings_at(Since::END);
    assert_eq!(later.order(), [1, 2, 3].map(EntrantId));
    assert_eq!(later.row(EntrantId(1)).unwrap().tally.wins, 2);
}

#[test]
fn who_is_disqualified_after_the_finals_has_no_place_in_any_table() {
    let expel = Ruling {
        since: Since { stage: 1, round: u32::MAX },
        order: rulings::RulingAction::Disqualify { entrant: EntrantId(0), games: PastGames::Keep },
        reason: String::new(),
    };
    let mut qualification = round_robin(4, vec![expel.clone()]);
    play(&mut qualification, 2, Order::Fifo, better_seed_wins);
    let going_on = qualification.advancing(Some(2), Carry::Nothing);
    let format = Format::SingleElimination(SingleElimination { best_of: 1, replays: 0, third_place: false });
    let rulings = Rulings::new(vec![expel]).unwrap();
    let mut cup =
        Stage::with_rulings(StagePlan::new(1, format), going_on.clone(), RunSeed::from(1), rulings).unwrap();
    play(&mut cup, 1, Order::Fifo, better_seed_wins);
    assert_eq!(qualification.standings().order()[0], EntrantId(0));
    for stage in [&mut qualification, &mut cup] {
        stage.settle();
        let standings = stage.standings();
        let last = standings.rows.last().unwrap();
        assert_eq!((last.entrant, last.place, last.status), (EntrantId(0), None, Status::Disqualified));
        assert_eq!(standings.rows[0].entrant, EntrantId(1), "the others move up");
    }
    let last = cup.brackets()[0].columns.last().unwrap().ties[0];
    assert_eq!(last.winner, BracketPlace::Taken(EntrantId(0)), "the bracket keeps the result");
    // The results stand, and so do the entrants that advanced.
    assert_eq!([0, 1, 2, 3].map(|entrant| wins(&qualification, entrant)), [3, 2, 1, 0]);
    assert_eq!(qualification.advancing(Some(2), Carry::Nothing), going_on);
}

#[test]
fn who_withdraws_later_keeps_the_place_of_an_earlier_stage() {
    let leave = |games| Ruling {
        since: Since { stage: 1, round: 0 },
        order: rulings::RulingAction::Withdraw { entrant: EntrantId(0), games },
        reason: String::new(),
    };
    for (games, status, place) in
        [(PastGames::Keep, Status::Plays, Some(1)), (PastGames::Annul, Status::Withdrawn, None)]
    {
        let mut stage = round_robin(4, vec![leave(games)]);
        play(&mut stage, 2, Order::Fifo, better_seed_wins);
        stage.settle();
        let row = stage.standings().row(EntrantId(0)).unwrap().clone();
        assert_eq!((row.status, row.place), (status, place));
    }
}

#[test]
fn in_groups_those_behind_who_is_disqualified_move_up_in_their_group() {
    let expel =
        ruling(9, rulings::RulingAction::Disqualify { entrant: EntrantId(0), games: PastGames::Keep });
    let format = Format::Groups(Groups { groups: 2, draw: GroupDraw::Snake, games: 1, cycles: 1 });
    let rulings = Rulings::new(vec![expel]).unwrap();
    // By seed, like a snake: 1 4 5 8 and 2 3 6 7.
    let mut stage =
        Stage::with_rulings(StagePlan::new(0, format), Field::numbered(8), RunSeed::from(1), rulings)
            .unwrap();
    play(&mut stage, 1, Order::Fifo, better_seed_wins);
    stage.settle();
    // The winners of both groups are first, then the seconds, then the thirds.
    let order: Vec<u32> = stage.standings().order().iter().map(|entrant| entrant.0 + 1).collect();
    let sorted = |places: &[u32]| {
        let mut places = places.to_vec();
        places.sort_unstable();
        places
    };
    assert_eq!([&order[..2], &order[2..4], &order[4..6]].map(sorted), [[2, 4], [3, 5], [6, 8]]);
    assert_eq!(order[6..], [7]);
}

#[test]
fn a_ladder_forgets_an_annulled_game() {
    let annul = ruling(2, rulings::RulingAction::Annul { game: key("1.1.1.1") });
    let matches = |rulings: Vec<Ruling>| {
        let format = Format::Ladder(Ladder { games: 1, batch: 1, budget: 100 });
        let plan = StagePlan { stop_when_precise: Some(60), ..StagePlan::new(0, format) };
        let rulings = Rulings::new(rulings).unwrap();
        let mut stage = Stage::with_rulings(plan, Field::numbered(2), RunSeed::from(1), rulings).unwrap();
        play(&mut stage, 1, Order::Fifo, |fixture| {
            win(if fixture.key.round() % 4 < 2 { Seat::First } else { Seat::Second })
        })
    };
    let precise = matches(vec![]);
    assert!((30..39).contains(&precise), "{precise}");
    assert_eq!(matches(vec![annul]), precise + 1, "it takes one game more to be as precise");
}

#[test]
fn an_annulled_game_does_not_help_to_decide_early() {
    let annul = |game| ruling(1, rulings::RulingAction::Annul { game: key(game) });
    let first_wins = |fixture: &tournament::Fixture| match fixture.seats.0.map(|entrant| entrant.0) {
        [0, _] => win(Seat::First),
        [_, 0] => win(Seat::Second),
        _ => with_metric(Outcome::Draw, [0, 0]),
    };
    // Two games a round, three rounds: after two rounds, the first has four wins and no other entrant can have more
    // than two.
    let rounds = |rulings: Vec<Ruling>| {
        let format = Format::Swiss(Swiss { rounds: 3, games: 2, ..Swiss::default() });
        let rank = vec![Criterion::Wins];
        let plan = StagePlan { stop_when_decided: Some(1), rank, ..StagePlan::new(0, format) };
        let rulings = Rulings::new(rulings).unwrap();
        let mut stage = Stage::with_rulings(plan, Field::numbered(4), RunSeed::from(1), rulings).unwrap();
        play(&mut stage, 3, Order::Fifo, first_wins);
        stage.past().rounds().len()
    };
    assert_eq!(rounds(vec![]), 2);
    // The first pairing of the first round is that of the first seed.
    assert_eq!(rounds(vec![annul("1.1.1.1"), annul("1.1.1.2")]), 3);
}
