//! The events of a class: facts that are recorded once and never change.

mod read;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CompletedRun, GamesRequest, Hash, Judgement, MailKind, Moment, Order, OrderEnd, Question, QuestionUpdate,
    Reader, RunPlace, ScrimmageOutcome, TrialSummary,
};

/// The kind of event that corrects the clock.
pub(super) const CORRECTED: &str = "clock-corrected";

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// A student joined the class, or their details changed.
    Enrolled(Student),
    /// A student handed in.
    Submitted(Submission),
    /// An undecided submission was accepted or refused.
    Decided(Decision),
    /// A refused submission is to be checked again, because the class accepts its language now.
    Reconsidered {
        /// The id of the student who handed it in; empty if that student was forgotten and the team was not.
        by: String,
        /// The number of the submission.
        submission: u32,
    },
    /// Files of a student from a course system were rejected.
    TurnedAway(TurnedAway),
    /// A version was chosen, or the choice was withdrawn.
    Chosen(Choice),
    /// A student was granted more time.
    Extended(Extension),
    /// A student no longer takes part.
    Withdrawn(Withdrawal),
    /// A withdrawn student takes part again.
    Reinstated {
        /// The student's id.
        student: String,
    },
    /// A team got a code with which students join it, in place of an earlier one.
    JoinCodeMade(JoinCode),
    /// The teacher made an announcement to the class.
    Announced {
        /// The announcement.
        text: String,
        /// The section that it is for; `None` for the whole class.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        section: Option<String>,
    },
    /// The teacher changed the text of an announcement.
    AnnouncementEdited {
        /// The number of the announcement, from 1.
        announcement: u32,
        /// The new text.
        text: String,
    },
    /// The teacher took an announcement back.
    AnnouncementRetracted {
        /// The number of the announcement, from 1.
        announcement: u32,
    },
    /// A student asked a question, or for another grade.
    Asked(Question),
    /// A question was answered, added to or closed.
    QuestionUpdated(QuestionUpdate),
    /// The teacher wrote the text of a tournament in the class's folder.
    TournamentWritten {
        /// The name of its file without the extension.
        name: String,
        /// The hash of the text.
        text: Hash,
    },
    /// The class was closed to submissions.
    Closed,
    /// The class was reopened.
    Reopened,
    /// A version's trial matches were played.
    Tried(TrialSummary),
    /// A version was judged by a requirement.
    Judged(Judgement),
    /// Friendly games were asked for.
    Requested(GamesRequest),
    /// Friendly games were played.
    Scrimmaged(ScrimmageOutcome),
    /// A preview was made of the changes that judging all active versions again would make.
    Previewed {
        /// The file of the preview.
        preview: Hash,
    },
    /// All active versions were judged again. The new results precede this event.
    Rejudged {
        /// The file of the preview that was applied.
        preview: Hash,
    },
    /// The teacher's new text.
    Adopted {
        /// The whole text.
        text: String,
        /// `true` if a deadline without seconds includes its whole minute, as in every class that began after 0.3.0.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        whole_minutes: bool,
    },
    /// The teacher ordered games for the whole class.
    Ordered(Order),
    /// An order was completed, was stopped or failed.
    OrderEnded(OrderEnd),
    /// A run with versions of the class began.
    RunBegan(RunPlace),
    /// A ruling was made on a run with versions of the class. The run itself holds its text and the people concerned.
    Ruled {
        /// The run's identity.
        run: Hash,
        /// The number of the ruling in the run, from 1.
        ruling: usize,
    },
    /// A run with versions of the class is complete.
    RunCompleted(CompletedRun),
    /// New results were hidden from all but the teacher.
    Frozen,
    /// Results were shown again.
    Released {
        /// The readers.
        to: Reader,
    },
    /// A kind of mail was switched on or off, by the teacher for the class or by a student for themselves.
    MailSwitched(MailSwitch),
    /// A system of the school that signs people in was added, changed or removed.
    SignOnChanged {
        /// Its name.
        system: String,
        /// The change.
        change: SignOnChange,
    },
    /// The grades of a run were queued for a course in a course system.
    GradesSent {
        /// The run.
        run: String,
        /// The title of the course.
        course: String,
        /// Number of students with a grade.
        students: u32,
    },
    /// A student chose the language of pages and mail.
    LanguageChosen {
        /// The student's id.
        student: String,
        /// The language tag.
        language: String,
    },
    /// A student's data was deleted.
    Forgotten(Erasure),
    /// A clock far ahead of the previous event was confirmed to be right.
    ClockConfirmed,
    /// The times of events from a wrong clock were corrected.
    ClockCorrected(ClockCorrection),
}

/// A change of a system that signs people in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SignOnChange {
    /// It was added.
    Added,
    /// Its addresses, its ids or its roles were changed.
    Changed,
    /// It was removed.
    Removed,
}

