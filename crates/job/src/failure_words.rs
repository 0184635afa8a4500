//! A failure in words, for the author of the bot and for other readers.

use referee::{AccountKind, Failure};

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

#[cfg(test)]
mod tests {
    use referee::{Fault, TrapKind};

    use super::*;

    const TRAP: Fault = Fault::Trap(TrapKind::Unreachable);

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
