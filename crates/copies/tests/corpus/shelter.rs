//! Shelter: keeps out of sight. It counts from how many squares of the enemy each of its own could be reached by a straight
//! line, and makes the move after which that is least.
#![no_std]
#![no_main]

#[path = "../../../../bots/kit/rust/muster.rs"]
mod muster;
#[path = "../../../../bots/kit/rust/tank_battle.rs"]
mod tank_battle;

use tank_battle::View;

#[derive(Clone, Copy)]
struct Board([u8; 121]);

impl Board {
    fn side(&self, square: usize) -> Option<u8> {
        match self.0[square] {
            0 => None,
            1 | 2 => Some(0),
            _ => Some(1),
        }
    }

    fn after(mut self, from: usize, to: usize) -> Board {
        self.0[to] = self.0[from];
        self.0[from] = 0;
        self
    }

    fn is_open(&self, one: usize, other: usize) -> bool {
        let (low, high) = (one.min(other), one.max(other));
        let step = if low / 11 == high / 11 {
            1
        } else if low % 11 == high % 11 {
            11
        } else {
            return false;
        };
        (low + step..high).step_by(step).all(|square| self.0[square] == 0)
    }

    fn exposure(&self, seat: u8) -> i32 {
        let mut sum = 0;
        for mine in (0..121).filter(|square| self.side(*square) == Some(seat)) {
            for theirs in (0..121).filter(|square| self.side(*square) == Some(1 - seat)) {
                if self.is_open(mine, theirs) {
                    sum += if self.0[mine] % 2 == 0 { 9 } else { 2 };
                }
            }
        }
        sum
    }
}

fn choose(view: &View) -> u64 {
    let mut codes = [0_u64; 512];
    let count = muster::legal_actions(&mut codes).min(512);
    let board = Board(view.board);
    let mut best = codes[0];
    let mut least = i32::MAX;
    for code in &codes[..count] {
        let (from, to) = (tank_battle::move_from(*code), tank_battle::move_to(*code));
        let taken = if board.side(to).is_some() { 12 } else { 0 };
        let exposed = board.after(from, to).exposure(view.seat) - taken;
        if exposed < least {
            (least, best) = (exposed, *code);
            muster::offer(best);
        }
    }
    best
}
