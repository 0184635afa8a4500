//! Any text is either rejected, or read and printed back unchanged. The first line is a position, every other line a
//! move.

#![no_main]

use game::{Game, Position as _, Seat};
use libfuzzer_sys::fuzz_target;
use tank_battle::{GAME, Options, Position};

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let start = match Position::parse(Options::default(), first) {
        Ok(read) => {
            let words: Vec<&str> = first.split_whitespace().collect();
            assert_eq!(read.to_string(), words.join(" "));
            read
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            Position::start(Options::default())
        }
    };
    for line in lines {
        for seat in Seat::BOTH {
            if let Ok(action) = start.parse_action(seat, line) {
                assert!(GAME.is_action(action));
                assert_eq!(start.format_action(seat, action), line);
            }
        }
    }
});
