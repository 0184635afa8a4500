//! Status of a student or a team, and the conditions that need the teacher's attention.

use class_model::{
    Actor, Admission, Allowance, Channel, ClassPlan, Contender, ContenderId, Entrant, Facts, Hash, Moment,
    NoneActive, OwnDeadline, Reader, Role, Standing, Submission, TurnedAway, WhyActive, WhyNotEntered,
    entrant, failing, late_days, seen_by, standing,
};
use explain::Error;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::open_class::OpenClass;
use crate::utc::Utc;
use crate::words;

/// The status of a student or a team at a moment.
#[derive(Debug)]
pub struct ContenderStatus<'f> {
    /// The student or team.
    pub contender: Contender<'f>,
    /// Deadline and active version.
    pub standing: Standing,
    /// The version that a tournament enters now, or the reason why it enters none.
    pub entrant: Result<Entrant, WhyNotEntered>,
    /// The remaining quota.
    pub allowance: Allowance,
    /// Submissions, each with its number, in the order of their numbers.
    pub submissions: Vec<(u32, &'f Submission)>,
    /// Conditions that need attention.
    pub conditions: Vec<Condition>,
    /// The moment of the status.
    pub at: Moment,
    facts: &'f Facts,
}

/// The status of a student or a team.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EntryReport {
    /// The status without submissions.
    #[serde(flatten)]
    entry: EntryHead,
    /// Submissions, oldest first.
    submissions: Vec<SubmissionReport>,
}

/// The status of a student or a team in brief.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EntryOverview {
    /// The status without submissions.
    #[serde(flatten)]
    entry: EntryHead,
    /// Number of submissions.
    handed_in: usize,
    /// The last submission; null if there is none.
    last: Option<SubmissionReport>,
}

/// The status of a student or a team, without submissions.
#[derive(Debug, Serialize, JsonSchema)]
struct EntryHead {
    /// The student's id; absent for a team.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    student: Option<String>,
    /// The team's name; absent for a student who hands in alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    team: Option<String>,
    /// Alias of the student or team in runs.
    alias: String,
    /// The ids of the students, in the order in which they joined.
    students: Vec<String>,
    /// The names of the students, in the same order.
    names: Vec<String>,
    /// The section; null if there is none.
    section: Option<String>,
    /// The deadline without late days, in UTC.
    deadline: Utc,
    /// Number of late days that may be used after it.
    late_days: u32,
    /// The last moment that counts, with all late days, in UTC.
    last_moment: Utc,
    /// `true` if a hand-in can count now: `last_moment` has not passed, the class is not closed, and at least one of
    /// the students takes part.
    is_open: bool,
    /// Conditions that need attention.
    conditions: Vec<Condition>,
    /// The moment since which none of the students takes part, in UTC; null while any of them does.
    inactive_since: Option<Utc>,
    /// The active version; null if there is none.
    active: Option<ActiveVersion>,
    /// The reason why it is active, or why there is none, in words.
    why: String,
    /// `true` if the bot is paused: it has failed too often, and tournaments skip it.
    paused: bool,
    /// The reason why it is paused, in words; null if it is not.
    pause: Option<String>,
    /// Files in an archive of a course system that were not taken; null if all were taken, or a later hand-in followed.
    not_taken: Option<NotTakenReport>,
    /// Number of hand-ins left within the 24 hours up to now; null without a cap.
    left_in_day: Option<u32>,
    /// Number of hand-ins left within the 60 minutes up to now; null without a cap.
    left_in_hour: Option<u32>,
    /// The first moment from now on at which the quota allows a hand-in, in UTC.
    next_at: Utc,
}

impl Shape for EntryReport {
    const NAME: &'static str = "class-entry";
    const VERSION: u32 = 1;
}

/// The active version.
#[derive(Debug, Serialize, JsonSchema)]
struct ActiveVersion {
    /// The number of the submission.
    submission: u32,
    /// `true` if it was chosen; otherwise it is the last version that was accepted in time.
    chosen: bool,
    /// Number of late days that it uses.
    late_days: u32,
}

