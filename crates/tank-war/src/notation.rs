//! Text of positions, both ways.
//!
//! `uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:000000 0`: the owners of the boxes row by row from the top,
//! the number of boxes that each tank has advanced in the order LA LB LC RA RB RC (`-` if it is destroyed), and the
//! number of rounds played.

use std::fmt;

use game::{PerSeat, Seat, TextError};

use crate::tracks::possible_holdings;
use crate::{Boxes, Options, Position, SIDE, Tank};

/// The letter of a seat in notation.
pub(crate) const fn letter(seat: Seat) -> char {
    match seat {
        Seat::First => 'U',
        Seat::Second => 'D',
    }
}

/// A tank with its side, in words for people: `U's LA`.
pub(crate) fn owned(seat: Seat, tank: Tank) -> String {
    format!("{}'s {}", letter(seat), tank.name())
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, column) in Boxes::ALL.iter() {
            let slash = if column == 0 && row > 0 { "/" } else { "" };
            let owner = if self.held_by_second.meets(Boxes::at(row, column)) { 'd' } else { 'u' };
            write!(f, "{slash}{owner}")?;
        }
        for seat in Seat::BOTH {
            write!(f, " {}:", letter(seat))?;
            for tank in Tank::ALL {
                match self.advanced(seat, tank) {
                    Some(boxes) => write!(f, "{boxes}")?,
                    None => write!(f, "-")?,
                }
            }
        }
        write!(f, " {}", self.rounds)
    }
}

impl Position {
    /// Reads a position's text.
    ///
    /// Rejects positions that no game can reach: a tank past the enemy's back row, tanks on one box or past each other
    /// on their track, boxes whose owner contradicts the tanks of their column, more rounds than a game has. Accepts a
    /// low number of rounds, so positions can be set up by hand.
    ///
    /// # Errors
    /// When the text is not such a position. The message names row and column, side and tank.
    pub fn parse(options: Options, text: &str) -> Result<Position, TextError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [owners, first, second, rounds] = words[..] else {
            return Err(TextError::new(format!(
                "a position has 4 parts (owners of the boxes, U's tanks, D's tanks, rounds), not {}: \
                 `uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:000000 0`",
                words.len()
            )));
        };
        let position = Position {
            held_by_second: parse_owners(owners)?,
            tanks: PerSeat::new(
                parse_tanks(options, Seat::First, first)?,
                parse_tanks(options, Seat::Second, second)?,
            ),
            rounds: parse_rounds(options, rounds)?,
            options,
        };
        for column in 0..SIDE {
            position.check_column(column)?;
        }
        Ok(position)
    }

    /// Checks that the two tanks and the boxes of a column can coexist.
    fn check_column(&self, column: u8) -> Result<(), TextError> {
        let rows = PerSeat::from_fn(|seat| (self.tanks[seat] & Boxes::column(column)).first_row());
        let name = |seat| owned(seat, self.tracks().tank(seat, column));
        if let PerSeat([Some(first), Some(second)]) = rows {
            let (u, d) = (name(Seat::First), name(Seat::Second));
            if first == second {
                return Err(TextError::new(format!(
                    "{u} and {d} both stand on row {first}, column {column}"
                )));
            }
            if first > second {
                return Err(TextError::new(format!("{u} and {d} have passed each other on column {column}")));
            }
        }
        let held = self.boxes(Seat::First) & Boxes::column(column);
        let count = held.len() as u8;
        if held.iter().any(|(row, _)| row >= count) {
            return Err(TextError::new(format!(
                "column {column} has a box of D above one of U; tanks drive straight and take what they \
                 enter, so U's boxes come first"
            )));
        }
        let possible = possible_holdings(rows[Seat::First], rows[Seat::Second]);
        if possible.contains(&count) {
            return Ok(());
        }
        let living: Vec<String> = Seat::BOTH
            .into_iter()
            .filter_map(|seat| Some(format!("{} on row {}", name(seat), rows[seat]?)))
            .collect();
        let (least, most) = (possible.start(), possible.end());
        let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
        Err(TextError::new(format!(
            "column {column} has {count} boxes of U at the top, but with {} it can only be {range}",
            living.join(" and ")
        )))
    }
}

/// Reads the boxes of D.
fn parse_owners(word: &str) -> Result<Boxes, TextError> {
    let rows = word.split('/').count();
    if rows != usize::from(SIDE) {
        return Err(TextError::new(format!("there are {rows} rows of owners, not 6")));
    }
    let mut held_by_second = Boxes::NONE;
    for (row, owners) in (0..SIDE).zip(word.split('/')) {
        let boxes = owners.chars().count();
        if boxes != usize::from(SIDE) {
            return Err(TextError::new(format!("row {row} has {boxes} boxes, not 6")));
        }
        for (column, owner) in (0..SIDE).zip(owners.chars()) {
            match owner {
                'u' => {}
                'd' => held_by_second = held_by_second | Boxes::at(row, column),
                _ => {
                    return Err(TextError::new(format!(
                        "row {row}, column {column}: {owner:?} is not an owner; expected u or d"
                    )));
                }
            }
        }
    }
    Ok(held_by_second)
}

