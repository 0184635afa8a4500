//! Archives of hand-ins: the student, the bot and the time of receipt of each.
//!
//! Nothing is guessed: ambiguous hand-ins are left out, with the reason.

mod bot;
mod not_taken;
mod sender_lookup;

use std::collections::BTreeMap;

use course_files::archives::{Contents, EntryName, Form, HandIn, Limits, Sender, SkippedEntry};
use course_files::gradebook::Sheet;

use self::bot::Candidate;
pub use self::bot::Naming;
pub use self::not_taken::NotTaken;
use self::sender_lookup::{FoundSender, SenderLookup};
use crate::{ClassPlan, ContenderId, Facts, Moment, Student};

/// The context in which an archive is read.
pub struct Collecting<'a> {
    /// The class.
    pub plan: &'a ClassPlan,
    /// The class's facts.
    pub facts: &'a Facts,
    /// Moodle's worksheet of the assignment, or an export of Canvas's gradebook.
    pub worksheet: Option<&'a Sheet<'a>>,
    /// `true` if a unique name is enough to identify a student.
    pub by_name: bool,
    /// Time of receipt for hand-ins that have none in the worksheet.
    pub received: Option<Moment>,
    /// The present: nothing was received later.
    pub now: Moment,
    /// The file names that a student may hand in.
    pub naming: Naming<'a>,
    /// The limits on reading archives within the archive.
    pub limits: &'a Limits,
}

/// All senders, each in exactly one of the lists. A single function adds to both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// The accepted hand-ins, in the order of the archive. A team's hand-in appears once, though it has a sender for
    /// each student.
    pub taken: Vec<CollectedSubmission>,
    /// The senders without an accepted hand-in, in the order of the archive.
    pub left: Vec<Leftover>,
}

/// A student's hand-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectedSubmission {
    /// The student's id.
    pub student: String,
    /// Time of receipt.
    pub received: Moment,
    /// `true` if the time is from the worksheet, not from [`Collecting::received`].
    pub is_dated: bool,
    /// The bot: its index in the list of files.
    pub bot: usize,
    /// All files that came with it, the bot included.
    pub files: Vec<usize>,
    /// `true` if Canvas marked it as late. The class's own deadlines decide.
    pub marked_late: bool,
    /// Other team members from whom the archive has the same hand-in.
    pub also_from: Vec<String>,
    /// `true` if a text or a link came with it, which is stored but is not part of the bot.
    pub has_text: bool,
}

/// A sender without an accepted hand-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// The sender, as in the archive.
    pub sender: Sender,
    /// The id of the student; `None` if the sender is not in the roster.
    pub student: Option<String>,
    /// Time of receipt, if known.
    pub received: Option<Moment>,
    /// The names of the files that were found.
    pub files: Vec<String>,
    /// Their paths in the archive.
    pub paths: Vec<String>,
    /// The reason.
    pub why: NotTaken,
}

/// Sorts the contents of an archive by sender. Opens archives within it if the bot must be in one.
pub fn collect(asked: &Collecting<'_>, contents: &mut Contents) -> Collection {
    let naming = asked.naming;
    contents.open_archives(asked.limits, &|file| naming.may_be_bot(file));
    let whose = SenderLookup::new(asked);
    let mut collection = Collection::default();
    for own in of_senders(contents) {
        match own.outcome(asked, &naming, &whose) {
            Ok(taken) => add(asked.facts, &mut collection.taken, taken, own.all),
            Err(left) => collection.left.push(*left),
        }
    }
    collection
}

/// The files of one sender.
struct SenderFiles<'c> {
    sender: &'c Sender,
    all: &'c [HandIn],
    /// The sender's files: indices into `all`.
    files: Vec<usize>,
    /// The unreadable entries.
    unread: Vec<&'c SkippedEntry>,
}

/// Groups the contents of an archive by sender.
fn of_senders(contents: &Contents) -> Vec<SenderFiles<'_>> {
    let empty = |sender| SenderFiles { sender, all: &contents.files, files: Vec::new(), unread: Vec::new() };
    let mut senders: Vec<SenderFiles<'_>> = contents.senders.iter().map(empty).collect();
    let places: BTreeMap<&Sender, usize> =
        contents.senders.iter().enumerate().map(|(place, sender)| (sender, place)).collect();
    for (at, file) in contents.files.iter().enumerate() {
        if let Some(&place) = places.get(&file.sender) {
            senders[place].files.push(at);
        }
    }
    for skipped in &contents.skipped {
        if let Some(&place) = skipped.sender.as_ref().and_then(|sender| places.get(sender)) {
            senders[place].unread.push(skipped);
        }
    }
    senders
}

