//! Hand-ins whose files are on disk, before they are recorded.

use class_model::{Admission, Facts, Hash, Keeping, Moment, Submission, Who};
use explain::{Error, Kind};
use game::visible;

use super::{AT_ONCE, Receipt};
use crate::open_class::{OpenClass, find_student};
use crate::validation::Verdict;

/// A student's hand-in, with its files on disk.
pub(super) struct KeptSubmission {
    cover: Cover,
    bot: Hash,
    source: Option<Hash>,
    admission: Admission,
}

/// The student, the time of receipt and the file name of a hand-in.
pub(super) struct Cover {
    /// The student's id.
    pub(super) student: String,
    pub(super) received: Moment,
    /// `true` if the moment was stated rather than read from the clock.
    pub(super) stated: bool,
    /// The moment by the clock; `None` unless the record is ahead of it.
    pub(super) clock: Option<Moment>,
    /// The file name, for display.
    pub(super) file: String,
}

impl Cover {
    /// Returns the cover of a file that a student hands in under this name.
    pub(super) fn new(student: &str, name: &str, receipt: Receipt, received: Moment) -> Cover {
        let stated = matches!(receipt, Receipt::Stated(_));
        let clock = receipt.clock().filter(|clock| received.millis() - clock.millis() > AT_ONCE);
        Cover { student: student.to_owned(), received, stated, clock, file: visible(name) }
    }
}

/// Returns the latest hand-in of a student, or of the student's team, at a given moment.
pub(super) fn last_hand_in<'f>(facts: &'f Facts, student: &str, at: Moment) -> Option<(u32, &'f Submission)> {
    let who = Who::of(facts.student(student)?);
    facts.submissions_of(&who).rfind(|(_, one)| one.received <= at)
}

/// A hand-in to look for in a class.
#[derive(Clone, Copy)]
pub(super) struct Sought<'a> {
    /// The id of the student who handed it in, perhaps for a team.
    pub(super) student: &'a str,
    pub(super) bot: &'a Hash,
    pub(super) source: Option<&'a Hash>,
    pub(super) received: Moment,
    /// `true` if the moment is that of the hand-in. Otherwise the moment is a substitute, and the last hand-in matches
    /// if its bytes are the same.
    pub(super) is_dated: bool,
}

impl Sought<'_> {
    /// Returns the number of the submission that it is; `None` if the class does not have it.
    pub(super) fn find(self, facts: &Facts) -> Option<u32> {
        let who = Who::of(facts.student(self.student)?);
        let own = || facts.submissions_of(&who);
        if self.is_dated {
            let is_it = |one: &Submission| one.handed_in == *self.bot && one.received == self.received;
            let then = own().find(|(_, one)| is_it(one)).map(|(number, _)| number);
            let last = last_hand_in(facts, self.student, self.received);
            let same = last.filter(|(_, last)| is_same_hand_in(last, self.bot, self.source, None));
            return then.or(same.map(|(number, _)| number));
        }
        let is_same = |one: &Submission| one.handed_in == *self.bot && one.archive.as_ref() == self.source;
        let then = own().find(|(_, one)| is_same(one) && one.received == self.received);
        let last = own().next_back();
        then.or(last.filter(|(_, one)| is_same(one))).map(|(number, _)| number)
    }
}

/// Returns `true` if these files repeat a submission. Without further files, only the bot is compared. A script with
/// other files beside it is a repetition if it was built into the same module.
fn is_same_hand_in(one: &Submission, bot: &Hash, source: Option<&Hash>, module: Option<Hash>) -> bool {
    let is_built = module.is_some_and(|module| module != *bot && one.module() == Some(module));
    one.handed_in == *bot && (source.is_none() || one.archive.as_ref() == source || is_built)
}

impl KeptSubmission {
    /// Returns the student's id.
    pub(super) fn student(&self) -> &str {
        &self.cover.student
    }

    /// Returns the time of receipt.
    pub(super) fn received(&self) -> Moment {
        self.cover.received
    }

    /// Returns the number of the last submission of the student or the team, if it has the same files.
    pub(super) fn repeats(&self, facts: &Facts) -> Option<u32> {
        let Cover { student, received, stated, .. } = &self.cover;
        // A hand-in timed by the clock follows every recorded event, including those of the same moment.
        let at = facts.last().filter(|_| !stated).map_or(*received, |last| last.max(*received));
        let (number, last) = last_hand_in(facts, student, at)?;
        let module = self.module();
        is_same_hand_in(last, &self.bot, self.source.as_ref(), module).then_some(number)
    }

    fn module(&self) -> Option<Hash> {
        match &self.admission {
            Admission::Accepted { module } => Some(*module),
            Admission::Refused { .. } | Admission::Undecided { .. } => None,
        }
    }

    /// Stores the bot, the module built from it, and its source. They are on disk once `keeping` has finished.
    pub(super) fn keep(
        keeping: &mut Keeping<'_>,
        cover: Cover,
        bot: &[u8],
        verdict: Verdict,
        source: Option<&[u8]>,
    ) -> Result<KeptSubmission, Error> {
        let mut keep = |bytes: &[u8]| keeping.add(bytes).map_err(Error::from);
        let bot = keep(bot)?;
        let source = source.map(&mut keep).transpose()?;
        let admission = verdict.keep(keeping)?;
        Ok(KeptSubmission { cover, bot, source, admission })
    }

    /// Returns `true` if the class already has it; `is_dated` is as in [`Sought`].
    pub(super) fn is_known(&self, facts: &Facts, is_dated: bool) -> bool {
        let Cover { student, received, .. } = &self.cover;
        let (bot, source) = (&self.bot, self.source.as_ref());
        Sought { student, bot, source, received: *received, is_dated }.find(facts).is_some()
    }

    /// Returns the submission to record.
    pub(super) fn submission(&self, class: &OpenClass, facts: &Facts) -> Result<Submission, Error> {
        let student = find_student(facts, &self.cover.student)?;
        let module = self.module();
        // Deleting a student spares the files of recorded submissions, but this one is not recorded yet.
        for hash in [Some(self.bot), self.source, module].into_iter().flatten() {
            if !class.folder.file(&hash).is_file() {
                let message = "the same file was just deleted with another student's data";
                return Err(Error::new(Kind::Host, message).hint("run the same command again"));
            }
        }
        Ok(Submission {
            by: student.id.clone(),
            team: student.team.clone(),
            received: self.cover.received,
            stated: self.cover.stated,
            clock: self.cover.clock,
            file: self.cover.file.clone(),
            handed_in: self.bot,
            archive: self.source,
            admission: self.admission.clone(),
        })
    }
}
