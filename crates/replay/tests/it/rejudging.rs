//! Judging a record again gives the same record, no matter how a seat failed. Impossible records are refused.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::{Action, Game, PerSeat, Rules, Seat};
use games::GAMES;
use proptest::prelude::*;
use referee::{
    Answer, Builtin, Clock, ClockKind, Closing, Failure, Fault, Limits, Loss, Match, MatchSeed, Played,
    Player, Reason, Record, Ticks, TrapKind,
};
use replay::{Claim, Impossible, Recording, RejudgeError, rejudge};

/// The way in which a seat fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failing {
    /// With this fault.
    By(Fault),
    /// With a code that is not an action.
    Nonsense,
    /// With an illegal action, or with a code that is not an action where all actions are legal.
    Illegal,
}

impl Failing {
    const ALL: [Failing; 7] = [
        Failing::By(Fault::Timeout),
        Failing::By(Fault::Slow),
        Failing::By(Fault::Trap(TrapKind::Unreachable)),
        Failing::By(Fault::OutOfMemory),
        Failing::By(Fault::Exit),
        Failing::Nonsense,
        Failing::Illegal,
    ];

    fn answer(self, playing: &mut Match, seat: Seat) -> Answer {
        let answer = |result| Answer { result, offer: None, spent: Ticks(77) };
        match self {
            Failing::By(Fault::Timeout) => {
                let late = Failure::new(Fault::Timeout, "the time was used up");
                Answer { spent: playing.ask(seat).limit, ..answer(Err(late)) }
            }
            Failing::By(fault) => answer(Err(Failure::new(fault, "as scripted"))),
            Failing::Nonsense => answer(Ok(-5)),
            Failing::Illegal => answer(Ok(illegal(playing, seat))),
        }
    }
}

/// Returns a code that is refused here.
fn illegal(playing: &Match, seat: Seat) -> i64 {
    let scene = playing.scene();
    let is_illegal =
        |action: &Action| scene.game.is_action(*action) && !scene.position.is_legal(seat, *action);
    (0..32)
        .flat_map(|kind| (0..64).map(move |payload| Action::new(kind, payload)))
        .find(is_illegal)
        .map_or(-1, |action| action.code() as i64)
}

/// One seat on fuel, one on the wall clock.
fn limits() -> Limits {
    let wall = Clock { kind: ClockKind::Wall, increment: Ticks(7), ..Clock::default() };
    Limits { clock: PerSeat::new(Clock::default(), wall), plies: 300, ..Limits::default() }
}

fn closings() -> PerSeat<Closing> {
    PerSeat::from_fn(|seat| Closing {
        log: vec![seat.index() as u8; 3],
        memory_peak: 9,
        ..Closing::default()
    })
}

/// A random match in which the seats to act in a given ply fail.
fn played(game: &'static dyn Game, seed: u64, at: u32, failing: PerSeat<Option<Failing>>) -> Record {
    let seed = MatchSeed::from_number(seed);
    let mut players = Seat::BOTH.map(|seat| Builtin::Random.player(&seed, seat));
    let mut playing = Match::new(game, game.start(&Rules::defaults(game.options())), limits());
    while !playing.waiting().is_empty() {
        let fails = playing.scene().ply >= at;
        for seat in playing.waiting().iter() {
            let answer = match failing[seat].filter(|_| fails) {
                Some(failing) => failing.answer(&mut playing, seat),
                None => players[seat.index()].choose(playing.ask(seat)).unwrap(),
            };
            let spent = answer.spent + Ticks(10);
            playing.answer(seat, Answer { spent, ..answer });
        }
    }
    playing.into_record(closings()).unwrap()
}

/// Judges a record again.
fn again(game: &'static dyn Game, record: &Record) -> Result<Record, RejudgeError> {
    let rules = Rules::defaults(game.options());
    let limits = limits();
    let recording = Recording {
        game,
        rules: &rules,
        limits: &limits,
        start: None,
        played: &record.played,
        closings: PerSeat::default(),
    };
    rejudge(&recording, claim(record))
}

