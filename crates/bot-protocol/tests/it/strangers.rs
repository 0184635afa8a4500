//! Invalid calls: each has its code and its sentence, and nothing panics.

use bot_protocol::positions::{Call, Free, Positions};
use game::Seat;
use proptest::prelude::*;

use crate::support::{Desk, game, start};

#[test]
fn misuse_is_named() {
    let (war, battle) = (game("tank-war"), game("tank-battle"));
    let (here, there) = (start(war), start(battle));
    let mut desk = Desk::new(war, &*here, Seat::First, 0);
    let position = desk.call(Call::Here(&[]));
    let legal = |desk: &mut Desk<'_>, seat| {
        desk.call(Call::Legal { position, seat });
        desk.numbers()[0]
    };
    let (first, second) = (legal(&mut desk, 0), legal(&mut desk, 1));
    let cases = [
        (Call::Phase(0), -3, "there is no position 0: it was released, or belongs to an earlier question"),
        (Call::Release(-5), -3, "there is no position -5: "),
        (Call::Legal { position, seat: 2 }, -7, "2 is not a seat; the seats are 0 and 1"),
        (
            Call::After { position, actions: [first, -1] },
            -4,
            "both sides act here, and Down has no action: after(first seat's action, second seat's)",
        ),
        (
            Call::After { position, actions: [1 << 60, second] },
            -4,
            "1152921504606846976 is not the code of an action",
        ),
        (Call::Here(&[1, 2, 3]), -4, "actions have 8 bytes each"),
    ];
    for (call, code, sentence) in cases {
        assert_eq!(desk.call(call), code, "{call:?}");
        assert!(desk.error().starts_with(sentence), "{call:?}: {}", desk.error());
        assert!(desk.call(Call::After { position, actions: [first, second] }) > 0);
    }
    let mut desk = Desk::new(battle, &*there, Seat::First, 0);
    let position = desk.call(Call::Here(&[]));
    desk.call(Call::Legal { position, seat: 0 });
    let first = desk.numbers()[0];
    assert_eq!(desk.call(Call::After { position, actions: [first, first] }), -4);
    assert_eq!(desk.error(), "Black does not act here: pass -1 for it");
    let next = desk.call(Call::After { position, actions: [first, -1] });
    assert_eq!(desk.call(Call::After { position: next, actions: [-1, first] }), -4);
    assert!(desk.error().ends_with(" is not legal for Black here"), "{}", desk.error());
    let end = desk.call(Call::Playout { position, plies: 100_000 });
    assert_eq!(desk.call(Call::After { position: end, actions: [first, -1] }), -4);
    assert_eq!(desk.error(), "the game is over: there is no ply after it");
}

#[test]
fn nothing_is_made_while_nobody_asks() {
    let mut positions = Positions::default();
    let mut reply = Vec::new();
    let mut dice = game::Dice::from_number(0);
    let Ok(result) = positions.perform(Call::Here(&[]), None, &mut dice, &mut Free, &mut reply);
    assert_eq!(result, -2);
    let Ok(length) = positions.perform(Call::Error, None, &mut dice, &mut Free, &mut reply);
    assert_eq!(length as usize, reply.len());
    assert!(String::from_utf8(reply).unwrap().starts_with("no question is being answered"));
}

proptest! {
    /// Untrusted numbers and texts.
    #[test]
    fn nothing_panics(
        calls in prop::collection::vec(
            (0..13_usize, [-2..3_i32, 1020..1030_i32], any::<[i64; 2]>(), prop::collection::vec(any::<u8>(), 0..40)),
            1..40,
        ),
        which in 0..3_usize,
        wild: bool,
    ) {
        let here = start(games::GAMES[which]);
        let mut desk = Desk::new(games::GAMES[which], &*here, Seat::Second, 9);
        desk.call(Call::Here(&[]));
        for (index, numbers, mut actions, input) in calls {
            if !wild {
                // Codes of actions of some kind.
                actions = actions.map(|code| code & 0x0007_0000_00ff_0fff);
            }
            let numbers = if index == 3 { [numbers[1], numbers[0].abs()] } else { [numbers[1], numbers[0]] };
            let call = Call::numbered(index, numbers, actions, &input).unwrap();
            let result = desk.call(call);
            prop_assert!((-7..i32::MAX).contains(&result));
        }
    }
}
