//! Hand-ins before they are recorded: [`Submission`]s without a team.

use class_model::{Admission, ContenderId, Facts, Hash, Moment, Submission};
use explain::{Error, Kind};
use game::visible;

use super::hand_in_time::{AT_ONCE, HandInTime};
use crate::open_class::{OpenClass, find_student};

/// Returns a bot that a student hands in under this file name, without further files and without a verdict.
pub(super) fn draft(student: &str, file: &str, bot: &[u8], at: HandInTime, facts: &Facts) -> Submission {
    let received = at.moment(facts);
    Submission {
        by: student.to_owned(),
        team: None,
        received,
        stated: matches!(at, HandInTime::Stated(_)),
        clock: at.clock().filter(|clock| received.millis() - clock.millis() > AT_ONCE),
        file: visible(file),
        handed_in: Hash::digest(bot),
        archive: None,
        admission: Admission::Undecided { why: Admission::WAITS.to_owned() },
    }
}

/// Returns the number of the last submission of the student or the team, if it has the same bot.
pub(super) fn same_bot(draft: &Submission, facts: &Facts) -> Option<u32> {
    let (number, last) = last_hand_in(&draft.by, draft.received, facts)?;
    (last.handed_in == draft.handed_in).then_some(number)
}

/// Returns the number of the last submission of the student or the team, if it has the same files. Without further
/// files, only the bot is compared. A script with other files beside it is the same if it was built into the same
/// module.
pub(super) fn repeats(draft: &Submission, facts: &Facts) -> Option<u32> {
    // A hand-in timed by the clock follows every recorded event, including those of the same moment.
    let at = facts.last().filter(|_| !draft.stated).map_or(draft.received, |last| last.max(draft.received));
    let (number, last) = last_hand_in(&draft.by, at, facts)?;
    is_same(draft, last).then_some(number)
}

/// Returns the number of the submission that equals a hand-in of an archive. `is_dated` is `true` if its moment is that
/// of the hand-in. Otherwise the moment is a substitute, and the last hand-in matches if its bytes are the same.
pub(super) fn find(draft: &Submission, is_dated: bool, facts: &Facts) -> Option<u32> {
    let who = ContenderId::for_student(facts.student(&draft.by)?);
    let own = || facts.submissions_of(&who);
    let number = |(number, _)| number;
    let has_bot = |one: &Submission| one.handed_in == draft.handed_in;
    if is_dated {
        let then = own().find(|(_, one)| has_bot(one) && one.received == draft.received).map(number);
        let last = last_hand_in(&draft.by, draft.received, facts);
        return then.or(last.filter(|(_, last)| is_same(draft, last)).map(number));
    }
    let has_files = |one: &Submission| has_bot(one) && one.archive == draft.archive;
    let then = own().find(|(_, one)| has_files(one) && one.received == draft.received);
    then.or(own().next_back().filter(|(_, one)| has_files(one))).map(number)
}

/// Returns the submission to record.
pub(super) fn to_record(draft: &Submission, class: &OpenClass, facts: &Facts) -> Result<Submission, Error> {
    let student = find_student(facts, &draft.by)?;
    // Deleting a student spares the files of recorded submissions, but this one is not recorded yet.
    if !draft.files().all(|hash| class.folder.file(&hash).is_file()) {
        let message = "the same file was just deleted with another student's data";
        return Err(Error::new(Kind::Host, message).hint("run the same command again"));
    }
    Ok(Submission { by: student.id.clone(), team: student.team.clone(), ..draft.clone() })
}

/// Returns the latest hand-in of a student, or of the student's team, at a given moment.
fn last_hand_in<'f>(student: &str, at: Moment, facts: &'f Facts) -> Option<(u32, &'f Submission)> {
    let who = ContenderId::for_student(facts.student(student)?);
    facts.submissions_of(&who).rfind(|(_, one)| one.received <= at)
}

fn is_same(draft: &Submission, one: &Submission) -> bool {
    let module = draft.module();
    let is_built = module.is_some_and(|module| module != draft.handed_in && one.module() == Some(module));
    let has_files = draft.archive.is_none() || one.archive == draft.archive;
    one.handed_in == draft.handed_in && (has_files || is_built)
}
