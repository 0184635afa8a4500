//! Handing in a whole archive of a course system at once.

mod refusals;
mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use class_model::{
    Admission, CollectedSubmission, Collecting, Collection, Event, Facts, Hash, Leftover, Moment, Naming,
    OwnDeadline, TurnedAway, Who, collect, deadline, late_days,
};
use course_files::archives::{Contents, Limits, SkippedEntry};
use course_files::gradebook::Sheet;
use explain::{Error, Kind};
use game::visible;
use job::Validator;

pub use self::refusals::{Refusals, RefusedEntry};
pub use self::report::ArchiveReport;
use super::kept::{Cover, KeptSubmission, Sought};
use super::{Receipt, undecided_submissions};
use crate::open_class::OpenClass;
use crate::validation::{BotFile, Bundle, foreseen, is_kit, kit_names, validate};
use crate::warning::Warning;

/// Maximum size of an archive in bytes.
pub const LARGEST_ARCHIVE: u64 = 512 << 20;

/// An archive of hand-ins from Moodle or Canvas.
pub struct Archive<'a> {
    /// Name in messages.
    pub name: &'a str,
    /// Contents.
    pub bytes: &'a [u8],
    /// The worksheet that maps files to students, if there is one.
    pub worksheet: Option<Worksheet<'a>>,
    /// `true` if a student may be identified by name alone, provided that the name is unique in the class.
    pub by_name: bool,
    /// Time of receipt for hand-ins that have none in the worksheet.
    pub received: Option<Moment>,
    /// The current time. Hand-ins received later are not taken.
    pub now: Moment,
}

/// A Moodle worksheet of an assignment, or a Canvas gradebook export.
#[derive(Clone, Copy)]
pub struct Worksheet<'a> {
    /// Name in messages.
    pub name: &'a str,
    /// Contents.
    pub bytes: &'a [u8],
}

/// The result of handing in an archive.
#[derive(Debug)]
pub struct ArchiveSummary {
    /// `true` for a preview, which hands nothing in.
    pub dry_run: bool,
    /// New hand-ins. Every sender in the archive is in exactly one of this list and the next two.
    pub taken: Vec<ArchiveEntry>,
    /// Hand-ins that the class already had.
    pub known: Vec<ArchiveEntry>,
    /// Senders without a hand-in: students, who are told the reason, and senders outside the roster.
    pub left: Vec<Leftover>,
    /// Further files that are not taken. None of them is the reason for an entry in `left`.
    pub skipped: Vec<SkippedEntry>,
    /// Warnings for the user who hands in.
    pub warnings: Vec<Warning>,
}

/// A student's hand-in.
#[derive(Debug)]
pub struct ArchiveEntry {
    /// The student's id.
    pub student: String,
    /// The student's name.
    pub name: String,
    /// The team; `None` if the student hands in alone.
    pub team: Option<String>,
    /// Alias of the student or team in runs.
    pub alias: Option<String>,
    /// Deadline of the student or team.
    pub deadline: Option<OwnDeadline>,
    /// The name of the bot's file.
    pub file: String,
    /// When it was received.
    pub received: Moment,
    /// Other members of the team from whom the archive has the same hand-in.
    pub also_from: Vec<String>,
    /// `true` if Canvas marked it as late. The class's own deadlines decide.
    pub marked_late: bool,
    /// `true` if a text or a link came with it, which is kept as part of the source and never read.
    pub has_text: bool,
    /// Number of the submission; `None` if the class does not have it.
    pub submission: Option<u32>,
    /// The verdict; `None` if the class does not have it.
    pub admission: Option<Admission>,
    /// Reasons why it is refused or undecided; in a dry run, the reasons for refusal known so far.
    pub reasons: Vec<String>,
}

