//! The text of a whole ply (one action, or one per seat with its letter), and its number for people.

use crate::{Chance, Game, Joint, Phase, Position, Seat, SeatSet, TextError};

/// Returns the number of a ply as people read it on the console, in messages and in reports, from 1.
///
/// Plies are indices from 0 only in memory and in the machine formats that say so (views, transcripts, the ledger).
pub const fn ply_number(index: u32) -> u32 {
    index.saturating_add(1)
}

/// Returns the text of a ply: `g1-g4` if one seat acts, `U:LA D:RC` if both do, `chance:3` for an outcome of chance.
pub fn format_joint(game: &dyn Game, position: &dyn Position, joint: &Joint) -> String {
    let mut ply = String::new();
    write_joint(game, position, joint, &mut ply);
    ply
}

/// Appends a ply to a text in the form of [`format_joint`].
pub fn write_joint(game: &dyn Game, position: &dyn Position, joint: &Joint, text: &mut String) {
    let simultaneous = position.phase().seats().len() > 1;
    let start = text.len();
    for (seat, action) in joint.iter() {
        let Some(action) = *action else { continue };
        if text.len() > start {
            text.push(' ');
        }
        if simultaneous {
            text.push(game.seats()[seat].letter);
            text.push(':');
        }
        match action.as_chance() {
            Some(_) => text.push_str(&position.format_action(seat, action)),
            None => position.write_action(seat, action, text),
        }
    }
}

/// Reads a ply: one action if one seat acts (its letter before it is optional), one per seat with its letter if both
/// do, or an outcome of chance. The returned actions are legal in the position.
///
/// # Errors
/// When the game is over, a seat is missing, named twice or not to act, or an action cannot be read or is illegal.
pub fn parse_ply(game: &dyn Game, position: &dyn Position, text: &str) -> Result<Joint, TextError> {
    let seats = match position.phase() {
        Phase::Act(seats) => seats,
        Phase::Chance(Chance { outcomes, seen_by }) => {
            let outcome = text.strip_prefix("chance:").and_then(|outcome| outcome.parse().ok());
            return outcome
                .filter(|outcome| *outcome < outcomes)
                .map(|outcome| Joint::chance(outcome, seen_by))
                .ok_or_else(|| {
                    TextError::new(format!("`{text}` is not chance:0 to chance:{}", outcomes - 1))
                });
        }
        Phase::Over(end) => {
            return Err(TextError::new(format!(
                "`{text}` cannot be played: the game is over ({})",
                end.reason
            )));
        }
    };
    let mut joint = Joint::default();
    for word in text.split_whitespace() {
        let lettered = word.split_once(':').and_then(|(letter, rest)| {
            let (seat, _) = game
                .seats()
                .iter()
                .find(|(_, name)| letter == name.letter.to_string())
                .map(|(seat, name)| (seat, name.letter))?;
            Some((seat, rest))
        });
        let (seat, action) = match lettered {
            Some(pair) => pair,
            None if seats == SeatSet::only(Seat::First) => (Seat::First, word),
            None if seats == SeatSet::only(Seat::Second) => (Seat::Second, word),
            None => {
                let [first, second] = game.seats().0.map(|name| name.letter);
                return Err(TextError::new(format!(
                    "`{word}` does not name its seat; both seats act at once: `{first}:… {second}:…`"
                )));
            }
        };
        let name = game.seats()[seat];
        if !seats.contains(seat) {
            return Err(TextError::new(format!("`{word}`: it is not {}'s move", name.word)));
        }
        if joint[seat].is_some() {
            return Err(TextError::new(format!("`{text}` has two actions of {}", name.word)));
        }
        let parsed = position.parse_action(seat, action)?;
        if !position.is_legal(seat, parsed) {
            // The message leaves out the position: in a hidden setup it would tell one seat about the other.
            return Err(TextError::new(format!("`{action}` is not legal for {} here", name.word)));
        }
        joint[seat] = Some(parsed);
    }
    if let Some(seat) = seats.iter().find(|&seat| joint[seat].is_none()) {
        let name = game.seats()[seat];
        return Err(TextError::new(format!("`{text}` has no action of {}", name.word)));
    }
    Ok(joint)
}
