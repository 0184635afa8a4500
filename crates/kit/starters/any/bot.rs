//! A bot for $title. It looks one move ahead: $plan.
//!
//! Ideas: expect the opponent's best answer (`after`, `all_children`); play random games to the end (`playout`); look at
//! the view.

mod muster;
mod $name;

use muster::{Child, Misuse, Position, SIMULTANEOUS, all_legal_actions, below, offer};
use $name::View;

const WON: i64 = 1_000_000_000;

/// Returns a seat's lead after a move.
fn lead(child: &Child, seat: usize) -> i64 {
    match child.phase.winner() {
        Some(winner) if usize::from(winner) == seat => WON,
        Some(_) => -WON,
        None if child.phase.is_over() => 0,
        None => $lead{child.metrics[seat][0] - child.metrics[1 - seat][0]},
    }
}

/// Returns the index of the best move; of equal ones, the first after `start`.
fn best(view: &View, start: usize) -> Result<usize, Misuse> {
    let here = Position::here()?;
    let mut other = None;
    if view.flags & SIMULTANEOUS != 0 {
        let answers = here.all_legal_actions(1 - view.seat)?;
        other = Some(answers[below(answers.len() as u32) as usize]);
    }
    let children = here.all_children(view.seat, other)?;
    let leads: Vec<i64> = children.iter().map(|child| lead(&child, view.seat.into())).collect();
    let mut best = start;
    for step in 1..leads.len() {
        let next = (start + step) % leads.len();
        if leads[next] > leads[best] {
            best = next;
        }
    }
    Ok(best)
}

fn choose(view: &View) -> u64 {
    let actions = all_legal_actions();
    let start = below(actions.len() as u32) as usize;
    offer(actions[start]); // Is played if the time runs out.
    let best = best(view, start).unwrap_or(start);
    log!("ply {}: move {best} of {}", view.ply, actions.len());
    actions[best]
}
