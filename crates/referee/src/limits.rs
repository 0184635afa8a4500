//! The limits of a match: time, memory, log, plies.

use std::fmt;
use std::str::FromStr;

use game::{PerSeat, Seat};
use thiserror::Error;

use crate::{Clock, ClockKind, LogRule, Ticks};

/// All limits of a match, except the [`CpuGuard`](crate::CpuGuard) under the fuel clock, which the host sets. The text
/// ([`fmt::Display`], [`FromStr`]) is canonical: it is part of a run's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Each seat's time for its moves. A tournament's `[clock]` sets both seats equally; a person on the wall clock may
    /// play a bot on fuel.
    pub clock: PerSeat<Clock>,
    /// Fuel for the start of an instance: start function, `_initialize` and `muster_buffer` together.
    pub start: Ticks,
    /// Linear memory of one instance, in bytes.
    pub memory: u64,
    /// Bytes kept of the beginning of one seat's log in one match.
    pub log: u64,
    /// The rule for cutting a log that exceeds its limit.
    pub logs: LogRule,
    /// `true` if an offered action is played when a move's time runs out.
    pub offers: bool,
    /// `true` if a bot may create its own positions and play in them.
    pub positions: bool,
    /// Number of plies after which the referee ends a match and adjudicates the board.
    pub plies: u32,
    /// `true` if a match ends with the score of the board when the rules of a game from a file fail. Otherwise such a
    /// match is void.
    pub scores_rules_faults: bool,
}

impl Limits {
    /// Maximum of [`Limits::memory`]: the address space of 32-bit wasm.
    pub const MOST_MEMORY: u64 = 4 << 30;

    /// Returns the limits with this clock for both seats.
    #[must_use]
    pub const fn with_clock(self, clock: Clock) -> Limits {
        Limits { clock: PerSeat::new(clock, clock), ..self }
    }

    /// Returns the limits with other times on both clocks, as in [`Clock::with_times`].
    #[must_use]
    pub fn with_times(self, per_move: Option<Ticks>, per_game: Option<Ticks>) -> Limits {
        Limits { clock: self.clock.map(|clock| clock.with_times(per_move, per_game)), ..self }
    }

    /// Returns the clock of both seats; `None` if they differ.
    pub fn common_clock(&self) -> Option<&Clock> {
        let [first, second] = &self.clock.0;
        (first == second).then_some(first)
    }

    /// Returns `true` if a match between bots gives the same result, bit for bit, whenever and wherever it is replayed.
    /// That requires both seats to run on fuel: any other clock depends on the machine and its load.
    pub fn is_repeatable(&self) -> bool {
        self.clock.iter().all(|(_, clock)| clock.kind == ClockKind::Fuel)
    }

    /// Returns the times of both seats in words: `100ms a move, 60s a game`, or `100ms a move, 60s a game (first seat),
    /// 300s a game (second seat)` if they differ.
    pub fn times(&self) -> String {
        match self.common_clock() {
            Some(clock) => clock.to_string(),
            None => format!(
                "{} (first seat), {} (second seat)",
                self.clock[Seat::First],
                self.clock[Seat::Second]
            ),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            clock: PerSeat::default(),
            start: Ticks(1_000_000_000),
            memory: 64 << 20,
            log: 64 << 10,
            logs: LogRule::NOW,
            offers: true,
            positions: true,
            plies: 100_000,
            scores_rules_faults: false,
        }
    }
}

