//! Conditions of a match as facts.

use game::{Game, Rules, Seat};
use referee::{Clock, ClockKind, Limits};

use crate::formatting::counted;
use crate::model::Fact;

/// Returns the names of the game's metrics.
pub(crate) fn metric_names(game: &dyn Game) -> Vec<&'static str> {
    game.metrics().iter().map(|metric| metric.name).collect()
}

/// Returns the rules and limits of a match as facts.
pub(crate) fn condition_facts(rules: &Rules, limits: &Limits) -> Vec<Fact> {
    let mut facts = vec![Fact::new("Rules", rules.to_string())];
    facts.extend(limit_facts(limits));
    facts
}

/// Returns the limits of a match as facts.
pub(crate) fn limit_facts(limits: &Limits) -> Vec<Fact> {
    let mut facts = match limits.common_clock() {
        Some(clock) => vec![clock_fact("Clock", clock)],
        None => vec![
            clock_fact("Clock of the first seat", &limits.clock[Seat::First]),
            clock_fact("Clock of the second seat", &limits.clock[Seat::Second]),
        ],
    };
    facts.push(Fact::new("Memory", memory(limits.memory)));
    facts.push(Fact::new("Length", format!("at most {}", counted(u64::from(limits.plies), "ply", "plies"))));
    facts
}

fn clock_fact(label: &str, clock: &Clock) -> Fact {
    let measured = match clock.kind {
        ClockKind::Fuel => "fuel: virtual time, the same on every machine",
        ClockKind::Cpu => "cpu: processor time",
        ClockKind::Wall => "wall: wall time",
    };
    Fact::new(label, format!("{measured}; {clock}"))
}

/// Formats bytes in the largest unit that divides them.
fn memory(bytes: u64) -> String {
    const UNITS: [(u32, &str); 3] = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let whole = UNITS.into_iter().find(|(shift, _)| bytes.trailing_zeros() >= *shift && bytes > 0);
    whole.map_or_else(|| format!("{bytes} bytes"), |(shift, unit)| format!("{} {unit}", bytes >> shift))
}

#[cfg(test)]
mod tests {
    use game::PerSeat;

    use super::*;

    const LONGEST: &str = "Length: at most 100\u{202f}000 plies";

    fn texts(limits: &Limits) -> Vec<String> {
        limit_facts(limits).iter().map(|fact| format!("{}: {}", fact.label, fact.value)).collect()
    }

    #[test]
    fn clocks_are_told_apart_only_where_they_differ() {
        let fuel = "fuel: virtual time, the same on every machine; 100ms a move, 60s a game";
        let expected = [format!("Clock: {fuel}"), "Memory: 64 MiB".to_owned(), LONGEST.to_owned()];
        assert_eq!(texts(&Limits::default()), expected);
        let wall = Clock { kind: ClockKind::Wall, per_move: None, ..Clock::default() };
        let mixed = Limits { clock: PerSeat::new(Clock::default(), wall), ..Limits::default() };
        let expected = [
            format!("Clock of the first seat: {fuel}"),
            "Clock of the second seat: wall: wall time; 60s a game".to_owned(),
            "Memory: 64 MiB".to_owned(),
            LONGEST.to_owned(),
        ];
        assert_eq!(texts(&mixed), expected);
    }
}
