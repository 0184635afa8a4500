//! Rusher: drives. It fires when a move hits more than it loses, assuming that the enemy stands still. Otherwise its
//! style chooses the tank to move.
//!
//! Settings: style=spear (the tank that is farthest, right across the board; the default), style=wave (the tank that
//! has advanced least), style=flanks (the outermost column first), style=boxes (the tank that can take the most of the
//! enemy's boxes).
#![no_std]
#![no_main]

#[path = "../../kit/rust/muster.rs"]
mod muster;
#[path = "../common/rules.rs"]
mod rules;
#[path = "../../kit/rust/tank_war.rs"]
mod tank_war;

use muster::Settings;
use rules::{count, each};
use tank_war::View;

/// The preference of a style for a tank.
fn liking(settings: &Settings, view: &View, tank: usize) -> i32 {
    let index = 6 * usize::from(view.seat) + tank;
    let advanced = i32::from(view.advanced[index]);
    let column = usize::from(view.column[index]);
    if settings.is("style", "wave") {
        -advanced
    } else if settings.is("style", "flanks") {
        10 * (column as i32 - 2).max(3 - column as i32) + advanced
    } else if settings.is("style", "boxes") {
        (0..6).filter(|row| view.owner[6 * row + column] != view.seat).count() as i32
    } else {
        advanced
    }
}

fn choose(view: &View) -> u64 {
    let settings = Settings::fetch();
    let (rules, at) = rules::read(view);
    let seat = usize::from(view.seat);
    let lead = at.tank_lead(seat);
    let worth = |&mine: &rules::Boxes| {
        let after = rules.play(at, if seat == 0 { [mine, 0] } else { [0, mine] });
        let lost = count(at.tanks[seat]) - count(after.tanks[seat]);
        let gain = (after.tank_lead(seat) - lead).max(0);
        let tank = rules.tank_on(seat, mine) as usize;
        (gain, if gain > 0 { -lost } else { 0 }, liking(&settings, view, tank))
    };
    let best = each(rules.movable(&at, seat)).max_by_key(worth);
    tank_war::make_move(rules.tank_on(seat, best.unwrap_or(0)))
}
