//! The standing of students, in words.

use std::time::Duration;

use class_model::{
    Admission, Allowance, Contender, Dated, Facts, Failures, Moment, NoneActive, Occasion, OwnDeadline,
    Quota, Reader, Standing, Submission, TurnedAway, WhyActive, late_days,
};
use game::visible;

use crate::open_class::OpenClass;

/// Describes the lateness of a submission, for example `late: uses 1 of 2 late days`; `None` if it is in time.
pub fn lateness_words(class: &OpenClass, deadline: &OwnDeadline, received: Moment) -> Option<String> {
    match late_days(&class.plan, deadline, received) {
        Some(0) => None,
        Some(days) => Some(format!("late: uses {days} of {} late days", deadline.late_days)),
        None => {
            let deadline = deadline_words(class, deadline);
            Some(format!("too late: the deadline was {deadline}; it is kept but does not count"))
        }
    }
}

/// Returns the verdict on a submission.
pub fn verdict_word(one: &Submission) -> &'static str {
    admission_word(&one.admission)
}

/// Returns the verdict in a word.
pub(crate) fn admission_word(admission: &Admission) -> &'static str {
    match admission {
        Admission::Accepted { .. } => "accepted",
        Admission::Refused { .. } => "refused",
        waiting @ Admission::Undecided { .. } if waiting.waits() => "not checked yet",
        Admission::Undecided { .. } => "undecided",
    }
}

/// Returns the names of the students, each with the id.
pub fn members(contender: &Contender<'_>) -> String {
    let members = contender.members.iter();
    let members: Vec<String> =
        members.map(|member| format!("{} ({})", visible(&member.name), visible(&member.id))).collect();
    members.join(", ")
}

/// Maximum number of lines of one reason, since a script can print any amount.
const REASON_LINES: usize = 12;

/// Describes why a submission is not accepted: a heading, then the reasons with advice, each in one line or more. Empty
/// if it is accepted.
pub fn refusal_lines(class: &OpenClass, number: u32, one: &Submission) -> Vec<String> {
    let reasons = one.reasons();
    if reasons.is_empty() {
        return Vec::new();
    }
    let (received, word) = (class.shown(one.received), verdict_word(one));
    let head = format!("submission {number} ({}), received {received}: {word}", one.file);
    let lines = reasons.into_iter().flat_map(|reason| reason.lines().take(REASON_LINES));
    [head].into_iter().chain(lines.map(|line| format!("  {line}"))).collect()
}

/// Describes why files handed in to a course system were not taken: the files, then the reason. Empty if all were taken
/// or the student has handed in anything since.
pub fn turned_away_lines(class: &OpenClass, facts: &Facts, contender: &Contender<'_>) -> Vec<String> {
    let Some(Dated { at, what: TurnedAway { received, files, why, .. } }) = facts.turned_away(contender)
    else {
        return Vec::new();
    };
    let files = match files.as_slice() {
        [] => "the hand-in".to_owned(),
        some => some
            .iter()
            .take(FILES)
            .cloned()
            .chain((some.len() > FILES).then(|| "…".to_owned()))
            .collect::<Vec<_>>()
            .join(", "),
    };
    let when = match received {
        Some(received) => format!("received {}", class.shown(*received)),
        None => format!("checked on {}", class.shown(*at)),
    };
    let lines = why.lines().take(REASON_LINES).map(|line| format!("  {}", visible(line)));
    [format!("not taken from the course system's archive ({files}), {when}")]
        .into_iter()
        .chain(lines)
        .collect()
}

/// Maximum number of file names to list.
const FILES: usize = 8;

/// Describes why the active version is active, or why there is none.
pub fn why(class: &OpenClass, standing: &Standing) -> String {
    let last = class.shown(standing.deadline.last);
    match &standing.active {
        Ok(active) => {
            let why = match active.why {
                WhyActive::Last => format!("the last accepted version received by {last}"),
                WhyActive::Chosen { at } => format!("chosen on {}", class.shown(at)),
            };
            match active.late_days {
                0 => why,
                1 => format!("{why}; uses 1 late day"),
                days => format!("{why}; uses {days} late days"),
            }
        }
        Err(NoneActive::Inactive { since }) => format!("inactive since {}", class.shown(*since)),
        Err(NoneActive::Nothing) => "nothing was handed in".to_owned(),
        Err(NoneActive::TurnedAway) => "the hand-in was not taken".to_owned(),
        Err(NoneActive::Undecided) => "nothing has been accepted yet, and a verdict is pending".to_owned(),
        Err(NoneActive::NoneAccepted) => "no submission was accepted".to_owned(),
        Err(NoneActive::Late { received }) => {
            format!("the first accepted submission was received on {}, after {last}", class.shown(*received))
        }
    }
}

/// Describes the results that readers see now, for example `participants see all results; others see none (visible in
/// class.toml)`.
pub fn visibility_words(class: &OpenClass, facts: &Facts) -> String {
    let sees = |reader: Reader| match facts.frozen(reader) {
        _ if !class.plan.visible.includes(reader) => "see none (`visible` in class.toml)".to_owned(),
        Some(freeze) => format!("see those as of {} (frozen)", class.shown(freeze.since)),
        None => "see all".to_owned(),
    };
    format!("results: participants {}; others {}", sees(Reader::Participants), sees(Reader::All))
}

