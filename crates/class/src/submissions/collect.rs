//! An archive of hand-ins: what in it is whose, which file is the bot, and when it was received.
//!
//! Nothing is guessed: what is ambiguous is left out, with the reason.

mod bot;
mod reason;
mod whose;

use std::collections::BTreeMap;
use std::path::Path;

use gradebook::Sheet;
use handin::{Contents, EntryName, EntryRefusal, Form, HandIn, Limits, Sender, SkippedEntry};

pub use self::bot::find_bot;
use self::bot::{Candidate, Naming};
pub use self::reason::NotTaken;
use self::whose::{Sent, Whose};
use crate::{ClassPlan, Facts, Moment, Who};

/// What is known beside the archive.
pub struct Collecting<'a> {
    /// The class.
    pub plan: &'a ClassPlan,
    /// Everything that has happened in it.
    pub facts: &'a Facts,
    /// Moodle's worksheet of the assignment, or an export of Canvas's gradebook.
    pub worksheet: Option<&'a Sheet<'a>>,
    /// Whether a student may be known by the name alone, where only one in the class has it.
    pub by_name: bool,
    /// When what the worksheet has no time for was received.
    pub received: Option<Moment>,
    /// The present: nothing was received later.
    pub now: Moment,
    /// Whether a file is a script, by its name.
    pub is_script: &'a dyn Fn(&Path) -> bool,
    /// How much is read of archives in the archive.
    pub limits: &'a Limits,
}

/// What an archive has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// What was handed in, in the order of the archive.
    pub taken: Vec<CollectedSubmission>,
    /// What is not taken, in the order of the archive.
    pub left: Vec<Leftover>,
}

/// What a student handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectedSubmission {
    /// The student's id.
    pub student: String,
    /// When it was received.
    pub received: Moment,
    /// Whether the worksheet says when, and not [`Collecting::received`].
    pub is_dated: bool,
    /// The bot: a place in the list of files.
    pub bot: usize,
    /// Everything that came with it, the bot included.
    pub files: Vec<usize>,
    /// Whether Canvas marked it as late. The class's own deadlines decide.
    pub marked_late: bool,
    /// Others of the team from whom the archive has the same.
    pub also_from: Vec<String>,
    /// Whether a text or a link came with it, which is kept but is not part of the bot.
    pub has_text: bool,
}

/// What is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// Who handed it in, as the archive has it.
    pub sender: Sender,
    /// The paths in the archive.
    pub paths: Vec<String>,
    /// Why.
    pub why: NotTaken,
}

/// Finds out what in an archive is whose. Archives in it are opened where the bot must be in one.
pub fn collect(asked: &Collecting<'_>, contents: &mut Contents) -> Collection {
    let naming = Naming { is_script: asked.is_script, game: asked.plan.game };
    contents.open_archives(asked.limits, &|file| naming.may_be_bot(file));
    let (whose, files) = (Whose::new(asked), contents.files.as_slice());
    let senders = by_sender(files);
    let lost: Vec<UnreadableFile<'_>> =
        contents.skipped.iter().filter_map(|skipped| UnreadableFile::of(skipped, &naming)).collect();
    let is_missed = |lost: &UnreadableFile<'_>, own: &[usize]| {
        let is_bot = |&file: &usize| naming.may_be_bot(&files[file].file);
        naming.may_be_bot(lost.file) || !own.iter().any(is_bot)
    };
    let mut collected = Collection::default();
    let mut leave = |sender: &Sender, own: &[usize], lost: Option<&UnreadableFile<'_>>, why: NotTaken| {
        let own = own.iter().map(|&file| files[file].path.clone());
        let paths = own.chain(lost.map(|lost| lost.skipped.path.clone())).collect();
        collected.left.push(Leftover { sender: sender.clone(), paths, why });
    };
    let mut alone: Vec<&Sender> = Vec::new();
    for one in lost.iter().filter(|one| senders.iter().all(|(sender, _)| **sender != one.sender)) {
        if !alone.contains(&&one.sender) {
            alone.push(&one.sender);
            leave(&one.sender, &[], Some(one), unread(&whose, one));
        }
    }
    for (sender, own) in senders {
        if let Some(one) = lost.iter().find(|one| one.sender == *sender && is_missed(one, &own)) {
            leave(sender, &own, Some(one), unread(&whose, one));
            continue;
        }
        match take(asked, &naming, &whose, sender, &own, files) {
            Ok(taken) => add(asked.facts, &mut collected.taken, taken, files),
            Err(why) => leave(sender, &own, None, why),
        }
    }
    collected
}

