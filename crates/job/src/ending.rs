//! The reason a match ended, in words for people.

use game::PerSeat;
use referee::{AccountKind, Failure, Reason, Record};

use crate::{SeatMatch, SeatRecord};

/// Returns the reason a match ended, such as `forfeit: exception`. A known failure is named as its author knows it;
/// records keep the fault itself.
pub fn ending(reason: &Reason, failures: PerSeat<Option<&Failure>>) -> String {
    let faults = reason.faults();
    let names = PerSeat::from_fn(|seat| {
        let fault = faults[seat]?;
        let known = failures[seat].filter(|failure| failure.fault == fault);
        Some(known.map_or_else(|| fault.to_string(), Failure::name))
    });
    match names.0 {
        [Some(first), Some(second)] => format!("double forfeit: {first}, {second}"),
        [Some(name), None] | [None, Some(name)] => format!("forfeit: {name}"),
        [None, None] => reason.to_string(),
    }
}

/// As [`ending()`], for a match whose failures are all known.
pub fn ending_of(record: &Record) -> String {
    let failures = record.losses.as_ref().map(|loss| loss.as_ref().map(|loss| &loss.failure));
    ending(&record.verdict.reason, failures)
}

/// Returns the meaning of a failure in a sentence for the bot's author. The author of a script reads nothing about
/// wasm.
pub fn meaning(failure: &Failure) -> &'static str {
    match failure.account() {
        Some(AccountKind::Exception) => "the script raised an exception, and nothing caught it",
        Some(AccountKind::Memory) => "the script used up its memory",
        Some(AccountKind::NoAction) => "what the script returned is not an action",
        Some(AccountKind::AnotherGame) => "the script was built for another game",
        Some(AccountKind::Time) | None => failure.fault.explanation(),
    }
}

/// Returns the part of a failure that is public: its fault and, for a script, the kind of failure without the script's
/// own words.
pub fn public_failure(failure: &Failure) -> Failure {
    Failure::new(failure.fault, failure.account().map_or("", public_detail))
}

/// Returns the public detail that stands for a kind of script failure, without the script's own words.
pub const fn public_detail(kind: AccountKind) -> &'static str {
    match kind {
        AccountKind::Exception => "exception in the script",
        AccountKind::Time => "out of time in the script",
        AccountKind::Memory => "out of memory in the script",
        AccountKind::NoAction => "no action in the script",
        AccountKind::AnotherGame => "another game: not this one",
    }
}

impl SeatRecord {
    /// As [`ending()`], for a match with at most one known failure.
    pub fn ending(&self, course: &SeatMatch) -> String {
        let own = course.loss.as_ref().map(|loss| &loss.failure);
        let failures = PerSeat::from_fn(|seat| own.filter(|_| seat == self.seat));
        ending(&course.verdict.reason, failures)
    }
}

#[cfg(test)]
mod tests {
    use game::Seat;
    use referee::{Fault, TrapKind};

    use super::*;

    const TRAP: Fault = Fault::Trap(TrapKind::Unreachable);

    fn check(reason: &Reason, details: [Option<&str>; 2], words: &str) {
        let failures = PerSeat(details).map(|detail| detail.map(|detail| Failure::new(TRAP, detail)));
        assert_eq!(ending(reason, failures.as_ref().map(Option::as_ref)), words);
    }

    #[test]
    fn an_exception_is_named_and_a_trap_stays_one() {
        let (script, module) = (Some("exception in choose, bot.py:5: KeyError: 'x'"), Some("panicked"));
        let lost = |seat| Reason::Forfeit(seat, TRAP);
        check(&lost(Seat::First), [script, None], "forfeit: exception");
        check(&lost(Seat::Second), [None, script], "forfeit: exception");
        check(&lost(Seat::First), [module, None], "forfeit: trap(unreachable)");
        // A fault is never named by what the other seat's script said.
        check(&lost(Seat::First), [None, script], "forfeit: trap(unreachable)");
        check(&Reason::Forfeit(Seat::First, Fault::Exit), [script, None], "forfeit: exit");
        let both = Reason::DoubleForfeit(PerSeat::new(TRAP, TRAP));
        check(&both, [script, module], "double forfeit: exception, trap(unreachable)");
        check(&Reason::PlyLimit, [None, None], "limit of plies");
        check(&Reason::Rules("mate".into()), [None, None], "mate");
    }

    #[test]
    fn everybody_knows_the_kind_of_a_failure_and_none_of_its_words() {
        use AccountKind::{AnotherGame, Exception, Memory, NoAction, Time};
        for kind in [Exception, Time, Memory, NoAction, AnotherGame] {
            assert_eq!(AccountKind::of_line(public_detail(kind).as_bytes()), Some(kind));
        }
        let failure = Failure {
            backtrace: vec!["  called by f, bot.py:9".to_owned()],
            ..Failure::new(TRAP, "exception in choose, bot.py:5: KeyError: 'x'")
        };
        let public = public_failure(&failure);
        assert_eq!((public.name().as_str(), &*public.detail), ("exception", "exception in the script"));
        assert_eq!(public.backtrace, [""; 0]);
        assert_eq!(public_failure(&Failure::new(TRAP, "panicked")), Failure::new(TRAP, ""));
    }

    #[test]
    fn what_a_script_did_is_said_without_a_trap() {
        for words in
            ["exception in f", "out of memory in f", "no action in f", "another game: x", "out of time in f"]
        {
            let meant = meaning(&Failure::new(Fault::Timeout, words));
            assert!(!meant.contains("trap") && !meant.ends_with('.'), "{meant}");
        }
        assert_eq!(meaning(&Failure::new(TRAP, "panicked")), TRAP.explanation());
    }
}
