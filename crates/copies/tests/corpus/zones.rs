//! Zones: cuts the board into nine, wants as many tanks as the enemy in each, and moves from where it has too many to where
//! it has too few.
#![no_std]
#![no_main]

#[path = "../../../../bots/kit/rust/muster.rs"]
mod muster;
#[path = "../../../../bots/kit/rust/tank_battle.rs"]
mod tank_battle;

use tank_battle::View;

fn zone(square: usize) -> usize {
    let third = |place: usize| (place * 3 + 1) / 12;
    3 * third(square / 11) + third(square % 11)
}

fn balance(view: &View) -> [i8; 9] {
    let mut zones = [0; 9];
    for (square, stone) in view.board.iter().enumerate().filter(|(_, stone)| **stone != 0) {
        let is_mine = (*stone >= 3) == (view.seat == 1);
        zones[zone(square)] += if is_mine { 1 } else { -1 };
    }
    zones
}

fn choose(view: &View) -> u64 {
    let mut codes = [0; 700];
    let count = muster::legal_actions(&mut codes).min(700);
    let zones = balance(view);
    let liking = |code: u64| {
        let (from, to) = (tank_battle::move_from(code), tank_battle::move_to(code));
        let shift = i32::from(zones[zone(from)]) - i32::from(zones[zone(to)]);
        let prize = i32::from(view.board[to] != 0) * 6 + i32::from(view.board[to] == 2 || view.board[to] == 4) * 20;
        4 * shift + prize
    };
    let highest = codes[..count].iter().map(|code| liking(*code)).max().unwrap_or_default();
    let ties = codes[..count].iter().filter(|code| liking(**code) == highest).count();
    let pick = muster::below(ties.max(1) as u32) as usize;
    codes[..count].iter().copied().filter(|code| liking(*code) == highest).nth(pick).unwrap_or(codes[0])
}