/// Files of a student in an archive of a course system that were not taken.
#[derive(Debug, Serialize, JsonSchema)]
struct NotTakenReport {
    /// The student's id.
    student: String,
    /// When the course system received them, in UTC; null if that is unknown.
    received: Option<Utc>,
    /// The names of the files.
    files: Vec<String>,
    /// The reason and the remedy, in words.
    why: String,
}

/// A submission.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SubmissionReport {
    /// Number of the submission in the class, from 1.
    submission: u32,
    /// The id of the student who handed it in; empty if the student was deleted.
    by: String,
    /// The actor; null if the event was deleted.
    actor: Option<ActorReport>,
    /// When it was received, in UTC.
    received: Utc,
    /// `true` if that moment was stated rather than read from the clock.
    stated: bool,
    /// The name of the file.
    file: String,
    /// The hash of the file, 64 hexadecimal digits.
    #[schemars(with = "String")]
    hash: Hash,
    /// The hash of the module that plays; null if it was not accepted.
    #[schemars(with = "Option<String>")]
    module: Option<Hash>,
    /// The hash of the archive of sources that came with it; null if there is none.
    #[schemars(with = "Option<String>")]
    archive: Option<Hash>,
    /// `true` if it was accepted.
    accepted: bool,
    /// `true` if it has no verdict yet.
    undecided: bool,
    /// Reasons why it was refused or is undecided, in words.
    reasons: Vec<String>,
    /// Number of late days that it uses; null if it was received too late even for those.
    late_days: Option<u32>,
}

impl Shape for SubmissionReport {
    const NAME: &'static str = "class-submission";
    const VERSION: u32 = 1;
}

/// An actor.
#[derive(Debug, Serialize, JsonSchema)]
struct ActorReport {
    /// The role in the class: `teacher`, `assistant`, `student` or `service`.
    #[schemars(with = "String")]
    role: Role,
    /// The channel: `command-line` or `service`.
    #[schemars(with = "String")]
    through: Channel,
    /// The account or the student's id; null if the channel does not tell users apart.
    name: Option<String>,
}

