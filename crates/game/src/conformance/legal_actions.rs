//! The law of legal actions.

use super::walk::{list, require, walk};
use crate::{Action, Dice, Game, Rules, Seat};

pub(super) fn listing(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    walk(game, rules, dice, |ply, position, _, dice| {
        let place = |what: String| format!("ply {ply}, {position}: {what}");
        for seat in Seat::BOTH {
            let legal = list(position, seat);
            let acts = position.phase().seats().contains(seat);
            require(acts != legal.is_empty(), || {
                place(format!("{seat:?} to act: {acts}, listed {}", legal.len()))
            })?;
            let mut sorted = legal.clone();
            sorted.sort_unstable();
            sorted.dedup();
            require(sorted.len() == legal.len(), || place("an action is listed twice".to_owned()))?;
            if let Some(count) = position.legal_count(seat) {
                require(count as usize == legal.len(), || {
                    place(format!("counted {count}, listed {}", legal.len()))
                })?;
            }
            for &action in &legal {
                require(game.is_action(action), || place(format!("listed {action:?} is not an action")))?;
                require(position.is_legal(seat, action), || {
                    place(format!("listed {action:?} is not legal"))
                })?;
            }
            for _ in 0..16 {
                let Some(action) = stray_action(&legal, dice) else { continue };
                let listed = sorted.binary_search(&action).is_ok();
                require(position.is_legal(seat, action) == listed, || {
                    place(format!("{action:?} legal: {}, listed: {listed}", !listed))
                })?;
                require(!listed || game.is_action(action), || place(format!("{action:?} is not an action")))?;
            }
        }
        Ok(())
    })
    .map(drop)
}

/// Returns a code near a listed one, or an arbitrary one.
fn stray_action(legal: &[Action], dice: &mut Dice) -> Option<Action> {
    let base = match (dice.pick(legal), dice.below(4)) {
        (Some(action), 1..) => action.code(),
        _ => dice.bits() >> 11,
    };
    let flips = 1 + dice.below(3);
    let code = (0..flips).fold(base, |code, _| code ^ (1 << dice.below(53)));
    let nudged = match dice.below(3) {
        0 => code,
        1 => base.wrapping_add(dice.below(64) as u64),
        _ => base.wrapping_sub(dice.below(64) as u64),
    };
    Action::from_code(nudged)
}
