//! `muster class submit`: a bot is handed in, or an archive of them.

mod archive;

use std::path::{Path, PathBuf};

use clap::Args;
use class::{Contender, Door, Event, Facts, Moment, deadline, late_days};
use classroom::{ContenderStatus, OpenClass, SubmissionReport, find_student, words};
use explain::{Error, Kind};
use game::{visible, visible_path};
use script::Interpreter;
use serde_json::json;

use self::archive::ArchiveOptions;
use super::door::{LARGEST_SOURCE, Verdict};
use super::handed_in::{Cover, HandedIn};
use super::opening::{open, open_in_force, write};
use super::{door, engine};
use crate::exit::{Done, undecided_here};
use crate::terminal::text::inert;
use crate::{host, out};

/// `muster class submit`
#[derive(Args)]
#[command(after_help = "\
The door answers at once; whoever is refused has used one of the hand-ins that the quota allows. What is received after \
the deadline is kept, and counts if there are late days left or an extension is given.

With --archive, everything in an archive of Moodle or Canvas is handed in at once, or nothing if the command ends early; \
what is already in the class is left out. Whose a file is, is read from its name and the worksheet, by the students' ids \
and addresses. What cannot be told is listed, and the exit code is then 4. A bot that this machine cannot decide about is \
handed in and waits for `muster class work`, and the exit code is then 6.")]
pub(crate) struct SubmitCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The id of the student who hands in.
    #[arg(required_unless_present = "archive", conflicts_with = "archive")]
    student: Option<String>,
    /// The bot: a .wasm file, or a script.
    #[arg(required_unless_present = "archive")]
    file: Option<PathBuf>,
    /// Its source, for example an archive, which is kept and never run. Without it, what a script imports is kept.
    #[arg(long, value_name = "FILE", conflicts_with = "archive")]
    source: Option<PathBuf>,
    #[command(flatten)]
    archive: ArchiveOptions,
    /// When it was received, for what was handed in elsewhere: "2026-12-01 22:10". Quotas do not count it. In an archive
    /// it is for what the worksheet has no time for.
    #[arg(long, value_name = "TIME")]
    at: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl SubmitCommand {
    pub(crate) fn run(self) -> Done {
        // Whoever hands in in time is in time, however long the door takes.
        let now = Moment::now();
        // A student's hand-in does not wait for the teacher; an archive is the teacher's.
        let opened = match &self.archive.archive {
            Some(_) => open(&self.folder)?,
            None => open_in_force(&self.folder)?,
        };
        let stated = self.at.as_deref().map(|at| opened.moment(at)).transpose()?;
        if stated.is_some_and(|stated| stated > now) {
            return Err(Error::input("--at is in the future"));
        }
        if let Some(path) = &self.archive.archive {
            return self.archive.run(&opened, path, stated, now, self.json);
        }
        let (Some(student), Some(file)) = (&self.student, &self.file) else { return Ok(()) };
        self.run_one(&opened, student, file, stated, now)
    }

    fn run_one(
        &self,
        opened: &OpenClass,
        student: &str,
        file: &Path,
        stated: Option<Moment>,
        now: Moment,
    ) -> Done {
        let before = opened.facts()?;
        engine::warn(opened, &before);
        let received = stated.unwrap_or_else(|| before.last().map_or(now, |last| last.max(now)));
        // Nobody waits for the door who is not let in anyway.
        self.check(opened, &before, student, received)?;
        let source = self.source.as_deref().map(read_source).transpose()?;
        let examined = door::examine(&opened.plan, &host::sandbox(1)?, file)?;
        if let (Verdict::Undecided(why), true) = (&examined.verdict, Interpreter::of(file).is_some()) {
            // Which files the script is made of is not known before it is built.
            return Err(undecided_here(&visible_path(file), why));
        }
        // What a script imports is a part of it.
        let source = source.or_else(|| examined.packed_sources());
        let cover =
            Cover { student: student.to_owned(), received, stated: stated.is_some(), file: file_name(file) };
        let mut keeping = opened.folder.keeping();
        let handed_in = HandedIn::keep(&mut keeping, cover, examined, source.as_deref())?;
        keeping.finish()?;
        let recorded = write(opened, |facts, _| {
            self.check(opened, facts, student, received)?;
            Ok(vec![Event::Submitted(handed_in.submission(opened, facts)?)])
        })?;
        self.tell(opened, &recorded.facts, recorded.at)
    }

    /// Refuses what is not taken at this moment.
    fn check(&self, opened: &OpenClass, facts: &Facts, student: &str, received: Moment) -> Done {
        let student = find_student(facts, student)?;
        // What was handed in elsewhere is a fact, whether or not this folder takes more.
        if self.at.is_some() {
            return Ok(());
        }
        if let Some(since) = facts.closed() {
            return Err(Error::new(
                Kind::Refused,
                format!("nothing is accepted since {}", opened.shown(since)),
            )
            .hint("`muster class reopen` accepts again"));
        }
        let Some(contender) = facts.contender_of(&student.id) else { return Ok(()) };
        let allowance = opened.plan.quota.allowance(&facts.counted(&contender.who), received);
        if allowance.next > received {
            let words =
                words::allowance_words(opened, &opened.plan.quota, &allowance, received).unwrap_or_default();
            return Err(Error::new(Kind::Refused, format!("not accepted now: {words}")));
        }
        Ok(())
    }

    fn tell(&self, opened: &OpenClass, facts: &Facts, at: Moment) -> Done {
        let Some((number, submission)) = facts.submissions().last() else { return Ok(()) };
        let Some(contender) = facts.contender_of(&submission.by) else { return Ok(()) };
        let own = deadline(&opened.plan, facts, &contender);
        let same = same_as(facts, number, &contender);
        let shown = ContenderStatus::of(opened, facts, contender, at);
        if self.json {
            let told = json!({
                "submitted": SubmissionReport::of(opened, &own, number, submission),
                "same_bytes_as": same,
                "standing": shown.report(opened),
            });
            out::line(&told.to_string())?;
        } else {
            out::line(&format!("submission {number} of {}", inert(shown.contender.alias)))?;
            out::line(&format!("  received {}", opened.shown(submission.received)))?;
            match late_days(&opened.plan, &own, submission.received) {
                Some(0) => {}
                Some(days) => out::line(&format!("  late: it takes {days} of {} late days", own.late_days))?,
                None => out::line(&format!(
                    "  too late: the deadline is {}; it is kept, and does not count",
                    words::deadline_words(opened, &own)
                ))?,
            }
            if let Door::Refused { reasons } = &submission.door {
                out::line("  refused")?;
                for reason in reasons.iter().flat_map(|reason| reason.lines()) {
                    out::line(&format!("    {}", inert(reason)))?;
                }
            }
            if let Door::Undecided { why } = &submission.door {
                out::line(&format!("  {}", inert(why)))?;
            }
            if !same.is_empty() {
                let numbers: Vec<String> = same.iter().map(u32::to_string).collect();
                out::line(&format!(
                    "  note: another handed in the same bytes: submission {}",
                    numbers.join(", ")
                ))?;
            }
            tell_standing(opened, &shown, at)?;
        }
        match &submission.door {
            Door::Accepted { .. } => Ok(()),
            Door::Undecided { .. } => Err(undecided_hand_ins(1)),
            Door::Refused { reasons } => {
                let count = reasons.len();
                let plural = if count == 1 { "" } else { "s" };
                Err(Error::new(
                    Kind::Refused,
                    format!("refused for {count} reason{plural}; it is kept, and does not count"),
                ))
            }
        }
    }
}

