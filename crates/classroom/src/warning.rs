//! What whoever acts on a class should know, and what stops nobody.

use std::fmt;
use std::path::PathBuf;

use class::WriteSummary;
use game::{visible, visible_name, visible_path};

/// Milliseconds that a clock may be behind without a word.
const UNNOTICED: i64 = 1000;

/// What whoever acts on a class should know. It stops nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The clock of this machine is behind the last event of the record.
    ClockBehind {
        /// By how much, in whole seconds.
        seconds: i64,
    },
    /// The clock of this machine is so far ahead of the record that nothing is written down.
    ClockAhead {
        /// By how much, in whole days.
        days: i64,
    },
    /// The class's text takes versions out and is not adopted.
    EarlierText {
        /// What the text would change.
        why: String,
    },
    /// Results of the class are of another engine than the one that plays here.
    OtherEngine {
        /// How many of them are of active versions.
        results: usize,
        /// The fingerprint of that engine.
        then: String,
        /// The fingerprint of the engine here.
        now: String,
    },
    /// Active versions were judged by an earlier text than the next ones will be, or by another engine.
    Outdated {
        /// How many results that are.
        results: usize,
    },
    /// Nothing is decided on this machine about a hand-in or a bot. It waits.
    Undecided {
        /// What it is about, and why.
        what: String,
    },
    /// No opponent's file is in the backup.
    OpponentsLeftOut {
        /// Why the class's text, which names them, is not read.
        why: String,
    },
    /// An opponent's file is not in the backup.
    OpponentLeftOut {
        /// Its name in the class's text.
        name: String,
        /// Why.
        why: String,
    },
    /// An entrant of a run is nobody in the class.
    UnknownEntrant {
        /// The entrant's name.
        name: String,
        /// Why.
        why: &'static str,
    },
    /// Some who take part in the class are not in a run.
    NotInRun {
        /// Their aliases.
        aliases: Vec<String>,
        /// The grade that they get all the same.
        grade: Option<String>,
    },
    /// The class does not know of its backup, so that `forget` will not list it.
    BackupNotNoted {
        /// Why.
        why: String,
    },
    /// A file of the class's folder is not in the backup.
    FileLeftOut {
        /// Its name.
        name: String,
        /// Why.
        why: String,
    },
    /// Some of a class have no active version, and so are not entered.
    WithoutVersion {
        /// Their aliases.
        aliases: Vec<String>,
    },
    /// Some of a class failed too often, and so are paused and not entered.
    Paused {
        /// Their aliases.
        aliases: Vec<String>,
    },
    /// Some of a class are entered, and failed too often.
    EnteredAlthoughFailing {
        /// Their aliases.
        aliases: Vec<String>,
    },
    /// Some of a class may still hand in another version.
    DeadlineOpen {
        /// How many.
        open: usize,
        /// Of how many.
        of: usize,
    },
    /// The formula of the grades reads `place`, which a lot may give.
    GradesByPlace,
    /// Somebody has another alias by now than in the run.
    OtherAliasInRun {
        /// The alias now.
        alias: String,
        /// The one in the run.
        in_run: String,
    },
    /// Other versions are active than those with which some play in the run.
    OtherVersionInRun {
        /// Their aliases.
        aliases: Vec<String>,
    },
    /// Which students play in a run could not be written down in it.
    StudentsNotNoted {
        /// The run's folder.
        run: PathBuf,
        /// Why not.
        why: String,
    },
    /// Where a run is could not be written down in the class's record.
    PlaceNotNoted {
        /// The class's folder.
        class: PathBuf,
        /// Why not.
        why: String,
    },
    /// A ruling could not be written down in the class's record.
    RulingNotNoted {
        /// The class's folder.
        class: PathBuf,
        /// Why not.
        why: String,
    },
    /// What came of a run could not be written down in the class's record.
    CompletionNotNoted {
        /// The class's folder.
        class: PathBuf,
        /// Why not.
        why: String,
    },
    /// An entrant of a run has failed too often for the class.
    FailsTooOften {
        /// The name in the run.
        alias: String,
        /// How often, in words.
        failures: String,
    },
}

impl Warning {
    /// What there is to know of something that was written down.
    pub fn of(recorded: &WriteSummary) -> Vec<Warning> {
        Warning::of_behind(recorded.behind).into_iter().collect()
    }