/// The correct time of events from a wrong clock: those from `since` up to this correction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockCorrection {
    /// The number of the first of these events.
    pub since: i64,
    /// Their correct time. A hand-in that came when the clock was right again has its own time.
    pub happened: Moment,
    /// The reason, for the record.
    pub reason: String,
}

/// A student.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ListedStudent")]
pub struct Student {
    /// The id in the teacher's own lists. Only the id identifies a student.
    pub id: String,
    /// The display name. Names need not be unique.
    pub name: String,
    /// The address, if it is known.
    pub email: Option<String>,
    /// The alias in runs and reports.
    pub alias: String,
    /// The section, if there are sections.
    pub section: Option<String>,
    /// The team, if the student hands in with others.
    pub team: Option<String>,
}

/// A submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// The id of the student who handed it in; empty if the student was forgotten and the team was not.
    pub by: String,
    /// The student's team at the time.
    pub team: Option<String>,
    /// Time of receipt.
    pub received: Moment,
    /// `true` if the teacher stated the time, instead of the clock. Quotas do not count such a submission.
    pub stated: bool,
    /// Time by the clock, if the record was ahead of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Moment>,
    /// The original file name, for people.
    pub file: String,
    /// The submitted file.
    pub handed_in: Hash,
    /// An accompanying source archive, which is stored and never run.
    pub archive: Option<Hash>,
    /// The verdict at the time of handing in.
    #[serde(rename = "door")]
    pub admission: Admission,
}

/// The verdict on a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "said", rename_all = "kebab-case")]
pub enum Admission {
    /// It may play.
    Accepted {
        /// The module: the submitted file, or the result of building it.
        module: Hash,
    },
    /// It may not play.
    Refused {
        /// The reasons, each with advice.
        reasons: Vec<String>,
    },
    /// The machine could not decide. The submission waits for one that can, and keeps its time of receipt.
    Undecided {
        /// The reason.
        why: String,
    },
}

/// A later verdict on an undecided submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The id of the student who handed it in; empty if the student was forgotten and the team was not.
    pub by: String,
    /// The number of the submission.
    pub submission: u32,
    /// The verdict.
    #[serde(rename = "door")]
    pub admission: Admission,
}

/// A student's files that were rejected from an archive of a course system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnedAway {
    /// The student's id.
    pub student: String,
    /// Time of receipt there, if known.
    pub received: Option<Moment>,
    /// The names of the files.
    pub files: Vec<String>,
    /// The reason, with advice, for the student.
    pub why: String,
}

/// A student's choice of the active version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The id of the student who chose.
    pub by: String,
    /// The number of the submission; `None` for the last accepted one.
    pub submission: Option<u32>,
}

/// More time for a student, and for the student's team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extension {
    /// The student's id.
    pub student: String,
    /// The new deadline.
    pub until: Moment,
    /// The reason, for the record.
    pub reason: String,
}

/// A student's withdrawal. Earlier submissions stay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawal {
    /// The student's id.
    pub student: String,
    /// The reason, for the record.
    pub reason: String,
}

/// The code with which students join a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JoinCode {
    /// The id of a member of the team.
    pub student: String,
    /// The team.
    pub team: String,
    /// The code, as shown to members.
    pub code: String,
}

/// A kind of mail that was switched on or off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailSwitch {
    /// The id of the student who no longer wants it, or wants it again; `None` for the whole class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub student: Option<String>,
    /// The kind of mail.
    pub mail: MailKind,
    /// `true` if it is sent from now on.
    pub is_on: bool,
}

/// The traces of a student whose data was deleted. They leave out the id, even as a hash, which could be guessed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Erasure {
    /// The numbers of the events whose content was deleted.
    pub events: Vec<i64>,
    /// The student's submissions.
    pub submissions: Vec<Tombstone>,
    /// Deleted files: lists of games of modules without other submitters, and all previews.
    #[serde(default)]
    pub files: Vec<Hash>,
}

/// The traces of a deleted submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tombstone {
    /// The number of the submission.
    pub submission: u32,
    /// Its files, which runs still refer to by hash.
    pub files: Vec<Hash>,
    /// The submission itself, without its submitter, if others of the team are still in the class.
    pub of_team: Option<Submission>,
}

impl Event {
    /// Returns `true` if the event changes facts that follow from earlier events.
    pub(super) fn changes_the_past(&self) -> bool {
        matches!(self, Event::Forgotten(_) | Event::ClockCorrected(_))
    }

