//! Everything that an archive of a course system has, handed in at once.

mod refusals;
mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use class::{
    Admission, CollectedSubmission, Collecting, Collection, Event, Facts, Hash, Leftover, Moment, Naming,
    OwnDeadline, TurnedAway, Who, collect, deadline, late_days,
};
use explain::{Error, Kind};
use game::visible;
use gradebook::Sheet;
use handin::{Contents, Limits, SkippedEntry};
use job::Validator;

pub use self::refusals::{Refusals, RefusedEntry};
pub use self::report::ArchiveReport;
use super::Receipt;
use super::kept::{Cover, KeptSubmission, Sought};
use super::undecided_submissions;
use crate::kits::{is_kit, kit_names};
use crate::open_class::OpenClass;
use crate::validation::{BotFile, Bundle, foreseen, validate};
use crate::warning::Warning;

/// The most bytes that an archive may have.
pub const LARGEST_ARCHIVE: u64 = 512 << 20;

/// An archive of a course system, as Moodle and Canvas make it.
pub struct Archive<'a> {
    /// What messages call it.
    pub name: &'a str,
    /// What is in it.
    pub bytes: &'a [u8],
    /// What tells whose each file is, if there is such a file.
    pub worksheet: Option<Worksheet<'a>>,
    /// Whether a student may be known by the name alone, where only one in the class has it.
    pub by_name: bool,
    /// When what the worksheet has no time for was received.
    pub received: Option<Moment>,
    /// The present: nothing was received later.
    pub now: Moment,
}

/// Moodle's worksheet of an assignment, or an export of Canvas's gradebook.
#[derive(Clone, Copy)]
pub struct Worksheet<'a> {
    /// What messages call it.
    pub name: &'a str,
    /// What is in it.
    pub bytes: &'a [u8],
}

/// What becomes of an archive.
#[derive(Debug)]
pub struct ArchiveSummary {
    /// Whether nothing was handed in: this is what would be.
    pub dry_run: bool,
    /// The hand-ins that are new. Every sender of the archive is in exactly one of this list and the next two.
    pub taken: Vec<ArchiveEntry>,
    /// The hand-ins that the class had before.
    pub known: Vec<ArchiveEntry>,
    /// Senders without a hand-in: students, who learn why, and senders outside of the roster.
    pub left: Vec<Leftover>,
    /// The files that are not taken and keep none of a sender from being taken.
    pub skipped: Vec<SkippedEntry>,
    /// What whoever hands in should know.
    pub warnings: Vec<Warning>,
}

/// What a student handed in.
#[derive(Debug)]
pub struct ArchiveEntry {
    /// The student's id.
    pub student: String,
    /// The student's name.
    pub name: String,
    /// The team, if the student hands in with others.
    pub team: Option<String>,
    /// What runs call the student or team.
    pub alias: Option<String>,
    /// Until when versions of theirs count.
    pub deadline: Option<OwnDeadline>,
    /// The name of the bot's file.
    pub file: String,
    /// When it was received.
    pub received: Moment,
    /// Others of the team from whom the archive has the same.
    pub also_from: Vec<String>,
    /// Whether Canvas marked it as late. The class's own deadlines decide.
    pub marked_late: bool,
    /// Whether a text or a link came with it, which is kept as a part of its source and never looked at.
    pub has_text: bool,
    /// The number of the submission, if it is one.
    pub submission: Option<u32>,
    /// What was decided about it, if it is a submission.
    pub admission: Option<Admission>,
    /// Why it is refused or undecided; in a dry run, why it will be refused, as far as that is known.
    pub reasons: Vec<String>,
}

/// Hands in everything that is in an archive and not in the class, or nothing if it ends early.
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

