//! Maximin: expects the worst. It takes the move whose worst case is best, searching each case to a small depth in the
//! same way. Among equal moves it takes the one that is best on average.
//!
//! Settings: depth=N (rounds, 1 to 3; 2).
#![no_std]
#![no_main]

#[path = "../../kit/rust/muster.rs"]
mod muster;
#[path = "../common/rules.rs"]
mod rules;
#[path = "../../kit/rust/tank_war.rs"]
mod tank_war;

use rules::{Boxes, Position, Rules, each};

struct Search {
    rules: Rules,
    seat: usize,
}

impl Search {
    fn round(&self, at: Position, mine: Boxes, theirs: Boxes) -> Position {
        self.rules.play(at, if self.seat == 0 { [mine, theirs] } else { [theirs, mine] })
    }

    /// The worst value and the sum of the values of all cases of a move.
    fn cases(&self, at: &Position, mine: Boxes, depth: i64) -> (i32, i32) {
        let replies = each(self.rules.movable(at, 1 - self.seat));
        let values = replies.map(|theirs| self.value(&self.round(*at, mine, theirs), depth - 1));
        values.fold((i32::MAX, 0), |(worst, sum), value| (worst.min(value), sum + value))
    }

    fn value(&self, at: &Position, depth: i64) -> i32 {
        if self.rules.is_over(at) {
            return 10_000 * at.standing_of(self.seat) + self.material(at);
        }
        if depth <= 0 {
            return self.material(at);
        }
        let moves = each(self.rules.movable(at, self.seat));
        moves.map(|mine| self.cases(at, mine, depth).0).max().unwrap_or(0)
    }

    fn material(&self, at: &Position) -> i32 {
        100 * at.tank_lead(self.seat) + 5 * at.box_lead(self.seat)
    }
}

fn choose(view: &tank_war::View) -> u64 {
    let (rules, at) = rules::read(view);
    let seat = usize::from(view.seat);
    let depth = muster::Settings::fetch().number("depth", 2).clamp(1, 3);
    let search = Search { rules, seat };
    let best = each(rules.movable(&at, seat)).max_by_key(|&mine| search.cases(&at, mine, depth));
    tank_war::make_move(rules.tank_on(seat, best.unwrap_or(0)))
}
