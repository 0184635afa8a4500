//! Positions and moves as text.
//!
//! A position: ranks from 11 down joined by `/`, `T` and `C` for White's tank and commander, `t` and `c` for Black's,
//! numbers for runs of squares without a tank, whatever the ground; then `w` or `b` for the side to move; then the
//! number of successive plies without progress. The text leaves out only the history: a position read from text is its
//! own first occurrence and counts its turns from 0.
//!
//! A move: `g1-g4`, a capture `k5xe11`.

use std::fmt;

use game::Seat;

use crate::board::Kind;
use crate::errors::{MoveError, PositionError};
use crate::{Board, Move, Options, Position, Square};

impl Position {
    /// Reads a position's text.
    ///
    /// # Errors
    /// The first error, with its square or rank.
    pub fn parse(options: Options, text: &str) -> Result<Position, PositionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [ranks, side, plies] = words[..] else {
            return Err(PositionError::Words { found: words.len() });
        };
        let to_move = match side {
            "w" => Seat::First,
            "b" => Seat::Second,
            _ => return Err(PositionError::SideToMove { text: side.to_owned() }),
        };
        let board = read_board(ranks, to_move)?;
        let quiet_plies = number(plies).ok_or_else(|| PositionError::Plies { text: plies.to_owned() })?;
        Ok(Position::new(board, quiet_plies, options))
    }
}

fn read_board(text: &str, to_move: Seat) -> Result<Board, PositionError> {
    let found = text.split('/').count();
    if found != usize::from(Square::SIDE) {
        return Err(PositionError::Ranks { found });
    }
    let mut board = Board::empty(to_move);
    for (rank, text) in (0..Square::SIDE).rev().zip(text.split('/')) {
        read_rank(&mut board, rank, text)?;
    }
    Ok(board)
}

fn read_rank(board: &mut Board, rank: u8, text: &str) -> Result<(), PositionError> {
    let length = |found| PositionError::RankLength { rank: rank + 1, text: text.to_owned(), found };
    let mut file = 0;
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
        let (word, behind) = rest.split_at(if digits > 0 { digits } else { sign.len_utf8() });
        let square = Square::new(file, rank).ok_or_else(|| length(usize::from(file) + squares_in(rest)))?;
        if digits > 0 {
            let run = number(word).filter(|run| (1..=u32::from(Square::SIDE)).contains(run));
            let bad = || PositionError::Run { rank: rank + 1, number: word.to_owned(), square };
            file += run.ok_or_else(bad)? as u8;
        } else {
            let (seat, kind) = tank_of(sign).ok_or(PositionError::Sign { rank: rank + 1, sign, square })?;
            board.place(square, seat, kind)?;
            file += 1;
        }
        rest = behind;
    }
    if file == Square::SIDE { Ok(()) } else { Err(length(usize::from(file))) }
}

/// Returns roughly the number of squares in the rest of a rank: each sign that is not a digit counts as one.
fn squares_in(text: &str) -> usize {
    let numbers = text.split(|sign: char| !sign.is_ascii_digit()).filter_map(number);
    let signs = text.chars().filter(|sign| !sign.is_ascii_digit()).count();
    numbers.fold(signs, |sum, run| sum.saturating_add(run as usize))
}

/// Parses a number in digits without leading zeros.
fn number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

fn tank_of(sign: char) -> Option<(Seat, Kind)> {
    match sign {
        'T' => Some((Seat::First, Kind::Tank)),
        'C' => Some((Seat::First, Kind::Commander)),
        't' => Some((Seat::Second, Kind::Tank)),
        'c' => Some((Seat::Second, Kind::Commander)),
        _ => None,
    }
}

/// The sign of a tank in positions and drawings.
pub(crate) const fn sign(seat: Seat, kind: Kind) -> char {
    match (seat, kind) {
        (Seat::First, Kind::Tank) => 'T',
        (Seat::First, Kind::Commander) => 'C',
        (Seat::Second, Kind::Tank) => 't',
        (Seat::Second, Kind::Commander) => 'c',
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board(), self.quiet_plies())
    }
}

impl fmt::Display for Board {
    /// Writes the ranks and the side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::SIDE).rev() {
            write_rank(f, self, rank)?;
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(match self.to_move() {
            Seat::First => "w",
            Seat::Second => "b",
        })
    }
}

fn write_rank(f: &mut fmt::Formatter<'_>, board: &Board, rank: u8) -> fmt::Result {
    let mut empty = 0;
    for square in (0..Square::SIDE).filter_map(|file| Square::new(file, rank)) {
        let Some((seat, kind)) = board.tank(square) else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        write!(f, "{}", sign(seat, kind))?;
        empty = 0;
    }
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Board {
    /// Returns a move of a seat in notation, legal or not. It is a capture if an enemy stands on the target square.
    pub fn format_move(&self, seat: Seat, played: Move) -> String {
        let Move { from, to } = played;
        let sign = if self.tanks(seat.other()).contains(to) { 'x' } else { '-' };
        format!("{from}{sign}{to}")
    }

    /// Reads a move of a seat. A commander could make it on an empty board; it need not be legal here.
    ///
    /// # Errors
    /// When the text is not a move, or is written as a capture but is none, or the other way round.
    pub fn parse_move(&self, seat: Seat, text: &str) -> Result<Move, MoveError> {
        let at = text.find(['-', 'x']).ok_or_else(|| MoveError::Shape { text: text.to_owned() })?;
        let (from, to): (Square, Square) = (text[..at].parse()?, text[at + 1..].parse()?);
        let read = Move { from, to };
        if !read.is_along_a_line() {
            return Err(MoveError::NoLine { from, to });
        }
        match (&text[at..=at], self.tanks(seat.other()).contains(to)) {
            ("x", false) => Err(MoveError::NothingToCapture { from, to }),
            ("-", true) => Err(MoveError::Capture { from, to }),
            _ => Ok(read),
        }
    }
}
