//! A state of play: the board, the history since the last progress, and the end of the game.

use game::{Outcome, PerSeat, Seat};

use crate::history::History;
use crate::{Board, Ending, Move, MoveList, Options};

/// A board with the history that the rules need, under rule options.
#[derive(Debug)]
pub struct Position {
    board: Board,
    options: Options,
    /// Number of successive plies without a capture or an entry.
    quiet_plies: u32,
    /// Occurrences of the board since the last capture or entry; 1 if the repetition guard is off.
    occurrences: u32,
    /// Number of plies played since the start, or since the position was read from text.
    turn: u32,
    ending: Option<Ending>,
    history: History,
}

impl Position {
    /// The start position.
    pub fn start(options: Options) -> Position {
        Position::new(Board::START, 0, options)
    }

    /// A board after a number of plies without progress, without other history: it is its own first occurrence. The
    /// game is over if rule 7 or the counter says so.
    pub fn new(board: Board, quiet_plies: u32, options: Options) -> Position {
        let history = History::default();
        let mut position =
            Position { board, options, quiet_plies, occurrences: 1, turn: 0, ending: None, history };
        position.ending = position.board.ending().or_else(|| position.no_progress());
        position
    }

    /// The tanks and the side to move.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rule options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Number of successive plies without a capture and without a tank newly entering the enemy's base.
    pub const fn quiet_plies(&self) -> u32 {
        self.quiet_plies
    }

    /// Number of occurrences of the board with this side to move, including this one; 1 if the repetition guard is off.
    pub const fn occurrences(&self) -> u32 {
        self.occurrences
    }

    /// Number of plies played since the start, or since the position was created.
    pub const fn turn(&self) -> u32 {
        self.turn
    }

    /// The rule that ended the game; `None` while it goes on.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The seat with more points (rule 8), whether the game is over or not.
    pub fn outcome(&self) -> Outcome {
        let PerSeat([white, black]) = self.board.score();
        Outcome::of_more(white, black)
    }

    /// The moves since the last progress, the newest first. Taking them back one by one gives the earlier positions
    /// that count for repetition. Empty if that guard is off.
    pub fn reversible_moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.history.newest_first()
    }

    /// Number of moves since the last progress, if the repetition guard is on.
    pub(crate) fn history_len(&self) -> u32 {
        self.history.len() as u32
    }

    /// Fills a list with the legal moves in a fixed order. It is empty when the game is over.
    pub fn moves(&self, list: &mut MoveList) {
        if self.ending.is_none() {
            self.board.moves(self.options.duel, list);
        } else {
            list.clear();
        }
    }

    /// Number of legal moves; 0 when the game is over.
    pub fn count_moves(&self) -> u32 {
        if self.ending.is_none() { self.board.count_moves(self.options.duel) } else { 0 }
    }

    /// Returns `true` if the move is legal for a seat now.
    pub fn is_legal(&self, seat: Seat, asked: Move) -> bool {
        self.ending.is_none() && seat == self.board.to_move() && self.board.is_legal(self.options.duel, asked)
    }

    /// Plays a legal move and determines whether the game is over: by rule 7, then by repetition, then by the counter.
    pub fn play(&mut self, played: Move) {
        self.turn = self.turn.saturating_add(1);
        if self.board.is_capture(played) || self.board.is_entry(played) {
            self.history.clear();
            self.quiet_plies = 0;
            self.board.play(played);
            self.occurrences = 1;
        } else {
            self.play_quietly(played);
        }
        self.ending = self.board.ending().or_else(|| self.repetition()).or_else(|| self.no_progress());
    }

    fn play_quietly(&mut self, played: Move) {
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        if self.options.repetitions == 0 {
            self.board.play(played);
        } else {
            self.history.push(&self.board, played);
            self.board.play(played);
            self.occurrences = self.history.occurrences(&self.board);
        }
    }

    fn repetition(&self) -> Option<Ending> {
        let limit = self.options.repetitions;
        (limit > 0 && self.occurrences >= limit).then_some(Ending::Repetition)
    }

    fn no_progress(&self) -> Option<Ending> {
        let limit = self.options.no_progress_plies;
        (limit > 0 && self.quiet_plies >= limit).then_some(Ending::NoProgress)
    }

    /// Returns `true` if a guard of rule 9 could end the game within the next `plies`.
    pub(crate) fn guards_can_strike(&self, plies: u32) -> bool {
        let Options { no_progress_plies, repetitions, .. } = self.options;
        let most_occurrences =
            1 + (self.history.len() as u64 + u64::from(plies)) / crate::history::SHORTEST_CYCLE as u64;
        no_progress_plies > 0 && self.quiet_plies.saturating_add(plies) >= no_progress_plies
            || repetitions > 0 && most_occurrences >= u64::from(repetitions)
    }

    /// Returns the position rotated by half a turn with the seats exchanged, including its history.
    #[must_use]
    pub fn mirrored(&self) -> Position {
        let mut earliest = self.board;
        self.history.newest_first().for_each(|played| earliest.take_back(played));
        let mut earlier = earliest.mirrored();
        let mut history = History::default();
        let oldest_first =
            self.history.newest_first().map(Move::mirrored).collect::<Vec<_>>().into_iter().rev();
        for played in oldest_first {
            history.push(&earlier, played);
            earlier.play(played);
        }
        Position { board: self.board.mirrored(), history, ..*self }
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { history: self.history.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Position) {
        // The history keeps its allocation; the rest has none.
        let mut history = std::mem::take(&mut self.history);
        history.clone_from(&source.history);
        *self = Position { history, ..*source };
    }
}