/// What [`submit_archive`] would do. Nothing is validated, but whether a script is text is known.
///
/// # Errors
/// If the archive or the worksheet cannot be read, or the class's record.
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
    /// Whether everything was taken and decided about.
    ///
    /// # Errors
    /// If some of it waits for a verdict, or was not taken.
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
    /// Whether it is a submission about which nothing is decided.
    pub fn is_undecided(&self) -> bool {
        matches!(self.admission, Some(Admission::Undecided { .. }))
    }

    /// What there is to say of it besides, in a few words each.
    pub fn notes(&self, class: &OpenClass) -> Vec<String> {
        let mut notes = Vec::new();
        match self.admission {
            Some(Admission::Undecided { .. }) => notes.push("undecided, waits".to_owned()),
            Some(Admission::Refused { .. }) => notes.push("refused".to_owned()),
            Some(Admission::Accepted { .. }) | None => {}
        }
        if let Some(deadline) = &self.deadline {
            match late_days(&class.plan, deadline, self.received) {
                Some(0) => {}
                Some(days) => notes.push(format!("takes {days} of {} late days", deadline.late_days)),
                None => notes.push("too late".to_owned()),
            }
        }
        if self.marked_late {
            notes.push("Canvas marked it as late".to_owned());
        }
        if !self.also_from.is_empty() {
            notes.push(format!("the same from {}", self.also_from.join(", ")));
        }
        if self.has_text {
            notes.push("with a text, which is kept".to_owned());
        }
        notes
    }
}

/// An archive, and what of it is whose.
struct Opening<'a> {
    validator: &'a dyn Validator,
    contents: Contents,
    collected: Collection,
    /// What is kept of everything that is taken, in its order.
    packed: Vec<Packed>,
}

/// What somebody handed in, with what is kept of it.
type Taken<'a> = (&'a CollectedSubmission, &'a Packed);

/// The submission that something in the archive is.
fn find((taken, packed): Taken<'_>, facts: &Facts) -> Option<u32> {
    let CollectedSubmission { student, received, is_dated, .. } = taken;
    let (bot, source) = (&packed.bot, packed.source_hash.as_ref());
    Sought { student, bot, source, received: *received, is_dated: *is_dated }.find(facts)
}

/// What is kept of a hand-in besides what is built of it.
struct Packed {
    bot: Hash,
    /// All files that it came with, if it is not alone.
    source: Option<Vec<u8>>,
    source_hash: Option<Hash>,
}

impl Packed {
    fn of(taken: &CollectedSubmission, contents: &Contents) -> Packed {
        let bot = Hash::of(&contents.files[taken.bot].bytes);
        let files: Vec<(String, &[u8])> = distinct(taken, contents);
        let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
        let source = if files.len() > 1 { handin::pack(&files) } else { None };
        let source_hash = source.as_deref().map(Hash::of);
        Packed { bot, source, source_hash }
    }
}

/// The files of a hand-in, each name once: of two that are not the same, the second is in a folder of its own.
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

/// What was kept of an archive, and is not written down yet.
struct Kept {
    /// Each with whether its moment is its own.
    submissions: Vec<(KeptSubmission, bool)>,
    /// The files that were not there before.
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
        let mut contents = handin::read(archive.bytes, &limits)
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

    /// What is taken, with what is kept of it.
    fn taken(&self) -> impl Iterator<Item = Taken<'_>> {
        self.collected.taken.iter().zip(&self.packed)
    }

    /// Validates everything that is not in the class, and keeps it.
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
            // What a bot came with is its source.
            let source = packed.source.as_deref();
            let kept = KeptSubmission::keep(&mut keeping, cover, bytes, validation.verdict, source)?;
            Ok((kept, taken.is_dated))
        };
        let new = self.taken().filter(|taken| find(*taken, facts).is_none());
        let submissions = new.map(&mut keep).collect::<Result<_, _>>()?;
        Ok(Kept { submissions, new_files: keeping.finish()? })
    }

    /// The students of whom nothing is taken, but for those who were told the same before.
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

    /// What becomes of everything, by what had happened before, and after it was handed in.
    fn summary(&self, class: &OpenClass, before: &Facts, after: Option<&Facts>) -> ArchiveSummary {
        let facts = after.unwrap_or(before);
        let (known, taken): (Vec<Taken<'_>>, Vec<Taken<'_>>) =
            self.taken().partition(|taken| find(*taken, before).is_some());
        let entries = |of: &[Taken<'_>]| of.iter().map(|taken| self.entry(class, facts, *taken)).collect();
        // Without what is the reason why something else is left.
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

    /// What in the texts of a script will be refused. Of files beside the bot it is not known whether the bot imports them.
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