/// Hands in everything in an archive that the class does not have. An error leaves the class unchanged.
///
/// # Errors
/// If the archive or the worksheet cannot be read, or the class cannot be written.
pub fn submit_archive(
    class: &OpenClass,
    validator: &dyn Validator,
    archive: &Archive<'_>,
) -> Result<ArchiveSummary, Error> {
    let before = class.facts()?;
    let opening = Opening::of(class, &before, validator, archive)?;
    let Kept { submissions, new_files } = opening.keep(class, &before)?;
    let recorded = class.write(|facts, _| {
        // Another command may have handed in the same archive meanwhile.
        let new = submissions.iter().filter(|(one, is_dated)| !one.is_known(facts, *is_dated));
        let new = new.map(|(one, _)| one.submission(class, facts).map(Event::Submitted));
        let turned_away = opening.turned_away(facts).into_iter().map(|one| Ok(Event::TurnedAway(one)));
        turned_away.chain(new).collect()
    });
    let recorded = recorded.inspect_err(|_| class.discard(&new_files))?;
    let warnings = Warning::of(&recorded);
    Ok(ArchiveSummary { warnings, ..opening.summary(class, &before, Some(&recorded.facts)) })
}

/// Previews [`submit_archive`]. Validates nothing, except that scripts are text.
///
/// # Errors
/// If the archive, the worksheet or the class's record cannot be read.
pub fn preview_archive(
    class: &OpenClass,
    validator: &dyn Validator,
    archive: &Archive<'_>,
) -> Result<ArchiveSummary, Error> {
    let facts = class.facts()?;
    let opening = Opening::of(class, &facts, validator, archive)?;
    Ok(opening.summary(class, &facts, None))
}

impl ArchiveSummary {
    /// Checks that everything was taken and has a verdict.
    ///
    /// # Errors
    /// If a hand-in waits for a verdict, or an entry was not taken.
    pub fn verdict(&self) -> Result<(), Error> {
        match self.taken.iter().filter(|entry| entry.is_undecided()).count() {
            0 => {}
            count => return Err(undecided_submissions(count)),
        }
        match self.left.len() + self.skipped.len() {
            0 => Ok(()),
            left => {
                let plural = if left == 1 { "entry was" } else { "entries were" };
                Err(Error::new(Kind::Refused, format!("{left} {plural} not taken")))
            }
        }
    }
}

impl ArchiveEntry {
    /// Returns `true` if it is a submission without a verdict.
    pub fn is_undecided(&self) -> bool {
        matches!(self.admission, Some(Admission::Undecided { .. }))
    }

    /// Returns further notes, a few words each.
    pub fn notes(&self, class: &OpenClass) -> Vec<String> {
        let mut notes = Vec::new();
        match self.admission {
            Some(Admission::Undecided { .. }) => notes.push("undecided, waiting".to_owned()),
            Some(Admission::Refused { .. }) => notes.push("refused".to_owned()),
            Some(Admission::Accepted { .. }) | None => {}
        }
        if let Some(deadline) = &self.deadline {
            match late_days(&class.plan, deadline, self.received) {
                Some(0) => {}
                Some(days) => notes.push(format!("uses {days} of {} late days", deadline.late_days)),
                None => notes.push("too late".to_owned()),
            }
        }
        if self.marked_late {
            notes.push("Canvas marked it as late".to_owned());
        }
        if !self.also_from.is_empty() {
            notes.push(format!("same files from {}", self.also_from.join(", ")));
        }
        if self.has_text {
            notes.push("includes a text, which is kept".to_owned());
        }
        notes
    }
}

/// An opened archive, with its files assigned to students.
struct Opening<'a> {
    validator: &'a dyn Validator,
    contents: Contents,
    collected: Collection,
    /// The stored form of every hand-in taken, in the same order.
    packed: Vec<Packed>,
}

/// A hand-in with its stored form.
type Taken<'a> = (&'a CollectedSubmission, &'a Packed);

/// Returns the number of the submission that equals a hand-in of the archive; `None` if the class does not have it.
fn find((taken, packed): Taken<'_>, facts: &Facts) -> Option<u32> {
    let CollectedSubmission { student, received, is_dated, .. } = taken;
    let (bot, source) = (&packed.bot, packed.source_hash.as_ref());
    Sought { student, bot, source, received: *received, is_dated: *is_dated }.find(facts)
}

/// The stored form of a hand-in, without the built module.
struct Packed {
    bot: Hash,
    /// An archive of all its files; `None` if the bot came alone.
    source: Option<Vec<u8>>,
    source_hash: Option<Hash>,
}

