//! In a game driven by the input, a code is legal exactly if it is listed, and the count equals the length of the list.
//!
//! For each ply the input has the index of the move to play, and a code to test.

#![no_main]

use std::collections::BTreeSet;

use game::{Action, Game, Joint, Position as _};
use libfuzzer_sys::fuzz_target;
use tank_battle::{Duel, GAME, Options, Position};

fuzz_target!(|input: (bool, Vec<(u8, u64)>)| {
    let (either, plies) = input;
    let duel = if either { Duel::EitherSquare } else { Duel::TargetSquare };
    let mut position = Position::start(Options { duel, ..Options::default() });
    let mut listed = Vec::new();
    for (choice, code) in plies {
        let Some(seat) = position.phase().seats().iter().next() else { return };
        listed.clear();
        position.legal_actions(seat, &mut listed);
        assert_eq!(position.legal_count(seat), Some(listed.len() as u32));
        let distinct: BTreeSet<Action> = listed.iter().copied().collect();
        assert_eq!(distinct.len(), listed.len());
        // The code itself, one with few bits, and every code that could be a move of the same tank.
        let nearby = (0..128).map(|to| (code & 0x7F) | to << 8);
        for action in [code, code & 0x7F7F].into_iter().chain(nearby).filter_map(Action::from_code) {
            let legal = game::Position::is_legal(&position, seat, action);
            assert_eq!(legal, distinct.contains(&action), "{action:?} in {position}");
            assert!(!legal || GAME.is_action(action));
            assert!(!game::Position::is_legal(&position, seat.other(), action));
        }
        position.apply(&Joint::single(seat, listed[usize::from(choice) % listed.len()]));
    }
});