/// Describes the deadline and its origin.
pub fn deadline_words(class: &OpenClass, deadline: &OwnDeadline) -> String {
    let from = match (&deadline.section, deadline.extended) {
        (_, Some(_)) => " (extended)".to_owned(),
        (Some(section), None) => format!(" (section {section})"),
        (None, None) => String::new(),
    };
    let late = match deadline.late_days {
        0 => String::new(),
        1 => format!(", with 1 late day {}", class.shown(deadline.last)),
        days => format!(", with {days} late days {}", class.shown(deadline.last)),
    };
    format!("{}{from}{late}", class.shown(deadline.due()))
}

/// Describes the remaining quota; `None` without a quota.
pub fn allowance_words(
    class: &OpenClass,
    quota: &Quota,
    allowance: &Allowance,
    now: Moment,
) -> Option<String> {
    let next = (allowance.next > now).then(|| format!("next one from {}", class.shown(allowance.next)));
    let parts: Vec<String> = left_parts(quota, allowance).into_iter().chain(next).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Returns the refusal of a hand-in that the quota allows only later: `too soon: try again at 2026-12-01 08:34; 3 of 4
/// left in 24 hours`.
pub(crate) fn too_soon(class: &OpenClass, quota: &Quota, allowance: &Allowance) -> String {
    // The minute that has begun by then: a time within it is not too early.
    let minute = class.plan.zone.show_minute(allowance.next.after(59_999));
    let next = [format!("too soon: try again at {minute}")];
    next.into_iter().chain(left_parts(quota, allowance)).collect::<Vec<_>>().join("; ")
}

/// Returns what is left of each cap of a quota.
fn left_parts(quota: &Quota, allowance: &Allowance) -> Vec<String> {
    let left =
        |left: Option<u32>, cap: Option<u32>, what: &str| Some(format!("{} of {} left {what}", left?, cap?));
    let parts = [
        left(allowance.left_in_day, quota.per_day, "in 24 hours"),
        left(allowance.left_in_hour, quota.per_hour, "in 60 minutes"),
    ];
    parts.into_iter().flatten().collect()
}

/// Describes a quota: `up to 4 submissions per 24 hours, at least 5 minutes apart`; `None` without caps.
pub fn quota_words(quota: &Quota) -> Option<String> {
    let caps = [(quota.per_day, "24 hours"), (quota.per_hour, "hour")];
    let caps: Vec<String> =
        caps.into_iter().filter_map(|(cap, time)| Some((cap?, time))).enumerate().map(cap_words).collect();
    let caps = (!caps.is_empty()).then(|| format!("up to {}", caps.join(" and ")));
    let interval = quota.interval.map(|interval| {
        let what = if caps.is_some() { "" } else { "submissions " };
        format!("{what}at least {} apart", exact(interval))
    });
    let parts: Vec<String> = caps.into_iter().chain(interval).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn cap_words((at, (cap, time)): (usize, (u32, &str))) -> String {
    match (at, cap) {
        (0, 1) => format!("1 submission per {time}"),
        (0, _) => format!("{cap} submissions per {time}"),
        _ => format!("{cap} per {time}"),
    }
}

/// Formats milliseconds without rounding them: `5 minutes`, `90 seconds`.
fn exact(millis: i64) -> String {
    let units = [("hour", 3_600_000), ("minute", 60_000)];
    let (unit, length) =
        units.into_iter().find(|(_, length)| millis % length == 0).unwrap_or(("second", 1000));
    let plural = if millis == length { "" } else { "s" };
    format!("{} {unit}{plural}", millis as f64 / length as f64)
}

/// Returns the number of submissions left before a cap is reached; empty without a cap.
pub fn left_word(allowance: &Allowance) -> String {
    let left = allowance.left_in_day.into_iter().chain(allowance.left_in_hour).min();
    left.map(|left| left.to_string()).unwrap_or_default()
}

/// Returns for example `failed in 8 of 10 matches of runs, above the limit of 10 %; paused …`.
pub fn failing_words(class: &OpenClass, failures: &Failures, pause: bool) -> String {
    let percent = class.plan.failing.map_or(0, |failing| failing.percent);
    let of = match failures.occasion {
        Occasion::Judging => "",
        Occasion::Runs => " of runs",
    };
    let paused = if pause { "; paused until another version is active" } else { "" };
    let Failures { failed, matches, .. } = failures;
    format!("failed in {failed} of {matches} matches{of}, above the limit of {percent} %{paused}")
}

/// Formats a duration roughly: `a minute`, `20 minutes`, `3 hours`, `5 days`.
pub fn about(time: Duration) -> String {
    let minutes = time.as_secs().div_ceil(60);
    match minutes {
        0 | 1 => "a minute".to_owned(),
        2..120 => format!("{minutes} minutes"),
        120..2880 => format!("{} hours", minutes.div_ceil(60)),
        _ => format!("{} days", minutes / (24 * 60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_is_a_sentence() {
        let check = |per_day, per_hour, seconds: Option<i64>, words: Option<&str>| {
            let quota = Quota { per_day, per_hour, interval: seconds.map(|seconds| seconds * 1000) };
            assert_eq!(quota_words(&quota).as_deref(), words);
        };
        check(None, None, None, None);
        check(Some(4), None, Some(300), Some("up to 4 submissions per 24 hours, at least 5 minutes apart"));
        check(Some(10), Some(3), None, Some("up to 10 submissions per 24 hours and 3 per hour"));
        check(None, Some(1), Some(60), Some("up to 1 submission per hour, at least 1 minute apart"));
        check(None, None, Some(90), Some("submissions at least 90 seconds apart"));
        check(None, None, Some(7200), Some("submissions at least 2 hours apart"));
    }
}
