//! What a match may use: time, memory, log.

use std::fmt;
use std::ops::{Add, AddAssign};
use std::str::FromStr;

use thiserror::Error;

/// Time on a clock, in ticks of a tenth of a nanosecond.
///
/// Under the fuel clock one tick is one unit of fuel: 10^10 fuel are one second of virtual time. Under the
/// others it is a tenth of a nanosecond of CPU or wall time. Sums saturate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticks(pub u64);

impl Ticks {
    /// No time.
    pub const ZERO: Ticks = Ticks(0);
    /// Ticks in a second.
    pub const PER_SECOND: u64 = 10_000_000_000;

    /// So many nanoseconds.
    pub const fn from_nanos(nanos: u64) -> Ticks {
        Ticks(nanos.saturating_mul(10))
    }

    /// So many milliseconds.
    pub const fn from_millis(millis: u64) -> Ticks {
        Ticks(millis.saturating_mul(10_000_000))
    }

    /// Whole nanoseconds, rounded down.
    pub const fn nanos(self) -> u64 {
        self.0 / 10
    }

    /// Seconds, for people and charts.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / Self::PER_SECOND as f64
    }

    /// What is left after some is spent; never below zero.
    #[must_use]
    pub const fn minus(self, spent: Ticks) -> Ticks {
        Ticks(self.0.saturating_sub(spent.0))
    }
}

impl Add for Ticks {
    type Output = Ticks;
    fn add(self, other: Ticks) -> Ticks {
        Ticks(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Ticks {
    fn add_assign(&mut self, other: Ticks) {
        *self = *self + other;
    }
}

impl fmt::Display for Ticks {
    /// With the largest unit that divides it: `120s`, `100ms`, `3us`, `17ns`, `0.3ns`, `0s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0s"),
            ticks if ticks % Self::PER_SECOND == 0 => write!(f, "{}s", ticks / Self::PER_SECOND),
            ticks if ticks % 10_000_000 == 0 => write!(f, "{}ms", ticks / 10_000_000),
            ticks if ticks % 10_000 == 0 => write!(f, "{}us", ticks / 10_000),
            ticks if ticks % 10 == 0 => write!(f, "{}ns", ticks / 10),
            ticks => write!(f, "{}.{}ns", ticks / 10, ticks % 10),
        }
    }
}

/// What a clock measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClockKind {
    /// Virtual time: the same on every machine of one engine fingerprint, at any load.
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

/// How much time each seat has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clock {
    /// What is measured.
    pub kind: ClockKind,
    /// For one move; `None` where only the game's time limits a move.
    pub per_move: Option<Ticks>,
    /// For all moves of a match together.
    pub per_game: Ticks,
    /// Added to the game's time after each move.
    pub increment: Ticks,
}

impl Clock {
    /// The same clock with other times. Who sets a time for the game and none for a move means the game's time alone.
    #[must_use]
    pub fn with_times(self, per_move: Option<Ticks>, per_game: Option<Ticks>) -> Clock {
        let of_a_move = if per_game.is_some() { per_move } else { per_move.or(self.per_move) };
        Clock { per_move: of_a_move, per_game: per_game.unwrap_or(self.per_game), ..self }
    }

    /// What a seat may use for its next move when it has this much of the game's time left.
    pub fn limit(&self, game_left: Ticks) -> Ticks {
        self.per_move.map_or(game_left, |per_move| per_move.min(game_left))
    }

    /// What a seat is shown of the time that the other has left: rounded down to a hundredth of the game's time, or to a
    /// millisecond where that is more. Exact times name the bot that used them.
    pub fn shown_to_the_opponent(&self, left: Ticks) -> Ticks {
        let step = (self.per_game.0 / 100).max(Ticks::from_millis(1).0);
        Ticks(left.0 - left.0 % step)
    }
}

impl fmt::Display for Clock {
    /// In words: `100ms a move, 60s a game, 1s more after each move`; `120s a game` without a limit for a move.
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
    /// 100 ms a move and 60 s a game of virtual time, without increment.
    fn default() -> Clock {
        Clock {
            kind: ClockKind::Fuel,
            per_move: Some(Ticks::from_millis(100)),
            per_game: Ticks(60 * Ticks::PER_SECOND),
            increment: Ticks::ZERO,
        }
    }
}