impl fmt::Display for Limits {
    /// Writes words of the form `name=value`: the first seat's clock and all other limits, then the second seat's clock
    /// where it differs, prefixed with `second_`. Two equal clocks are written once.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits {
            clock: PerSeat([first, second]),
            start,
            memory,
            log,
            logs,
            offers,
            positions,
            plies,
            ..
        } = self;
        let first = clock_words(first);
        for (name, value) in &first {
            write!(f, "{name}={value} ")?;
        }
        write!(f, "start={} memory={memory} log={log} offers={offers} plies={plies}", start.0)?;
        // Defaults of older versions are left out, so their texts stay the same: the first log rule, allowed positions,
        // and void matches when rules fail.
        if *logs != LogRule::First {
            write!(f, " logs={}", logs.number())?;
        }
        if !positions {
            write!(f, " positions=false")?;
        }
        if self.scores_rules_faults {
            write!(f, " rules_fault=score")?;
        }
        for ((name, value), of_the_first) in clock_words(second).into_iter().zip(first) {
            if value != of_the_first.1 {
                write!(f, " {SECOND}{name}={value}")?;
            }
        }
        Ok(())
    }
}

/// Stands in place of a move's time when there is no limit.
const NO_LIMIT: &str = "none";
/// The prefix of values that apply only to the second seat's clock.
const SECOND: &str = "second_";

