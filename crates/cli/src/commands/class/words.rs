//! Where students stand, in words and as JSON.

use class::{
    Allowance, Contender, Door, Facts, Moment, NoneActive, OwnDeadline, Quota, Standing, Submission, Who,
    WhyActive, late_days, standing,
};
use classroom::OpenClass;
use explain::Error;
use serde_json::{Value, json};

use crate::exit::Done;

/// A student or a team with everything that is shown of it.
pub(super) struct Shown<'f> {
    pub(super) contender: Contender<'f>,
    pub(super) standing: Standing,
    pub(super) allowance: Allowance,
    pub(super) submissions: Vec<(u32, &'f Submission)>,
}

impl<'f> Shown<'f> {
    pub(super) fn of(
        opened: &OpenClass,
        facts: &'f Facts,
        contender: Contender<'f>,
        now: Moment,
    ) -> Shown<'f> {
        Shown {
            standing: standing(&opened.plan, facts, &contender),
            allowance: opened.plan.quota.allowance(&facts.counted(&contender.who), now),
            submissions: facts.submissions_of(&contender.who),
            contender,
        }
    }

    pub(super) fn as_json(&self, opened: &OpenClass, now: Moment) -> Value {
        let Shown { contender, standing, allowance, submissions } = self;
        let deadline = &standing.deadline;
        let (kind, name) = match &contender.who {
            Who::Student(id) => ("student", id),
            Who::Team(name) => ("team", name),
        };
        let submissions: Vec<Value> =
            submissions.iter().map(|(number, one)| submission_json(opened, deadline, *number, one)).collect();
        json!({
            kind: name,
            "alias": contender.alias,
            "students": contender.members.iter().map(|member| &member.id).collect::<Vec<_>>(),
            "section": contender.section,
            "deadline": deadline.due().to_string(),
            "late_days": deadline.late_days,
            "last_moment": deadline.last.to_string(),
            "is_open": now <= deadline.last,
            "active": standing.active.as_ref().ok().map(|active| json!({
                "submission": active.submission,
                "chosen": matches!(active.why, WhyActive::Chosen { .. }),
                "late_days": active.late_days,
            })),
            "why": why(opened, standing),
            "left_in_day": allowance.left_in_day,
            "left_in_hour": allowance.left_in_hour,
            "next_at": allowance.next.to_string(),
            "submissions": submissions,
        })
    }
}

/// Something that was handed in, as JSON.
pub(super) fn submission_json(
    opened: &OpenClass,
    deadline: &OwnDeadline,
    number: u32,
    one: &Submission,
) -> Value {
    let reasons: &[String] = match &one.door {
        Door::Accepted { .. } => &[],
        Door::Refused { reasons } => reasons.as_slice(),
        Door::Undecided { why } => std::slice::from_ref(why),
    };
    json!({
        "submission": number,
        "by": one.by,
        "received": one.received.to_string(),
        "stated": one.stated,
        "file": one.file,
        "hash": one.handed_in.to_string(),
        "module": one.module().map(|hash| hash.to_string()),
        "archive": one.archive.map(|hash| hash.to_string()),
        "accepted": one.module().is_some(),
        "undecided": one.is_undecided(),
        "reasons": reasons,
        "late_days": late_days(&opened.plan, deadline, one.received),
    })
}

/// What the door says of something that was handed in.
pub(super) fn door_word(one: &Submission) -> &'static str {
    match one.door {
        Door::Accepted { .. } => "accepted",
        Door::Refused { .. } => "refused",
        Door::Undecided { .. } => "undecided",
    }
}

/// Refuses a version that the door has not let in.
pub(super) fn must_be_accepted(number: u32, submission: &Submission) -> Done {
    match submission.door {
        Door::Accepted { .. } => Ok(()),
        Door::Refused { .. } => Err(Error::input(format!("submission {number} was refused at the door"))),
        Door::Undecided { .. } => {
            let message = format!("nothing is decided about submission {number} so far");
            Err(Error::input(message).hint("`muster class work` decides"))
        }
    }
}

/// Why the active version is active, or why there is none.
pub(super) fn why(opened: &OpenClass, standing: &Standing) -> String {
    let last = opened.shown(standing.deadline.last);
    match &standing.active {
        Ok(active) => {
            let why = match active.why {
                WhyActive::Last => format!("the last one accepted that was received by {last}"),
                WhyActive::Chosen { at } => format!("chosen on {}", opened.shown(at)),
            };
            match active.late_days {
                0 => why,
                1 => format!("{why}; takes 1 late day"),
                days => format!("{why}; takes {days} late days"),
            }
        }
        Err(NoneActive::Nothing) => "nothing was handed in".to_owned(),
        Err(NoneActive::Undecided) => "nothing is accepted yet, and a verdict is missing".to_owned(),
        Err(NoneActive::NoneAccepted) => "nothing that was handed in was accepted".to_owned(),
        Err(NoneActive::Late { received }) => {
            format!(
                "the first one that was accepted was received on {}, after {last}",
                opened.shown(*received)
            )
        }
    }
}

/// Where the deadline comes from.
pub(super) fn deadline_words(opened: &OpenClass, deadline: &OwnDeadline) -> String {
    let from = match (&deadline.section, deadline.extended) {
        (_, Some(_)) => " (extended)".to_owned(),
        (Some(section), None) => format!(" (section {section})"),
        (None, None) => String::new(),
    };
    let late = match deadline.late_days {
        0 => String::new(),
        1 => format!(", with 1 late day {}", opened.shown(deadline.last)),
        days => format!(", with {days} late days {}", opened.shown(deadline.last)),
    };
    format!("{}{from}{late}", opened.shown(deadline.due()))
}

/// What is left of the quota, if there is one.
pub(super) fn allowance_words(
    opened: &OpenClass,
    quota: &Quota,
    allowance: &Allowance,
    now: Moment,
) -> Option<String> {
    let left =
        |left: Option<u32>, cap: Option<u32>, what: &str| Some(format!("{} of {} left {what}", left?, cap?));
    let parts = [
        left(allowance.left_in_day, quota.per_day, "in 24 hours"),
        left(allowance.left_in_hour, quota.per_hour, "in 60 minutes"),
        (allowance.next > now).then(|| format!("the next from {} on", opened.shown(allowance.next))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The caps of a quota, if it has any: `10 in 24 hours, 3 in 60 minutes, 300 s apart`.
pub(super) fn quota_words(quota: &Quota) -> Option<String> {
    let parts = [
        quota.per_day.map(|cap| format!("{cap} in 24 hours")),
        quota.per_hour.map(|cap| format!("{cap} in 60 minutes")),
        quota.interval.map(|interval| format!("{} s apart", interval as f64 / 1000.0)),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

pub(super) fn quota_json(quota: &Quota) -> Value {
    let Quota { per_day, per_hour, interval } = quota;
    json!({ "per_day": per_day, "per_hour": per_hour, "interval_seconds": interval.map(|interval| interval as f64 / 1000.0) })
}

/// How many may be handed in before a cap is reached; empty without one.
pub(super) fn left_word(allowance: &Allowance) -> String {
    let left = allowance.left_in_day.into_iter().chain(allowance.left_in_hour).min();
    left.map(|left| left.to_string()).unwrap_or_default()
}
