//! Handing in a whole archive of a course system at once.

mod refusals;
mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use class_model::{
    Admission, CollectedSubmission, Collecting, ContenderId, Event, Facts, Hash, Leftover, Moment, Naming,
    Submission, TurnedAway, collect, deadline,
};
use course_files::archives::{self, Contents, Limits, SkippedEntry};
use course_files::gradebook::Sheet;
use explain::Error;
use game::visible;
use job::Validator;

use self::refusals::refusals;
pub use self::refusals::{Refusals, RefusedEntry};
pub use self::report::{ArchiveEntry, ArchiveReport};
use self::report::{LeftFiles, SkippedFile};
use super::{HandInTime, draft, pack_several};
use crate::named_file::NamedFile;
use crate::open_class::OpenClass;
use crate::utc::Utc;
use crate::validation::{Bundle, foreseen, is_kit, kit_names, validate};
use crate::warning::Warning;

/// Maximum size of an archive in bytes.
pub const LARGEST_ARCHIVE: u64 = 512 << 20;

/// An archive of hand-ins from Moodle or Canvas.
pub struct Archive<'a> {
    /// The archive.
    pub file: &'a NamedFile,
    /// The worksheet that maps files to students, if there is one: a Moodle worksheet of an assignment, or a Canvas
    /// gradebook export.
    pub worksheet: Option<&'a NamedFile>,
    /// `true` if a student may be identified by name alone, provided that the name is unique in the class.
    pub by_name: bool,
    /// Time of receipt for hand-ins that have none in the worksheet.
    pub received: Option<Moment>,
    /// The current time. Hand-ins received later are not taken.
    pub now: Moment,
}

/// Hands in everything in an archive that the class does not have. An error leaves the class unchanged.
///
/// # Errors
/// If the archive or the worksheet cannot be read, or the class cannot be written.
pub fn submit_archive(
    class: &OpenClass,
    validator: &dyn Validator,
    archive: &Archive<'_>,
) -> Result<ArchiveReport, Error> {
    let before = class.facts()?;
    let opening = Opening::open(class, &before, validator, archive)?;
    let (decided, new_files) = opening.keep(class, &before)?;
    let recorded = class.write(|facts, _| {
        // Another command may have handed in the same archive meanwhile.
        let new =
            decided.iter().filter(|(taken, _)| taken.find(facts).is_none()).map(|(taken, admission)| {
                let decided = Submission { admission: admission.clone(), ..taken.draft.clone() };
                draft::to_record(&decided, class, facts).map(Event::Submitted)
            });
        let turned_away = opening.turned_away(facts).into_iter().map(|one| Ok(Event::TurnedAway(one)));
        turned_away.chain(new).collect()
    });
    let recorded = recorded.inspect_err(|_| class.discard(&new_files))?;
    let warnings = Warning::from_recorded(&recorded);
    Ok(ArchiveReport { warnings, ..opening.report(class, &before, Some(&recorded.facts)) })
}

/// Previews [`submit_archive`]. Validates nothing, except that scripts are text.
///
/// # Errors
/// If the archive, the worksheet or the class's record cannot be read.
pub fn preview_archive(
    class: &OpenClass,
    validator: &dyn Validator,
    archive: &Archive<'_>,
) -> Result<ArchiveReport, Error> {
    let facts = class.facts()?;
    let opening = Opening::open(class, &facts, validator, archive)?;
    Ok(opening.report(class, &facts, None))
}

/// An opened archive, with its files assigned to students.
struct Opening<'a> {
    validator: &'a dyn Validator,
    contents: Contents,
    taken: Vec<Taken>,
    left: Vec<Leftover>,
}

/// A new hand-in with its verdict.
type Decided<'t> = (&'t Taken, Admission);

/// A hand-in of an archive.
struct Taken {
    collected: CollectedSubmission,
    /// The submission before its verdict.
    draft: Submission,
    /// An archive of all its files; `None` if the bot came alone.
    source: Option<Vec<u8>>,
}

impl Taken {
    fn new(collected: CollectedSubmission, contents: &Contents, facts: &Facts) -> Taken {
        let bot = &contents.files[collected.bot];
        let at = HandInTime::Stated(collected.received);
        let mut draft = draft::draft(&collected.student, &bot.file, &bot.bytes, at, facts);
        let files = distinct(&collected, contents);
        let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
        let source = pack_several(&files);
        draft.archive = source.as_deref().map(Hash::digest);
        Taken { collected, draft, source }
    }

