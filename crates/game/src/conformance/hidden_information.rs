//! The law of positions in which a seat fills in hidden information.

use super::views::{latest_hidden, other_secrets, see};
use super::walk::{list, require, walk, works};
use crate::{Action, Dice, Game, Joint, Position, Rules, Seat};

/// The result depends on choices and dice, not on the truth. Only a seat to act chooses a move and imagines.
pub(super) fn imagining(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    let mut plies: Vec<Joint> = Vec::new();
    walk(game, rules, dice, |ply, position, joint, dice| {
        for seat in position.phase().seats().iter() {
            let hidden = latest_hidden(position, seat, &plies);
            let (known, unknown) = plies.split_at(plies.len() - hidden);
            let choices: Vec<Action> = unknown
                .iter()
                .filter(|_| dice.below(2) == 0)
                .filter_map(|joint| joint[seat.other()])
                .collect();
            let seed = dice.bits();
            let imagined = |of: &dyn Position| of.imagined_by(seat, &choices, &mut Dice::from_number(seed));
            let seen = imagined(position);
            alike(game, position, &*seen, seat).map_err(|what| format!("ply {ply}, {position}: {what}"))?;
            if hidden > 0 {
                let other = other_secrets(game, rules, known, unknown, seat, dice);
                require(imagined(&*other).to_string() == seen.to_string(), || {
                    format!("ply {ply}: what {seat:?} imagines tells {position} from {other}")
                })?;
                require(other.history_len() == position.history_len(), || {
                    format!("ply {ply}: the history's length tells {position} from {other}")
                })?;
            }
        }
        plies.extend(joint.copied());
        Ok(())
    })
    .map(drop)
}

/// Checks that a seat cannot tell an imagined position from the truth.
fn alike(game: &dyn Game, truth: &dyn Position, imagined: &dyn Position, seat: Seat) -> Result<(), String> {
    works(imagined)?;
    let of = |what: &str| format!("{imagined}, which {seat:?} imagines, has another {what}");
    require(see(game, truth, seat, 0) == see(game, imagined, seat, 0), || of("view"))?;
    require(truth.phase() == imagined.phase(), || of("phase"))?;
    require(list(truth, seat) == list(imagined, seat), || of("list of actions"))?;
    require(truth.history_len() == imagined.history_len(), || of("history"))?;
    require(truth.turn() == imagined.turn(), || of("turn"))
}