    /// The warning about a clock this many milliseconds behind the record.
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
                    "the clock of this machine is {seconds} s behind the last event of the record; if it is right now, and was \
                     wrong then, `muster class clock DIR --correct` corrects the record"
                )
            }
            Warning::ClockAhead { days } => write!(
                f,
                "nothing is written down: the clock of this machine shows a moment {days} days after the last event of the record; set \
                 it, or confirm it with `muster class clock DIR --confirm`"
            ),
            Warning::EarlierText { why } => write!(f, "the previous text stays in force: {why}"),
            Warning::OtherEngine { results, then, now } => write!(
                f,
                "this program has another engine than results of the class were played with, {results} of them of active \
                 versions: what is played now may differ for that reason alone. To keep all results comparable, go \
                 on with the program of before, or judge all active versions with this one: `muster class rejudge DIR` \
                 shows what would change. Then: {then}. Now: {now}"
            ),
            Warning::Outdated { results } => write!(
                f,
                "{results} results of active versions are of an earlier text or another engine; `muster class rejudge` \
                 shows what would change"
            ),
            Warning::Undecided { what } => f.write_str(what),
            Warning::OpponentsLeftOut { why } => {
                write!(f, "the opponents' files are not in the backup, because class.toml is not read: {why}")
            }
            Warning::OpponentLeftOut { name, why } => write!(
                f,
                "the opponent's file \"{}\" is not in the backup: {}; keep it elsewhere, and put it beside the restored \
                 class.toml",
                visible(name),
                visible(why)
            ),
            Warning::UnknownEntrant { name, why } => write!(f, "\"{}\": {why}", visible(name)),
            Warning::NotInRun { aliases, grade: Some(grade) } => {
                write!(f, "not in the run, and so with the grade {grade}: {}", listed(aliases))
            }
            Warning::NotInRun { aliases, grade: None } => {
                write!(f, "not in the run, and so without a grade: {}; --no-show GRADE gives one", listed(aliases))
            }
            Warning::BackupNotNoted { why } => write!(
                f,
                "the class does not keep where this backup is, so `muster class forget` will not name it: {}",
                visible(why)
            ),
            Warning::FileLeftOut { name, why } => {
                write!(f, "\"{}\" is not in the backup: {}", visible(name), visible(why))
            }
            Warning::WithoutVersion { aliases } => {
                write!(f, "without an active version, and so not entered: {}", listed(aliases))
            }
            Warning::Paused { aliases } => {
                write!(f, "paused after too many failures, and not entered: {}", listed(aliases))
            }
            Warning::EnteredAlthoughFailing { aliases } => {
                write!(f, "entered in spite of too many failures: {}", listed(aliases))
            }
            Warning::DeadlineOpen { open, of } => {
                write!(f, "a deadline is still open: {open} of {of} may still hand in another version")
            }
            Warning::GradesByPlace => f.write_str(
                "the formula of the grades reads `place`, which a lot may give: those who are level share a `rank`",
            ),
            Warning::OtherAliasInRun { alias, in_run } => {
                write!(f, "\"{}\" plays on in this run as \"{}\"", visible(alias), visible(in_run))
            }
            Warning::OtherVersionInRun { aliases } => write!(
                f,
                "another version is active than the one that the run began with, which plays on: {}",
                listed(aliases)
            ),
            Warning::StudentsNotNoted { run, why } => {
                write!(f, "{} does not say which students play in it: {why}", visible_path(run))
            }
            Warning::PlaceNotNoted { class, why } => write!(
                f,
                "the record of the class in {} does not say where this run is: {why}",
                visible_path(class)
            ),
            Warning::RulingNotNoted { class, why } => {
                write!(f, "the history of the class in {} does not have this ruling: {why}", visible_path(class))
            }
            Warning::CompletionNotNoted { class, why } => {
                write!(f, "the record of the class in {} does not have this run: {why}", visible_path(class))
            }
            Warning::FailsTooOften { alias, failures } => {
                write!(f, "\"{}\" {failures}", visible_name(alias))
            }
        }
    }
}

/// Aliases in a row, harmless for a terminal.
fn listed(aliases: &[String]) -> String {
    aliases.iter().map(|alias| visible(alias)).collect::<Vec<_>>().join(", ")
}