    /// Returns the student to whom the data belongs, if it belongs to one.
    pub fn student(&self) -> Option<&str> {
        match self {
            Event::Enrolled(student) => Some(&student.id),
            Event::Submitted(submission) => Some(&submission.by),
            Event::Decided(decision) => Some(decision.by.as_str()).filter(|by| !by.is_empty()),
            Event::Reconsidered { by, .. } => Some(by.as_str()).filter(|by| !by.is_empty()),
            Event::TurnedAway(turned_away) => Some(&turned_away.student),
            Event::Chosen(choice) => Some(&choice.by),
            Event::Extended(extension) => Some(&extension.student),
            Event::Withdrawn(Withdrawal { student, .. })
            | Event::Reinstated { student }
            | Event::LanguageChosen { student, .. } => Some(student),
            Event::JoinCodeMade(code) => Some(&code.student),
            Event::Requested(request) => Some(&request.by),
            Event::Asked(question) => Some(&question.by),
            Event::QuestionUpdated(update) => Some(&update.by),
            Event::MailSwitched(switch) => switch.student.as_deref(),
            // Results belong to modules, which several students may hand in.
            Event::Announced { .. }
            | Event::AnnouncementEdited { .. }
            | Event::AnnouncementRetracted { .. }
            | Event::TournamentWritten { .. }
            | Event::Closed
            | Event::Reopened
            | Event::Tried(_)
            | Event::Judged(_)
            | Event::Scrimmaged(_)
            | Event::Previewed { .. }
            | Event::Rejudged { .. }
            | Event::Adopted { .. }
            | Event::Ordered(_)
            | Event::OrderEnded(_)
            | Event::RunBegan(_)
            | Event::Ruled { .. }
            | Event::RunCompleted(_)
            | Event::Frozen
            | Event::Released { .. }
            | Event::SignOnChanged { .. }
            | Event::GradesSent { .. }
            | Event::Forgotten(_)
            | Event::ClockConfirmed
            | Event::ClockCorrected(_) => None,
        }
    }

    /// Returns the kind of event, as it is stored.
    pub fn kind(&self) -> &'static str {
        match self {
            Event::Enrolled(_) => "enrolled",
            Event::Submitted(_) => "submitted",
            Event::Decided(_) => "decided",
            Event::Reconsidered { .. } => "reconsidered",
            Event::TurnedAway(_) => "turned-away",
            Event::Chosen(_) => "chosen",
            Event::Extended(_) => "extended",
            Event::Withdrawn(_) => "withdrawn",
            Event::Reinstated { .. } => "reinstated",
            Event::JoinCodeMade(_) => "join-code-made",
            Event::Announced { .. } => "announced",
            Event::AnnouncementEdited { .. } => "announcement-edited",
            Event::AnnouncementRetracted { .. } => "announcement-retracted",
            Event::Asked(_) => "asked",
            Event::QuestionUpdated(_) => "question-updated",
            Event::TournamentWritten { .. } => "tournament-written",
            Event::Closed => "closed",
            Event::Reopened => "reopened",
            Event::Tried(_) => "tried",
            Event::Judged(_) => "judged",
            Event::Requested(_) => "requested",
            Event::Scrimmaged(_) => "scrimmaged",
            Event::Previewed { .. } => "previewed",
            Event::Rejudged { .. } => "rejudged",
            Event::Adopted { .. } => "adopted",
            Event::Ordered(_) => "ordered",
            Event::OrderEnded(_) => "order-ended",
            Event::RunBegan(_) => "run-began",
            Event::Ruled { .. } => "ruled",
            Event::RunCompleted(_) => "run-completed",
            Event::Frozen => "frozen",
            Event::Released { .. } => "released",
            Event::MailSwitched(_) => "mail-switched",
            Event::SignOnChanged { .. } => "sign-on-changed",
            Event::GradesSent { .. } => "grades-sent",
            Event::LanguageChosen { .. } => "language-chosen",
            Event::Forgotten(_) => "forgotten",
            Event::ClockConfirmed => "clock-confirmed",
            Event::ClockCorrected(_) => CORRECTED,
        }
    }
}

impl Admission {
    /// Beginning of the reason why a submission is undecided, if no machine has checked it yet.
    pub const WAITS: &str = "it waits to be checked";

    /// Returns `true` if no machine has checked it yet.
    pub fn waits(&self) -> bool {
        matches!(self, Admission::Undecided { why } if why.starts_with(Admission::WAITS))
    }
}

impl Submission {
    /// Returns its files: the bot, the module built from it, and its source.
    pub fn files(&self) -> impl Iterator<Item = Hash> {
        [Some(self.handed_in), self.module(), self.archive].into_iter().flatten()
    }

    /// Returns the module, if it was accepted.
    pub fn module(&self) -> Option<Hash> {
        match self.admission {
            Admission::Accepted { module } => Some(module),
            Admission::Refused { .. } | Admission::Undecided { .. } => None,
        }
    }

    /// Returns the reasons why it was refused or is undecided; empty if it was accepted.
    pub fn reasons(&self) -> Vec<&str> {
        match &self.admission {
            Admission::Accepted { .. } => Vec::new(),
            Admission::Refused { reasons } => reasons.iter().map(String::as_str).collect(),
            Admission::Undecided { why } => vec![why],
        }
    }

    /// Returns `true` if it is undecided.
    pub fn is_undecided(&self) -> bool {
        matches!(self.admission, Admission::Undecided { .. })
    }
}
