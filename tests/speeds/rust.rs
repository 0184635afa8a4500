//! The kernels of the table of speeds, so often as the setting `times` says.

mod muster;
mod tank_battle;

use muster::Position;

fn next(seed: &mut u32) -> u32 {
    *seed = (*seed * 1103 + 12345) & 0xFFFF;
    *seed
}

fn add() -> u32 {
    (0..1_000_000).fold(0, |sum: u32, step| (sum + (sum >> 3) + step) & 0xFF_FFFF)
}

fn flood(wall: &[bool; 256]) -> u32 {
    let mut seen = [false; 256];
    let mut stack = vec![0_usize];
    let mut reached = 0;
    seen[0] = true;
    while let Some(square) = stack.pop() {
        let (file, rank) = (square % 16, square / 16);
        reached += 1;
        let mut visit = |is_inside: bool, other: usize| {
            if is_inside && !wall[other] && !seen[other] {
                seen[other] = true;
                stack.push(other);
            }
        };
        visit(file > 0, square.wrapping_sub(1));
        visit(file < 15, square + 1);
        visit(rank > 0, square.wrapping_sub(16));
        visit(rank < 15, square + 16);
    }
    reached
}

fn sort(mut seed: u32) -> u32 {
    let mut numbers: Vec<u32> = (0..100).map(|_| next(&mut seed)).collect();
    numbers.sort();
    numbers[50]
}

fn node(here: &Position, action: u64) -> u32 {
    let child = here.after(action).unwrap();
    let mut metrics = [[0; 4]; 2];
    for (seat, metrics) in (0..).zip(&mut metrics) {
        child.metrics(seat, metrics).unwrap();
    }
    (metrics[0][0] - metrics[1][0] + 1000) as u32
}

fn choose(_: &tank_battle::View) -> u64 {
    let (kernel, times) = (muster::number("kernel", 0), muster::number("times", 0));
    let (here, actions) = (Position::here().unwrap(), muster::all_legal_actions());
    let mut seed = 5;
    let wall = std::array::from_fn(|square| square > 0 && next(&mut seed) >> 14 == 0);
    let mut sum = 0;
    for run in 0..times as usize {
        let result = match kernel {
            0 => add(),
            1 => flood(&wall),
            2 => sort(run as u32),
            _ => node(&here, actions[run % actions.len()]),
        };
        sum = (sum + result) & 0xFF_FFFF;
    }
    log!("{sum}");
    actions[0]
}