/// All limits of a match but the [`Net`](crate::Net) below the fuel clock, which is the host's. The text
/// ([`fmt::Display`], [`FromStr`]) is canonical: it stands in a match's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Time for the moves.
    pub clock: Clock,
    /// Fuel for the start of an instance: start function, `_initialize` and `muster_buffer` together.
    pub start: Ticks,
    /// Linear memory of one instance, in bytes.
    pub memory: u64,
    /// Log kept of one seat in one match, in bytes.
    pub log: u64,
    /// Whether an offered action is played when a move's time runs out.
    pub offers: bool,
    /// Plies after which the referee ends a match and has the board adjudicated.
    pub plies: u32,
}

impl Limits {
    /// The most that [`Limits::memory`] can be: what 32-bit wasm can address.
    pub const MOST_MEMORY: u64 = 4 << 30;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            clock: Clock::default(),
            start: Ticks(1_000_000_000),
            memory: 64 << 20,
            log: 64 << 10,
            offers: true,
            plies: 100_000,
        }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { clock, start, memory, log, offers, plies } = self;
        let per_move = clock.per_move.map_or_else(|| NO_LIMIT.to_owned(), |limit| limit.0.to_string());
        write!(
            f,
            "clock={} per_move={per_move} per_game={} increment={} start={} memory={memory} log={log} \
             offers={offers} plies={plies}",
            clock.kind.word(),
            clock.per_game.0,
            clock.increment.0,
            start.0,
        )
    }
}

/// In place of a move's time where there is no limit.
const NO_LIMIT: &str = "none";

/// A limits text that does not say what it should.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{word}` is no limit, or not one that can be read")]
pub struct ParseClockError {
    word: String,
}

impl FromStr for Limits {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<Limits, ParseClockError> {
        let mut limits = Limits::default();
        for word in text.split_whitespace() {
            set(&mut limits, word).ok_or_else(|| ParseClockError { word: word.to_owned() })?;
        }
        Ok(limits)
    }
}

fn set(limits: &mut Limits, word: &str) -> Option<()> {
    let (name, value) = word.split_once('=')?;
    let number = || value.parse::<u64>().ok();
    match name {
        "clock" => limits.clock.kind = ClockKind::ALL.into_iter().find(|kind| kind.word() == value)?,
        "per_move" if value == NO_LIMIT => limits.clock.per_move = None,
        "per_move" => limits.clock.per_move = Some(Ticks(number()?)),
        "per_game" => limits.clock.per_game = Ticks(number()?),
        "increment" => limits.clock.increment = Ticks(number()?),
        "start" => limits.start = Ticks(number()?),
        "memory" => limits.memory = number()?,
        "log" => limits.log = number()?,
        "offers" => limits.offers = value.parse().ok()?,
        "plies" => limits.plies = value.parse().ok()?,
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_shown_in_their_largest_whole_unit() {
        let cases = [
            (0, "0s"),
            (1_200_000_000_000, "120s"),
            (1_000_000_000, "100ms"),
            (30_000, "3us"),
            (170, "17ns"),
            (3, "0.3ns"),
        ];
        for (ticks, text) in cases {
            assert_eq!(Ticks(ticks).to_string(), text);
        }
    }

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
        // With an increment there may be more left than there was at the start.
        assert_eq!(shown(1_000, Ticks::from_millis(1_234)), Ticks::from_millis(1_230));
    }

    #[test]
    fn limits_round_trip_through_their_canonical_text() {
        let mut limits = Limits::default();
        limits.clock.kind = ClockKind::Cpu;
        limits.offers = false;
        limits.plies = 9;
        for per_move in [Some(Ticks(7)), None] {
            limits.clock.per_move = per_move;
            assert_eq!(limits.to_string().parse(), Ok(limits));
        }
        assert!("per_move=abc".parse::<Limits>().is_err());
        assert!("per_mvoe=1".parse::<Limits>().is_err());
    }
}
