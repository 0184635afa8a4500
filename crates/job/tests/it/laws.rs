//! Every value survives a round trip, and hostile values are refused.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::borrow::Cow;
use std::sync::Arc;

use game::{Action, Outcome, PerSeat, Seat};
use job::{Job, JobId, Plays, RecordError, SeatJob, SizeClass, Terms};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use referee::{
    Builtin, Clock, ClockKind, Closing, Failure, Fault, Limits, LogMark, LogRule, Loss, MatchSeed, Played,
    Reason, Record, Ticks, Verdict,
};

fn seats() -> impl Strategy<Value = Seat> {
    select(&Seat::BOTH[..])
}

fn per_seat<T: std::fmt::Debug>(one: impl Strategy<Value = T> + Clone) -> impl Strategy<Value = PerSeat<T>> {
    (one.clone(), one).prop_map(|(first, second)| PerSeat::new(first, second))
}

fn faults() -> impl Strategy<Value = Fault> {
    select(Fault::all().collect::<Vec<_>>())
}

fn limits() -> impl Strategy<Value = Limits> {
    let clock = (select(&ClockKind::ALL[..]), any::<Option<u64>>(), any::<u64>(), any::<u64>());
    let clock = clock.prop_map(|(kind, per_move, per_game, increment)| {
        let per_move = per_move.map(Ticks);
        Clock { kind, per_move, per_game: Ticks(per_game), increment: Ticks(increment) }
    });
    let rest = (any::<u64>(), 0..=Limits::MOST_MEMORY, any::<u64>(), any::<[bool; 4]>(), any::<u32>());
    (per_seat(clock), rest).prop_map(
        |(clock, (start, memory, log, [offers, positions, ends, scores], plies))| Limits {
            clock,
            start: Ticks(start),
            memory,
            log,
            logs: if ends { LogRule::Second } else { LogRule::First },
            offers,
            positions,
            plies,
            scores_rules_faults: scores,
        },
    )
}

fn jobs() -> impl Strategy<Value = Job> {
    let size = select(&[SizeClass::Normal, SizeClass::Script][..]);
    let plays = prop_oneof![
        select(&Builtin::ALL[..]).prop_map(Plays::Builtin),
        (any::<[u8; 32]>(), size).prop_map(|(hash, size)| Plays::Module { hash: hash.into(), size }),
    ];
    let seat = (plays, any::<String>()).prop_map(|(plays, settings)| Arc::new(SeatJob { plays, settings }));
    let texts = (any::<String>(), any::<String>(), any::<String>(), any::<Option<String>>());
    (
        texts,
        limits(),
        any::<([u8; 32], Option<[u8; 32]>)>(),
        per_seat(seat.boxed()),
        any::<u64>(),
        any::<bool>(),
    )
        .prop_map(|((engine, game, rules, start), limits, (seed, luck), seats, id, alone)| {
            let (id, seed, start) = (JobId::new(id), MatchSeed::new(seed), start.map(Arc::from));
            let luck = luck.map(MatchSeed::new);
            let terms = Arc::new(Terms { engine, game, rules, limits });
            Job { id, terms, start, seed, luck, seats, alone }
        })
}

/// Plies of one seat or of both, with the time that each action took.
fn played() -> impl Strategy<Value = Vec<Played>> {
    let action = (0..32u8, 0..1u64 << 48, 0..1u64 << 40, any::<bool>());
    let ply = (prop_oneof![seats().prop_map(|seat| vec![seat]), Just(Seat::BOTH.to_vec())], action);
    vec(ply, 0..20).prop_map(|plies| {
        let numbered = (0..).zip(plies);
        let of_ply = |(ply, (seats, (kind, payload, spent, offered))): (u32, (Vec<Seat>, _))| {
            let action = Action::new(kind, payload);
            seats.into_iter().map(move |seat| Played { ply, seat, action, spent: Ticks(spent), offered })
        };
        numbered.flat_map(of_ply).collect()
    })
}

fn closings() -> impl Strategy<Value = (Closing, Vec<bool>)> {
    (vec(any::<u8>(), 0..30), vec(any::<bool>(), 30), any::<u64>(), any::<u64>()).prop_map(
        |(log, marked, log_dropped, memory_peak)| {
            (Closing { log, log_marks: Vec::new(), log_dropped, memory_peak }, marked)
        },
    )
}

