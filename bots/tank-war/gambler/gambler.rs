//! Gambler: plays many random games from each of its moves, with both sides choosing at random, and takes the move with
//! the best result.
//!
//! Settings: playouts=N (for each move, 1 to 2000; 40), sight=N (rounds of a playout, 1 to 200; 4). From about sight=8
//! on it is a hard opponent.
#![no_std]
#![no_main]

#[path = "../../kit/rust/muster.rs"]
mod muster;
#[path = "../common/rules.rs"]
mod rules;
#[path = "../../kit/rust/tank_war.rs"]
mod tank_war;

use rules::{Boxes, Position, Rules, count, each};

/// Random numbers from a seed, by xorshift: cheaper than a host call for each.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: i32) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) * bound as u64 >> 32) as usize
    }

    fn pick(&mut self, set: Boxes) -> Boxes {
        let index = self.below(count(set));
        each(set).nth(index).unwrap_or(0)
    }
}

fn playout(rules: &Rules, seat: usize, mut at: Position, sight: i64, dice: &mut Dice) -> i64 {
    for _ in 0..sight {
        if rules.is_over(&at) {
            break;
        }
        let named = [0, 1].map(|seat| dice.pick(rules.movable(&at, seat)));
        at = rules.play(at, named);
    }
    i64::from(1000 * at.standing_of(seat) + 100 * at.tank_lead(seat) + at.box_lead(seat))
}

fn choose(view: &tank_war::View) -> u64 {
    let settings = muster::Settings::fetch();
    let (rules, at) = rules::read(view);
    let seat = usize::from(view.seat);
    let playouts = settings.number("playouts", 40).clamp(1, 2000);
    let sight = settings.number("sight", 4).clamp(1, 200);
    let mut dice = Dice(muster::random() | 1);
    let theirs = rules.movable(&at, 1 - seat);
    let best = each(rules.movable(&at, seat)).max_by_key(|&mine| {
        let one = |_| {
            let reply = dice.pick(theirs);
            let after = rules.play(at, if seat == 0 { [mine, reply] } else { [reply, mine] });
            playout(&rules, seat, after, sight - 1, &mut dice)
        };
        (0..playouts).map(one).sum::<i64>()
    });
    tank_war::make_move(rules.tank_on(seat, best.unwrap_or(0)))
}
