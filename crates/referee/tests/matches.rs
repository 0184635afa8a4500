//! Matches between scripted players, and the referee's assessment of their answers.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::slice;

use game::{Action, Game, Outcome, PerSeat, Rules, Seat, SeatSet};
use referee::{
    Answer, Ask, Builtin, Clock, ClockKind, Failure, Fault, HostFailure, Limits, Match, MatchSeed, Player,
    Reason, Record, Step, Ticks, TrapKind, play,
};
use tank_war::GAME;

/// A scripted player's reply when it is asked.
#[derive(Clone)]
enum Reply {
    Code(i64),
    Fault(Fault),
    LateOffer(i64),
}

struct Scripted {
    replies: Vec<Reply>,
    spends: Ticks,
    restarts_seen: Vec<bool>,
}

impl Player for Scripted {
    fn choose(&mut self, ask: Ask<'_>) -> Result<Answer, HostFailure> {
        let turn = ask.scene.ply as usize;
        self.restarts_seen.push(ask.restarted);
        let answer = |result| Answer { result, offer: None, spent: self.spends };
        Ok(match self.replies.get(turn).or(self.replies.last()) {
            Some(Reply::Code(code)) => answer(Ok(*code)),
            Some(Reply::Fault(fault)) => {
                let spent = if *fault == Fault::Timeout { ask.limit } else { self.spends };
                Answer { result: Err(Failure::new(*fault, "scripted")), offer: None, spent }
            }
            Some(Reply::LateOffer(code)) => Answer {
                result: Err(Failure::new(Fault::Timeout, "scripted")),
                offer: Some(*code),
                spent: ask.limit,
            },
            None => return Err(HostFailure::new("no reply is scripted", None)),
        })
    }
}

fn scripted(replies: &[Reply]) -> Box<dyn Player> {
    Box::new(Scripted { replies: replies.to_vec(), spends: Ticks(1000), restarts_seen: Vec::new() })
}

fn start(limits: Limits) -> Match {
    Match::new(&GAME, GAME.start(&Rules::defaults(GAME.options())), limits)
}

fn record_of(first: &[Reply], second: &[Reply], limits: Limits) -> Record {
    let mut players = PerSeat::new(scripted(first), scripted(second));
    play(start(limits), &mut players, |_| true).unwrap().unwrap()
}

/// Tank War's codes are 0 to 5 in the order LA LB LC RA RB RC.
const LEGAL: Reply = Reply::Code(0);

#[test]
fn faults_decide_a_simultaneous_ply_together() {
    let crash = Reply::Fault(Fault::Trap(TrapKind::Unreachable));
    let late = Reply::Fault(Fault::Timeout);
    let nonsense = Reply::Code(-1);
    let trap = Fault::Trap(TrapKind::Unreachable);
    let cases = [
        (&crash, &LEGAL, Outcome::Win(Seat::Second), Reason::Forfeit { seat: Seat::First, fault: trap }),
        (
            &LEGAL,
            &late,
            Outcome::Win(Seat::First),
            Reason::Forfeit { seat: Seat::Second, fault: Fault::Timeout },
        ),
        (&crash, &late, Outcome::Draw, Reason::DoubleForfeit { first: trap, second: Fault::Timeout }),
        (&nonsense, &crash, Outcome::Draw, Reason::DoubleForfeit { first: Fault::BadAnswer, second: trap }),
        // The start position is symmetric, so adjudicating it is a draw.
        (&late, &late, Outcome::Draw, Reason::BothOutOfTime),
    ];
    for (first, second, outcome, reason) in cases {
        let record = record_of(slice::from_ref(first), slice::from_ref(second), Limits::default());
        assert_eq!((record.verdict.outcome, &record.verdict.reason), (outcome, &reason));
        assert_eq!(record.plies, 0, "a ply with a fault is not played");
        let tanks = record.metrics.map(|metrics| metrics[0]);
        assert_eq!(tanks, PerSeat::new(6, 6), "tanks are those before the fault");
    }
}

