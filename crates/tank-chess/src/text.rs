//! A position as one line of text: in the setup the placements so far, otherwise the position at the start of the turn
//! and the actions made since.
//!
//! ```text
//! setup
//! setup W:Kh1n,Lg1n B:Ki16s,Lj16sw
//! W:Kh1n,Mf8e,Mf9e B:Ki16s,Li8w,Lk9w w 0 1 f8*i8>n1 fire- f9-g9e
//! ```
//!
//! After the pieces: the side to move, the number of successive turns without an elimination (both sides together), and
//! the turn's number. Pieces are ordered by kind and square, placements by time.

use std::fmt;

use game::{PerSeat, Phase, Seat, TextError};

use crate::board::{Board, Content};
use crate::game_impl::SEATS;
use crate::notation;
use crate::piece::PIECES;
use crate::square::back_rank;
use crate::turn::Turn;
use crate::{Action, Kind, Options, Piece, Placement, Position, Stage};

/// Maximum number of a turn in texts, far above any game.
const LAST_TURN: u32 = 100_000_000;

impl Position {
    /// Reads a position's text (see the crate's `README.md`).
    ///
    /// # Errors
    /// When the text is not a position under these options. The message names the square or the word.
    pub fn parse(options: Options, text: &str) -> Result<Position, TextError> {
        read(options, text)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(start) = &self.start else { return write_setup(&self.board, f) };
        let board = start.board();
        for (seat, game::SeatName { letter, .. }) in SEATS.iter() {
            let mut pieces: Vec<Piece> = board.pieces(seat).collect();
            pieces.sort_by_key(|piece| (piece.kind, piece.square));
            write!(f, "{letter}:")?;
            write_pieces(pieces.into_iter(), f)?;
            f.write_str(" ")?;
        }
        let side = SEATS[self.turn.mover].letter.to_ascii_lowercase();
        write!(f, "{side} {} {}", self.turn.quiet, self.turn.number)?;
        self.turn.made.iter().try_for_each(|action| write!(f, " {action}"))
    }
}

fn write_setup(board: &Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("setup")?;
    for (seat, game::SeatName { letter, .. }) in SEATS.iter() {
        let placed = board.armies[seat].present;
        if !placed.is_empty() {
            write!(f, " {letter}:")?;
            write_pieces(placed.iter().map(|number| board.piece(seat, number)), f)?;
        }
    }
    Ok(())
}

fn write_pieces(pieces: impl Iterator<Item = Piece>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (index, Piece { kind, square, facing, .. }) in pieces.enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(f, "{comma}{}", Action::Place(Placement { kind, square, facing }))?;
    }
    Ok(())
}

/// Reads a position's text.
fn read(options: Options, text: &str) -> Result<Position, TextError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["setup"] => Ok(Position::new(options)),
        ["setup", white, black] => read_setup(options, &read_sides(white, black)?),
        [white, black, side, quiet, number, made @ ..] if white.starts_with('W') => {
            let board = read_board(options, &read_sides(white, black)?)?;
            let turn = Turn::new(read_number(number)?, read_side(side)?, read_quiet(options, quiet)?);
            let mut position = Position::new(options);
            position.board = board;
            position.begin_turn(turn, None);
            made.iter().try_for_each(|word| replay(&mut position, word))?;
            Ok(position)
        }
        _ => Err(TextError::new(format!(
            "`{text}` is not a position: it needs `setup` with the placements of both sides, or the pieces of both \
             sides, side to move, turns without an elimination and turn: `W:Kh1n,… B:Ki16s,… w 0 1`"
        ))),
    }
}

/// Reads the pieces of both sides as written, with their squares and facings.
fn read_sides(white: &str, black: &str) -> Result<PerSeat<Vec<Placement>>, TextError> {
    Ok(PerSeat::new(read_list(Seat::First, white)?, read_list(Seat::Second, black)?))
}

fn read_list(seat: Seat, word: &str) -> Result<Vec<Placement>, TextError> {
    let letter = SEATS[seat].letter;
    let list = word.strip_prefix(letter).and_then(|rest| rest.strip_prefix(':')).ok_or_else(|| {
        TextError::new(format!("`{word}` should be the pieces of {}: `{letter}:…`", SEATS[seat].word))
    })?;
    list.split(',')
        .map(|piece| {
            notation::read_placement(piece).map_err(|_| {
                TextError::new(format!(
                    "`{piece}` of {} is not a piece with square and facing, such as `Kh1n`",
                    SEATS[seat].word
                ))
            })
        })
        .collect()
}

fn read_setup(options: Options, sides: &PerSeat<Vec<Placement>>) -> Result<Position, TextError> {
    let [white, black] = sides.as_ref().map(Vec::len).0;
    if white != black {
        return Err(TextError::new(format!(
            "White has placed {white} pieces and Black {black}, but both place at once"
        )));
    }
    if white > usize::from(options.side()) {
        let excess = sides[Seat::First][usize::from(options.side())].square;
        return Err(TextError::new(format!(
            "the piece on {excess} is one too many: a side has {}",
            options.side()
        )));
    }
    let mut position = Position::new(options);
    for index in 0..white {
        for (seat, placements) in sides.iter() {
            if let Some(wrong) = misplaced(&position, seat, index, placements[index]) {
                return Err(TextError::new(wrong));
            }
        }
        let joint = sides.as_ref().map(|placements| Some(Action::Place(placements[index]).encode()));
        position.apply(&joint);
    }
    Ok(position)
}

