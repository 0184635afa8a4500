//! `[clock]` and `[limits]`: the resources of a match.

use std::ops::Range;

use game::Seat;
use referee::{ClockKind, Limits, Ticks};

use crate::reader::Reader;
use crate::{Problem, keys, units};

/// The shortest valid time. Below it, not even an empty bot answers.
const SHORTEST: Ticks = Ticks::from_nanos(1000);
/// One page of memory.
const LEAST_MEMORY: u64 = 64 << 10;
const MOST_LOG: u64 = 64 << 20;
const MOST_PLIES: u32 = 10_000_000;

/// The word for a move without a limit of its own.
const NO_LIMIT: &str = "none";

/// Limits in the course of being read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LimitsRead {
    pub(crate) limits: Limits,
    /// `true` if the text has set the time of a move.
    names_move: bool,
}

/// Reads `[clock]`, which applies to both seats, over the limits in force. If the text limits only the game, a move has
/// no limit of its own.
pub(crate) fn read_clock(table: &Reader<'_>, read: &mut LimitsRead) {
    table.only(keys::CLOCK);
    let LimitsRead { limits, names_move } = read;
    let mut clock = limits.clock[Seat::First];
    let kinds = ClockKind::ALL.map(|kind| (kind.word(), kind));
    if let Some(kind) = table.word("kind", &kinds) {
        clock.kind = kind.value;
    }
    *names_move |= table.has("per_move");
    if table.has("per_game") && !*names_move {
        clock.per_move = None;
    }
    read_per_move(table, &mut clock.per_move);
    read_time(table, "per_game", SHORTEST, &mut clock.per_game);
    read_time(table, "increment", Ticks::ZERO, &mut clock.increment);
    if let Some(offers) = table.flag("offers") {
        limits.offers = offers.value;
    }
    *limits = limits.with_clock(clock);
}

/// Reads `[limits]` over the limits in force.
pub(crate) fn read_limits(table: &Reader<'_>, limits: &mut Limits) {
    table.only(keys::LIMITS);
    read_time(table, "start", SHORTEST, &mut limits.start);
    read_size(table, "memory", LEAST_MEMORY, Limits::MOST_MEMORY, &mut limits.memory);
    read_size(table, "log", 0, MOST_LOG, &mut limits.log);
    if let Some(positions) = table.flag("positions") {
        limits.positions = positions.value;
    }
    if let Some(plies) = table.number("plies", 1, MOST_PLIES) {
        limits.plies = plies.value;
    }
    if let Some(scores) = table.word("rules_fault", &[("void", false), ("score", true)]) {
        limits.scores_rules_faults = scores.value;
    }
}

fn read_per_move(table: &Reader<'_>, slot: &mut Option<Ticks>) {
    let limit = |text: &str| match text {
        NO_LIMIT => Ok(None),
        text => units::parse_duration(text).map(Some),
    };
    let Some(found) = table.amount("per_move", "s", limit) else { return };
    if found.value.is_none_or(|limit| is_long_enough(table, "per_move", (limit, found.span), SHORTEST)) {
        *slot = found.value;
    }
}

fn read_time(table: &Reader<'_>, key: &str, least: Ticks, slot: &mut Ticks) {
    let Some(found) = table.amount(key, "s", units::parse_duration) else { return };
    if is_long_enough(table, key, (found.value, found.span), least) {
        *slot = found.value;
    }
}

fn is_long_enough(table: &Reader<'_>, key: &str, found: (Ticks, Range<usize>), least: Ticks) -> bool {
    let (time, span) = found;
    if time < least {
        let problem = Problem::new(span, format!("`{key}` is too short for any bot"));
        table.add(problem.hint(format!("it must be at least {least}")));
    }
    time >= least
}

fn read_size(table: &Reader<'_>, key: &str, least: u64, most: u64, slot: &mut u64) {
    let Some(found) = table.amount(key, "MiB", units::size) else { return };
    if (least..=most).contains(&found.value) {
        *slot = found.value;
    } else {
        let (least, most) = (units::size_text(least), units::size_text(most));
        table.problem(found.span, format!("`{key}` must be from {least} to {most}"));
    }
}
