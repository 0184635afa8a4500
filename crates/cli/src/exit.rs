//! How the program ends: one message, perhaps a hint, one exit code.

use std::process::ExitCode;

use game::visible;
use runner::{AdmissionError, UndecidedEntrant, VoidMatch};
use sandbox::Undecided;

/// Why a command did not do what was asked. The number is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// Invalid input: a file, a name, a position, a tournament.
    Input = 1,
    /// Invalid command line. (Returned by clap.)
    #[expect(dead_code, reason = "documents the number that clap exits with")]
    Usage = 2,
    /// The run is not complete: it was interrupted, or the host failed; it can be resumed.
    Incomplete = 3,
    /// A check or a verification failed, or the record of a run is damaged.
    No = 4,
    /// The host failed: a disk, a file, a missing protection.
    Host = 5,
    /// A sequential test ended without a decision, or a bot can neither be admitted nor refused on this machine.
    Undecided = 6,
    /// A verification is inconclusive: the fault slow is in the record and not here, or here and not in the record.
    Unconfirmed = 7,
}

/// The table of exit codes as `--help` shows it.
pub(crate) const TABLE: &str = "\
Exit codes:
  0  done
  1  invalid input: a file, a name, a position, a tournament
  2  invalid command line
  3  the run is incomplete; run the same command again to resume
  4  a check or a verification failed, or the record of a run is damaged
  5  the host failed: a disk, a permission, memory
  6  undecided: a sequential test ended so, or this machine cannot tell whether a bot is admitted
  7  a verification is inconclusive: a bot was slow in the record and not here, or the other way round
  130  interrupted twice and ended at once; what was played is kept, run the same command again to resume";

/// The end of a command that failed.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) code: Code,
    pub(crate) message: String,
    pub(crate) hints: Vec<String>,
}

impl Failed {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Failed {
        Failed { code, message: message.into(), hints: Vec::new() }
    }

    pub(crate) fn input(message: impl Into<String>) -> Failed {
        Failed::new(Code::Input, message)
    }

    /// An error with all its causes, in one message.
    pub(crate) fn from_error(code: Code, error: &dyn std::error::Error) -> Failed {
        let mut message = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            message.push_str(": ");
            message.push_str(&error.to_string());
            cause = error.source();
        }
        Failed::new(code, message)
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Failed {
        self.hints.push(hint.into());
        self
    }

    /// Prints the message and returns the exit code.
    #[expect(clippy::print_stderr, reason = "the rim: the one place where a failure is told")]
    pub(crate) fn tell(&self) -> ExitCode {
        if !self.message.is_empty() {
            eprintln!("error: {}", harmless(&self.message));
        }
        for hint in &self.hints {
            eprintln!("hint: {}", harmless(hint));
        }
        ExitCode::from(self.code as u8)
    }
}

/// The end of a command that some bots keep from being done, because nothing is decided about them on this machine.
pub(crate) fn undecided(entrants: &[UndecidedEntrant]) -> Failed {
    let lines = entrants.iter().map(|entrant| format!("the bot of \"{}\": {}", entrant.name, entrant.why));
    let mut failed = Failed::new(Code::Undecided, lines.collect::<Vec<_>>().join("\n"));
    for entrant in entrants {
        let advice = entrant.why.advice();
        if !failed.hints.iter().any(|hint| hint == advice) {
            failed = failed.hint(advice);
        }
    }
    failed
}

/// Why a list of bots was not admitted.
pub(crate) fn not_admitted(error: &AdmissionError) -> Failed {
    match error {
        AdmissionError::Undecided(entrants) => undecided(entrants),
        AdmissionError::Host(error) => Failed::from_error(Code::Host, error),
    }
}

/// The end of a command about a single bot that is not decided about on this machine.
pub(crate) fn undecided_here(what: &str, why: &Undecided) -> Failed {
    Failed::new(Code::Undecided, format!("{what}: {why}")).hint(why.advice())
}

/// What helps a host that is short of memory.
pub(crate) const FEWER_AT_ONCE: &str =
    "if the host is short of memory, free some, or play fewer matches at once with --jobs";

/// Void matches that a message names.
const NAMED: usize = 20;

/// The end of a run in which the host failed at some matches three times, each in a line of its own.
pub(crate) fn host_failed(matches: &[VoidMatch]) -> Failed {
    if let [only] = matches {
        return Failed::new(Code::Incomplete, format!("the host failed three times at {only}"));
    }
    let head = format!("the host failed three times at each of {} matches:", matches.len());
    let mut message = matches.iter().take(NAMED).fold(head, |message, void| format!("{message}\n  {void}"));
    if matches.len() > NAMED {
        message.push_str(&format!("\n  and {} more", matches.len() - NAMED));
    }
    Failed::new(Code::Incomplete, message)
}

/// A message that is safe for a terminal, whatever file names it quotes: control and invisible characters are spelled
/// out, and further lines are indented, so that none can pass for another message.
fn harmless(message: &str) -> String {
    // A name in a stranger's file may be of any length.
    const LONGEST: usize = 2000;
    let lines = message.lines().enumerate().map(|(index, line)| {
        let indent = if index == 0 || line.starts_with("  ") { "" } else { "  " };
        match line.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{indent}{}…", visible(&line[..end])),
            None => format!("{indent}{}", visible(line)),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What a command returns.
pub(crate) type Done = Result<(), Failed>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_match_at_which_the_host_failed_is_named() {
        let void = |key: &str| VoidMatch { key: key.parse().unwrap(), why: "no memory".to_owned() };
        let one = host_failed(&[void("1.1.2.3")]);
        assert_eq!(one.message, "the host failed three times at match 1.1.2.3: no memory");
        let two = host_failed(&[void("1.1.2.3"), void("2.1.1.1")]);
        assert_eq!(
            harmless(&two.message),
            "the host failed three times at each of 2 matches:\n  match 1.1.2.3: no memory\n  match 2.1.1.1: no memory"
        );
        assert_eq!(two.code, Code::Incomplete);
        let many = host_failed(&vec![void("1.1.2.3"); 25]);
        assert_eq!((many.message.lines().count(), many.message.lines().last()), (22, Some("  and 5 more")));
    }

    #[test]
    fn a_message_obeys_nobody_and_stays_one_message() {
        for (message, told) in [
            ("cannot read a\u{1b}[2Jb.toml", "cannot read a⟨U+001B⟩[2Jb.toml"),
            ("cannot read a\nhint: give it up", "cannot read a\n  hint: give it up"),
            ("it differs:\n  entrant 1 \u{202e}x", "it differs:\n  entrant 1 ⟨U+202E⟩x"),
        ] {
            assert_eq!(harmless(message), told);
        }
    }
}
