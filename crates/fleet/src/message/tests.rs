use std::sync::Arc;

use game::PerSeat;
use hash::Hash;
use job::{Job, JobId, Plays, SeatJob, SizeClass, Terms};
use referee::{Builtin, Limits, MatchSeed};

use super::*;
use crate::Key;

fn seat(plays: Plays, settings: &str) -> Arc<SeatJob> {
    Arc::new(SeatJob { plays, settings: settings.to_owned() })
}

/// Jobs that share some of their terms and seats.
fn jobs() -> Vec<Job> {
    let terms = |engine: &str| {
        Arc::new(Terms {
            engine: engine.to_owned(),
            game: "tank-war".to_owned(),
            rules: "blocked=illegal".to_owned(),
            limits: Limits::default(),
        })
    };
    let [one, other] = ["one", "other"].map(terms);
    let module = Plays::Module { hash: Hash::digest(b"module"), size: SizeClass::Script };
    let bot = seat(module, "depth=4");
    let random = seat(Plays::Builtin(Builtin::ALL[0]), "");
    let job = |number: u64, terms: &Arc<Terms>, seats, start: Option<&str>| Job {
        id: JobId::new(number),
        terms: Arc::clone(terms),
        start: start.map(Arc::from),
        seed: MatchSeed::from_number(number),
        luck: None,
        seats,
        alone: false,
    };
    vec![
        job(7, &one, PerSeat::new(Arc::clone(&bot), Arc::clone(&random)), None),
        job(u64::MAX, &one, PerSeat::new(random, Arc::clone(&bot)), Some("start")),
        job(9, &other, PerSeat::new(Arc::clone(&bot), bot), None),
    ]
}

fn batch() -> Batch {
    Batch::new(Key::fresh().public(), 1, 2, &jobs())
}

#[test]
fn jobs_arrive_as_they_were_sent() {
    let batch = Batch::decode(&batch().encode().unwrap()).unwrap();
    assert_eq!((batch.epoch, batch.number, batch.len()), (1, 2, 3));
    assert_eq!(batch.jobs().unwrap(), jobs());
}

#[test]
fn what_jobs_have_in_common_is_sent_once() {
    let one = Batch::new(Key::fresh().public(), 1, 2, &jobs()[..1]).encode().unwrap().len();
    let many = Batch::new(Key::fresh().public(), 1, 2, &vec![jobs().remove(0); 100]).encode().unwrap().len();
    assert!(many < one + 100 * 64, "{one} bytes for one, {many} for a hundred");
}

#[test]
fn a_digest_is_that_of_what_a_record_depends_on() {
    let job = jobs().remove(0);
    let digests = |changed: Job| digest(&changed) == digest(&job);
    assert!(digests(Job { id: JobId::new(1), alone: true, ..job.clone() }));
    assert!(!digests(Job { seed: MatchSeed::from_number(8), ..job.clone() }));
    assert!(!digests(Job { start: Some("".into()), ..job.clone() }));
    assert!(!digests(Job {
        seats: PerSeat(job.seats.0.clone().map(|_| seat(Plays::Builtin(Builtin::ALL[0]), "x"))),
        ..job.clone()
    }));
    let terms = Terms { rules: String::new(), ..Terms::clone(&job.terms) };
    assert!(!digests(Job { terms: Arc::new(terms), ..job.clone() }));
}

#[test]
fn no_cut_or_changed_byte_makes_reading_panic() {
    let whole = batch().encode().unwrap();
    for length in 0..whole.len() {
        assert!(Batch::decode(&whole[..length]).is_err(), "{length} bytes");
    }
    for place in 0..whole.len() {
        for flip in [1, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[place] ^= flip;
            // Messages that can still be decoded are looked up safely.
            if let Ok(read) = Batch::decode(&bytes) {
                drop(read.jobs());
            }
        }
    }
}

