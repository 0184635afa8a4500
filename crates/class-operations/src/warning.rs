//! Warnings about a class, which stop no command.

use std::fmt;
use std::path::PathBuf;

use class_model::WriteSummary;
use game::{visible, visible_name, visible_path};

/// Maximum lag of a clock that goes unreported, in milliseconds.
const UNNOTICED: i64 = 1000;

/// A warning about a class. It stops no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The clock of this machine is behind the last event of the record.
    ClockBehind {
        /// The lag, in whole seconds.
        seconds: i64,
    },
    /// The clock of this machine is so far ahead of the record that nothing is recorded.
    ClockAhead {
        /// The lead, in whole days.
        days: i64,
    },
    /// The class's text displaces versions and has not been adopted.
    EarlierText {
        /// The effects of the text.
        why: String,
    },
    /// The class has results from an engine other than the one here.
    OtherEngine {
        /// Number of such results of active versions.
        results: usize,
        /// The fingerprint of that engine.
        then: String,
        /// The fingerprint of the engine here.
        now: String,
    },
    /// Active versions were judged by an earlier text or another engine than new ones will be.
    Outdated {
        /// Number of such results.
        results: usize,
    },
    /// A submission or a bot waits because this machine cannot decide on it.
    Undecided {
        /// The subject and the reason.
        what: String,
    },
    /// The backup contains no opponents' files.
    OpponentsLeftOut {
        /// The reason why the class's text, which names them, could not be read.
        why: String,
    },
    /// The backup lacks an opponent's file.
    OpponentLeftOut {
        /// The name in the class's text.
        name: String,
        /// The reason.
        why: String,
    },
    /// An entrant of a run is not in the class.
    UnknownEntrant {
        /// The entrant's name.
        name: String,
        /// The reason.
        why: &'static str,
    },
    /// Active members of the class are not in a run.
    NotInRun {
        /// Their aliases.
        aliases: Vec<String>,
        /// The grade that they get anyway; `None` for no grade.
        grade: Option<String>,
    },
    /// The class could not record its backup, so `forget` will not list it.
    BackupNotNoted {
        /// The reason.
        why: String,
    },
    /// The backup lacks a file of the class's folder.
    FileLeftOut {
        /// The file's name.
        name: String,
        /// The reason.
        why: String,
    },
    /// Students or teams have no active version and are not entered.
    WithoutVersion {
        /// Their aliases.
        aliases: Vec<String>,
    },
    /// Students or teams failed too often, so they are paused and not entered.
    Paused {
        /// Their aliases.
        aliases: Vec<String>,
    },
    /// Students or teams are entered although they failed too often.
    EnteredAlthoughFailing {
        /// Their aliases.
        aliases: Vec<String>,
    },
    /// Students or teams may still hand in another version.
    DeadlineOpen {
        /// Number of students and teams with an open deadline.
        open: usize,
        /// Total number of students and teams.
        of: usize,
    },
    /// The grading formula reads `place`, which may be decided by lot.
    GradesByPlace,
    /// A student or team has another alias now than in the run.
    OtherAliasInRun {
        /// The current alias.
        alias: String,
        /// The alias in the run.
        in_run: String,
    },
    /// Versions other than those playing in the run are active now.
    OtherVersionInRun {
        /// Their aliases.
        aliases: Vec<String>,
    },
    /// The run could not record its students.
    StudentsNotNoted {
        /// The run's folder.
        run: PathBuf,
        /// The reason.
        why: String,
    },
    /// The class's record could not store the place of a run.
    PlaceNotNoted {
        /// The class's folder.
        class: PathBuf,
        /// The reason.
        why: String,
    },
    /// The class's record could not store a ruling.
    RulingNotNoted {
        /// The class's folder.
        class: PathBuf,
        /// The reason.
        why: String,
    },
    /// The class's record could not store the results of a run.
    CompletionNotNoted {
        /// The class's folder.
        class: PathBuf,
        /// The reason.
        why: String,
    },
    /// An entrant of a run has failed too often for the class.
    FailsTooOften {
        /// The name in the run.
        alias: String,
        /// The failures, in words.
        failures: String,
    },
}

impl Warning {
    /// Returns the warnings about a write.
    pub fn from_recorded(recorded: &WriteSummary) -> Vec<Warning> {
        Warning::of_behind(recorded.behind).into_iter().collect()
    }

