//! The end of the program: one message, optional hints, and one exit code.

use std::process::ExitCode;

use explain::{Error, Kind};
use game::{RulesFault, visible};
use job::Undecided;
use referee::HostFailure;
pub(crate) use runner::{FEWER_AT_ONCE, host_failed};

/// Returns the exit code for an error of this kind; [`TABLE`] explains the codes.
const fn code(kind: Kind) -> u8 {
    match kind {
        Kind::Input | Kind::NotFound | Kind::Conflict => 1,
        // clap uses 2.
        Kind::Incomplete => 3,
        Kind::Refused | Kind::Damaged => 4,
        Kind::Busy | Kind::Host => 5,
        Kind::Undecided => 6,
        Kind::Unconfirmed => 7,
    }
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
  6  undecided: a sequential test has no result, or this machine cannot decide whether to admit a bot
  7  a verification is inconclusive: a bot was slow in the record but not here, or vice versa
  130  interrupted twice; played matches are kept, run the same command again to resume";

/// Prints the error with its hints, and returns the exit code.
#[expect(clippy::print_stderr, reason = "the rim: the one place where an error is printed")]
pub(crate) fn print(error: &Error) -> ExitCode {
    if !error.what.is_empty() {
        eprintln!("error: {}", harmless(&error.what));
    }
    for hint in &error.hints {
        eprintln!("hint: {}", harmless(hint));
    }
    ExitCode::from(code(error.kind))
}

/// Returns the error of a command about a single bot that is undecided on this machine.
pub(crate) fn undecided_here(what: &str, why: &Undecided) -> Error {
    Error::new(Kind::Undecided, format!("{what}: {why}")).hint(why.advice())
}

/// Returns the error of a command whose game's rules failed.
pub(crate) fn rules_failed(fault: &RulesFault) -> Error {
    let RulesFault { what, trace, position, .. } = fault;
    let mut lines = vec![format!("the rules failed: {what}")];
    lines.extend(trace.iter().map(|line| format!("  {line}")));
    lines.push(format!("  position: {position}"));
    Error::input(lines.join("\n")).hint("`muster game check` looks for such mistakes")
}

/// Returns the error of a match in which the host or the rules of a game from a file failed.
pub(crate) fn match_failed(failure: &HostFailure) -> Error {
    let cause = std::error::Error::source(failure).and_then(|cause| cause.downcast_ref());
    cause.map_or_else(|| Error::wrap(Kind::Host, failure), rules_failed)
}

/// Returns the error of a command that was not built in.
#[cfg(not(feature = "network"))]
pub(crate) fn built_without_network(what: &str) -> Error {
    Error::new(Kind::Host, format!("cannot {what}: this muster was built without the feature `network`"))
        .hint("run `cargo build --release --features network` in Muster's sources to build target/release/muster with it")
}

/// Makes a message safe for a terminal, even if it quotes hostile file names. Control and invisible characters are
/// spelled out. Further lines are indented, so that none can pass for another message.
fn harmless(message: &str) -> String {
    // A name in an untrusted file may have any length.
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

/// The return type of a command.
pub(crate) type Done = Result<(), Error>;

#[cfg(test)]
mod tests {
    use runner::VoidMatch;

    use super::*;

    #[test]
    fn every_match_at_which_the_host_failed_is_named() {
        let void = |key: &str| VoidMatch { key: key.parse().unwrap(), why: "no memory".to_owned() };
        let one = host_failed(&[void("1.1.2.3")]);
        assert_eq!(one.what, "the host failed three times at match 1.1.2.3: no memory");
        let two = host_failed(&[void("1.1.2.3"), void("2.1.1.1")]);
        assert_eq!(
            harmless(&two.what),
            "the host failed three times at each of 2 matches:\n  match 1.1.2.3: no memory\n  match 2.1.1.1: no memory"
        );
        assert_eq!(two.kind, Kind::Incomplete);
        let many = host_failed(&vec![void("1.1.2.3"); 25]);
        assert_eq!((many.what.lines().count(), many.what.lines().last()), (22, Some("  and 5 more")));
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