/// Returns the error of a placement, in words; `None` if it is correct.
fn misplaced(position: &Position, seat: Seat, index: usize, placement: Placement) -> Option<String> {
    let Placement { kind, square, .. } = placement;
    let due = PIECES[index];
    let word = SEATS[seat].word;
    if kind != due {
        return Some(format!(
            "{word}'s piece on {square} should be a {}, not a {}: the order is KLLLLMMMHHDDOO",
            due.name(),
            kind.name()
        ));
    }
    if !square.is_back_row(seat) {
        let rank = back_rank(seat) + 1;
        return Some(format!("{word} cannot place a piece on {square}: the setup is on rank {rank}"));
    }
    if !position.is_setup_square(seat, kind, square) {
        let (first, last) = position.options.command_files;
        let [first, last] = [first, last].map(|file| char::from(b'a' + file));
        return Some(format!(
            "{word}'s Command tank cannot be placed on {square}: it starts on files {first} to {last}"
        ));
    }
    (!position.is_legal(seat, Action::Place(placement))).then(|| format!("two pieces stand on {square}"))
}

fn read_board(options: Options, sides: &PerSeat<Vec<Placement>>) -> Result<Board, TextError> {
    let mut board = Board::bare();
    for (seat, pieces) in sides.iter() {
        for &placement in pieces {
            add_piece(&mut board, options, seat, placement).map_err(TextError::new)?;
        }
        if !board.pieces(seat).any(|piece| piece.kind == Kind::Command) {
            return Err(TextError::new(format!("{} has no Command tank", SEATS[seat].word)));
        }
    }
    Ok(board)
}

fn add_piece(board: &mut Board, options: Options, seat: Seat, placement: Placement) -> Result<(), String> {
    let Placement { kind, square, facing } = placement;
    let (word, name) = (SEATS[seat].word, kind.name());
    match board.at(square) {
        Content::Obstacle => {
            return Err(format!("{word}'s {name} cannot stand on {square}: there is an obstacle"));
        }
        Content::Piece(..) => return Err(format!("two pieces stand on {square}")),
        Content::Empty => {}
    }
    if kind == Kind::Command && !square.is_back_row(seat) {
        return Err(format!(
            "{word}'s Command tank cannot stand on {square}: it never leaves rank {}",
            back_rank(seat) + 1
        ));
    }
    let mut numbers = (0u8..).zip(options.kinds()).filter(|(_, of)| **of == kind).map(|(number, _)| number);
    let most = numbers.clone().count();
    let number = numbers
        .find(|&number| !board.armies[seat].present.contains(number))
        .ok_or_else(|| format!("{word}'s {name} on {square} is one too many: a side has {most}"))?;
    board.put(seat, number, square, facing);
    Ok(())
}

fn read_side(word: &str) -> Result<Seat, TextError> {
    match word {
        "w" => Ok(Seat::First),
        "b" => Ok(Seat::Second),
        _ => Err(TextError::new(format!("`{word}` is not a side to move; expected `w` or `b`"))),
    }
}

fn read_quiet(options: Options, word: &str) -> Result<u16, TextError> {
    let limit = options.quiet_limit();
    canonical_number(word).filter(|&quiet| quiet <= u32::from(limit)).map(|quiet| quiet as u16).ok_or_else(
        || {
            TextError::new(format!(
                "`{word}` is not a number of turns without an elimination from 0 to {limit}"
            ))
        },
    )
}

fn read_number(word: &str) -> Result<u32, TextError> {
    canonical_number(word)
        .filter(|number| (1..=LAST_TURN).contains(number))
        .ok_or_else(|| TextError::new(format!("`{word}` is not a turn number from 1 to {LAST_TURN}")))
}

/// Parses a number without sign or leading zeros.
fn canonical_number(word: &str) -> Option<u32> {
    word.parse().ok().filter(|number: &u32| number.to_string() == word)
}

/// Plays an action of the turn.
fn replay(position: &mut Position, word: &str) -> Result<(), TextError> {
    let action = notation::read(word)?;
    let seat = position.mover();
    if let Phase::Over(end) = position.phase() {
        return Err(TextError::new(format!("`{word}` cannot be played: the game is over ({})", end.reason)));
    }
    if action == Action::EndTurn {
        return Err(TextError::new("`.` ends the turn: the text is that of the position after it"));
    }
    if !position.is_legal(seat, action) {
        let phase = if position.stage == Stage::Fire { "fire phase" } else { "move phase" };
        return Err(TextError::new(format!("`{word}` is not legal in {}'s {phase} here", SEATS[seat].word)));
    }
    position.apply_single(action);
    Ok(())
}
