//! A failure in words. For a script this is its interpreter's account: the exception, its place and the calls that led
//! there.

use game::PerSeat;

use crate::{Failure, Fault, Reason, Record, TrapKind};

/// The kind of an account, given by its first words. Interpreters write these words (`interpreters/README.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountKind {
    /// An uncaught exception.
    Exception,
    /// The call ran out of time.
    Time,
    /// The script ran out of memory.
    Memory,
    /// The returned value is no action.
    NoAction,
    /// The script was built for another game.
    AnotherGame,
}

/// The prefix of a backtrace line in which an interpreter gives advice.
const ADVICE: &str = "  advice: ";
/// The first words of an account written while time runs out, and their replacement once the call is over.
const RUNS_OUT: &str = "time runs out in ";
const RAN_OUT: &str = "out of time in ";

impl AccountKind {
    const WORDS: [(AccountKind, &str); 6] = [
        (AccountKind::Exception, "exception in "),
        (AccountKind::Time, RUNS_OUT),
        (AccountKind::Time, RAN_OUT),
        (AccountKind::Memory, "out of memory in "),
        (AccountKind::NoAction, "no action in "),
        (AccountKind::AnotherGame, "another game: "),
    ];

    /// Returns the kind of the account that begins with a line; `None` if none does.
    pub fn of_line(line: &[u8]) -> Option<AccountKind> {
        let begins = |(_, words): &&(AccountKind, &str)| line.starts_with(words.as_bytes());
        AccountKind::WORDS.iter().find(begins).map(|(kind, _)| *kind)
    }

    /// Returns the first line of an account as it reads once the call is over.
    pub fn in_past(line: &str) -> String {
        line.strip_prefix(RUNS_OUT).map_or_else(|| line.to_owned(), |place| format!("{RAN_OUT}{place}"))
    }

    /// Returns one sentence of advice for the bot's author; `None` if only the account itself can give any.
    const fn advice(self) -> Option<&'static str> {
        Some(match self {
            AccountKind::Exception => return None,
            AccountKind::Time => "look at the time left while searching, and offer an action early",
            AccountKind::Memory => "keep less: drop what is not needed any more, and bound tables",
            AccountKind::NoAction => "return the code of an action, on every way through the function",
            AccountKind::AnotherGame => "let it play its own game, or build it with the kit of this one",
        })
    }
}

impl Failure {
    /// Returns the kind of account that a script's interpreter gave; `None` for any other bot.
    pub fn account(&self) -> Option<AccountKind> {
        AccountKind::of_line(self.detail.as_bytes())
    }

    /// Returns the kind of failure in a word or two.
    pub fn name(&self) -> String {
        match self.account() {
            Some(AccountKind::Exception) => "exception".to_owned(),
            Some(AccountKind::NoAction) => "no action".to_owned(),
            Some(AccountKind::AnotherGame) => "another game".to_owned(),
            _ => self.fault.to_string(),
        }
    }

    /// Returns the kind of failure and its details: `exception in choose, bot.py:5: KeyError: 'x'`.
    pub fn headline(&self) -> String {
        match self.account() {
            Some(_) => self.in_words(),
            None => format!("{}: {}", self.fault, self.in_words()),
        }
    }

    /// Returns the details and their meaning in one line: `the answer was e4 (code 28), which the rules do not allow
    /// here`.
    pub fn in_words(&self) -> String {
        let (detail, explanation) = (self.told(), self.fault.explanation());
        if self.account().is_some() {
            return self.detail.clone();
        }
        match self.fault {
            Fault::IllegalAction => format!("{detail}, which the rules do not allow here"),
            Fault::BadAnswer => {
                format!(
                    "{detail}, which is not an action of the game: negative, 2^53 or more, or an unused code"
                )
            }
            _ if detail.is_empty() => explanation.to_owned(),
            _ => format!("{explanation} ({detail})"),
        }
    }

