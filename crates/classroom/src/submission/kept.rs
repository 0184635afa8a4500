//! What was handed in, with its files on the disk, before it is written down.

use class::{Admission, Facts, Hash, Keeping, Moment, Submission, Who};
use explain::{Error, Kind};

use crate::open_class::{OpenClass, find_student};
use crate::validation::Verdict;

/// What a student handed in, with its files on the disk.
pub(super) struct KeptSubmission {
    cover: Cover,
    bot: Hash,
    source: Option<Hash>,
    admission: Admission,
}

/// Whose it is, and when it was received.
pub(super) struct Cover {
    /// The student's id.
    pub(super) student: String,
    pub(super) received: Moment,
    /// Whether the moment was stated, and not read from the clock.
    pub(super) stated: bool,
    /// The file's name, for people.
    pub(super) file: String,
}

/// The submission with these bytes that was received from a student, or from another of the team, at this moment.
pub(super) fn find(facts: &Facts, student: &str, bot: &Hash, received: Moment) -> Option<u32> {
    let who = Who::of(facts.student(student)?);
    let is_it =
        |one: &Submission| one.handed_in == *bot && one.received == received && Who::handed_in(one) == who;
    facts.submissions().find(|(_, one)| is_it(one)).map(|(number, _)| number)
}

impl KeptSubmission {
    /// Keeps the bot with what was built of it, and its source. It is on the disk when `keeping` has finished.
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

    /// Whether the class has it already.
    pub(super) fn is_known(&self, facts: &Facts) -> bool {
        find(facts, &self.cover.student, &self.bot, self.cover.received).is_some()
    }

    /// What is written down of it.
    pub(super) fn submission(&self, class: &OpenClass, facts: &Facts) -> Result<Submission, Error> {
        let student = find_student(facts, &self.cover.student)?;
        let module = match &self.admission {
            Admission::Accepted { module } => Some(*module),
            Admission::Refused { .. } | Admission::Undecided { .. } => None,
        };
        // Whoever deletes a student's files deletes none that is written down, and this one is not yet.
        for hash in [Some(self.bot), self.source, module].into_iter().flatten() {
            if !class.folder.file(&hash).is_file() {
                let message = "the same file of another student was just deleted";
                return Err(Error::new(Kind::Host, message).hint("run the same command again"));
            }
        }
        Ok(Submission {
            by: student.id.clone(),
            team: student.team.clone(),
            received: self.cover.received,
            stated: self.cover.stated,
            file: self.cover.file.clone(),
            handed_in: self.bot,
            archive: self.source,
            admission: self.admission.clone(),
        })
    }
}