impl<'f> ContenderStatus<'f> {
    /// Returns the status of a student or a team at a moment, by the results that the user of the class may see.
    pub fn new(
        class: &OpenClass,
        facts: &'f Facts,
        contender: Contender<'f>,
        at: Moment,
    ) -> ContenderStatus<'f> {
        ContenderStatus::seen_by(class.reader(), class, facts, contender, at)
    }

    /// Like [`new`](ContenderStatus::new), by the results that a reader may see; `None` sees all results.
    pub fn seen_by(
        reader: Option<Reader>,
        class: &OpenClass,
        facts: &'f Facts,
        contender: Contender<'f>,
        at: Moment,
    ) -> ContenderStatus<'f> {
        let standing = standing(&class.plan, facts, &contender);
        let submissions: Vec<_> = facts.submissions_of(&contender.who).collect();
        ContenderStatus {
            conditions: Condition::all_of(class, facts, reader, &contender, &standing, &submissions),
            allowance: class.plan.quota.allowance(facts.counted(&contender), at),
            entrant: entrant_seen_by(reader, class, facts, &contender, &standing),
            standing,
            submissions,
            contender,
            at,
            facts,
        }
    }

    /// Returns `true` if a hand-in can count now.
    pub fn is_open(&self) -> bool {
        self.facts.closed().is_none()
            && self.at <= self.standing.deadline.last
            && !self.conditions.contains(&Condition::Inactive)
    }

    /// Returns the reasons why the last files were not taken or not accepted, each with its subject; empty if there are
    /// none.
    pub fn refusal_lines(&self, class: &OpenClass) -> Vec<String> {
        let last = self.submissions.last();
        let refused =
            last.map(|(number, last)| words::refusal_lines(class, *number, last)).unwrap_or_default();
        refused.into_iter().chain(words::turned_away_lines(class, self.facts, &self.contender)).collect()
    }

    /// Returns the reason why tournaments skip the active version; `None` unless it is paused. The failures are
    /// included only for a reader who may see them.
    pub fn pause_words(&self, class: &OpenClass) -> Option<String> {
        let Err(WhyNotEntered::Paused(failures)) = &self.entrant else { return None };
        Some(if self.conditions.contains(&Condition::Failing) {
            words::failing_words(class, failures, true)
        } else {
            "failed too often; paused until another version is active".to_owned()
        })
    }

    /// Returns the status as JSON.
    pub fn report(&self, class: &OpenClass) -> EntryReport {
        let submissions = self.submissions.iter();
        EntryReport {
            entry: self.head(class),
            submissions: submissions.map(|(number, one)| self.submitted(class, *number, one)).collect(),
        }
    }

    /// Returns the status as JSON, with only the last submission.
    pub fn overview(&self, class: &OpenClass) -> EntryOverview {
        EntryOverview {
            entry: self.head(class),
            handed_in: self.submissions.len(),
            last: self.submissions.last().map(|(number, one)| self.submitted(class, *number, one)),
        }
    }

    fn submitted(&self, class: &OpenClass, number: u32, one: &Submission) -> SubmissionReport {
        SubmissionReport::new(class, self.facts, &self.standing.deadline, number, one)
    }

    fn head(&self, class: &OpenClass) -> EntryHead {
        let ContenderStatus { contender, standing, allowance, conditions, facts, .. } = self;
        let deadline = &standing.deadline;
        let turned_away = facts.turned_away(contender).map(|turned_away| turned_away.what.clone());
        let (student, team) = match &contender.who {
            ContenderId::Student(id) => (Some(id.clone()), None),
            ContenderId::Team(name) => (None, Some(name.clone())),
        };
        EntryHead {
            student,
            team,
            alias: contender.alias.to_owned(),
            students: contender.members.iter().map(|member| member.id.clone()).collect(),
            names: contender.members.iter().map(|member| member.name.clone()).collect(),
            section: contender.section.map(str::to_owned),
            deadline: Utc(deadline.due()),
            late_days: deadline.late_days,
            last_moment: Utc(deadline.last),
            is_open: self.is_open(),
            conditions: conditions.clone(),
            inactive_since: facts.inactive_since(contender).map(Utc),
            active: standing.active.as_ref().ok().map(|active| ActiveVersion {
                submission: active.submission,
                chosen: matches!(active.why, WhyActive::Chosen { .. }),
                late_days: active.late_days,
            }),
            why: words::why(class, standing),
            paused: matches!(self.entrant, Err(WhyNotEntered::Paused(_))),
            pause: self.pause_words(class),
            not_taken: turned_away.map(|TurnedAway { student, received, files, why }| NotTakenReport {
                student,
                received: received.map(Utc),
                files,
                why,
            }),
            left_in_day: allowance.left_in_day,
            left_in_hour: allowance.left_in_hour,
            next_at: Utc(allowance.next),
        }
    }
}

impl SubmissionReport {
    /// Returns the report on a submission of a student or a team with this deadline.
    pub fn new(
        class: &OpenClass,
        facts: &Facts,
        deadline: &OwnDeadline,
        number: u32,
        submission: &Submission,
    ) -> SubmissionReport {
        SubmissionReport {
            submission: number,
            by: submission.by.clone(),
            actor: facts.who_submitted(number).cloned().map(|Actor { role, through, name }| ActorReport {
                role,
                through,
                name,
            }),
            received: Utc(submission.received),
            stated: submission.stated,
            file: submission.file.clone(),
            hash: submission.handed_in,
            module: submission.module(),
            archive: submission.archive,
            accepted: submission.module().is_some(),
            undecided: submission.is_undecided(),
            reasons: submission.reasons().into_iter().map(str::to_owned).collect(),
            late_days: late_days(&class.plan, deadline, submission.received),
        }
    }
}

/// Refuses a version that is not accepted.
///
/// # Errors
/// If the submission was refused, or has no verdict.
pub fn must_be_accepted(number: u32, submission: &Submission) -> Result<(), Error> {
    match submission.admission {
        Admission::Accepted { .. } => Ok(()),
        Admission::Refused { .. } => Err(Error::input(format!("submission {number} was refused"))),
        Admission::Undecided { .. } => {
            let message = format!("submission {number} has no verdict yet");
            Err(Error::input(message).hint("`muster class work` checks it"))
        }
    }
}