/// A file that may be somebody's bot and cannot be read. Without it, another file would be taken for the bot.
struct UnreadableFile<'a> {
    skipped: &'a SkippedEntry,
    sender: Sender,
    file: &'a str,
}

impl<'a> UnreadableFile<'a> {
    fn of(skipped: &'a SkippedEntry, naming: &Naming<'_>) -> Option<UnreadableFile<'a>> {
        if matches!(skipped.why, EntryRefusal::NoSender | EntryRefusal::Outside | EntryRefusal::Link) {
            // A course system makes no such entry: it is nobody's.
            return None;
        }
        let EntryName { sender, file, .. } = handin::entry_name(&skipped.path)?;
        let may_have_bot = naming.may_be_bot(file) || handin::is_archive(file);
        may_have_bot.then_some(UnreadableFile { skipped, sender, file })
    }
}

/// Why nothing of the sender of a file that cannot be read is taken.
fn unread(whose: &Whose<'_>, lost: &UnreadableFile<'_>) -> NotTaken {
    match whose.find(&lost.sender) {
        Ok(Sent { student, .. }) => NotTaken::Unread {
            student: student.id.clone(),
            file: lost.file.to_owned(),
            why: lost.skipped.why.clone(),
        },
        Err(why) => why,
    }
}

/// The files of each sender, in the order of the archive.
fn by_sender(files: &[HandIn]) -> Vec<(&Sender, Vec<usize>)> {
    let mut places: BTreeMap<&Sender, usize> = BTreeMap::new();
    let mut groups: Vec<(&Sender, Vec<usize>)> = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let place = *places.entry(&file.sender).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((_, own)) => own.push(at),
            None => groups.push((&file.sender, vec![at])),
        }
    }
    groups
}

fn take(
    asked: &Collecting<'_>,
    naming: &Naming<'_>,
    whose: &Whose<'_>,
    sender: &Sender,
    own: &[usize],
    files: &[HandIn],
) -> Result<CollectedSubmission, NotTaken> {
    let Sent { student, received } = whose.find(sender)?;
    let is_inactive = |contender| asked.facts.inactive_since(&contender).is_some();
    if asked.facts.contender_of(&student.id).is_some_and(is_inactive) {
        return Err(NotTaken::Inactive { student: student.id.clone() });
    }
    let is_dated = received.is_some();
    let received = received.or(asked.received).ok_or(NotTaken::NoTime)?;
    if received > asked.now {
        return Err(NotTaken::Future { received });
    }
    let of_files = own.iter().copied().filter(|&at| files[at].form == Form::File);
    let candidates = of_files.map(|at| Candidate { at, name: &files[at].file, bytes: &files[at].bytes });
    let bot = naming.bot(&candidates.collect::<Vec<_>>())?;
    let marked_late =
        matches!(sender, Sender::Canvas { late: true, .. } | Sender::Anonymous { late: true, .. });
    Ok(CollectedSubmission {
        student: student.id.clone(),
        received,
        is_dated,
        bot,
        files: own.to_vec(),
        marked_late,
        also_from: Vec::new(),
        has_text: own.iter().any(|&file| files[file].form != Form::File),
    })
}

/// Moodle has what a team handed in once for each of its students.
fn add(facts: &Facts, taken: &mut Vec<CollectedSubmission>, new: CollectedSubmission, files: &[HandIn]) {
    let who = |taken: &CollectedSubmission| facts.student(&taken.student).map(Who::of);
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
