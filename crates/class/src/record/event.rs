//! What happens in a class: facts that are written down once and never change.

mod read;

use serde::{Deserialize, Serialize};

use crate::{
    CompletedRun, Hash, Judgement, Moment, Order, OrderEnd, Reader, Request, RunPlace, ScrimmageOutcome,
    TrialSummary,
};

/// The kind of an event that corrects the clock.
pub(super) const CORRECTED: &str = "clock-corrected";

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// A student is in the class, from now on as described here.
    Enrolled(Student),
    /// Something was handed in.
    Submitted(Submission),
    /// What could not be decided about when it was handed in was admitted or refused.
    Decided(Decision),
    /// A submission that was refused waits for another verdict, because the class takes its language now.
    Reconsidered {
        /// The id of the student who handed it in; empty if that student was forgotten and the team was not.
        by: String,
        /// The number of the submission.
        submission: u32,
    },
    /// Files that a student handed in to a course system were not taken.
    TurnedAway(TurnedAway),
    /// A version was chosen, or the choice was taken back.
    Chosen(Choice),
    /// A student has more time.
    Extended(Extension),
    /// A student takes no part from now on.
    Withdrawn(Withdrawal),
    /// A student who was withdrawn takes part again.
    Reinstated {
        /// The student's id.
        student: String,
    },
    /// The teacher told everybody something.
    Announced {
        /// What.
        text: String,
    },
    /// Nothing is accepted any more.
    Closed,
    /// Closing was taken back.
    Reopened,
    /// A version's trial matches were played.
    Tried(TrialSummary),
    /// A version was judged by a requirement.
    Judged(Judgement),
    /// Friendly games were asked for.
    Requested(Request),
    /// Friendly games were played.
    Scrimmaged(ScrimmageOutcome),
    /// It was shown what judging all active versions again would change.
    Previewed {
        /// The file of the preview.
        preview: Hash,
    },
    /// All active versions were judged again; what was judged is written down before this.
    Rejudged {
        /// The file of the preview that was applied.
        preview: Hash,
    },
    /// The teacher's text, as it is from now on.
    Adopted {
        /// All of it.
        text: String,
        /// `true` if a deadline without seconds includes its whole minute, as in every class that began after 0.3.0.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        whole_minutes: bool,
    },
    /// The teacher ordered something to be played for the whole class.
    Ordered(Order),
    /// An order was carried out, stopped, or could not be.
    OrderEnded(OrderEnd),
    /// A run has begun in which versions of the class play.
    RunBegan(RunPlace),
    /// A ruling was made on a run in which versions of the class play. The run has what it says, and names whom it concerns.
    Ruled {
        /// The run's identity.
        run: Hash,
        /// The number of the ruling in the run, from 1.
        ruling: usize,
    },
    /// A run in which versions of the class have played is complete.
    RunCompleted(CompletedRun),
    /// Nobody but the teacher is shown any new results.
    Frozen,
    /// Results are shown again.
    Released {
        /// To whom.
        to: Reader,
    },
    /// A student's data was deleted.
    Forgotten(Erasure),
    /// The clock is right, though it shows a moment long after the event before.
    ClockConfirmed,
    /// Events were written down by a wrong clock, with moments that had not come.
    ClockCorrected(ClockCorrection),
}

/// When events happened that were written down by a wrong clock: those from `since` up to this correction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockCorrection {
    /// The number of the first of these events.
    pub since: i64,
    /// When they happened. A hand-in that came when the clock was right again has its own moment.
    pub happened: Moment,
    /// Why, for the record.
    pub reason: String,
}

/// A student.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Student {
    /// Who it is, in the teacher's own lists. Nothing else distinguishes students.
    pub id: String,
    /// The name, for people. Two students may have the same.
    pub name: String,
    /// The address, if it is known.
    pub email: Option<String>,
    /// What runs and reports call the student.
    pub alias: String,
    /// The section, if there are sections.
    pub section: Option<String>,
    /// The team, if the student hands in with others.
    pub team: Option<String>,
}

/// Something that was handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// Who handed it in: a student's id; empty if that student was forgotten, and the team was not.
    pub by: String,
    /// The team that the student was in.
    pub team: Option<String>,
    /// When it was received.
    pub received: Moment,
    /// Whether the moment was stated by the teacher, and not read from the clock. Quotas do not count it.
    pub stated: bool,
    /// The moment by the clock, if the record was ahead of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Moment>,
    /// The file's name as it was handed in, for people.
    pub file: String,
    /// What was handed in.
    pub handed_in: Hash,
    /// A source archive beside it. It is kept and never run.
    pub archive: Option<Hash>,
    /// Whether it may play, as it was when it was handed in.
    #[serde(rename = "door")]
    pub admission: Admission,
}

