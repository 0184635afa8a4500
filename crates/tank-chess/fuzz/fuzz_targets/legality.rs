//! In a game driven by the input, a code is legal exactly if it is listed, and the count equals the length of the list.
//!
//! The input is a position's text, or none for the start; then for each ply the index of the action to play, and a code
//! to test.

#![no_main]

use std::collections::BTreeSet;

use game::{Action, Game as _, Joint, Seat};
use libfuzzer_sys::fuzz_target;
use tank_chess::{GAME, Options, Position};

fuzz_target!(|input: (&str, Vec<(u16, u64)>)| {
    let (text, plies) = input;
    let options = Options::default();
    let mut position = Position::parse(options, text).unwrap_or_else(|_| Position::new(options));
    for (choice, code) in plies {
        let mut joint = Joint::default();
        for seat in Seat::BOTH {
            let listed = check(&position, seat, code);
            if !listed.is_empty() {
                joint[seat] = Some(listed[usize::from(choice) % listed.len()]);
            }
        }
        if position.phase().seats().is_empty() {
            return;
        }
        position.apply(&joint);
    }
});

/// Checks a seat's listing against single actions and returns it.
fn check(position: &Position, seat: Seat, code: u64) -> Vec<Action> {
    let mut listed = Vec::new();
    position.legal_actions(seat, &mut listed);
    assert_eq!(position.legal_count(seat), listed.len() as u32);
    let distinct: BTreeSet<Action> = listed.iter().copied().collect();
    assert_eq!(distinct.len(), listed.len());
    // The code itself, its low bits as every kind of action, and neighbours of a listed one.
    let kinds = (0..5).map(|kind| kind << 48 | code & 0xFF_FFFF);
    let near = listed.get(code as usize % listed.len().max(1)).map(|action| action.code());
    let near = near.into_iter().flat_map(|base| (0..53).map(move |bit| base ^ 1 << bit).chain([base]));
    for action in kinds.chain(near).chain([code]).filter_map(Action::from_code) {
        let legal = game::Position::is_legal(position, seat, action);
        assert_eq!(legal, distinct.contains(&action), "{action:?} in {position}");
        assert!(!legal || GAME.is_action(action));
    }
    listed
}