#[test]
fn an_answer_is_bad_illegal_or_legal() {
    let fault = |code: i64| {
        let record = record_of(&[Reply::Code(code)], &[LEGAL], Limits { plies: 1, ..Limits::default() });
        record.losses[Seat::First].as_ref().map(|loss| loss.failure.fault)
    };
    let bad = [-1, i64::MIN, i64::MAX, 1 << 53, (1 << 53) - 1, 6, 7, 1 << 48];
    for code in bad {
        assert_eq!(fault(code), Some(Fault::BadAnswer), "{code}");
    }
    for code in 0..6 {
        assert_eq!(fault(code), None, "{code}");
    }
    // LA and LA approach each other until one is at the end of its track. Then naming it is illegal.
    let record = record_of(&[LEGAL], &[Reply::Code(3)], Limits::default());
    let loss = record.losses.0.iter().flatten().next();
    assert_eq!(loss.map(|loss| loss.failure.fault), Some(Fault::IllegalAction));
}

#[test]
fn a_loss_keeps_what_is_needed_to_see_it_again() {
    let record = record_of(&[LEGAL, Reply::Code(99)], &[Reply::Code(3)], Limits::default());
    let loss = record.losses[Seat::First].as_ref().unwrap();
    assert_eq!((loss.ply, loss.failure.fault, loss.spent), (1, Fault::BadAnswer, Ticks(1000)));
    assert_eq!(loss.failure.detail, "the answer was 99");
    let position = GAME.parse_position(&Rules::defaults(GAME.options()), &loss.position).unwrap();
    assert_eq!(position.turn(), 1);
    // The view is the one passed in ply 1: the game's clock is not yet charged for the failing call.
    assert_eq!(loss.view[12..16], 1u32.to_le_bytes());
    let game_left = u64::from_le_bytes(loss.view[32..40].try_into().unwrap());
    assert_eq!(game_left, Clock::default().per_game.minus(Ticks(1000)).nanos());
}

#[test]
fn an_offer_saves_the_move_but_not_the_game() {
    let clock = Clock { per_move: Some(Ticks(10_000)), per_game: Ticks(25_000), ..Clock::default() };
    let limits = Limits::default().with_clock(clock);
    let record = record_of(&[Reply::LateOffer(0)], &[Reply::Code(5)], limits);
    // Two moves by offer cost 20 000 ticks. The third finds 5000 left of the game and loses it.
    assert_eq!(record.verdict.reason, Reason::Forfeit { seat: Seat::First, fault: Fault::Timeout });
    let offered: Vec<bool> = record
        .played
        .iter()
        .filter(|played| played.seat == Seat::First)
        .map(|played| played.offered)
        .collect();
    assert_eq!(offered, [true, true]);
    assert_eq!(record.spent[Seat::First], Ticks(25_000));

    let refused = record_of(&[Reply::LateOffer(0)], &[Reply::Code(5)], Limits { offers: false, ..limits });
    assert_eq!(
        (refused.plies, refused.verdict.reason),
        (0, Reason::Forfeit { seat: Seat::First, fault: Fault::Timeout })
    );
    let illegal = record_of(&[Reply::LateOffer(17)], &[Reply::Code(5)], limits);
    assert_eq!(
        (illegal.plies, illegal.verdict.reason),
        (0, Reason::Forfeit { seat: Seat::First, fault: Fault::Timeout })
    );
}

#[test]
fn without_a_time_for_a_move_only_the_games_time_ends() {
    let second = |seconds| Ticks(seconds * Ticks::PER_SECOND);
    let mut playing = start(Limits::default().with_times(None, Some(second(120))));
    let take = |seat: Seat, spent| Answer {
        result: Ok(if seat == Seat::First { 0 } else { 3 }),
        offer: None,
        spent,
    };
    for (seat, limit) in [(Seat::First, second(120)), (Seat::Second, second(120))] {
        assert_eq!(playing.ask(seat).limit, limit);
    }
    playing.answer(Seat::First, take(Seat::First, second(100)));
    assert_eq!(playing.answer(Seat::Second, take(Seat::Second, second(1))), Step::Played(SeatSet::BOTH));
    assert_eq!(playing.ask(Seat::First).limit, second(20), "what is left of the game's time");
    playing.answer(Seat::First, take(Seat::First, second(20)));
    playing.answer(Seat::Second, take(Seat::Second, second(1)));
    assert_eq!(
        playing.verdict().map(|verdict| verdict.reason.clone()),
        Some(Reason::Forfeit { seat: Seat::First, fault: Fault::Timeout })
    );
}