/// A verdict with an outcome that fits, and each seat's fault.
fn verdicts() -> impl Strategy<Value = (Verdict, PerSeat<Option<Fault>>)> {
    let outcome = prop_oneof![seats().prop_map(Outcome::Win), Just(Outcome::Draw)];
    let of = |outcome, reason, faults| (Verdict { outcome, reason }, faults);
    prop_oneof![
        (outcome.clone(), any::<String>()).prop_map(move |(outcome, words)| of(
            outcome,
            Reason::Rules { words: Cow::Owned(words) },
            PerSeat::default()
        )),
        outcome.clone().prop_map(move |outcome| of(outcome, Reason::PlyLimit, PerSeat::default())),
        outcome.prop_map(move |outcome| of(
            outcome,
            Reason::BothOutOfTime,
            PerSeat::new(Some(Fault::Timeout), Some(Fault::Timeout))
        )),
        (seats(), faults()).prop_map(move |(seat, fault)| {
            let mut faults = PerSeat::default();
            faults[seat] = Some(fault);
            of(Outcome::Win(seat.other()), Reason::Forfeit { seat, fault }, faults)
        }),
        per_seat(faults().boxed())
            .prop_filter("both out of time is another reason", |faults| faults.0 != [Fault::Timeout; 2])
            .prop_map(move |faults| {
                let PerSeat([first, second]) = faults;
                of(Outcome::Draw, Reason::DoubleForfeit { first, second }, faults.map(Some))
            }),
    ]
}

/// Records that a match can produce.
fn records() -> impl Strategy<Value = Record> {
    let loss = (
        any::<String>(),
        vec(any::<String>(), 0..3),
        any::<String>(),
        vec(any::<u8>(), 0..20),
        0..1u64 << 40,
    );
    let metrics = (0..4usize).prop_flat_map(|count| per_seat(vec(any::<i64>(), count).boxed()));
    (played(), verdicts(), per_seat(loss.boxed()), metrics, per_seat(closings().boxed())).prop_map(
        |(played, (verdict, faults), losses, metrics, closings)| {
            let plies = played.last().map_or(0, |last| last.ply + 1);
            let losses: PerSeat<Option<Box<Loss>>> = PerSeat::from_fn(|seat| {
                let (detail, backtrace, position, view, spent) = losses[seat].clone();
                let failure = Failure { fault: faults[seat]?, detail, backtrace };
                Some(Box::new(Loss { failure, ply: plies, position, view, spent: Ticks(spent) }))
            });
            let spent = PerSeat::from_fn(|seat| {
                let own = played.iter().filter(|played| played.seat == seat);
                let last = losses[seat].as_ref().map_or(Ticks::ZERO, |loss| loss.spent);
                own.fold(last, |sum, played| sum + played.spent)
            });
            let closings = closings.map(|(closing, marked)| {
                let at = (0..closing.log.len()).filter(|&offset| marked[offset]).zip(0..=plies);
                let log_marks = at.map(|(offset, ply)| LogMark { ply, offset }).collect();
                Closing { log_marks, ..closing }
            });
            Record { verdict, played, plies, metrics, spent, losses, closings }
        },
    )
}

fn written(record: &Record) -> String {
    serde_json::to_string(&job::Record::from(record.clone())).unwrap()
}

fn read(text: &str) -> Result<Record, String> {
    let written: job::Record = serde_json::from_str(text).map_err(|error| error.to_string())?;
    Record::try_from(written).map_err(|error| error.to_string())
}

