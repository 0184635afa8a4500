//! The examples in the README can be read and mean what it says.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::{Outcome, Seat};
use job::{Job, Plays, Record, RecordError, SeatRecord, SizeClass};
use referee::{Builtin, Fault, Limits, MatchSeed, Reason};

const PAGE: &str = include_str!("../../README.md");

fn examples() -> [&'static str; 3] {
    let examples = PAGE.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    examples.collect::<Vec<_>>().try_into().unwrap()
}

#[test]
fn the_job_of_the_page_is_read_and_written_as_it_stands() {
    let job: Job = serde_json::from_str(examples()[0]).unwrap();
    assert_eq!(
        (job.id.number(), job.terms.game.as_str(), job.start.as_deref(), job.alone),
        (17, "tank-war", None, false)
    );
    assert_eq!(job.terms.limits, Limits::default());
    assert_eq!(job.seed, MatchSeed::new([7; 32]));
    assert_eq!(
        job.seats[Seat::First].plays,
        Plays::Module { hash: [0xab; 32].into(), size: SizeClass::Normal }
    );
    assert_eq!(job.seats[Seat::Second].plays, Plays::Builtin(Builtin::Random));
    assert_eq!(serde_json::to_string_pretty(&job).unwrap(), examples()[0].trim_end());
}

#[test]
fn the_record_of_the_page_is_that_of_a_match() {
    let record: Record = serde_json::from_str(examples()[1]).unwrap();
    assert_eq!(record.reason, Reason::Forfeit { seat: Seat::Second, fault: Fault::Timeout });
    assert_eq!(serde_json::to_string_pretty(&record).unwrap(), examples()[1].trim_end());
    let read = referee::Record::try_from(record).unwrap();
    assert_eq!((read.verdict.outcome, read.played.len()), (Outcome::Win(Seat::First), 1));
    assert_eq!(read.closings[Seat::First].logged_in(0), b"hello");
}

#[test]
fn the_seats_part_of_the_page_is_that_of_a_match() {
    let part: SeatRecord = serde_json::from_str(examples()[2]).unwrap();
    assert_eq!(serde_json::to_string_pretty(&part).unwrap(), examples()[2].trim_end());
    assert_eq!(part.played().unwrap().len(), 1);
    assert_eq!(part.reason, Reason::Forfeit { seat: Seat::Second, fault: Fault::Timeout });
    assert_eq!(part.loss.as_ref().unwrap().ply, 1);
    assert_eq!(part.closing.logged_in(1), b"hello");
    let refused = |change: &dyn Fn(&mut SeatRecord)| {
        let mut part = part.clone();
        change(&mut part);
        part.played().unwrap_err()
    };
    assert_eq!(refused(&|part| part.loss = None), RecordError::Loss(Seat::Second));
    assert_eq!(refused(&|part| part.seat = Seat::First), RecordError::Loss(Seat::First));
    assert_eq!(refused(&|part| part.outcome = Outcome::Draw), RecordError::Outcome);
    assert_eq!(refused(&|part| part.closing.log.clear()), RecordError::LogMarks(Seat::Second));
    assert!(matches!(refused(&|part| part.transcript.truncate(2)), RecordError::Transcript(_)));
}

#[test]
fn another_format_is_refused_by_its_number() {
    let other = examples()[0].replace("\"format\": 1", "\"format\": 2");
    let error = serde_json::from_str::<Job>(&other).unwrap_err().to_string();
    assert!(error.contains("it has format 2, but this program reads format 1"), "{error}");
}

#[test]
fn a_job_that_is_not_written_canonically_is_refused() {
    let job = examples()[0];
    for (from, to, why) in [
        ("log=65536", "log=065536", "not in its canonical form"),
        ("per_move=1000000000 ", "", "not in its canonical form"),
        ("memory=67108864", "memory=4294967297", "exceeds the 4294967296"),
        ("abab", "ABAB", "lower-case hexadecimal"),
        ("abab", "ab", "unexpected length of 31 bytes"),
        ("\"random\"", "\"clever\"", "unknown built-in player `clever`"),
        ("\"normal\"", "\"huge\"", "unknown variant `huge`"),
        ("\"alone\"", "\"allone\"", "unknown field `allone`"),
    ] {
        let error = serde_json::from_str::<Job>(&job.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(why), "{from} -> {to}: {error}");
    }
}
