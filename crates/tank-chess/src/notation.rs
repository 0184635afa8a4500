//! Actions as text: `Kh1n`, `d4*d9>n2`, `d4*d9>0`, `fire-`, `d4-f7e`, `.`.

use std::fmt;

use game::TextError;

use crate::{Action, Direction, Kind, Move, Placement, Retreat, Shot, Square};

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place(Placement { kind, square, facing }) => {
                write!(f, "{}{square}{facing}", kind.letter())
            }
            Action::Shoot(Shot { firer, target, retreat: None }) => write!(f, "{firer}*{target}>0"),
            Action::Shoot(Shot { firer, target, retreat: Some(Retreat { direction, distance }) }) => {
                write!(f, "{firer}*{target}>{direction}{distance}")
            }
            Action::EndFiring => f.write_str("fire-"),
            Action::Move(Move { from, to, facing }) => write!(f, "{from}-{to}{facing}"),
            Action::EndTurn => f.write_str("."),
        }
    }
}

/// Reads an action.
pub(crate) fn read(text: &str) -> Result<Action, TextError> {
    match text {
        "fire-" => Ok(Action::EndFiring),
        "." => Ok(Action::EndTurn),
        _ if text.contains('*') => read_shot(text).map(Action::Shoot),
        _ if text.contains('-') => read_move(text).map(Action::Move),
        _ => read_placement(text).map(Action::Place),
    }
}

/// Reads a placement, or a piece with its square and facing: `Kh1n`.
pub(crate) fn read_placement(text: &str) -> Result<Placement, TextError> {
    let wrong = |what: &str| TextError::new(format!("`{text}` {what}"));
    let mut rest = text.chars();
    let kind = rest.next().and_then(Kind::from_letter).ok_or_else(|| {
        wrong("is not a placement `Kh1n`, a shot `d4*d9>n2`, a move `d4-f7e`, `fire-` or `.`")
    })?;
    let (square, rest) =
        Square::split(rest.as_str()).ok_or_else(|| wrong("needs a square a1 to p16 after its letter"))?;
    let facing = Direction::from_letters(rest)
        .ok_or_else(|| wrong("needs a facing n, ne, e, se, s, sw, w or nw after its square"))?;
    Ok(Placement { kind, square, facing })
}

fn read_shot(text: &str) -> Result<Shot, TextError> {
    let wrong = |what: &str| TextError::new(format!("the shot `{text}` {what}"));
    let (firer, rest) =
        Square::split(text).ok_or_else(|| wrong("needs the firer's square a1 to p16 first"))?;
    let (target, rest) = rest
        .strip_prefix('*')
        .and_then(Square::split)
        .ok_or_else(|| wrong("needs `*` and the target's square a1 to p16 after the firer's"))?;
    let rest = rest.strip_prefix('>').ok_or_else(|| wrong("needs `>` after the target's square"))?;
    if rest == "0" {
        return Ok(Shot { firer, target, retreat: None });
    }
    let retreat = read_retreat(rest)
        .ok_or_else(|| wrong("needs a retreat n, s, e or w with its distance 1 to 5, or 0, after `>`"))?;
    Ok(Shot { firer, target, retreat: Some(retreat) })
}

fn read_retreat(text: &str) -> Option<Retreat> {
    let (letters, distance) = text.split_at_checked(1)?;
    let direction = Direction::from_letters(letters)?;
    let distance = ["1", "2", "3", "4", "5"].iter().position(|digit| *digit == distance)? as u8 + 1;
    Some(Retreat { direction, distance })
}

fn read_move(text: &str) -> Result<Move, TextError> {
    let wrong = |what: &str| TextError::new(format!("the move `{text}` {what}"));
    let (from, rest) =
        Square::split(text).ok_or_else(|| wrong("needs the square a1 to p16 it starts from first"))?;
    let (to, rest) = rest
        .strip_prefix('-')
        .and_then(Square::split)
        .ok_or_else(|| wrong("needs `-` and the square a1 to p16 it ends on, after the first"))?;
    let facing = Direction::from_letters(rest)
        .ok_or_else(|| wrong("needs a facing n, ne, e, se, s, sw, w or nw after its last square"))?;
    Ok(Move { from, to, facing })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_is_as_the_rules_write_it() {
        for text in [
            "Kh1n",
            "Ki16s",
            "Op1nw",
            "d4*d9>n2",
            "d4*d9>0",
            "a1*p16>w5",
            "d4-f7e",
            "f8-f8n",
            "p16-p16sw",
            "fire-",
            ".",
        ] {
            let action = read(text).unwrap();
            assert_eq!(action.to_string(), text);
            assert_eq!(Action::decode(action.encode()), Some(action), "{text}");
        }
    }

    #[test]
    fn mistakes_say_what_was_expected() {
        let cases = [
            ("", "`` is not a placement"),
            ("Xh1n", "`Xh1n` is not a placement"),
            ("kh1n", "`kh1n` is not a placement"),
            ("Kq1n", "`Kq1n` needs a square a1 to p16 after its letter"),
            ("Kh17n", "`Kh17n` needs a square"),
            ("Kh1", "`Kh1` needs a facing"),
            ("Kh1nn", "`Kh1nn` needs a facing"),
            ("é*d9>0", "the shot `é*d9>0` needs the firer's square"),
            ("d4*d99>0", "the shot `d4*d99>0` needs `*` and the target's square"),
            ("d4*d9", "the shot `d4*d9` needs `>`"),
            ("d4*d9>", "the shot `d4*d9>` needs a retreat"),
            ("d4*d9>n6", "the shot `d4*d9>n6` needs a retreat"),
            ("d4*d9>n0", "the shot `d4*d9>n0` needs a retreat"),
            ("d4*d9>ne1", "the shot `d4*d9>ne1` needs a retreat"),
            ("d4*d9>é", "the shot `d4*d9>é` needs a retreat"),
            ("-", "the move `-` needs the square"),
            ("d4-", "the move `d4-` needs `-` and the square"),
            ("d4-f7", "the move `d4-f7` needs a facing"),
            ("d4-f7e.", "the move `d4-f7e.` needs a facing"),
        ];
        for (text, expected) in cases {
            let message = read(text).unwrap_err().to_string();
            assert!(message.starts_with(expected), "{text}: {message}");
        }
    }
}