impl Packed {
    fn of(taken: &CollectedSubmission, contents: &Contents) -> Packed {
        let bot = Hash::of(&contents.files[taken.bot].bytes);
        let files: Vec<(String, &[u8])> = distinct(taken, contents);
        let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
        let source = if files.len() > 1 { course_files::archives::pack(&files) } else { None };
        let source_hash = source.as_deref().map(Hash::of);
        Packed { bot, source, source_hash }
    }
}

/// Returns the files of a hand-in under unique names. A second, different file with the same name goes into its own
/// folder.
fn distinct<'c>(taken: &CollectedSubmission, contents: &'c Contents) -> Vec<(String, &'c [u8])> {
    let mut files: BTreeMap<String, &[u8]> = BTreeMap::new();
    let mut named = Vec::new();
    for (place, file) in taken.files.iter().map(|&at| &contents.files[at]).enumerate() {
        let name = match files.get(&file.file) {
            Some(&bytes) if bytes == file.bytes => continue,
            Some(_) => format!("{}/{}", place + 1, file.file),
            None => file.file.clone(),
        };
        if files.insert(name.clone(), &file.bytes).is_none() {
            named.push((name, file.bytes.as_slice()));
        }
    }
    named
}

/// The hand-ins of an archive whose files are stored but that are not recorded yet.
struct Kept {
    /// The hand-ins, each with its [`Sought::is_dated`].
    submissions: Vec<(KeptSubmission, bool)>,
    /// Files that the class did not have before.
    new_files: BTreeSet<Hash>,
}

