//! `[clock]` and `[limits]`: what a match may use.

use referee::{ClockKind, Limits, Ticks};

use crate::Problem;
use crate::reader::Reader;
use crate::units;

/// The shortest time that can be given for a move or a game: below it, not even an empty bot answers.
const SHORTEST: Ticks = Ticks::from_nanos(1000);
/// One page of memory.
const LEAST_MEMORY: u64 = 64 << 10;
/// What wasm can address.
const MOST_MEMORY: u64 = 4 << 30;
const MOST_LOG: u64 = 64 << 20;

/// Reads `[clock]` over the limits in force.
pub(crate) fn read_clock(table: Reader<'_>, limits: &mut Limits) {
    let kinds = ClockKind::ALL.map(|kind| (kind.word(), kind));
    if let Some(kind) = table.word("kind", &kinds) {
        limits.clock.kind = kind.value;
    }
    for (key, slot, least) in [
        ("per_move", &mut limits.clock.per_move, SHORTEST),
        ("per_game", &mut limits.clock.per_game, SHORTEST),
        ("increment", &mut limits.clock.increment, Ticks::ZERO),
    ] {
        let Some(found) = table.parsed(key, "\"5s\"", units::duration) else { continue };
        if found.value < least {
            let problem = Problem::new(found.span, format!("`{key}` is too short for any bot"));
            table.add(problem.hint(format!("it must be at least {least}")));
        } else {
            *slot = found.value;
        }
    }
    if let Some(offers) = table.flag("offers") {
        limits.offers = offers.value;
    }
    table.finish();
}

/// Reads `[limits]` over the limits in force.
pub(crate) fn read_limits(table: Reader<'_>, limits: &mut Limits) {
    if let Some(start) = table.parsed("start", "\"100ms\"", units::duration) {
        limits.start = start.value;
    }
    for (key, slot, least, most) in
        [("memory", &mut limits.memory, LEAST_MEMORY, MOST_MEMORY), ("log", &mut limits.log, 0, MOST_LOG)]
    {
        let Some(found) = table.parsed(key, "\"64MiB\"", units::size) else { continue };
        if (least..=most).contains(&found.value) {
            *slot = found.value;
        } else {
            table.problem(found.span, format!("`{key}` must be from {least} to {most} bytes"));
        }
    }
    if let Some(plies) = table.number("plies", 1, 10_000_000) {
        limits.plies = plies.value as u32;
    }
    table.finish();
}