/// Reads the places of a side's living tanks.
fn parse_tanks(options: Options, seat: Seat, word: &str) -> Result<Boxes, TextError> {
    let letter = letter(seat);
    let Some(advances) = word.strip_prefix(letter).and_then(|rest| rest.strip_prefix(':')) else {
        return Err(TextError::new(format!("{word:?} should be {letter}'s tanks, as in `{letter}:000000`")));
    };
    let count = advances.chars().count();
    if count != Tank::ALL.len() {
        return Err(TextError::new(format!("{letter} has {count} tanks, not 6")));
    }
    let mut tanks = Boxes::NONE;
    for (tank, advance) in Tank::ALL.into_iter().zip(advances.chars()) {
        let boxes = match advance {
            '-' => continue,
            '0'..='5' => advance as u8 - b'0',
            '6'..='9' => {
                return Err(TextError::new(format!(
                    "{} has advanced {advance} boxes; the enemy's back row is 5 ahead",
                    owned(seat, tank)
                )));
            }
            _ => {
                return Err(TextError::new(format!(
                    "{}: {advance:?} is neither 0 to 5 boxes advanced nor `-` for a destroyed tank",
                    owned(seat, tank)
                )));
            }
        };
        let row = match seat {
            Seat::First => boxes,
            Seat::Second => SIDE - 1 - boxes,
        };
        tanks = tanks | Boxes::at(row, options.tracks.column(seat, tank));
    }
    Ok(tanks)
}

fn parse_rounds(options: Options, word: &str) -> Result<u8, TextError> {
    let most = options.max_rounds();
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    let rounds: Option<u8> = word.parse().ok().filter(|&rounds| digits && rounds <= most);
    rounds
        .ok_or_else(|| TextError::new(format!("{word:?} is not a number of rounds played from 0 to {most}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Blocked, Tracks};

    const START: &str = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:000000 0";

    fn refusal(text: &str) -> String {
        Position::parse(Options::default(), text).unwrap_err().to_string()
    }

    #[test]
    fn the_start_reads_and_prints() {
        for tracks in [Tracks::AInside, Tracks::AOutside] {
            let options = Options { tracks, ..Options::default() };
            assert_eq!(Position::start(options).to_string(), START);
            assert_eq!(Position::parse(options, START).unwrap(), Position::start(options));
        }
    }

    #[test]
    fn a_text_means_other_boxes_under_the_other_layout() {
        let text = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:200000 D:000000 2";
        for (tracks, column) in [(Tracks::AInside, 3), (Tracks::AOutside, 5)] {
            let position = Position::parse(Options { tracks, ..Options::default() }, text).unwrap();
            assert!(position.tanks(Seat::First).meets(Boxes::at(2, column)));
            assert_eq!(position.to_string(), text);
        }
    }

    #[test]
    fn refusals_name_the_place() {
        let cases = [
            ("", "a position has 4 parts (owners of the boxes, U's tanks, D's tanks, rounds), not 0"),
            ("uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd U:000000 D:000000 0", "there are 5 rows of owners, not 6"),
            ("uuuuuu/uuuuuu/uuuuuu/ddddd/dddddd/dddddd U:000000 D:000000 0", "row 3 has 5 boxes, not 6"),
            (
                "uuuuuu/uuuuux/uuuuuu/dddddd/dddddd/dddddd U:000000 D:000000 0",
                "row 1, column 5: 'x' is not an owner; expected u or d",
            ),
            (
                "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd D:000000 U:000000 0",
                "\"D:000000\" should be U's tanks, as in `U:000000`",
            ),
            ("uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:00000 0", "D has 5 tanks, not 6"),
            (
                "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000060 D:000000 0",
                "U's RB has advanced 6 boxes; the enemy's back row is 5 ahead",
            ),
            (
                "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:0x0000 0",
                "D's LB: 'x' is neither 0 to 5 boxes advanced nor `-` for a destroyed tank",
            ),
            (
                "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:200000 D:000300 5",
                "U's LA and D's RA both stand on row 2, column 3",
            ),
            (
                "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:300000 D:000300 6",
                "U's LA and D's RA have passed each other on column 3",
            ),
            (
                "uuuuuu/duuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:------ 6",
                "column 0 has a box of D above one of U; tanks drive straight and take what they enter, so \
                 U's boxes come first",
            ),
            (
                "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:300000 D:000000 3",
                "column 3 has 3 boxes of U at the top, but with U's LA on row 3 and D's RA on row 5 it can \
                 only be 4",
            ),
            (
                "uuuuuu/uuuuuu/uuuduu/dddddd/dddddd/dddddd U:000-00 D:000000 3",
                "column 3 has 2 boxes of U at the top, but with U's LA on row 0 and D's RA on row 5 it can \
                 only be 3",
            ),
            (
                "uuuuuu/uuuuuu/uuuuuu/dddudd/dddddd/dddddd U:000000 D:000-00 3",
                "column 3 has 4 boxes of U at the top, but with U's LA on row 0 it can only be 1 to 3",
            ),
            (
                "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:000000 55",
                "\"55\" is not a number of rounds played from 0 to 54",
            ),
            (
                "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:000000 +5",
                "\"+5\" is not a number of rounds played from 0 to 54",
            ),
        ];
        for (text, message) in cases {
            let seen = refusal(text);
            assert!(seen.starts_with(message), "{text}: {seen}");
        }
    }

    #[test]
    fn the_bound_on_rounds_is_that_of_the_option() {
        let wasted = Options { blocked: Blocked::Wasted, ..Options::default() };
        let at = |rounds: &str| Position::parse(wasted, &START.replace(" 0", &format!(" {rounds}")));
        assert_eq!(at("200").unwrap().rounds(), 200);
        assert!(at("201").is_err());
    }
}
