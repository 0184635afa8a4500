//! Own move and every answer: of all moves the one that leaves me best off after the opponent's best answer.
mod muster;
mod tank_battle;

use muster::{Misuse, Position};

/// The points of both seats are the first metric; I have `me`, and a win is worth more than any points.
fn value(me: usize, phase: muster::Phase, metrics: [&[i64]; 2]) -> i64 {
    let won = phase.winner().map_or(0, |winner| if usize::from(winner) == me { 1000 } else { -1000 });
    won + metrics[me][tank_battle::METRIC_POINTS] - metrics[1 - me][tank_battle::METRIC_POINTS]
}

/// The best move with what it is worth.
fn best(me: u8) -> Result<Option<(i64, u64)>, Misuse> {
    let (here, mut best) = (Position::here()?, None);
    for child in here.all_children(me, None)?.iter() {
        let mut worth = value(me.into(), child.phase, child.metrics);
        if !child.phase.is_over() {
            let answers = here.after(child.action)?.all_children(1 - me, None)?;
            worth = answers.iter().map(|answer| value(me.into(), answer.phase, answer.metrics)).min().unwrap_or(worth);
        }
        best = best.max(Some((worth, child.action)));
    }
    Ok(best)
}

fn choose(view: &tank_battle::View) -> u64 {
    let (worth, action) = best(view.seat).unwrap().expect("there is always a move");
    log!("worth {worth}");
    action
}