fn claim(record: &Record) -> Claim<'_> {
    Claim {
        losses: PerSeat::from_fn(|seat| record.losses[seat].as_deref()),
        spent: record.spent,
        has_bot: PerSeat::new(true, true),
        luck: None,
        closings: record.closings.clone(),
    }
}

fn failings() -> impl Strategy<Value = Option<Failing>> {
    prop::option::of(prop::sample::select(&Failing::ALL[..]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_match_comes_out_as_it_was(
        seed: u64,
        index in 0..GAMES.len(),
        at in 0..12u32,
        first in failings(),
        second in failings(),
    ) {
        let game = GAMES[index];
        let record = played(game, seed, at, PerSeat::new(first, second));
        let is_failure = record.losses.iter().any(|(_, loss)| loss.is_some());
        prop_assert!(is_failure || (first, second) != (Some(Failing::Nonsense), Some(Failing::Nonsense)));
        prop_assert_eq!(again(game, &record), Ok(record));
    }
}

fn tank_war() -> &'static dyn Game {
    games::find("tank-war").unwrap()
}

/// Plays a match of Tank War in which the first seat fails in ply 3, changes its record, and judges that again.
fn changed(failing: Failing, change: impl FnOnce(&mut Record)) -> Result<Record, RejudgeError> {
    let mut record = played(tank_war(), 4, 3, PerSeat::new(Some(failing), None));
    assert!(
        matches!(record.verdict.reason, Reason::Forfeit { seat: Seat::First, .. }),
        "{:?}",
        record.verdict
    );
    change(&mut record);
    again(tank_war(), &record)
}

fn loss(record: &mut Record) -> &mut Loss {
    record.losses[Seat::First].as_deref_mut().unwrap()
}

#[test]
fn a_failure_that_cannot_have_happened_is_named() {
    let impossible = |fault, why| Err(RejudgeError::Impossible { seat: Seat::First, fault, why });
    let timeout = Failing::By(Fault::Timeout);
    let early = changed(timeout, |record| loss(record).spent = Ticks(5));
    assert_eq!(early, impossible(Fault::Timeout, Impossible::TimeLeft));
    let started = changed(timeout, |record| loss(record).failure.fault = Fault::BadBuffer);
    assert_eq!(started, impossible(Fault::BadBuffer, Impossible::Started));
    let told =
        changed(Failing::Nonsense, |record| loss(record).failure.detail = "the answer was 0".to_owned());
    assert_eq!(told, impossible(Fault::BadAnswer, Impossible::NoSuchAnswer));
    let record = played(tank_war(), 4, 3, PerSeat::new(Some(timeout), None));
    let rules = Rules::defaults(tank_war().options());
    let recording = Recording {
        game: tank_war(),
        rules: &rules,
        limits: &limits(),
        start: None,
        played: &record.played,
        closings: PerSeat::default(),
    };
    let builtin = Claim { has_bot: PerSeat::new(false, true), ..claim(&record) };
    assert_eq!(rejudge(&recording, builtin), impossible(Fault::Timeout, Impossible::NoBot));
}

#[test]
fn a_record_that_ends_early_or_names_others_is_no_match() {
    let timeout = Failing::By(Fault::Timeout);
    let unfinished = changed(timeout, |record| record.losses = PerSeat::default());
    assert_eq!(unfinished, Err(RejudgeError::Unfinished));
    let twice = changed(timeout, |record| {
        let Played { action, .. } = record.played[0];
        record.played[1] = Played { action, ..record.played[0] };
    });
    assert_eq!(twice, Err(RejudgeError::NotAsked { index: 1 }));
    let rules = Rules::defaults(tank_war().options());
    let limits = limits();
    let unread = Recording {
        game: tank_war(),
        rules: &rules,
        limits: &limits,
        start: Some("nonsense"),
        played: &[],
        closings: PerSeat::default(),
    };
    let record = played(tank_war(), 4, 3, PerSeat::new(Some(timeout), None));
    let error = rejudge(&unread, claim(&record)).unwrap_err();
    assert!(error.to_string().starts_with("its start position cannot be read: "), "{error}");
}