/// Whether something that was handed in may play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "said", rename_all = "kebab-case")]
pub enum Admission {
    /// It may play.
    Accepted {
        /// The module: what was handed in, or what was built of it.
        module: Hash,
    },
    /// It may not play.
    Refused {
        /// Why not, each with what to do about it.
        reasons: Vec<String>,
    },
    /// The machine could not tell. It waits for one that can, and counts as received when it was.
    Undecided {
        /// Why it could not.
        why: String,
    },
}

/// Whether something may play about which no machine could tell when it was handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Who handed it in: a student's id; empty if that student was forgotten, and the team was not.
    pub by: String,
    /// The number of the submission.
    pub submission: u32,
    /// Whether it may play.
    #[serde(rename = "door")]
    pub admission: Admission,
}

/// Files of a student that were in an archive of a course system and were not taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnedAway {
    /// The student's id.
    pub student: String,
    /// When they were received there, if that is known.
    pub received: Option<Moment>,
    /// The names of the files.
    pub files: Vec<String>,
    /// Why, and what to do, in words for the student.
    pub why: String,
}

/// Which version somebody wants to be active.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Who chose: a student's id.
    pub by: String,
    /// The number of the submission; `None` for the last one that was accepted.
    pub submission: Option<u32>,
}

/// More time for a student, and for the student's team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extension {
    /// For whom: a student's id.
    pub student: String,
    /// The new deadline.
    pub until: Moment,
    /// Why, for the record.
    pub reason: String,
}

/// That a student takes no part from now on. What was handed in stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawal {
    /// The student's id.
    pub student: String,
    /// Why, for the record.
    pub reason: String,
}

/// What is left of a student whose data was deleted. It does not say who it was: an id can be guessed from its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Erasure {
    /// The numbers of the events whose content was deleted.
    pub events: Vec<i64>,
    /// What the student had handed in.
    pub submissions: Vec<Tombstone>,
    /// Files that went with it: lists of games of modules that nobody else has handed in, and all previews.
    #[serde(default)]
    pub files: Vec<Hash>,
}

/// What is left of something that was handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tombstone {
    /// The number of the submission.
    pub submission: u32,
    /// The files that it consisted of, by which runs still name it.
    pub files: Vec<Hash>,
    /// The submission itself, where others of the team are still in the class. It does not say who handed it in.
    pub of_team: Option<Submission>,
}

impl Event {
    /// Returns `true` if it changes what follows from earlier events.
    pub(super) fn changes_the_past(&self) -> bool {
        matches!(self, Event::Forgotten(_) | Event::ClockCorrected(_))
    }

    /// The student whose data this is, if it is of one.
    pub fn student(&self) -> Option<&str> {
        match self {
            Event::Enrolled(student) => Some(&student.id),
            Event::Submitted(submission) => Some(&submission.by),
            Event::Decided(decision) => Some(decision.by.as_str()).filter(|by| !by.is_empty()),
            Event::Reconsidered { by, .. } => Some(by.as_str()).filter(|by| !by.is_empty()),
            Event::TurnedAway(turned_away) => Some(&turned_away.student),
            Event::Chosen(choice) => Some(&choice.by),
            Event::Extended(extension) => Some(&extension.student),
            Event::Withdrawn(Withdrawal { student, .. }) | Event::Reinstated { student } => Some(student),
            Event::Requested(request) => Some(&request.by),
            // What was played is of modules, whoever handed them in.
            Event::Announced { .. }
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
            | Event::Forgotten(_)
            | Event::ClockConfirmed
            | Event::ClockCorrected(_) => None,
        }
    }

    /// The kind of event, as it is stored.
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
            Event::Announced { .. } => "announced",
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
            Event::Forgotten(_) => "forgotten",
            Event::ClockConfirmed => "clock-confirmed",
            Event::ClockCorrected(_) => CORRECTED,
        }
    }
}

impl Admission {
    /// The beginning of why nothing is decided about a submission that no machine has checked yet.
    pub const WAITS: &str = "it waits to be checked";

    /// Returns `true` if no machine has checked it yet.
    pub fn waits(&self) -> bool {
        matches!(self, Admission::Undecided { why } if why.starts_with(Admission::WAITS))
    }
}

impl Submission {
    /// The files that it consists of: the bot, what was built of it, its source.
    pub fn files(&self) -> impl Iterator<Item = Hash> {
        [Some(self.handed_in), self.module(), self.archive].into_iter().flatten()
    }

    /// The module, if it was accepted.
    pub fn module(&self) -> Option<Hash> {
        match self.admission {
            Admission::Accepted { module } => Some(module),
            Admission::Refused { .. } | Admission::Undecided { .. } => None,
        }
    }

    /// Why it was refused, or nothing is decided about it, in words; nothing if it was accepted.
    pub fn reasons(&self) -> Vec<&str> {
        match &self.admission {
            Admission::Accepted { .. } => Vec::new(),
            Admission::Refused { reasons } => reasons.iter().map(String::as_str).collect(),
            Admission::Undecided { why } => vec![why],
        }
    }

    /// Whether no machine could tell yet.
    pub fn is_undecided(&self) -> bool {
        matches!(self.admission, Admission::Undecided { .. })
    }
}