fn clock_words(clock: &Clock) -> [(&'static str, String); 4] {
    [
        ("clock", clock.kind.word().to_owned()),
        ("per_move", clock.per_move.map_or_else(|| NO_LIMIT.to_owned(), |limit| limit.0.to_string())),
        ("per_game", clock.per_game.0.to_string()),
        ("increment", clock.increment.0.to_string()),
    ]
}

/// A text of limits with a word that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{word}` is not a limit with a value that it can have")]
pub struct ParseLimitsError {
    word: String,
}

impl FromStr for Limits {
    type Err = ParseLimitsError;

    /// Omitted fields have the values of [`Limits::default`], except the log rule, which is the first one. A clock's
    /// word without a prefix sets both seats, so words for the second seat's clock must follow it.
    fn from_str(text: &str) -> Result<Limits, ParseLimitsError> {
        let mut limits = Limits { logs: LogRule::First, ..Limits::default() };
        for word in text.split_whitespace() {
            set(&mut limits, word).ok_or_else(|| ParseLimitsError { word: word.to_owned() })?;
        }
        Ok(limits)
    }
}

fn set(limits: &mut Limits, word: &str) -> Option<()> {
    let (name, value) = word.split_once('=')?;
    if let Some(name) = name.strip_prefix(SECOND) {
        return set_clock(&mut limits.clock[Seat::Second], name, value);
    }
    let number = || value.parse::<u64>().ok();
    match name {
        "start" => limits.start = Ticks(number()?),
        "memory" => limits.memory = number()?,
        "log" => limits.log = number()?,
        "logs" => limits.logs = LogRule::numbered(number()?)?,
        "offers" => limits.offers = value.parse().ok()?,
        "positions" => limits.positions = value.parse().ok()?,
        "plies" => limits.plies = value.parse().ok()?,
        "rules_fault" if value == "score" => limits.scores_rules_faults = true,
        _ => {
            for clock in &mut limits.clock.0 {
                set_clock(clock, name, value)?;
            }
        }
    }
    Some(())
}

fn set_clock(clock: &mut Clock, name: &str, value: &str) -> Option<()> {
    let ticks = || value.parse::<u64>().ok().map(Ticks);
    match name {
        "clock" => clock.kind = ClockKind::ALL.into_iter().find(|kind| kind.word() == value)?,
        "per_move" if value == NO_LIMIT => clock.per_move = None,
        "per_move" => clock.per_move = Some(ticks()?),
        "per_game" => clock.per_game = ticks()?,
        "increment" => clock.increment = ticks()?,
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clocks() -> impl Strategy<Value = Clock> {
        let times = (any::<Option<u64>>(), any::<u64>(), any::<u64>());
        (prop::sample::select(&ClockKind::ALL[..]), times).prop_map(
            |(kind, (per_move, per_game, increment))| Clock {
                kind,
                per_move: per_move.map(Ticks),
                per_game: Ticks(per_game),
                increment: Ticks(increment),
            },
        )
    }

    fn limits() -> impl Strategy<Value = Limits> {
        // Clocks that differ in some words, in none or in all.
        let pair = (clocks(), clocks(), 0..16u8).prop_map(|(first, other, differing)| {
            let differs = |word: u8| differing >> word & 1 == 1;
            PerSeat::new(
                first,
                Clock {
                    kind: if differs(0) { other.kind } else { first.kind },
                    per_move: if differs(1) { other.per_move } else { first.per_move },
                    per_game: if differs(2) { other.per_game } else { first.per_game },
                    increment: if differs(3) { other.increment } else { first.increment },
                },
            )
        });
        let rest = (any::<u64>(), any::<u64>(), any::<u64>(), any::<[bool; 4]>(), any::<u32>());
        (pair, rest).prop_map(
            |(clock, (start, memory, log, [offers, positions, ends, scores_rules_faults], plies))| Limits {
                clock,
                start: Ticks(start),
                memory,
                log,
                logs: if ends { LogRule::Second } else { LogRule::First },
                offers,
                positions,
                plies,
                scores_rules_faults,
            },
        )
    }

    proptest! {
        #[test]
        fn limits_round_trip_through_their_canonical_text(limits in limits()) {
            let text = limits.to_string();
            prop_assert_eq!(text.parse(), Ok(limits));
            prop_assert_eq!(text.contains(SECOND), limits.common_clock().is_none());
        }
    }

    #[test]
    fn limits_with_one_clock_read_as_they_always_did() {
        let text = "clock=fuel per_move=1000000000 per_game=600000000000 increment=0 start=1000000000 memory=67108864 \
                    log=65536 offers=true plies=100000";
        let limits = Limits { logs: LogRule::First, ..Limits::default() };
        assert_eq!((limits.to_string().as_str(), text.parse()), (text, Ok(limits)));
        assert_eq!(Limits::default().to_string(), format!("{text} logs=2"));
        let clock = Clock { kind: ClockKind::Cpu, per_move: None, ..Clock::default() };
        let limits = Limits { offers: false, plies: 9, ..limits }.with_clock(clock);
        let text = "clock=cpu per_move=none per_game=600000000000 increment=0 start=1000000000 memory=67108864 log=65536 \
                    offers=false plies=9";
        assert_eq!(limits.to_string(), text);
        assert_eq!(text.parse(), Ok(limits));
    }

    #[test]
    fn what_differs_about_the_second_seats_clock_is_named_after_the_rest() {
        let person = Clock {
            kind: ClockKind::Wall,
            per_move: None,
            per_game: Ticks(300 * Ticks::PER_SECOND),
            ..Clock::default()
        };
        let limits = Limits { clock: PerSeat::new(Clock::default(), person), ..Limits::default() };
        let text = format!(
            "{} second_clock=wall second_per_move=none second_per_game=3000000000000",
            Limits::default()
        );
        assert_eq!(limits.to_string(), text);
        assert_eq!(limits.times(), "100ms a move, 60s a game (first seat), 300s a game (second seat)");
        assert_eq!(Limits::default().times(), "100ms a move, 60s a game");
    }

    #[test]
    fn only_fuel_at_both_seats_is_repeatable() {
        let on = |first, second| {
            let clock = PerSeat::new(first, second).map(|kind| Clock { kind, ..Clock::default() });
            Limits { clock, ..Limits::default() }.is_repeatable()
        };
        for first in ClockKind::ALL {
            for second in ClockKind::ALL {
                let both_on_fuel = [first, second] == [ClockKind::Fuel; 2];
                assert_eq!(on(first, second), both_on_fuel, "{first:?}, {second:?}");
            }
        }
    }

    #[test]
    fn words_that_are_no_limits_are_named() {
        for word in ["per_move=abc", "per_mvoe=1", "logs=3", "second_memory=1", "second_clock=sun", "clock"] {
            let error = format!("plies=5 {word}").parse::<Limits>().unwrap_err();
            assert_eq!(error.to_string(), format!("`{word}` is not a limit with a value that it can have"));
        }
    }
}