    /// Returns the number of the submission that it equals; `None` if the class does not have it.
    fn find(&self, facts: &Facts) -> Option<u32> {
        draft::find(&self.draft, self.collected.is_dated, facts)
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

impl<'a> Opening<'a> {
    fn open(
        class: &OpenClass,
        facts: &Facts,
        validator: &'a dyn Validator,
        archive: &Archive<'_>,
    ) -> Result<Opening<'a>, Error> {
        let limits = Limits::default();
        let mut contents = archives::read(&archive.file.bytes, &limits)
            .map_err(|error| Error::input(format!("{}: {error}", archive.file.name)))?;
        let sheet = archive.worksheet.map(|worksheet| {
            let unread = |error| Error::input(format!("{}: {error}", worksheet.name));
            Sheet::read(&worksheet.bytes).map_err(unread)
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
                kit_names: &kit_names(class.plan.game),
            },
            limits: &limits,
        };
        let collected = collect(&asked, &mut contents);
        let taken = collected.taken.into_iter().map(|taken| Taken::new(taken, &contents, facts)).collect();
        Ok(Opening { validator, taken, left: collected.left, contents })
    }

    /// Validates and stores every hand-in that the class does not have. Returns their verdicts, and the files that the
    /// class did not have before.
    fn keep(&self, class: &OpenClass, facts: &Facts) -> Result<(Vec<Decided<'_>>, BTreeSet<Hash>), Error> {
        let mut keeping = class.folder.keeping();
        let mut decided = Vec::new();
        for taken in self.taken.iter().filter(|taken| taken.find(facts).is_none()) {
            let file = |&at: &usize| {
                let file = &self.contents.files[at];
                (file.file.as_str(), &*file.bytes)
            };
            let files: Vec<(&str, &[u8])> = taken.collected.files.iter().map(file).collect();
            let bundle = Bundle::pack(file(&taken.collected.bot), &files);
            let (verdict, _) = validate(&class.plan, self.validator, &bundle.bot())?;
            keeping.add(bundle.bot().bytes)?;
            // The files that a bot came with are its source.
            taken.source.as_deref().map(|source| keeping.add(source)).transpose()?;
            decided.push((taken, verdict.keep(&mut keeping)?));
        }
        Ok((decided, keeping.finish()?))
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
        self.left.iter().filter_map(turned_away).filter(|one| !told(one)).collect()
    }

    /// Returns the result, by the facts before the hand-in and after it; `after` is `None` in a dry run.
    fn report(&self, class: &OpenClass, before: &Facts, after: Option<&Facts>) -> ArchiveReport {
        let facts = after.unwrap_or(before);
        let (known, taken): (Vec<&Taken>, Vec<&Taken>) =
            self.taken.iter().partition(|taken| taken.find(before).is_some());
        let entries = |of: Vec<&Taken>| of.into_iter().map(|taken| self.entry(class, facts, taken)).collect();
        // Leaves out the files that are listed in `left`.
        let is_left = |path: &String| self.left.iter().any(|left| left.paths.contains(path));
        let skipped: Vec<&SkippedEntry> =
            self.contents.skipped.iter().filter(|skipped| !is_left(&skipped.path)).collect();
        ArchiveReport {
            taken: entries(taken),
            known: entries(known),
            left: self.left.iter().map(LeftFiles::from).collect(),
            not_taken: refusals(&self.left, &skipped),
            skipped: skipped.into_iter().map(SkippedFile::from).collect(),
            dry_run: after.is_none(),
            warnings: Vec::new(),
        }
    }

    fn entry(&self, class: &OpenClass, facts: &Facts, taken: &Taken) -> ArchiveEntry {
        let CollectedSubmission { student: id, received, also_from, marked_late, has_text, .. } =
            &taken.collected;
        let student = facts.student(id);
        let contender = facts.contender_of(id);
        let found = taken.find(facts).and_then(|number| Some((number, facts.submission(number)?)));
        let (submission, own) = found.unzip();
        let reasons = match own {
            Some(own) => own.reasons().into_iter().map(str::to_owned).collect(),
            None => self.foreseen(&taken.collected),
        };
        ArchiveEntry {
            student: id.clone(),
            team: match student.map(ContenderId::for_student) {
                Some(ContenderId::Team(name)) => Some(name),
                Some(ContenderId::Student(_)) | None => None,
            },
            file: taken.draft.file.clone(),
            received: Utc(*received),
            also_from: also_from.clone(),
            marked_late: *marked_late,
            has_text: *has_text,
            submission,
            accepted: own.map(|own| own.module().is_some()),
            undecided: own.is_some_and(Submission::is_undecided),
            reasons,
            name: student.map(|student| student.name.clone()).unwrap_or_default(),
            alias: contender.as_ref().map(|contender| contender.alias.to_owned()),
            deadline: contender.as_ref().map(|contender| deadline(&class.plan, facts, contender)),
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