    /// Returns the lines that say where it failed. For a script these are its source line and the calls above it; for
    /// any other bot its functions, innermost first.
    pub fn trace(&self) -> Vec<String> {
        match self.account() {
            Some(_) => self.backtrace.iter().filter(|line| !line.starts_with(ADVICE)).cloned().collect(),
            None => self.backtrace.iter().map(|line| format!("  at {line}")).collect(),
        }
    }

    /// Returns one sentence of advice for the bot's author; `None` if the failure needs none.
    pub fn advice(&self) -> Option<&str> {
        let Some(kind) = self.account() else { return Some(self.fault.advice()) };
        let own = self.backtrace.iter().find_map(|line| line.strip_prefix(ADVICE));
        own.or(kind.advice())
    }

    /// Returns the log without the account at its end.
    pub fn log_before<'a>(&self, log: &'a [u8]) -> &'a [u8] {
        if self.account().is_none() {
            return log;
        }
        let first = match self.detail.strip_prefix(RAN_OUT) {
            Some(place) => format!("{RUNS_OUT}{place}"),
            None => self.detail.clone(),
        };
        let lines: Vec<&str> = std::iter::once(&first).chain(&self.backtrace).map(String::as_str).collect();
        log.strip_suffix(format!("{}\n", lines.join("\n")).as_bytes()).unwrap_or(log)
    }

    /// Returns the detail without the engine's own words for a trap, which only repeat the explanation.
    pub fn told(&self) -> &str {
        let detail = self.detail.as_str();
        if !matches!(self.fault, Fault::Trap(kind) if kind != TrapKind::Other) {
            return detail;
        }
        if detail.starts_with("wasm trap: ") {
            return "";
        }
        let quoted = detail.rfind(" (wasm trap: ").filter(|_| detail.ends_with(')'));
        quoted.map_or(detail, |end| &detail[..end])
    }
}

impl Reason {
    /// Returns the reason in words, such as `forfeit: exception`. A known failure is named as its author knows it;
    /// records keep the fault itself.
    pub fn ending(&self, failures: PerSeat<Option<&Failure>>) -> String {
        let faults = self.faults();
        let names = PerSeat::from_fn(|seat| {
            let fault = faults[seat]?;
            let known = failures[seat].filter(|failure| failure.fault == fault);
            Some(known.map_or_else(|| fault.to_string(), Failure::name))
        });
        match names.0 {
            [Some(first), Some(second)] => format!("double forfeit: {first}, {second}"),
            [Some(name), None] | [None, Some(name)] => format!("forfeit: {name}"),
            [None, None] => self.to_string(),
        }
    }
}

impl Record {
    /// Returns the reason the match ended, as [`Reason::ending`] does.
    pub fn ending(&self) -> String {
        let failures = self.losses.as_ref().map(|loss| loss.as_ref().map(|loss| &loss.failure));
        self.verdict.reason.ending(failures)
    }
}

#[cfg(test)]
mod tests {
    use game::Seat;

    use super::*;

    const TRAP: Fault = Fault::Trap(TrapKind::Unreachable);

    fn check(reason: &Reason, details: [Option<&str>; 2], words: &str) {
        let failures = PerSeat(details).map(|detail| detail.map(|detail| Failure::new(TRAP, detail)));
        assert_eq!(reason.ending(failures.as_ref().map(Option::as_ref)), words);
    }