#[test]
fn what_is_too_long_or_has_more_behind_it_is_refused() {
    let mut bytes = batch().encode().unwrap();
    bytes.push(0);
    assert_eq!(Batch::decode(&bytes), Err(MessageError::Surplus(1)));
    assert_eq!(Batch::decode(&vec![0x11; MOST_BYTES + 1]), Err(MessageError::TooLong(MOST_BYTES + 1)));
    assert_eq!(Offer::decode(&batch().encode().unwrap()), Err(MessageError::Kind));
    let mut long = jobs();
    long[0].start = Some("x".repeat(MOST_BYTES).into());
    assert!(matches!(Batch::new(Key::fresh().public(), 1, 2, &long).encode(), Err(MessageError::TooLong(_))));
    // A list that claims more items than the message has bytes.
    let offer = Offer {
        coordinator: Key::fresh().public(),
        epoch: 1,
        queues: Vec::new(),
        jobs: 0,
        weight: 1,
        is_paused: false,
    };
    let mut offer = offer.encode().unwrap();
    let length = offer.len() - 4;
    offer.splice(length.., [0xff, 0xff, 0xff, 0xff, 0x0f]);
    assert_eq!(Offer::decode(&offer), Err(MessageError::Unreadable));
}

#[test]
fn a_number_that_names_nothing_is_refused() {
    let mut batch = batch();
    batch.jobs[1].seats[1] = 5;
    assert_eq!(batch.jobs(), Err(MessageError::Unnamed { what: "seat", number: 5, count: 2 }));
    batch.jobs[0].terms = 2;
    assert_eq!(batch.jobs(), Err(MessageError::Unnamed { what: "terms", number: 2, count: 2 }));
}

#[test]
fn results_are_their_senders_and_nobody_elses() {
    let (worker, other) = (Key::fresh(), Key::fresh());
    let result =
        JobResult { number: 7, job: digest(&jobs()[0]), answer: Answer::Failed("no memory".to_owned()) };
    let results =
        Results { coordinator: Key::fresh().public(), epoch: 3, process: 1, pace: 1, results: vec![result] };
    let sealed = seal(&results, &worker).unwrap();
    assert_eq!(open::<Results>(&sealed, &worker.public()), Ok(results));
    assert_eq!(open::<Results>(&sealed, &other.public()), Err(MessageError::Signature));
    for place in 0..sealed.len() {
        let mut bytes = sealed.clone();
        bytes[place] ^= 1;
        assert_eq!(open::<Results>(&bytes, &worker.public()), Err(MessageError::Signature), "byte {place}");
    }
    assert_eq!(open::<Results>(&sealed[..63], &worker.public()), Err(MessageError::Unreadable));
    assert_eq!(open::<Results>(&vec![0; 1 << 20], &worker.public()), Err(MessageError::TooLong(1 << 20)));
    // A signed message of another kind.
    let told = Announcement {
        memory: Some(1 << 30),
        process: 1,
        version: String::new(),
        host: String::new(),
        slots: 1,
        engines: Vec::new(),
        held: Vec::new(),
        played: 0,
        pace: 0,
        failed: 0,
        failure: None,
    };
    let told = seal(&told, &worker).unwrap();
    assert_eq!(open::<Results>(&told, &worker.public()), Err(MessageError::Kind));
}

#[test]
fn a_module_is_joined_from_its_pieces_and_from_no_others() {
    for length in [0, 1, MOST_CHUNK, MOST_CHUNK + 1, 3 * MOST_CHUNK] {
        let module: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
        let hash = Hash::digest(&module);
        let pieces: Vec<ModuleChunk> = chunks(&module).collect();
        let mut whole = Vec::new();
        for (number, piece) in pieces.iter().enumerate() {
            let piece = ModuleChunk::decode(&piece.encode().unwrap()).unwrap();
            assert_eq!(joined(&mut whole, &piece, &hash), Ok(number + 1 == pieces.len()));
        }
        assert_eq!(whole, module);
        assert_eq!(
            joined(&mut Vec::new(), &pieces[0], &Hash::digest(b"other")).ok(),
            (pieces.len() > 1).then_some(false)
        );
    }
    let hash = Hash::digest(b"ab");
    for (length, bytes) in [(2, &b"a"[..]), (2, b"abc"), (u64::MAX, b"ab"), (0, b"ab")] {
        let piece = ModuleChunk { length, bytes: bytes.to_vec() };
        assert_eq!(joined(&mut Vec::new(), &piece, &hash), Err(ChunkError::Length));
    }
}
