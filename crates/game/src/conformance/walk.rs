//! Random games, walked ply by ply.

use crate::traits::random_joint;
use crate::{Action, Dice, Game, Joint, Position, Rules, Seat};

/// Number of plies after which a random game under unbounded rules is left unfinished.
pub(super) const PATIENCE: u32 = 3000;

/// Plays a random game. Calls `at` on every position before its ply, with the joint action to come (`None` at the end).
/// Ends with the fault of rules that fail on the way.
pub(super) fn walk(
    game: &dyn Game,
    rules: &Rules,
    dice: &mut Dice,
    mut at: impl FnMut(u32, &dyn Position, Option<&Joint>, &mut Dice) -> Result<(), String>,
) -> Result<Box<dyn Position>, String> {
    let mut position = game.start(rules);
    let mut legal = Vec::new();
    let patience = game.max_plies(rules).unwrap_or(PATIENCE).min(PATIENCE);
    for ply in 0..=patience {
        works(&*position)?;
        let joint = random_joint(&*position, dice, &mut legal);
        at(ply, &*position, joint.as_ref(), dice)?;
        works(&*position)?;
        let Some(joint) = joint else { break };
        position.apply(&joint);
    }
    Ok(position)
}

/// Checks that the rules have not failed, on the way to the position or in a question about it.
pub(super) fn works(position: &dyn Position) -> Result<(), String> {
    position.fault().map_or(Ok(()), |fault| Err(fault.to_string()))
}

pub(super) fn list(position: &dyn Position, seat: Seat) -> Vec<Action> {
    let mut legal = Vec::new();
    position.legal_actions(seat, &mut legal);
    legal
}

pub(super) fn require(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}