    #[test]
    fn an_exception_is_named_and_a_trap_stays_one() {
        let (script, module) = (Some("exception in choose, bot.py:5: KeyError: 'x'"), Some("panicked"));
        let lost = |seat| Reason::Forfeit { seat, fault: TRAP };
        check(&lost(Seat::First), [script, None], "forfeit: exception");
        check(&lost(Seat::Second), [None, script], "forfeit: exception");
        check(&lost(Seat::First), [module, None], "forfeit: trap(unreachable)");
        // A fault is never named by what the other seat's script said.
        check(&lost(Seat::First), [None, script], "forfeit: trap(unreachable)");
        check(&Reason::Forfeit { seat: Seat::First, fault: Fault::Exit }, [script, None], "forfeit: exit");
        let both = Reason::DoubleForfeit { first: TRAP, second: TRAP };
        check(&both, [script, module], "double forfeit: exception, trap(unreachable)");
        check(&Reason::PlyLimit, [None, None], "limit of plies");
        check(&Reason::Rules { words: "mate".into() }, [None, None], "mate");
    }

    #[test]
    fn a_failure_in_words_says_which_answer_it_was() {
        let cases = [
            (Fault::IllegalAction, "the answer was e4 (code 28), which the rules do not allow here"),
            (
                Fault::BadAnswer,
                "the answer was e4 (code 28), which is not an action of the game: negative, 2^53 or more, or an unused code",
            ),
            (Fault::Exit, "the bot ended its own program instead of answering (the answer was e4 (code 28))"),
        ];
        for (fault, words) in cases {
            assert_eq!(Failure::new(fault, "the answer was e4 (code 28)").in_words(), words);
        }
        assert_eq!(Failure::new(Fault::Exit, "").in_words(), Fault::Exit.explanation());
    }

    #[test]
    fn a_trap_in_words_says_once_what_it_was() {
        let words = |kind, detail: &str| Failure::new(Fault::Trap(kind), detail).in_words();
        let explanation = Fault::Trap(TrapKind::Unreachable).explanation();
        let own = "wasm trap: wasm `unreachable` instruction executed";
        assert_eq!(words(TrapKind::Unreachable, own), explanation);
        let said = "bot.js:3:24: Error: no (good) move";
        let expected = format!("{explanation} ({said})");
        assert_eq!(words(TrapKind::Unreachable, &format!("{said} ({own})")), expected);
        assert_eq!(words(TrapKind::Unreachable, said), expected);
        assert!(words(TrapKind::Other, own).contains(own));
    }

    #[test]
    fn a_script_is_told_of_its_own_lines_alone() {
        let backtrace =
            ["      return d['x']", "             ^", "  called by f, bot.py:9", "  advice: add it"];
        let failure = Failure {
            fault: Fault::Trap(TrapKind::Unreachable),
            detail: "exception in choose, bot.py:5: KeyError: 'x'".to_owned(),
            backtrace: backtrace.map(str::to_owned).into(),
        };
        assert_eq!((failure.name().as_str(), failure.headline()), ("exception", failure.detail.clone()));
        assert_eq!((failure.trace(), failure.advice()), (failure.backtrace[..3].to_vec(), Some("add it")));
        // Advice that fits every exception helps with none of them.
        assert_eq!(Failure { backtrace: Vec::new(), ..failure.clone() }.advice(), None);
        let account = format!("{}\n{}\n", failure.detail, backtrace.join("\n"));
        assert_eq!(failure.log_before(format!("log\n{account}").as_bytes()), b"log\n");
        assert_eq!(failure.log_before(b"another log\n"), b"another log\n");
        let late = Failure::new(Fault::Timeout, AccountKind::in_past("time runs out in choose, bot.py:5"));
        assert_eq!(late.headline(), "out of time in choose, bot.py:5");
        assert_eq!((late.name().as_str(), late.account()), ("timeout", Some(AccountKind::Time)));
        let other = Failure::new(Fault::Exit, "it exited");
        assert_eq!(other.headline(), format!("exit: {}", other.in_words()));
    }

    #[test]
    fn every_account_has_advice_of_a_sentence() {
        for (kind, words) in AccountKind::WORDS {
            assert_eq!(AccountKind::of_line(format!("{words}choose").as_bytes()), Some(kind));
            assert!(kind.advice().is_none_or(|advice| !advice.is_empty() && !advice.ends_with('.')));
        }
    }
}
