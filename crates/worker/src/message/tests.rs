//! Messages survive a round trip, and invalid ones are named.

use super::*;
use crate::frame::{self, FrameError, MOST_FROM_WORKER, MOST_TO_WORKER};

fn framed(message: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    frame::append(&mut bytes, message, MOST_TO_WORKER).expect("it is short enough");
    bytes
}

fn order() -> WorkerCommand {
    WorkerCommand::Play(MatchOrder {
        terms: 3,
        start: Some("a position".to_owned()),
        seed: [7; 32],
        luck: None,
        seats: [1, 2],
    })
}

#[test]
fn a_message_comes_back_and_no_part_of_one_is_taken_for_one() {
    let whole = framed(&order());
    let read = |bytes: &[u8]| frame::read::<WorkerCommand>(&mut &*bytes, MOST_TO_WORKER);
    assert_eq!(format!("{:?}", read(&whole).expect("a message")), format!("{:?}", order()));
    for end in 0..whole.len() {
        let why = read(&whole[..end]).expect_err("it is cut off");
        assert!(!frame::is_whole(&whole[..end]), "cut at {end}");
        let is_named = match end {
            0 => matches!(why, FrameError::Ended),
            _ => matches!(why, FrameError::Cut { .. }),
        };
        assert!(is_named, "cut at {end}: {why}");
    }
    assert!(frame::is_whole(&whole) && frame::is_whole(&[&whole[..], &[1]].concat()));
    let mut longer = whole.clone();
    longer[0] += 1;
    longer.push(0);
    assert!(matches!(read(&longer), Err(FrameError::Surplus(1))));
}

#[test]
fn bytes_take_no_more_room_than_they_are() {
    let question = framed(&WorkerAnswer::Ask(WorkerQuestion::Module(Hash::digest(b"a module"))));
    assert!(question.len() < 45, "{} bytes", question.len());
    let read = frame::read::<WorkerAnswer>(&mut &*question, MOST_FROM_WORKER).expect("a message");
    assert!(
        matches!(read, WorkerAnswer::Ask(WorkerQuestion::Module(hash)) if hash == Hash::digest(b"a module")),
        "{read:?}"
    );
    let mut shorter = question.clone();
    shorter[0] -= 1;
    shorter[6] -= 1;
    shorter.pop();
    let read = frame::read::<WorkerAnswer>(&mut &*shorter, MOST_FROM_WORKER);
    assert!(matches!(read, Err(FrameError::Unreadable(_))), "{read:?}");
}

#[test]
fn a_message_that_is_too_long_is_refused_before_any_of_it_is_read() {
    let announced = (1_u32 << 30).to_le_bytes();
    let read = frame::read::<WorkerAnswer>(&mut &announced[..], MOST_FROM_WORKER);
    assert!(matches!(read, Err(FrameError::TooLong { length: 0x4000_0000, most: MOST_FROM_WORKER })));
    let reply = WorkerCommand::Reply(ParentReply::Bytes(Some(vec![1; 100].into())));
    let mut bytes = b"before".to_vec();
    assert!(matches!(frame::append(&mut bytes, &reply, 50), Err(FrameError::TooLong { .. })));
    assert_eq!(bytes, b"before");
}

#[test]
fn a_length_within_a_message_takes_no_memory_that_did_not_arrive() {
    // A reply of bytes that announces 2^60 of them.
    let mut lying = framed(&WorkerCommand::Reply(ParentReply::Bytes(Some(Bytes::new())))).split_off(4);
    lying.pop();
    lying.extend([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10]);
    let mut bytes = (lying.len() as u32).to_le_bytes().to_vec();
    bytes.extend(&lying);
    let read = frame::read::<WorkerCommand>(&mut &*bytes, MOST_TO_WORKER);
    assert!(matches!(read, Err(FrameError::Unreadable(_))), "{read:?}");
}

#[test]
fn ten_thousand_damaged_messages_in_each_direction_are_named_or_are_other_messages() {
    let answers = [
        framed(&WorkerAnswer::Ready { engine: "an engine".to_owned(), missing: vec![Protection::Seccomp] }),
        framed(&WorkerAnswer::Ask(WorkerQuestion::File { name: "bot.js".to_owned(), most: 100 })),
        framed(&WorkerAnswer::Built(Err(NotBuilt::Wrong { what: "line 1".to_owned(), advice: None }))),
        framed(&WorkerAnswer::Failed("no memory".to_owned())),
        framed(&WorkerAnswer::Ask(WorkerQuestion::Module(Hash::digest(b"a module")))),
    ];
    let orders = [
        framed(&order()),
        framed(&WorkerCommand::Reply(ParentReply::Names(vec!["a.js".to_owned(), "b.js".to_owned()]))),
        framed(&WorkerCommand::Reply(ParentReply::Bytes(Some(vec![9; 300].into())))),
    ];
    let mut random = Random(0x6d75_7374_6572);
    let mut refused = [0, 0];
    for round in 0..10_000_usize {
        let answer = damaged(&answers[round % answers.len()], &mut random);
        refused[0] += u32::from(frame::read::<WorkerAnswer>(&mut &*answer, MOST_FROM_WORKER).is_err());
        let order = damaged(&orders[round % orders.len()], &mut random);
        refused[1] += u32::from(frame::read::<WorkerCommand>(&mut &*order, MOST_TO_WORKER).is_err());
    }
    // Damage inside a text or inside bytes gives another valid message.
    assert!(refused.iter().all(|&count| count > 2_000), "{refused:?}");
}

/// Returns a message that is cut off, has changed bytes, or is random.
fn damaged(message: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = message.to_vec();
    match random.below(4) {
        0 => bytes.truncate(random.below(message.len())),
        1 => {
            let body = random.below(200);
            bytes = (body as u32).to_le_bytes().to_vec();
            bytes.extend((0..body).map(|_| random.below(256) as u8));
        }
        _ => {
            for _ in 0..=random.below(3) {
                let place = random.below(bytes.len());
                bytes[place] = random.below(256) as u8;
            }
        }
    }
    bytes
}

/// A small generator (xorshift): the same messages every time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}
