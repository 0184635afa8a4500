//! Counts the leaves of the tree of plies.

use crate::{Action, Chance, Joint, Phase, Position, RulesFault, Seat, SeatSet};

/// Returns the number of sequences of exactly `depth` plies of legal actions. A simultaneous ply is one joint action, and
/// each outcome of chance is a ply. Games that end earlier are not counted. The leaves themselves are not checked for
/// the end of the game.
///
/// The last ply is counted, not played.
pub fn perft(position: &dyn Position, depth: u32) -> u64 {
    // Only a game from a file has rules that can fail.
    try_perft(position, depth).unwrap_or_default()
}

/// As [`perft`], for rules that may fail.
///
/// # Errors
/// The failure of the rules in a position on the way.
pub fn try_perft(position: &dyn Position, depth: u32) -> Result<u64, RulesFault> {
    if depth == 0 {
        return Ok(1);
    }
    let mut levels: Vec<Level> = (0..depth)
        .map(|_| Level { position: position.clone_box(), legal: [Vec::new(), Vec::new()] })
        .collect();
    count(&mut levels)
}

/// As [`try_perft`], split by the first ply: each joint action with its leaves, in the order of the listing.
///
/// # Errors
/// As [`try_perft`].
pub fn divide(position: &dyn Position, depth: u32) -> Result<Vec<(Joint, u64)>, RulesFault> {
    if depth == 0 {
        return Ok(Vec::new());
    }
    let mut level = Level { position: position.clone_box(), legal: [Vec::new(), Vec::new()] };
    let seats = level.list();
    let mut all = Vec::new();
    level.each_joint(seats, |joint| {
        let mut next = position.clone_box();
        next.apply(&joint);
        all.push((joint, try_perft(&*next, depth - 1)?));
        Ok(())
    })?;
    Ok(all)
}

/// A position on the path from the root, and the legal actions of its seats.
struct Level {
    position: Box<dyn Position>,
    legal: [Vec<Action>; 2],
}

impl Level {
    fn list(&mut self) -> SeatSet {
        let seats = self.position.phase().seats();
        for seat in Seat::BOTH {
            let legal = &mut self.legal[seat.index()];
            legal.clear();
            self.position.legal_actions(seat, legal);
        }
        seats
    }

    /// Calls a function with each joint action, or with each outcome of chance.
    fn each_joint(
        &self,
        seats: SeatSet,
        mut each: impl FnMut(Joint) -> Result<(), RulesFault>,
    ) -> Result<(), RulesFault> {
        if seats.is_empty() {
            let Some(Chance { outcomes, seen_by }) = chance(&*self.position) else { return Ok(()) };
            return (0..outcomes).try_for_each(|outcome| each(Joint::chance(outcome, seen_by)));
        }
        let choices = |seat: Seat| {
            let here = if seats.contains(seat) { self.legal[seat.index()].len() } else { 1 };
            (0..here).map(move |index| self.legal[seat.index()].get(index).copied())
        };
        for first in choices(Seat::First) {
            for second in choices(Seat::Second) {
                each(Joint::new(first, second))?;
            }
        }
        Ok(())
    }
}

fn count(levels: &mut [Level]) -> Result<u64, RulesFault> {
    let [level, deeper @ ..] = levels else { return Ok(1) };
    if let Some(fault) = level.position.fault() {
        return Err(fault.clone());
    }
    let seats = level.list();
    if deeper.is_empty() {
        return Ok(leaves(level, seats));
    }
    let mut total = 0;
    level.each_joint(seats, |joint| {
        deeper[0].position.copy_from(&*level.position);
        deeper[0].position.apply(&joint);
        total += count(deeper)?;
        Ok(())
    })?;
    Ok(total)
}

fn chance(position: &dyn Position) -> Option<Chance> {
    match position.phase() {
        Phase::Chance(chance) => Some(chance),
        Phase::Act(_) | Phase::Over(_) => None,
    }
}

fn leaves(level: &Level, seats: SeatSet) -> u64 {
    if seats.is_empty() {
        chance(&*level.position).map_or(0, |chance| chance.outcomes.into())
    } else {
        seats.iter().map(|seat| level.legal[seat.index()].len() as u64).product()
    }
}