proptest! {
    #[test]
    fn a_job_is_read_back(job in jobs()) {
        let text = serde_json::to_string(&job).unwrap();
        prop_assert_eq!(serde_json::from_str::<Job>(&text).unwrap(), job);
    }

    #[test]
    fn a_record_is_read_back(record in records()) {
        prop_assert_eq!(read(&written(&record)).unwrap(), record);
    }

    /// Any text accepted as a record is the record's only written form.
    #[test]
    fn noise_is_refused_or_is_a_record(record in records(), at in any::<proptest::sample::Index>(), byte in 32..127u8) {
        let mut bytes = written(&record).into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let Ok(text) = String::from_utf8(bytes) else { return Ok(()) };
        if let Ok(noisy) = read(&text) {
            let again: serde_json::Value = serde_json::from_str(&written(&noisy)).unwrap();
            prop_assert_eq!(again, serde_json::from_str::<serde_json::Value>(&text).unwrap());
        }
    }

    #[test]
    fn a_transcript_of_noise_never_panics(record in records(), transcript in vec(any::<u8>(), 0..60), plies: u32) {
        let mut hostile = job::Record::from(record.clone());
        hostile.transcript.splice(1.., transcript);
        hostile.plies = plies;
        if let Ok(taken) = Record::try_from(hostile.clone()) {
            prop_assert_eq!(job::Record::from(taken), hostile);
        }
    }
}

/// A match of two plies that the second seat lost in the third.
fn lost() -> Record {
    let action = |ply, seat| Played { ply, seat, action: Action::new(1, 2), spent: Ticks(5), offered: false };
    let failure = Failure::new(Fault::Exit, "");
    let loss = Loss { failure, ply: 2, position: String::new(), view: vec![1], spent: Ticks(3) };
    let closing = Closing {
        log: b"log".to_vec(),
        log_marks: vec![LogMark { ply: 1, offset: 0 }],
        ..Closing::default()
    };
    Record {
        verdict: Verdict {
            outcome: Outcome::Win(Seat::First),
            reason: Reason::Forfeit { seat: Seat::Second, fault: Fault::Exit },
        },
        played: vec![action(0, Seat::First), action(1, Seat::Second)],
        plies: 2,
        metrics: PerSeat::new(vec![1], vec![2]),
        spent: PerSeat::new(Ticks(5), Ticks(8)),
        losses: PerSeat::new(None, Some(Box::new(loss))),
        closings: PerSeat::new(Closing::default(), closing),
    }
}

/// Changes a written record and returns the reason it is refused.
fn refused(change: impl FnOnce(&mut job::Record)) -> RecordError {
    let mut written = job::Record::from(lost());
    change(&mut written);
    Record::try_from(written).unwrap_err()
}

#[test]
fn what_contradicts_itself_is_refused_by_the_name_of_the_field() {
    let second = Seat::Second;
    assert_eq!(Record::try_from(job::Record::from(lost())), Ok(lost()));
    assert!(matches!(refused(|record| record.transcript.clear()), RecordError::Transcript(_)));
    assert_eq!(refused(|record| record.plies = 3), RecordError::Plies { written: 3, played: 2 });
    assert_eq!(refused(|record| record.outcome = Outcome::Draw), RecordError::Outcome);
    assert_eq!(refused(|record| record.reason = Reason::PlyLimit), RecordError::Loss(second));
    assert_eq!(refused(|record| record.losses[second].as_mut().unwrap().ply = 1), RecordError::Loss(second));
    assert_eq!(refused(|record| record.losses[second] = None), RecordError::Loss(second));
    assert_eq!(refused(|record| record.spent[second] += Ticks(1)), RecordError::Spent(second));
    assert_eq!(refused(|record| record.metrics[second].push(0)), RecordError::Metrics(PerSeat::new(1, 2)));
    for marks in
        [vec![(3, 0)], vec![(1, 3)], vec![(1, 0), (1, 1)], vec![(1, 1), (2, 1)], vec![(0, usize::MAX)]]
    {
        let marks = || marks.iter().map(|&(ply, offset)| LogMark { ply, offset }).collect();
        assert_eq!(
            refused(|record| record.closings[second].log_marks = marks()),
            RecordError::LogMarks(second)
        );
    }
    // Edits the head bytes of both actions, as if both were the second seat's in the same ply.
    let same_ply = |record: &mut job::Record| {
        record.transcript[1] |= 1;
        record.transcript[4] |= 4;
    };
    assert_eq!(refused(same_ply), RecordError::Disorder { ply: 1 });
    // A number in two bytes that fits in one.
    let longer = |record: &mut job::Record| drop(record.transcript.splice(2..3, [0x82, 0x00]));
    assert_eq!(refused(longer), RecordError::NotCanonical);
    for (error, field) in [(refused(longer), "transcript: "), (refused(|record| record.plies = 3), "plies: ")]
    {
        assert!(error.to_string().starts_with(field), "{error}");
    }
}
