//! What versions have shown, as JSON.

use class::{ClassPlan, Hash, Judgement, Moment, Requirement, Submission};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{BadgeCheck, ClassCheck, ContenderCheck, VersionCheck};
use crate::badges::{JudgementReport, TrialsOfVersion};
use crate::requests::{RequestReport, RequestStatus};
use crate::utc;

/// What all versions of a class have shown.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClassCheckReport<'a> {
    /// What is required of versions.
    requirements: Vec<RequirementReport<'a>>,
    /// How many trial matches and requirements of a version wait to be played.
    waiting: usize,
    /// How many requests for friendly games do.
    requests_waiting: usize,
    /// Every student who hands in alone, and every team.
    entries: Vec<ContenderCheckReport<'a>>,
}

impl Shape for ClassCheckReport<'_> {
    const NAME: &'static str = "class-check";
    const VERSION: u32 = 1;
}

/// What is required of versions.
#[derive(Debug, Serialize, JsonSchema)]
struct RequirementReport<'a> {
    /// Its name.
    name: &'a str,
    /// The least share of the points, in percent.
    percent: u32,
    /// How many games show it.
    games: u32,
    /// By how much the share may be off, in percent: half of its 95 % interval.
    margin95: f64,
}

/// What the versions of a student or a team have shown.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ContenderCheckReport<'a> {
    /// What runs call the student or team.
    alias: &'a str,
    /// How many may be handed in within the 24 hours up to now; null without a cap.
    left_in_day: Option<u32>,
    /// How many may be handed in within the 60 minutes up to now; null without a cap.
    left_in_hour: Option<u32>,
    /// The first moment from now on at which one may be handed in, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    next_at: Moment,
    /// The active version and the last one that was accepted.
    versions: Vec<VersionReport<'a>>,
    /// The last hand-in, if it was refused or nothing is decided about it; null otherwise, and for other readers than the
    /// teacher.
    refused: Option<RefusalReport<'a>>,
    /// The requests for friendly games that it is in.
    requests: Vec<RequestReport<'a>>,
}

impl Shape for ContenderCheckReport<'_> {
    const NAME: &'static str = "class-check-entry";
    const VERSION: u32 = 1;
}

/// A hand-in that is not accepted.
#[derive(Debug, Serialize, JsonSchema)]
struct RefusalReport<'a> {
    /// The number of the submission.
    submission: u32,
    /// The name of the file.
    file: &'a str,
    /// When it was received, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    received: Moment,
    /// Whether nothing is decided about it so far.
    undecided: bool,
    /// Why it was refused or is undecided, in words, with what to do.
    reasons: Vec<&'a str>,
}

/// What a version has shown.
#[derive(Debug, Serialize, JsonSchema)]
struct VersionReport<'a> {
    /// The number of the submission.
    submission: u32,
    /// Whether it is active.
    active: bool,
    /// The hash of its module, 64 hexadecimal digits.
    #[schemars(with = "String")]
    module: Hash,
    /// Its trial matches; null until they were played.
    trial: Option<TrialsOfVersion<'a>>,
    /// What it has shown of each requirement.
    badges: Vec<BadgeReport<'a>>,
    /// In how many matches it was judged.
    matches: u64,
    /// In how many of them it failed.
    failed: u64,
    /// In how many matches of runs it played.
    matches_in_runs: u64,
    /// In how many of them it failed.
    failed_in_runs: u64,
    /// Whether it failed too often.
    fails_too_often: bool,
    /// Whether it is paused for that.
    paused: bool,
}

/// What a version has shown of a requirement.
#[derive(Debug, Serialize, JsonSchema)]
struct BadgeReport<'a> {
    /// The requirement's name.
    requirement: &'a str,
    /// Whether it is met; null until the version was judged.
    met: Option<bool>,
    /// Whether it was judged by another requirement than the text has now; null until the version was judged, and if the
    /// opponent's file cannot be read.
    stale: Option<bool>,
    /// What it has shown; null until the version was judged.
    judged: Option<JudgementReport<'a>>,
}

impl<'a> ClassCheckReport<'a> {
    pub(super) fn of(check: &'a ClassCheck<'_>, plan: &'a ClassPlan) -> ClassCheckReport<'a> {
        ClassCheckReport {
            requirements: plan.requirements.iter().map(RequirementReport::from).collect(),
            waiting: check.waiting,
            requests_waiting: check.requests_waiting,
            entries: check.entries.iter().map(ContenderCheckReport::from).collect(),
        }
    }
}

impl<'a> From<&'a Requirement> for RequirementReport<'a> {
    fn from(requirement: &'a Requirement) -> RequirementReport<'a> {
        RequirementReport {
            name: &requirement.name,
            percent: requirement.percent,
            games: requirement.games,
            margin95: requirement.margin(),
        }
    }
}

impl<'a> From<&'a ContenderCheck<'_>> for ContenderCheckReport<'a> {
    fn from(check: &'a ContenderCheck<'_>) -> ContenderCheckReport<'a> {
        let ContenderCheck { alias, allowance, versions, refused, requests, .. } = check;
        ContenderCheckReport {
            alias,
            left_in_day: allowance.left_in_day,
            left_in_hour: allowance.left_in_hour,
            next_at: allowance.next,
            versions: versions.iter().map(VersionReport::from).collect(),
            refused: refused.map(RefusalReport::from),
            requests: requests.iter().map(RequestStatus::report).collect(),
        }
    }
}

impl<'a> From<(u32, &'a Submission)> for RefusalReport<'a> {
    fn from((number, one): (u32, &'a Submission)) -> RefusalReport<'a> {
        RefusalReport {
            submission: number,
            file: &one.file,
            received: one.received,
            undecided: one.is_undecided(),
            reasons: one.reasons(),
        }
    }
}

impl<'a> From<&'a VersionCheck<'_>> for VersionReport<'a> {
    fn from(check: &'a VersionCheck<'_>) -> VersionReport<'a> {
        VersionReport {
            submission: check.submission,
            active: check.is_active,
            module: check.module,
            trial: check.trial.map(TrialsOfVersion::from),
            badges: check.badges.iter().map(BadgeReport::from).collect(),
            matches: check.failures.matches,
            failed: check.failures.failed,
            matches_in_runs: check.failures_in_runs.matches,
            failed_in_runs: check.failures_in_runs.failed,
            fails_too_often: check.failing.is_some(),
            paused: check.failing.is_some_and(|(_, is_paused)| is_paused),
        }
    }
}

impl<'a> From<&'a BadgeCheck<'_>> for BadgeReport<'a> {
    fn from(BadgeCheck { badge, is_stale }: &'a BadgeCheck<'_>) -> BadgeReport<'a> {
        BadgeReport {
            requirement: &badge.requirement.name,
            met: badge.judged.map(Judgement::is_met),
            stale: *is_stale,
            judged: badge.judged.map(JudgementReport::from),
        }
    }
}
