//! No call reveals hidden information to a seat.

use bot_protocol::positions::Call;
use game::{Dice, Game, Joint, Position, Rules, Seat};

use crate::support::{Desk, game};

/// Number of pairs of worlds compared for each seat.
const SETUPS: u64 = 1_000;

/// Two worlds that the seat's view cannot tell apart: the opponent's placements differ. Half of them start from a text,
/// in the middle of the setup.
fn worlds(game: &dyn Game, seat: Seat, seed: u64) -> [Box<dyn Position>; 2] {
    let mut dice = Dice::from_number(seed);
    let rules = Rules::defaults(game.options());
    let placed = dice.below(14);
    let mut worlds = [game.start(&rules), game.start(&rules)];
    for ply in 0..placed {
        let own = random(&*worlds[0], seat, &mut dice);
        for world in &mut worlds {
            let mut joint = Joint::default();
            joint[seat] = Some(own);
            joint[seat.other()] = Some(random(&**world, seat.other(), &mut dice));
            world.apply(&joint);
        }
        if seed % 2 == 1 && ply == placed / 2 {
            worlds = worlds.map(|world| game.parse_position(&rules, &world.to_string()).unwrap());
        }
    }
    worlds
}

fn random(position: &dyn Position, seat: Seat, dice: &mut Dice) -> game::Action {
    let mut legal = Vec::new();
    position.legal_actions(seat, &mut legal);
    *dice.pick(&legal).unwrap()
}

/// Everything that a bot can observe of a world through calls, including the charge of each.
fn seen(game: &'static dyn Game, world: &dyn Position, seat: Seat, seed: u64) -> Vec<(i32, Vec<u8>, u64)> {
    let mut desk = Desk::new(game, world, seat, seed);
    let mut charged = Charged(0);
    let mut seen = Vec::new();
    let mut call = |desk: &mut Desk<'_>, call: Call<'_>| {
        let result = desk.metered(call, &mut charged).unwrap();
        seen.push((result, desk.reply.clone(), charged.0));
        result
    };
    let mut choices: Vec<u8> = Vec::new();
    for _ in 0..3 {
        let position = call(&mut desk, Call::Here(&choices));
        let mut actions = [-1; 2];
        for number in [0, 1] {
            call(&mut desk, Call::Metrics { position, seat: number });
            call(&mut desk, Call::View { position, seat: number });
            call(&mut desk, Call::Legal { position, seat: number });
            if let Some(action) = desk.numbers().get(seed as usize % 8) {
                actions[number as usize] = *action;
                // Some choices fit, others do not.
                choices.extend_from_slice(&action.to_le_bytes());
            }
        }
        for number in [0, 1] {
            call(&mut desk, Call::Children { position, seat: number, other: actions[1 - number as usize] });
        }
        call(&mut desk, Call::Phase(position));
        call(&mut desk, Call::Text(position));
        call(&mut desk, Call::Events { position, actions });
        call(&mut desk, Call::After { position, actions });
        call(&mut desk, Call::Error);
        let end = call(&mut desk, Call::Playout { position, plies: 20 });
        call(&mut desk, Call::Text(end));
        call(&mut desk, Call::View { position: end, seat: seat.index() as i32 });
    }
    // The dice are in the same state.
    seen.push((desk.dice.below(1 << 30) as i32, Vec::new(), 0));
    seen
}

/// The total charge.
struct Charged(u64);

impl bot_protocol::positions::Meter for Charged {
    type Stop = std::convert::Infallible;

    fn charge(&mut self, units: u64) -> Result<(), Self::Stop> {
        self.0 += units;
        Ok(())
    }
}

#[test]
fn what_is_hidden_reaches_no_call() {
    let chess = game("tank-chess");
    let mut differing = 0;
    for seat in Seat::BOTH {
        for seed in 0..SETUPS {
            let [one, other] = worlds(chess, seat, seed);
            differing += u32::from(one.to_string() != other.to_string());
            assert!(
                seen(chess, &*one, seat, seed) == seen(chess, &*other, seat, seed),
                "{seat:?}, seed {seed}"
            );
        }
    }
    assert!(differing > 1_500, "only {differing} pairs of worlds differ");
}