#[test]
fn the_call_after_an_offer_is_told_of_its_restart() {
    let mut playing = start(Limits::default());
    let late = Answer {
        result: Err(Failure::new(Fault::Timeout, "late")),
        offer: Some(0),
        spent: Clock::default().limit(Ticks(u64::MAX)),
    };
    let fine = Answer { result: Ok(3), offer: None, spent: Ticks(1) };
    assert!(!playing.ask(Seat::First).restarted);
    assert_eq!(playing.answer(Seat::First, late), Step::Waiting);
    assert_eq!(playing.answer(Seat::Second, fine.clone()), Step::Played(SeatSet::BOTH));
    let ask = playing.ask(Seat::First);
    assert!(ask.restarted);
    assert_eq!(ask.view[10], 1 | 2, "restarted, and both seats act at once");
    assert!(!playing.ask(Seat::Second).restarted);
    playing.answer(Seat::First, fine.clone());
    playing.answer(Seat::Second, fine);
    assert!(!playing.ask(Seat::First).restarted, "once is enough");
}

/// Returns the second seat's view in the second ply, after the first seat used this much time for its first answer.
fn view_of_the_second(spent: Ticks) -> Vec<u8> {
    let mut playing = start(Limits::default());
    let answer = |spent| Answer { result: Ok(0), offer: None, spent };
    playing.answer(Seat::First, answer(spent));
    playing.answer(Seat::Second, answer(Ticks(1)));
    playing.ask(Seat::Second).view.to_vec()
}

#[test]
fn the_time_that_an_answer_took_does_not_name_who_gave_it() {
    let spent = [Ticks(1), Ticks(2_000), Ticks::from_millis(3), Ticks::from_millis(99)];
    let views = spent.map(view_of_the_second);
    assert!(views.iter().all(|view| *view == views[0]));
}

#[test]
fn an_answer_that_comes_too_late_is_a_timeout_whatever_it_says() {
    let mut playing = start(Limits::default());
    let limit = playing.ask(Seat::First).limit;
    playing.answer(Seat::First, Answer { result: Ok(0), offer: None, spent: limit });
    let last_moment = Answer { result: Ok(0), offer: None, spent: Ticks(limit.0 - 1) };
    assert_eq!(playing.answer(Seat::Second, last_moment), Step::Over);
    assert_eq!(
        playing.verdict().unwrap().reason,
        Reason::Forfeit { seat: Seat::First, fault: Fault::Timeout }
    );
}

#[test]
fn an_answer_nobody_asked_for_changes_nothing() {
    let mut playing = start(Limits::default());
    let fine = Answer { result: Ok(0), offer: None, spent: Ticks(1) };
    playing.answer(Seat::First, fine.clone());
    let again = Answer { result: Ok(-5), ..fine.clone() };
    assert_eq!(playing.answer(Seat::First, again), Step::Waiting);
    assert_eq!(playing.answer(Seat::Second, fine), Step::Played(SeatSet::BOTH));
}

#[test]
fn the_limit_of_plies_has_the_board_adjudicated() {
    let record = record_of(&[Reply::Code(0)], &[Reply::Code(1)], Limits { plies: 2, ..Limits::default() });
    assert_eq!((record.plies, record.verdict.reason), (2, Reason::PlyLimit));
}

#[test]
fn builtin_players_play_to_the_end_and_the_seed_decides() {
    let run = |number| {
        let seed = MatchSeed::from_number(number);
        let mut players: PerSeat<Box<dyn Player>> = PerSeat::new(
            Box::new(Builtin::Random.player(&seed, Seat::First)),
            Box::new(Builtin::Random.player(&seed, Seat::Second)),
        );
        play(start(Limits::default()), &mut players, |_| true).unwrap().unwrap()
    };
    assert!(matches!(run(1).verdict.reason, Reason::Rules { .. }));
    assert_eq!(run(1), run(1));
    let distinct = (0..20).map(|number| run(number).played).collect::<Vec<_>>();
    assert!(distinct.windows(2).any(|pair| pair[0] != pair[1]));
    // Each seat has its own stream.
    let mirrored = |record: &Record| {
        let of = |seat| -> Vec<Action> {
            record.played.iter().filter(|played| played.seat == seat).map(|played| played.action).collect()
        };
        of(Seat::First) == of(Seat::Second)
    };
    assert!((0..20).any(|number| !mirrored(&run(number))));
}

