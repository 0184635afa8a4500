//! The laws of the texts of actions and positions.

use super::walk::{list, require, walk};
use crate::traits::random_joint;
use crate::{Action, Dice, Game, Phase, Position, Rules, Seat, format_joint, parse_ply};

pub(super) fn action_notation(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    walk(game, rules, dice, |ply, position, joint, _| {
        let place = |what: String| format!("ply {ply}, {position}: {what}");
        for seat in Seat::BOTH {
            for action in list(position, seat) {
                let text = position.format_action(seat, action);
                let read =
                    position.parse_action(seat, &text).map_err(|error| place(format!("{text}: {error}")))?;
                require(read == action, || place(format!("{action:?} is {text}, which reads as {read:?}")))?;
                require(
                    !text.is_empty() && !text.contains(char::is_whitespace) && !text.contains(':'),
                    || place(format!("`{text}` is not one word without a colon")),
                )?;
            }
        }
        let Some(joint) = joint else { return Ok(()) };
        let text = format_joint(game, position, joint);
        let read = parse_ply(game, position, &text).map_err(|error| place(format!("{text}: {error}")))?;
        require(read == *joint, || place(format!("{joint:?} is {text}, which reads as {read:?}")))
    })
    .map(drop)
}

pub(super) fn position_text(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    walk(game, rules, dice, |ply, position, _, _| {
        let text = position.to_string();
        let place = |what: String| format!("ply {ply}, {text}: {what}");
        let read = game.parse_position(rules, &text).map_err(|error| place(error.to_string()))?;
        require(read.to_string() == text, || place(format!("reads as {read}")))?;
        let alike = position.parse_alike(&text).map_err(|error| place(format!("read alike: {error}")))?;
        require(alike.to_string() == text && list_both(&*alike) == list_both(&*read), || {
            place(format!("reads alike as {alike}"))
        })?;
        // A text without the turn starts counting anew.
        let turns = [position.turn(), game.start(rules).turn()];
        require(turns.contains(&read.turn()), || {
            place(format!("turn {} reads as {}", position.turn(), read.turn()))
        })?;
        // Only history may make a difference, and only by ending a game earlier.
        if let (Phase::Act(here), Phase::Act(there)) = (position.phase(), read.phase()) {
            require(here == there, || place(format!("{here:?} acts, read back {there:?}")))?;
            for seat in Seat::BOTH {
                require(list(position, seat) == list(&*read, seat), || {
                    place("other actions when read back".to_owned())
                })?;
            }
        }
        require(!text.contains('\n'), || place("more than one line".to_owned()))
    })
    .map(drop)
}

fn list_both(position: &dyn Position) -> [Vec<Action>; 2] {
    Seat::BOTH.map(|seat| list(position, seat))
}

pub(super) fn damaged_text(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    const NOISE: &[char] = &['0', '1', '9', '-', '/', ':', ' ', 'x', 'T', 'c', 'é', '\u{0}', 'w', '*'];
    walk(game, rules, dice, |ply, position, joint, dice| {
        let damage = |text: &str, dice: &mut Dice| {
            let mut chars: Vec<char> = text.chars().collect();
            for _ in 0..=dice.below(3) {
                let at = dice.below(chars.len() + 1);
                match dice.below(4) {
                    0 => chars.truncate(at),
                    1 if at < chars.len() => drop(chars.remove(at)),
                    2 if at < chars.len() => chars[at] = NOISE[dice.below(NOISE.len())],
                    _ => chars.insert(at, NOISE[dice.below(NOISE.len())]),
                }
            }
            chars.into_iter().collect::<String>()
        };
        let text = damage(&position.to_string(), dice);
        if let Ok(read) = game.parse_position(rules, &text) {
            let canonical = read.to_string();
            let again = game.parse_position(rules, &canonical);
            require(again.is_ok_and(|again| again.to_string() == canonical), || {
                format!("ply {ply}: `{text}` reads as `{canonical}`, which does not read back")
            })?;
            for seat in Seat::BOTH {
                let legal = list(&*read, seat);
                require(legal.is_empty() != read.phase().seats().contains(seat), || {
                    format!("`{text}`: {seat:?} listed {}", legal.len())
                })?;
            }
            if let Some(joint) = random_joint(&*read, dice, &mut Vec::new()) {
                let mut next = read.clone_box();
                next.apply(&joint);
            }
        }
        let Some(joint) = joint else { return Ok(()) };
        for (seat, action) in joint.iter() {
            let Some(action) = *action else { continue };
            let text = damage(&position.format_action(seat, action), dice);
            if let Ok(read) = position.parse_action(seat, &text) {
                require(game.is_action(read), || {
                    format!("ply {ply}: `{text}` reads as {read:?}, no action")
                })?;
                position.is_legal(seat, read);
                position.format_action(seat, read);
            }
        }
        Ok(())
    })
    .map(drop)
}