/// A condition of a student or a team that needs attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Nothing was handed in.
    Missing,
    /// The last submission was refused, or files in an archive of a course system were not taken.
    Refused,
    /// The last submission waits for a verdict.
    Undecided,
    /// The last submission was received after the deadline: it uses late days, or does not count.
    Late,
    /// The active version fails too often.
    Failing,
    /// None of its students takes part. No other condition applies then.
    Inactive,
}

impl Condition {
    /// All conditions, in the order in which they are shown.
    pub const ALL: [Condition; 6] = [
        Condition::Missing,
        Condition::Refused,
        Condition::Undecided,
        Condition::Late,
        Condition::Failing,
        Condition::Inactive,
    ];

    /// Returns the word by which a teacher filters for it.
    pub fn word(self) -> &'static str {
        match self {
            Condition::Missing => "missing",
            Condition::Refused => "refused",
            Condition::Undecided => "undecided",
            Condition::Late => "late",
            Condition::Failing => "failing",
            Condition::Inactive => "inactive",
        }
    }

    /// Returns the description of a student or a team in this condition.
    pub fn words(self) -> &'static str {
        match self {
            Condition::Missing => "nothing handed in",
            Condition::Undecided => "waiting for a verdict",
            other => other.word(),
        }
    }

    /// Returns the conditions of a student or a team, in the order of [`Condition::ALL`], by the results that a reader
    /// may see; `None` sees all results.
    pub(crate) fn all_of(
        class: &OpenClass,
        facts: &Facts,
        reader: Option<Reader>,
        contender: &Contender<'_>,
        standing: &Standing,
        submissions: &[(u32, &Submission)],
    ) -> Vec<Condition> {
        if facts.inactive_since(contender).is_some() {
            return vec![Condition::Inactive];
        }
        let last = submissions.last().map(|(_, submission)| *submission);
        let is_late = |one: &Submission| late_days(&class.plan, &standing.deadline, one.received) != Some(0);
        let is = |condition: &Condition| match condition {
            Condition::Missing => standing.active == Err(NoneActive::Nothing),
            Condition::Refused => {
                facts.turned_away(contender).is_some()
                    || last.is_some_and(|one| one.module().is_none() && !one.is_undecided())
            }
            Condition::Undecided => last.is_some_and(Submission::is_undecided),
            Condition::Late => last.is_some_and(is_late),
            Condition::Failing => active_module(facts, standing)
                .is_some_and(|module| is_seen_failing(class, facts, reader, &module)),
            Condition::Inactive => false,
        };
        Condition::ALL.into_iter().filter(is).collect()
    }
}

/// Returns the version that a tournament enters, as far as a reader may know. A pause due to frozen results is shown
/// only once they are released.
fn entrant_seen_by(
    reader: Option<Reader>,
    class: &OpenClass,
    facts: &Facts,
    contender: &Contender<'_>,
    standing: &Standing,
) -> Result<Entrant, WhyNotEntered> {
    let plan = &class.plan;
    let entered = entrant(plan, facts, contender, standing);
    let (Some(reader), Err(WhyNotEntered::Paused(_))) = (reader, &entered) else { return entered };
    match seen_by(plan, facts, reader) {
        Some(seen) => entrant(plan, &seen, contender, standing),
        // Only the teacher sees results, but all readers see what follows from them.
        None if facts.frozen(reader).is_none() => entered,
        None => entrant(&ClassPlan { failing: None, ..plan.clone() }, facts, contender, standing),
    }
}

fn is_seen_failing(class: &OpenClass, facts: &Facts, reader: Option<Reader>, module: &Hash) -> bool {
    if class.plan.failing.is_none() {
        return false;
    }
    let is_failing = |facts: &Facts| failing(&class.plan, facts, module).is_some();
    match reader {
        None => is_failing(facts),
        Some(reader) => seen_by(&class.plan, facts, reader).is_some_and(|seen| is_failing(&seen)),
    }
}

fn active_module(facts: &Facts, standing: &Standing) -> Option<Hash> {
    facts.submission(standing.active.as_ref().ok()?.submission)?.module()
}
