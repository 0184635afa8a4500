//! Checks that a seat sees the same in worlds that it must not be able to tell apart.

use game::{Action, Dice, Drawing, Game, Joint, Phase, Position, Rules, Seat};

use super::{example, random_ply};
use crate::support::is_full;

/// A position as shown to a seat.
#[derive(Debug, PartialEq)]
struct Shown {
    phase: Phase,
    turn: u32,
    view: Vec<u8>,
    legal: Vec<Action>,
    metrics: [Vec<i64>; 2],
    drawing: Drawing,
}

fn shown(game: &dyn Game, position: &dyn Position, seat: Seat) -> Shown {
    let mut view = vec![0; game.layout().view_len()];
    position.write_view(seat, &mut view);
    let mut legal = Vec::new();
    position.legal_actions(seat, &mut legal);
    let metrics = Seat::BOTH.map(|of| {
        let mut metrics = vec![0; game.metrics().len()];
        position.metrics(of, &mut metrics);
        metrics
    });
    let drawing = position.draw(Some(seat));
    Shown { phase: position.phase(), turn: position.turn(), view, legal, metrics, drawing }
}

/// Plays a ply twice, with two actions of the other seat that the seat may not know, and compares what it is shown.
/// Returns `true` if the ply has such an action.
fn compare_plies(game: &dyn Game, before: &dyn Position, joint: &Joint, seat: Seat, dice: &mut Dice) -> bool {
    let other = seat.other();
    let Some(action) = joint[other].filter(|_| matches!(before.phase(), Phase::Act(_))) else { return false };
    let mut here = before.clone_box();
    here.apply(joint);
    if !here.hides(seat, 0, other, action) {
        return false;
    }
    let mut legal = Vec::new();
    before.legal_actions(other, &mut legal);
    let mut changed = *joint;
    changed[other] = dice.pick(&legal).copied();
    let mut there = before.clone_box();
    there.apply(&changed);
    let place = format!("{joint:?} and {changed:?} in {before}");
    assert_eq!(before.events(joint, Some(seat)), before.events(&changed, Some(seat)), "{place}");
    assert_eq!(shown(game, &*here, seat), shown(game, &*there, seat), "{place}");
    true
}

fn check(file: &str) {
    let game = example(file);
    let pairs = if is_full() { 1_000 } else { 100 };
    let (mut different, mut secret) = (0, 0);
    for number in 0..pairs {
        let mut dice = Dice::from_number(number);
        let mut position = game.start(&Rules::defaults(game.options()));
        // A random game lasts between a few and some dozens of plies.
        for _ in 0..dice.below(12) {
            let Some(joint) = random_ply(&*position, &mut dice) else { break };
            position.apply(&joint);
        }
        for seat in Seat::BOTH {
            let imagined = position.imagined_by(seat, &[], &mut dice);
            let place = format!("{file}, pair {number}, {seat:?}: {position}");
            assert!(imagined.fault().is_none(), "{place}: {:?}", imagined.fault());
            assert_eq!(shown(game, &*position, seat), shown(game, &*imagined, seat), "{place}");
            let all = |position: &dyn Position| position.draw(None);
            different += usize::from(all(&*position) != all(&*imagined));
            if let Some(joint) = random_ply(&*position, &mut dice) {
                secret += usize::from(compare_plies(game, &*position, &joint, seat, &mut dice));
            }
        }
    }
    let has_secrets = matches!(file, "salvo.js" | "leduc.ts");
    assert_eq!(different > pairs as usize / 10, has_secrets, "{file}: {different} pairs differ at all");
    assert_eq!(secret > 0, file == "salvo.js", "{file}: only Salvo has secret actions");
}

#[test]
fn a_seat_sees_the_same_in_worlds_that_it_cannot_tell_apart() {
    super::EXAMPLES.into_iter().for_each(check);
}
