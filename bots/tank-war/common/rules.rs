//! The rules of The Tank War for bots that look ahead: positions, legal choices, a round, the end.
//!
//! A position is three sets of boxes, bit 6 * row + column, where row 0 is U's back row. A box's column tells which
//! tank stands on it. Seat 0 is U and drives down, seat 1 is D and drives up. All rule options of the view are
//! supported.
#![allow(dead_code, reason = "no bot uses all of it")]

use crate::tank_war::View;

/// A set of boxes.
pub type Boxes = u64;

const ALL: Boxes = 0xF_FFFF_FFFF;
const LEFT_EDGE: Boxes = 0x0_4104_1041;

fn up(set: Boxes) -> Boxes {
    set >> 6
}

fn down(set: Boxes) -> Boxes {
    set << 6 & ALL
}

fn left(set: Boxes) -> Boxes {
    (set & !LEFT_EDGE) >> 1
}

fn right(set: Boxes) -> Boxes {
    (set & !(LEFT_EDGE << 5)) << 1
}

/// Returns the boxes one box forward in the seat's driving direction.
pub fn ahead(seat: usize, set: Boxes) -> Boxes {
    if seat == 0 { down(set) } else { up(set) }
}

/// Returns the row on which a seat starts.
pub fn back_row(seat: usize) -> Boxes {
    if seat == 0 { 0x3F } else { 0x3F << 30 }
}

/// The rule options and values derived from them.
#[derive(Clone, Copy)]
pub struct Rules {
    /// By seat and tank: the boxes of its column.
    pub track: [[Boxes; 6]; 2],
    /// The tracks of A, B and C.
    pub of_kind: [Boxes; 3],
    wasted: bool,
    c_blocked: bool,
    max_rounds: u32,
}

/// A state of play.
#[derive(Clone, Copy)]
pub struct Position {
    /// The boxes of each seat's living tanks.
    pub tanks: [Boxes; 2],
    /// The boxes that seat 1 holds; seat 0 holds the others.
    pub held: Boxes,
    /// Number of rounds played.
    pub rounds: u32,
}

/// Reads the rules and the position from a view.
pub fn read(view: &View) -> (Rules, Position) {
    let track = [0, 1].map(|seat| [0, 1, 2, 3, 4, 5].map(|tank| LEFT_EDGE << view.column[6 * seat + tank]));
    let wasted = view.blocked != 0;
    let rules = Rules {
        track,
        of_kind: [0, 1, 2].map(|kind| track[0][kind] | track[0][kind + 3]),
        wasted,
        c_blocked: view.c_blocked_by_tanks != 0,
        // Without wasted moves a game ends by itself.
        max_rounds: if wasted { view.max_rounds.into() } else { u32::MAX },
    };
    let mut position = Position { tanks: [0; 2], held: 0, rounds: view.rounds.into() };
    for (box_, (&owner, &tank)) in view.owner.iter().zip(&view.tank).enumerate() {
        position.held |= u64::from(owner) << box_;
        if let Some(tanks) = position.tanks.get_mut(usize::from(tank / 6)) {
            *tanks |= 1 << box_;
        }
    }
    (rules, position)
}

/// Returns the boxes of a set, as sets of one box each.
pub fn each(mut set: Boxes) -> impl Iterator<Item = Boxes> + Clone {
    core::iter::from_fn(move || {
        let one = set & set.wrapping_neg();
        set ^= one;
        (one != 0).then_some(one)
    })
}

/// Returns the number of boxes in a set.
pub fn count(set: Boxes) -> i32 {
    set.count_ones() as i32
}

impl Rules {
    /// Returns the index of the tank that a seat has on a box.
    pub fn tank_on(&self, seat: usize, named: Boxes) -> u64 {
        (0..6).find(|&tank| self.track[seat][tank as usize] & named != 0).unwrap_or(0)
    }

    /// Returns the boxes of the tanks that a seat may name.
    pub fn movable(&self, at: &Position, seat: usize) -> Boxes {
        let driving = at.tanks[seat] & !back_row(1 - seat);
        if self.wasted { driving } else { driving & !ahead(1 - seat, at.tanks[1 - seat]) }
    }

    /// Returns `true` if the game is over.
    pub fn is_over(&self, at: &Position) -> bool {
        self.movable(at, 0) == 0 || self.movable(at, 1) == 0 || at.rounds >= self.max_rounds
    }

    /// Returns the boxes that tanks on these boxes hit. `standing` holds all living tanks.
    pub fn range(&self, tanks: Boxes, standing: Boxes) -> Boxes {
        let [a, b, c] = self.of_kind.map(|tracks| tanks & tracks);
        let beside = left(a) | right(a);
        let free = if self.c_blocked { !standing } else { !0 };
        up(beside | b)
            | down(beside | b)
            | left(b)
            | right(b)
            | up(up(c) & free)
            | down(down(c) & free)
            | left(left(c) & free)
            | right(right(c) & free)
    }

    /// Plays the round in which each seat names the tank on a box. An empty set names none, for what-if questions.
    pub fn play(&self, mut at: Position, named: [Boxes; 2]) -> Position {
        let standing = at.tanks[0] | at.tanks[1];
        let mut to = [ahead(0, named[0]) & !standing, ahead(1, named[1]) & !standing];
        if to[0] & to[1] != 0 {
            // Only the owner of the box enters it.
            to[usize::from(to[0] & at.held == 0)] = 0;
        }
        for seat in [0, 1] {
            if to[seat] != 0 {
                at.tanks[seat] = at.tanks[seat] & !named[seat] | to[seat];
            }
        }
        at.held = at.held & !to[0] | to[1];
        at.rounds += 1;
        let standing = at.tanks[0] | at.tanks[1];
        let hit = [1, 0].map(|enemy| self.range(at.tanks[enemy], standing));
        at.tanks = [at.tanks[0] & !hit[0], at.tanks[1] & !hit[1]];
        at
    }
}

impl Position {
    /// Returns a seat's lead in tanks.
    pub fn tank_lead(&self, seat: usize) -> i32 {
        count(self.tanks[seat]) - count(self.tanks[1 - seat])
    }

    /// Returns a seat's lead in boxes.
    pub fn box_lead(&self, seat: usize) -> i32 {
        let lead = 36 - 2 * count(self.held);
        if seat == 0 { lead } else { -lead }
    }

    /// Returns 1 if the seat would win on the current board, -1 if it would lose, 0 for a draw.
    pub fn standing_of(&self, seat: usize) -> i32 {
        match self.tank_lead(seat).signum() {
            0 => self.box_lead(seat).signum(),
            sign => sign,
        }
    }
}
