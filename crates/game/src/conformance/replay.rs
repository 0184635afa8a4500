//! The law of replaying a match.

use super::walk::{require, walk};
use crate::{Dice, Game, Phase, Position, Rules, Seat};

pub(super) fn replay(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    let mut plies = Vec::new();
    let mut copy: Option<Box<dyn Position>> = None;
    let last = walk(game, rules, dice, |ply, position, joint, dice| {
        plies.extend(joint.copied());
        // A copy taken at any point plays on like the original.
        match &mut copy {
            None if dice.below(8) == 0 => copy = Some(position.clone_box()),
            Some(copy) if dice.below(8) == 0 => copy.copy_from(position),
            _ => {}
        }
        if let Some(copy) = &mut copy {
            require(copy.to_string() == position.to_string(), || {
                format!("ply {ply}: {position}, its copy {copy}")
            })?;
            if let Some(joint) = joint {
                copy.apply(joint);
            }
        }
        Ok(())
    })?;
    let mut again = game.start(rules);
    for joint in &plies {
        require(!matches!(again.phase(), Phase::Over(_)), || "over too early".to_owned())?;
        let events = again.events(joint, None);
        require(events.iter().all(|event| !event.text.is_empty()), || {
            format!("{again}: an event without words")
        })?;
        again.apply(joint);
    }
    require(again.to_string() == last.to_string(), || format!("ended as {last}, replayed {again}"))?;
    require(again.phase() == last.phase(), || {
        format!("ended in {:?}, replayed {:?}", last.phase(), again.phase())
    })?;
    require(measure(game, &*again) == measure(game, &*last), || format!("{last}: other metrics"))
}

fn measure(game: &dyn Game, position: &dyn Position) -> [Vec<i64>; 2] {
    Seat::BOTH.map(|seat| {
        let mut values = vec![0; game.metrics().len()];
        position.metrics(seat, &mut values);
        values
    })
}