impl SenderFiles<'_> {
    /// Decides whether a sender's hand-in is accepted.
    fn outcome(
        &self,
        asked: &Collecting<'_>,
        naming: &Naming<'_>,
        whose: &SenderLookup<'_>,
    ) -> Result<CollectedSubmission, Box<Leftover>> {
        let FoundSender { student, received: dated } =
            whose.find(self.sender).map_err(|why| self.left(None, None, why))?;
        let received = dated.clone().ok().flatten().or(asked.received);
        let left = |why| self.left(Some(student), received, why);
        let is_inactive = |contender| asked.facts.inactive_since(&contender).is_some();
        if asked.facts.contender_of(&student.id).is_some_and(is_inactive) {
            return Err(left(NotTaken::Inactive { student: student.id.clone() }));
        }
        let bot = self.bot(naming, student).map_err(left)?;
        let is_dated = dated.map_err(left)?.is_some();
        let received = received.ok_or_else(|| left(NotTaken::NoTime))?;
        if received > asked.now {
            return Err(left(NotTaken::Future { received }));
        }
        Ok(CollectedSubmission {
            student: student.id.clone(),
            received,
            is_dated,
            bot,
            files: self.files.clone(),
            marked_late: self.files.iter().any(|&file| self.all[file].late),
            also_from: Vec::new(),
            has_text: self.files.iter().any(|&file| self.all[file].form != Form::File),
        })
    }

    /// Returns the sender's entry in the list of hand-ins that are left out.
    fn left(&self, student: Option<&Student>, received: Option<Moment>, why: NotTaken) -> Box<Leftover> {
        let student = student.map(|student| student.id.clone());
        let (sender, files, paths) = (self.sender.clone(), self.found(), self.paths());
        Box::new(Leftover { sender, student, received, files, paths, why })
    }

    /// Returns the index of the bot among all files.
    fn bot(&self, naming: &Naming<'_>, student: &Student) -> Result<usize, NotTaken> {
        let cannot_be_read = |unread: &SkippedEntry| NotTaken::Unread {
            student: student.id.clone(),
            file: name_in(unread).to_owned(),
            why: unread.why.clone(),
        };
        let of_files = self.files.iter().copied().filter(|&at| self.all[at].form == Form::File);
        let candidates: Vec<Candidate<'_>> = of_files
            .map(|at| Candidate { at, name: &self.all[at].file, bytes: &self.all[at].bytes })
            .collect();
        let has_bot = candidates.iter().any(|file| naming.may_be_bot(file.name));
        // An unreadable file may be the bot; without this check, another file would be taken for it.
        let is_missed =
            |file: &str| naming.may_be_bot(file) || (course_files::archives::is_archive(file) && !has_bot);
        let missed = self.unread.iter().find(|unread| candidates.is_empty() || is_missed(name_in(unread)));
        match missed {
            Some(unread) => Err(cannot_be_read(unread)),
            None => naming.bot(&candidates),
        }
    }

    /// Returns the names of all files, including unreadable ones.
    fn found(&self) -> Vec<String> {
        let files = self.files.iter().map(|&file| self.all[file].file.clone());
        files.chain(self.unread.iter().map(|unread| name_in(unread).to_owned())).collect()
    }

    fn paths(&self) -> Vec<String> {
        let files = self.files.iter().map(|&file| self.all[file].path.clone());
        files.chain(self.unread.iter().map(|unread| unread.path.clone())).collect()
    }
}

/// Returns the name of an unreadable file, as its sender knows it.
fn name_in(unread: &SkippedEntry) -> &str {
    course_files::archives::entry_name(&unread.path)
        .map_or(unread.path.as_str(), |EntryName { file, .. }| file)
}

/// Adds a hand-in. Moodle has a team's hand-in once for each of its students; these are merged.
fn add(facts: &Facts, taken: &mut Vec<CollectedSubmission>, new: CollectedSubmission, files: &[HandIn]) {
    let who = |taken: &CollectedSubmission| facts.student(&taken.student).map(ContenderId::for_student);
    let contents = |taken: &CollectedSubmission| -> Vec<(&str, &[u8])> {
        taken.files.iter().map(|&file| (files[file].file.as_str(), &*files[file].bytes)).collect()
    };
    let same = taken
        .iter_mut()
        .find(|old| who(old) == who(&new) && old.received == new.received && contents(old) == contents(&new));
    match same {
        Some(same) => same.also_from.push(new.student),
        None => taken.push(new),
    }
}
