//! Weights: a linear function of nine features, whose weights it adapts after each move by what the lead became.
#![no_std]
#![no_main]

#[path = "../../../../bots/kit/rust/muster.rs"]
mod muster;
#[path = "../../../../bots/kit/rust/tank_war.rs"]
mod tank_war;

use muster::Kept;
use tank_war::View;

struct Memory {
    weights: [i32; 9],
    features: [i32; 9],
    expected: i32,
    moved: bool,
}

static MEMORY: Kept<Memory> = Kept::new(Memory {
    weights: [40, 25, -10, 5, 12, -3, 7, 1, 2],
    features: [0; 9],
    expected: 0,
    moved: false,
});

fn describe(view: &View, tank: usize) -> [i32; 9] {
    let me = usize::from(view.seat);
    let steps = i32::from(view.advanced[6 * me + tank]) + 1;
    let column = i32::from(view.column[6 * me + tank]);
    let row = if me == 0 { steps } else { 5 - steps };
    let at = (6 * row + column) as usize;
    let is_edge = column == 0 || column == 5;
    let ahead = if me == 0 { at + 6 } else { at.wrapping_sub(6) };
    [
        i32::from(view.owner.get(at).is_some_and(|owner| *owner != view.seat)),
        i32::from(view.owner.get(ahead).is_some_and(|owner| *owner != view.seat)),
        i32::from(is_edge),
        steps,
        steps * steps / 5,
        i32::from(tank % 3 == 0),
        i32::from(tank % 3 == 1),
        i32::from(view.rounds) / 4,
        1,
    ]
}

fn dot(one: &[i32; 9], other: &[i32; 9]) -> i32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn choose(view: &View) -> u64 {
    let memory = MEMORY.borrow();
    let lead = 10 * (i32::from(view.boxes[usize::from(view.seat)]) - i32::from(view.boxes[1 - usize::from(view.seat)]));
    if memory.moved {
        let error = (lead - memory.expected).clamp(-20, 20);
        for (weight, feature) in memory.weights.iter_mut().zip(&memory.features) {
            *weight += error * feature / 8;
        }
    }
    let mut best = (i32::MIN, 0);
    for tank in (0..6).filter(|tank| view.movable[usize::from(view.seat)] >> tank & 1 == 1) {
        let now = describe(view, tank);
        let value = dot(&memory.weights, &now);
        if value > best.0 {
            best = (value, tank);
            memory.features = now;
        }
    }
    memory.expected = lead + best.0 / 16;
    memory.moved = true;
    tank_war::make_move(best.1 as u64)
}