    /// Returns the warning about a clock that is this many milliseconds behind the record.
    pub(crate) fn of_behind(behind: i64) -> Option<Warning> {
        (behind > UNNOTICED).then_some(Warning::ClockBehind { seconds: behind / 1000 })
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::ClockBehind { seconds } => {
                write!(
                    f,
                    "this machine's clock is {seconds} s behind the last event of the record; if it is right now and was \
                     wrong then, `muster class clock DIR --correct` corrects the record"
                )
            }
            Warning::ClockAhead { days } => write!(
                f,
                "nothing is recorded: this machine's clock is {days} days ahead of the last event of the record; set \
                 it, or confirm it with `muster class clock DIR --confirm`"
            ),
            Warning::EarlierText { why } => write!(f, "the previous text stays in force: {why}"),
            Warning::OtherEngine { results, then, now } => write!(
                f,
                "this program's engine differs from the one that played earlier results of the class, {results} of them of active \
                 versions: new results may differ for that reason alone. To keep all results comparable, continue \
                 with the previous program, or re-judge all active versions with this one: `muster class rejudge DIR` \
                 shows what would change. Then: {then}. Now: {now}"
            ),
            Warning::Outdated { results } => write!(
                f,
                "{results} results of active versions come from an earlier class.toml or another engine; `muster class rejudge` \
                 shows what would change"
            ),
            Warning::Undecided { what } => f.write_str(what),
            Warning::OpponentsLeftOut { why } => {
                write!(f, "the opponents' files are not in the backup, because class.toml cannot be read: {why}")
            }
            Warning::OpponentLeftOut { name, why } => write!(
                f,
                "the opponent's file \"{}\" is not in the backup: {}; keep a copy elsewhere, and put it next to the restored \
                 class.toml",
                visible(name),
                visible(why)
            ),
            Warning::UnknownEntrant { name, why } => write!(f, "\"{}\": {why}", visible(name)),
            Warning::NotInRun { aliases, grade: Some(grade) } => {
                write!(f, "absent from the run, graded {grade}: {}", listed(aliases))
            }
            Warning::NotInRun { aliases, grade: None } => {
                write!(f, "absent from the run, not graded: {}; --no-show GRADE sets a grade", listed(aliases))
            }
            Warning::BackupNotNoted { why } => write!(
                f,
                "the class could not record where this backup is, so `muster class forget` will not list it: {}",
                visible(why)
            ),
            Warning::FileLeftOut { name, why } => {
                write!(f, "\"{}\" is not in the backup: {}", visible(name), visible(why))
            }
            Warning::WithoutVersion { aliases } => {
                write!(f, "no active version, not entered: {}", listed(aliases))
            }
            Warning::Paused { aliases } => {
                write!(f, "paused after too many failures, not entered: {}", listed(aliases))
            }
            Warning::EnteredAlthoughFailing { aliases } => {
                write!(f, "entered despite too many failures: {}", listed(aliases))
            }
            Warning::DeadlineOpen { open, of } => {
                write!(f, "a deadline is still open: {open} of {of} may still hand in another version")
            }
            Warning::GradesByPlace => f.write_str(
                "the grade formula reads `place`, which may be decided by lot: entrants that are level share a `rank`",
            ),
            Warning::OtherAliasInRun { alias, in_run } => {
                write!(f, "\"{}\" still plays in this run as \"{}\"", visible(alias), visible(in_run))
            }
            Warning::OtherVersionInRun { aliases } => write!(
                f,
                "the run continues with the version that it began with, although another is active now: {}",
                listed(aliases)
            ),
            Warning::StudentsNotNoted { run, why } => {
                write!(f, "{} does not record which students play in it: {why}", visible_path(run))
            }
            Warning::PlaceNotNoted { class, why } => write!(
                f,
                "the record of the class in {} does not record where this run is: {why}",
                visible_path(class)
            ),
            Warning::RulingNotNoted { class, why } => {
                write!(f, "the history of the class in {} lacks this ruling: {why}", visible_path(class))
            }
            Warning::CompletionNotNoted { class, why } => {
                write!(f, "the record of the class in {} lacks this run: {why}", visible_path(class))
            }
            Warning::FailsTooOften { alias, failures } => {
                write!(f, "\"{}\" {failures}", visible_name(alias))
            }
        }
    }
}

/// Lists aliases, safe for a terminal.
fn listed(aliases: &[String]) -> String {
    aliases.iter().map(|alias| visible(alias)).collect::<Vec<_>>().join(", ")
}