#[test]
fn a_record_replays_to_the_same_record() {
    let seed = MatchSeed::from_number(3);
    let mut players: PerSeat<Box<dyn Player>> = PerSeat::new(
        Box::new(Builtin::Random.player(&seed, Seat::First)),
        Box::new(Builtin::First.player(&seed, Seat::Second)),
    );
    let record = play(start(Limits::default()), &mut players, |_| true).unwrap().unwrap();
    let mut again = start(Limits::default());
    for played in &record.played {
        let code = played.action.code() as i64;
        again.answer(played.seat, Answer { result: Ok(code), offer: None, spent: played.spent });
    }
    assert_eq!(again.into_record(PerSeat::default()), Some(record));
}

#[test]
fn a_host_failure_is_no_verdict() {
    let mut players = PerSeat::new(scripted(&[]), scripted(&[LEGAL]));
    let error = play(start(Limits::default()), &mut players, |_| true).unwrap_err();
    assert_eq!(error.to_string(), "the host failed: no reply is scripted");
}

#[test]
fn a_match_can_be_dropped_between_plies() {
    let mut players = PerSeat::new(scripted(&[LEGAL]), scripted(&[Reply::Code(3)]));
    let dropped = play(start(Limits::default()), &mut players, |playing| playing.scene().ply < 1).unwrap();
    assert_eq!(dropped, None);
}

/// A bot on fuel at the first seat against a person on the wall clock at the second.
fn bot_against_person() -> Limits {
    let bot = Clock { per_move: Some(Ticks(1_000)), per_game: Ticks(50_000), ..Clock::default() };
    let person = Clock {
        kind: ClockKind::Wall,
        per_move: None,
        per_game: Ticks(300 * Ticks::PER_SECOND),
        increment: Ticks(2 * Ticks::PER_SECOND),
    };
    Limits { clock: PerSeat::new(bot, person), ..Limits::default() }
}

#[test]
fn each_seat_plays_on_its_own_clock() {
    let mut playing = start(bot_against_person());
    let asked = |playing: &mut Match, seat| {
        let Ask { limit, game_left, view, .. } = playing.ask(seat);
        let nanos = |at: usize| u64::from_le_bytes(view[at..at + 8].try_into().unwrap());
        // Time for the move, for the game and of the opponent, and the increment.
        ((limit, game_left), [24, 32, 40, 48].map(nanos))
    };
    let second = Ticks::PER_SECOND;
    let at_first = asked(&mut playing, Seat::First);
    assert_eq!(at_first, ((Ticks(1_000), Ticks(50_000)), [100, 5_000, 300_000_000_000, 0]));
    let at_first = asked(&mut playing, Seat::Second);
    let full = Ticks(300 * second);
    // The bot has less than a millisecond left, the finest step shown to an opponent.
    assert_eq!(at_first, ((full, full), [300_000_000_000, 300_000_000_000, 0, 2_000_000_000]));

    let answer = |code, spent| Answer { result: Ok(code), offer: None, spent };
    playing.answer(Seat::First, answer(0, Ticks(900)));
    assert_eq!(playing.answer(Seat::Second, answer(3, Ticks(100 * second))), Step::Played(SeatSet::BOTH));
    let ((limit, left), shown) = asked(&mut playing, Seat::First);
    assert_eq!((limit, left), (Ticks(1_000), Ticks(49_100)), "no increment of the other's");
    assert_eq!(shown[2], 201_000_000_000, "202 s, in hundredths of the other's game");
    let ((limit, left), shown) = asked(&mut playing, Seat::Second);
    assert_eq!((limit, left), (Ticks(202 * second), Ticks(202 * second)), "100 s used, 2 s added");
    assert_eq!(shown[3], 2_000_000_000);
}

#[test]
fn a_seat_is_late_by_its_own_clock() {
    let outcome = |first: Ticks, second: Ticks| {
        let mut playing = start(bot_against_person());
        let answer = |code, spent| Answer { result: Ok(code), offer: None, spent };
        playing.answer(Seat::First, answer(0, first));
        playing.answer(Seat::Second, answer(3, second));
        playing.verdict().map(|verdict| verdict.reason.clone())
    };
    let late = |seat| Some(Reason::Forfeit { seat, fault: Fault::Timeout });
    let second = Ticks::PER_SECOND;
    assert_eq!(outcome(Ticks(999), Ticks(299 * second)), None);
    assert_eq!(outcome(Ticks(1_000), Ticks(299 * second)), late(Seat::First));
    assert_eq!(outcome(Ticks(999), Ticks(300 * second)), late(Seat::Second));
}
