//! Any text is either rejected, or read and printed, and prints the same when read again. The first line is a position,
//! every other line an action.

#![no_main]

use game::{Game as _, Rules, Seat};
use libfuzzer_sys::fuzz_target;
use tank_chess::{GAME, OPTIONS};

fuzz_target!(|text: &str| {
    let rules = Rules::defaults(OPTIONS);
    let mut lines = text.lines();
    let position = match GAME.parse_position(&rules, lines.next().unwrap_or_default()) {
        Ok(read) => {
            let canonical = read.to_string();
            let again = GAME.parse_position(&rules, &canonical).expect("what was written reads");
            assert_eq!(again.to_string(), canonical);
            assert_eq!(again.phase(), read.phase());
            read
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            GAME.start(&rules)
        }
    };
    for line in lines {
        for seat in Seat::BOTH {
            if let Ok(action) = position.parse_action(seat, line) {
                assert!(GAME.is_action(action));
                assert_eq!(position.format_action(seat, action), line);
                position.is_legal(seat, action);
            }
        }
    }
});