impl<'a> Opening<'a> {
    fn of(
        class: &OpenClass,
        facts: &Facts,
        validator: &'a dyn Validator,
        archive: &Archive<'_>,
    ) -> Result<Opening<'a>, Error> {
        let limits = Limits::default();
        let mut contents = course_files::archives::read(archive.bytes, &limits)
            .map_err(|error| Error::input(format!("{}: {error}", archive.name)))?;
        let sheet = archive.worksheet.map(|worksheet| {
            let unread = |error| Error::input(format!("{}: {error}", worksheet.name));
            Sheet::read(worksheet.bytes).map_err(unread)
        });
        let sheet = sheet.transpose()?;
        let asked = Collecting {
            plan: &class.plan,
            facts,
            worksheet: sheet.as_ref(),
            by_name: archive.by_name,
            received: archive.received,
            now: archive.now,
            naming: Naming {
                is_script: &|file: &Path| validator.language(&file.to_string_lossy()).is_some(),
                is_kit: &is_kit,
                kit_names: kit_names(),
            },
            limits: &limits,
        };
        let collected = collect(&asked, &mut contents);
        let packed = collected.taken.iter().map(|taken| Packed::of(taken, &contents)).collect();
        Ok(Opening { validator, contents, collected, packed })
    }

    /// Returns the hand-ins taken, with their stored forms.
    fn taken(&self) -> impl Iterator<Item = Taken<'_>> {
        self.collected.taken.iter().zip(&self.packed)
    }

    /// Validates and stores every hand-in that the class does not have.
    fn keep(&self, class: &OpenClass, facts: &Facts) -> Result<Kept, Error> {
        let mut keeping = class.folder.keeping();
        let mut keep = |(taken, packed): Taken<'_>| -> Result<(KeptSubmission, bool), Error> {
            let file = |at: usize| {
                let file = &self.contents.files[at];
                (file.file.as_str(), &*file.bytes)
            };
            let files: Vec<(&str, &[u8])> = taken.files.iter().map(|&at| file(at)).collect();
            let (name, bytes) = file(taken.bot);
            let validation = if self.validator.language(name).is_some() {
                let bundle = Bundle::of((name, bytes), &files);
                validate(&class.plan, self.validator, &bundle.bot(bytes, name))?
            } else {
                let beside = BTreeMap::new();
                let bot = BotFile { name, path: Path::new(name), bytes, beside: &beside };
                validate(&class.plan, self.validator, &bot)?
            };
            let cover = Cover::new(&taken.student, name, Receipt::Stated(taken.received), taken.received);
            // The files that a bot came with are its source.
            let source = packed.source.as_deref();
            let kept = KeptSubmission::keep(&mut keeping, cover, bytes, validation.verdict, source)?;
            Ok((kept, taken.is_dated))
        };
        let new = self.taken().filter(|taken| find(*taken, facts).is_none());
        let submissions = new.map(&mut keep).collect::<Result<_, _>>()?;
        Ok(Kept { submissions, new_files: keeping.finish()? })
    }

    /// Returns the students from whom nothing is taken, except those already told the same.
    fn turned_away(&self, facts: &Facts) -> Vec<TurnedAway> {
        let told = |one: &TurnedAway| {
            let contender = facts.contender_of(&one.student);
            let last = contender.and_then(|contender| facts.turned_away(&contender).cloned());
            last.is_some_and(|last| last.what == *one)
        };
        let turned_away = |left: &Leftover| {
            let student = left.student.clone().filter(|id| facts.student(id).is_some())?;
            let files = left.files.iter().map(|file| visible(file)).collect();
            Some(TurnedAway { student, received: left.received, files, why: left.why.for_student() })
        };
        self.collected.left.iter().filter_map(turned_away).filter(|one| !told(one)).collect()
    }

    /// Returns the result, by the facts before the hand-in and after it; `after` is `None` in a dry run.
    fn summary(&self, class: &OpenClass, before: &Facts, after: Option<&Facts>) -> ArchiveSummary {
        let facts = after.unwrap_or(before);
        let (known, taken): (Vec<Taken<'_>>, Vec<Taken<'_>>) =
            self.taken().partition(|taken| find(*taken, before).is_some());
        let entries = |of: &[Taken<'_>]| of.iter().map(|taken| self.entry(class, facts, *taken)).collect();
        // Leaves out the files that are listed in `left`.
        let left = &self.collected.left;
        let is_left = |path: &String| left.iter().any(|left| left.paths.contains(path));
        let skipped = self.contents.skipped.iter().filter(|skipped| !is_left(&skipped.path));
        ArchiveSummary {
            dry_run: after.is_none(),
            taken: entries(&taken),
            known: entries(&known),
            left: left.clone(),
            skipped: skipped.cloned().collect(),
            warnings: Vec::new(),
        }
    }

    fn entry(&self, class: &OpenClass, facts: &Facts, own: Taken<'_>) -> ArchiveEntry {
        let (taken, _) = own;
        let student = facts.student(&taken.student);
        let contender = facts.contender_of(&taken.student);
        let number = find(own, facts);
        let admission =
            number.and_then(|number| facts.submission(number)).map(|submission| submission.admission.clone());
        let reasons = match &admission {
            Some(Admission::Refused { reasons }) => reasons.clone(),
            Some(Admission::Accepted { .. }) => Vec::new(),
            Some(Admission::Undecided { why }) => vec![why.clone()],
            None => self.foreseen(taken),
        };
        ArchiveEntry {
            student: taken.student.clone(),
            name: student.map(|student| student.name.clone()).unwrap_or_default(),
            team: match student.map(Who::of) {
                Some(Who::Team(name)) => Some(name),
                Some(Who::Student(_)) | None => None,
            },
            alias: contender.as_ref().map(|contender| contender.alias.to_owned()),
            deadline: contender.as_ref().map(|contender| deadline(&class.plan, facts, contender)),
            file: visible(&self.contents.files[taken.bot].file),
            received: taken.received,
            also_from: taken.also_from.clone(),
            marked_late: taken.marked_late,
            has_text: taken.has_text,
            submission: number.filter(|_| admission.is_some()),
            admission,
            reasons,
        }
    }

    /// Returns the reasons for refusal in the texts of a script. For a file beside the bot, it is unknown whether the
    /// bot imports it.
    fn foreseen(&self, taken: &CollectedSubmission) -> Vec<String> {
        let is_script = |at: usize| self.validator.language(&self.contents.files[at].file).is_some();
        if !is_script(taken.bot) {
            return Vec::new();
        }
        let wrong = |at: usize| {
            let file = &self.contents.files[at];
            let why = foreseen(self.validator, &file.file, &file.bytes)?;
            let only = if at == taken.bot { "" } else { "if the bot imports it: " };
            Some(format!("{only}{why}"))
        };
        taken.files.iter().filter(|&&at| is_script(at)).filter_map(|&at| wrong(at)).collect()
    }
}