/// That hand-ins are in, and wait for a verdict.
fn undecided_hand_ins(count: usize) -> Error {
    let plural = if count == 1 { "hand-in is kept, and waits" } else { "hand-ins are kept, and wait" };
    Error::new(Kind::Undecided, format!("{count} {plural}: undecided on this machine"))
        .hint("`muster class work` decides on a faster machine, or when less else is running")
}

fn tell_standing(opened: &OpenClass, shown: &ContenderStatus<'_>, at: Moment) -> Done {
    let why = words::why(opened, &shown.standing);
    match &shown.standing.active {
        Ok(active) => out::line(&format!("  active: submission {} ({why})", active.submission))?,
        Err(_) => out::line(&format!("  active: none ({why})"))?,
    }
    out::line(&format!("  deadline {}", words::deadline_words(opened, &shown.standing.deadline)))?;
    match words::allowance_words(opened, &opened.plan.quota, &shown.allowance, at) {
        Some(words) => out::line(&format!("  {words}")),
        None => Ok(()),
    }
}

/// Submissions of others with the same bytes.
fn same_as(facts: &Facts, number: u32, contender: &Contender<'_>) -> Vec<u32> {
    let groups = facts.same_bytes().into_iter().filter(|(_, numbers)| numbers.contains(&number));
    let others = groups.flat_map(|(_, numbers)| numbers).filter(|other| {
        facts.submission(*other).is_some_and(|submission| class::Who::handed_in(submission) != contender.who)
    });
    let mut others: Vec<u32> = others.collect();
    others.sort_unstable();
    others.dedup();
    others
}

fn read_source(path: &Path) -> Result<Vec<u8>, Error> {
    files::read_bounded(path, LARGEST_SOURCE)
        .map_err(|error| Error::input(format!("cannot read the source {}: {error}", visible_path(path))))
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| visible(&name.to_string_lossy())).unwrap_or_default()
}
