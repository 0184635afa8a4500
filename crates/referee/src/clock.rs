//! The clock of one seat: the kind of time it measures, and the time it allows.

use std::fmt;

use crate::Ticks;

/// The kind of time that a clock measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClockKind {
    /// Virtual time: equal on every machine with the same engine fingerprint, at any load.
    Fuel,
    /// The thread's CPU time.
    Cpu,
    /// Wall time.
    Wall,
}

impl ClockKind {
    /// All kinds, the default first.
    pub const ALL: [ClockKind; 3] = [ClockKind::Fuel, ClockKind::Cpu, ClockKind::Wall];

    /// The word in TOML: `fuel`, `cpu`, `wall`.
    pub const fn word(self) -> &'static str {
        match self {
            ClockKind::Fuel => "fuel",
            ClockKind::Cpu => "cpu",
            ClockKind::Wall => "wall",
        }
    }
}

/// The time of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clock {
    /// The kind of time measured.
    pub kind: ClockKind,
    /// Time for one move; `None` if only the game's time limits a move.
    pub per_move: Option<Ticks>,
    /// Time for all moves of a match together.
    pub per_game: Ticks,
    /// Time added to the game's time after each move.
    pub increment: Ticks,
}

impl Clock {
    /// Returns the clock with other times. If only a time for the game is given, moves have no limit of their own.
    #[must_use]
    pub fn with_times(self, per_move: Option<Ticks>, per_game: Option<Ticks>) -> Clock {
        let of_a_move = if per_game.is_some() { per_move } else { per_move.or(self.per_move) };
        Clock { per_move: of_a_move, per_game: per_game.unwrap_or(self.per_game), ..self }
    }

    /// Returns the time allowed for the next move, given the game's remaining time.
    pub fn limit(&self, game_left: Ticks) -> Ticks {
        self.per_move.map_or(game_left, |per_move| per_move.min(game_left))
    }

    /// Returns a seat's remaining time as shown to its opponent: rounded down to a hundredth of the game's time, or to
    /// a millisecond if that is more. Exact times would identify the bot.
    pub fn shown_to_the_opponent(&self, left: Ticks) -> Ticks {
        let step = (self.per_game.0 / 100).max(Ticks::from_millis(1).0);
        Ticks(left.0 - left.0 % step)
    }
}

impl fmt::Display for Clock {
    /// Writes it in words: `100ms a move, 60s a game, 1s more after each move`; `120s a game` without a limit for a
    /// move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(per_move) = self.per_move {
            write!(f, "{per_move} a move, ")?;
        }
        write!(f, "{} a game", self.per_game)?;
        match self.increment {
            Ticks::ZERO => Ok(()),
            increment => write!(f, ", {increment} more after each move"),
        }
    }
}

impl Default for Clock {
    /// Returns 100 ms a move and 60 s a game of virtual time, without increment.
    fn default() -> Clock {
        Clock {
            kind: ClockKind::Fuel,
            per_move: Some(Ticks::from_millis(100)),
            per_game: Ticks(60 * Ticks::PER_SECOND),
            increment: Ticks::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_for_the_game_alone_is_the_only_limit_of_a_move() {
        let set = |per_move, per_game| Clock::default().with_times(per_move, per_game).to_string();
        let second = Some(Ticks(Ticks::PER_SECOND));
        assert_eq!(set(None, None), "100ms a move, 60s a game");
        assert_eq!(set(second, None), "1s a move, 60s a game");
        assert_eq!(set(None, second), "1s a game");
        assert_eq!(set(second, second), "1s a move, 1s a game");
        let increment = Ticks::from_millis(500);
        let clock = Clock { increment, ..Clock::default() }.with_times(None, second);
        assert_eq!(clock.to_string(), "1s a game, 500ms more after each move");
        assert_eq!(clock.limit(Ticks(7)), Ticks(7));
        assert_eq!(Clock::default().limit(Ticks(Ticks::PER_SECOND)), Ticks::from_millis(100));
    }

    #[test]
    fn the_opponents_time_is_shown_in_hundredths_of_the_game() {
        let shown = |per_game, left| {
            let clock = Clock { per_game: Ticks::from_millis(per_game), ..Clock::default() };
            clock.shown_to_the_opponent(left)
        };
        let full = Ticks::from_millis(60_000);
        assert_eq!(shown(60_000, full), full);
        assert_eq!(shown(60_000, full.minus(Ticks(1))), Ticks::from_millis(59_400));
        assert_eq!(shown(60_000, Ticks::from_millis(599)), Ticks::ZERO);
        assert_eq!(shown(50, Ticks::from_millis(50).minus(Ticks(1))), Ticks::from_millis(49));
        // An increment can raise the remaining time above the initial time.
        assert_eq!(shown(1_000, Ticks::from_millis(1_234)), Ticks::from_millis(1_230));
    }
}
